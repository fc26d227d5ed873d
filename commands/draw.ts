/** The program that draws: a process of its own, which the bot starts when a picture is asked for. */
import { serveDrawings } from "../src/pictures/drawing-process.ts";
import { drawings } from "./pictures.ts";

await serveDrawings(drawings);
