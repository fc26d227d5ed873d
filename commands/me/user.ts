import { defineCommandGroup } from "../../src/interactions/define.ts";
import type { Command } from "../../src/interactions/handler.ts";
import { show } from "./profile/show.ts";

export { profileMenu } from "./profile/show.ts";

export const user: Command = defineCommandGroup({
  name: "user",
  description: "See people in the workspace",
  subcommands: [show],
});
