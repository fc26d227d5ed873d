import { defineCommandGroup } from "../../src/interactions/define.ts";
import { exportData } from "./export.ts";
import { forget, forgetPerson } from "./forget.ts";
import { show, showButton } from "./show.ts";

export const privacy = defineCommandGroup({
  name: "privacy",
  description: "See, export and delete what I keep about you",
  anywhere: showButton.idOf,
  subcommands: [show, exportData, forget, forgetPerson],
});
