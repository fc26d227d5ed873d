import { defineCommandGroup } from "../../src/interactions/define.ts";
import { settings } from "./settings.ts";

export const workspace = defineCommandGroup({
  name: "workspace",
  description: "Manage the workspace itself",
  subcommands: [settings],
});
