// What other features may use of this one.
export { postsBoard } from "./board.ts";
export { formatNewsLine } from "./render.ts";
