import { SlashCommandBuilder } from "@discordjs/builders";
import { defineCommandGroup } from "../../src/interactions/define.ts";
import { settings } from "./settings.ts";

export const workspace = defineCommandGroup(
  new SlashCommandBuilder().setName("workspace").setDescription("Look after the workspace itself"),
  [settings],
);
