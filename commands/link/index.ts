import { defineCommandGroup } from "../../src/interactions/define.ts";
import { set } from "./set.ts";
import { status } from "./status.ts";

export const link = defineCommandGroup({
  name: "link",
  description: "Link this server and its channels to workspaces",
  subcommands: [set, status],
});
