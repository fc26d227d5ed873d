// What other features may use of this one.
export { calendarBoard } from "./board/board.ts";
export { myWeekId } from "./board/buttons.ts";
