import { SlashCommandBuilder } from "@discordjs/builders";
import { defineCommandGroup } from "../../src/interactions/define.ts";
import { channel } from "./channel.ts";
import { exportAudit } from "./export.ts";
import { list } from "./list.ts";

export const audit = defineCommandGroup(
  new SlashCommandBuilder().setName("audit").setDescription("See the record of who did what here"),
  [list, exportAudit, channel],
);
