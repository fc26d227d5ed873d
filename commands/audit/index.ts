import { defineCommandGroup } from "../../src/interactions/define.ts";
import { channel } from "./channel.ts";
import { exportAudit } from "./export.ts";
import { list } from "./list.ts";

export const audit = defineCommandGroup({
  name: "audit",
  description: "See who did what here",
  subcommands: [list, exportAudit, channel],
});
