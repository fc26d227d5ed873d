import { defineCommandGroup } from "../../src/interactions/define.ts";
import type { Command } from "../../src/interactions/handler.ts";
import { gift } from "./gift.ts";
import { view } from "./view.ts";

export const activity: Command = defineCommandGroup({
  name: "activity",
  description: "See and gift time and messages in the game",
  subcommands: [view, gift],
});
