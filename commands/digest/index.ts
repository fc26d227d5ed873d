// What other features may use of this one.
export { digestBoard } from "./board.ts";
