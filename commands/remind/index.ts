import { defineCommandGroup } from "../../src/interactions/define.ts";
import type { Command } from "../../src/interactions/handler.ts";
import { off } from "./off.ts";
import { on } from "./on.ts";
import { show } from "./show.ts";

export const remind: Command = defineCommandGroup({
  name: "remind",
  description: "Get a private reminder before the week resets",
  subcommands: [on, off, show],
});
