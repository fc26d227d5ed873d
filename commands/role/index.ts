import { defineCommandGroup } from "../../src/interactions/define.ts";
import { create } from "./create.ts";

export const role = defineCommandGroup({
  name: "role",
  description: "Hand out rights in the workspace",
  subcommands: [create],
});
