import type { Canvas } from "./kit/canvas.ts";
import { encodePng } from "./kit/png.ts";
import { card, cardWidth } from "./kit/shapes.ts";
import { drawingOf, type Picture } from "./picture.ts";

/** The same PNG for the same data. @param canvas set to the size of the picture */
export function drawPicture(canvas: Canvas, picture: Picture): Buffer {
  const { height, draw } = drawingOf(picture);
  canvas.width = cardWidth;
  canvas.height = Math.ceil(height(picture, canvas.getContext("2d")));
  // Changing the size creates a new context.
  const ctx = canvas.getContext("2d");
  card(ctx, canvas.height);
  draw(ctx, picture);
  return encodePng(canvas.data(), canvas.width, canvas.height);
}
