import { defineCommandGroup } from "../../src/interactions/define.ts";
import { list } from "./list.ts";
import { time } from "./time.ts";

export const request = defineCommandGroup({
  name: "request",
  description: "Ask for time the workspace didn't count",
  subcommands: [time, list],
});
