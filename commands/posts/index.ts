import { defineCommandGroup } from "../../src/interactions/define.ts";
import { list } from "./list.ts";

export const posts = defineCommandGroup({
  name: "posts",
  description: "Read posts on the workspace's intranet",
  subcommands: [list],
});
