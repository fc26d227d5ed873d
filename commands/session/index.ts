import { defineCommandGroup } from "../../src/interactions/define.ts";
import { createServer } from "./create-server.ts";

export const session = defineCommandGroup({
  name: "session",
  description: "Manage the workspace's sessions",
  subcommands: [createServer],
});
