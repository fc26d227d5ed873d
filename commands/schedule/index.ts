import { defineCommandGroup } from "../../src/interactions/define.ts";
import { add } from "./add.ts";
import { edit } from "./edit.ts";
import { list } from "./list.ts";
import { pause, resume } from "./pause.ts";
import { preview } from "./preview.ts";
import { remove } from "./remove.ts";
import { runNow } from "./run-now.ts";

export const schedule = defineCommandGroup({
  name: "schedule",
  description: "Plan posts and live boards",
  subcommands: [add, list, edit, pause, resume, preview, runNow, remove],
});
