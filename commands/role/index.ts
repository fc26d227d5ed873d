import { SlashCommandBuilder } from "@discordjs/builders";
import { defineCommandGroup } from "../../src/interactions/define.ts";
import { create } from "./create.ts";

export const role = defineCommandGroup(
  new SlashCommandBuilder().setName("role").setDescription("Hand out rights in the workspace"),
  [create],
);
