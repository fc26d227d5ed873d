import { SlashCommandBuilder } from "@discordjs/builders";
import { defineCommandGroup } from "../../src/interactions/define.ts";
import { createServer } from "./create-server.ts";

export const session = defineCommandGroup(
  new SlashCommandBuilder().setName("session").setDescription("Run the workspace's sessions"),
  [createServer],
);
