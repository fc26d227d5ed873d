import { fileURLToPath } from "node:url";
import { createDrawings } from "../src/pictures/picture.ts";
import { calendarDrawing } from "./calendar/board/draw.ts";
import { profileDrawing } from "./weeks/draw.ts";
import { ordersDrawing } from "./order/board/draw.ts";
import { digestDrawing } from "./digest/draw.ts";
import { teamDrawing } from "./team-board/draw.ts";
import { leaderboardDrawing } from "./team-board/leaderboard/draw.ts";
import { reportDrawing } from "./team-board/report/draw.ts";
import { standingsDrawing } from "./team-board/standings/draw.ts";

/** Beside this file, or beside the bundle that has it. */
const program = import.meta.url.endsWith(".ts") ? "./draw.ts" : "./draw.js";

/** Every kind of picture. It stands alone, so that the process that draws loads nothing else of the features. */
export const drawings = createDrawings(fileURLToPath(new URL(program, import.meta.url)), [
  calendarDrawing,
  teamDrawing,
  profileDrawing,
  ordersDrawing,
  standingsDrawing,
  leaderboardDrawing,
  reportDrawing,
  digestDrawing,
]);
