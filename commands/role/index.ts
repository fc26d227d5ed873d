import { defineCommandGroup } from "../../src/interactions/define.ts";
import { create } from "./create.ts";

export const role = defineCommandGroup({
  name: "role",
  description: "Create roles in the workspace",
  subcommands: [create],
});
