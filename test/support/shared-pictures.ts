import { drawings } from "../../commands/pictures.ts";
import { createPictures, type Pictures } from "../../src/pictures/drawing-queue.ts";
import { conditionWithinMs, patient } from "./patience.ts";

const complain = (reason: string): void => process.emitWarning(`a picture was not drawn: ${reason}`);

/**
 * Draws for every bot of a test worker. A process that draws takes half a second of processor time to start, because
 * it loads fonts; by default each bot starts one of its own.
 */
export const sharedPictures: Pictures = createPictures({
  drawings,
  onUnavailable: complain,
  onFailure: complain,
  stretch: patient,
  // Nobody does without a picture because others are drawn first.
  answerWithinMs: conditionWithinMs,
});
