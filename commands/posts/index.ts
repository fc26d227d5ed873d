import { SlashCommandBuilder } from "@discordjs/builders";
import { defineCommandGroup } from "../../src/interactions/define.ts";
import { list } from "./list.ts";

export const posts = defineCommandGroup(
  new SlashCommandBuilder().setName("posts").setDescription("Read the workspace's intranet"),
  [list],
);
