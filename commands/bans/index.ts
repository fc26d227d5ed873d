import { defineCommandGroup } from "../../src/interactions/define.ts";
import { comments } from "./comments.ts";
import { deleteComment } from "./delete.ts";

export const bans = defineCommandGroup({
  name: "bans",
  description: "Read and delete comments on bans",
  subcommands: [comments, deleteComment],
});
