import { SlashCommandBuilder } from "@discordjs/builders";
import { defineCommandGroup } from "../../src/interactions/define.ts";
import { comments } from "./comments.ts";
import { deleteComment } from "./delete.ts";

export const bans = defineCommandGroup(
  new SlashCommandBuilder().setName("bans").setDescription("Read and delete comments on bans"),
  [comments, deleteComment],
);
