import { defineCommandGroup } from "../../src/interactions/define.ts";
import type { Command } from "../../src/interactions/handler.ts";
import { create } from "./create.ts";
import { search } from "./search.ts";

export const order: Command = defineCommandGroup({
  name: "order",
  description: "Log and find orders",
  subcommands: [create, search],
});
