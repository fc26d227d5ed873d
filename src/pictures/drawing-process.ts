import { getPriority, setPriority } from "node:os";
import type { CanvasLibrary, Canvas } from "./kit/canvas.ts";
import { palettes } from "./kit/colours.ts";
import { registerFonts } from "./kit/fonts.ts";
import type { Drawings, Picture } from "./picture.ts";
import { encodePng } from "./kit/png.ts";
import { drawCard, cardWidth } from "./kit/shapes.ts";

/** Runs in a separate process: drawing delays nobody, and its memory is freed when it ends. */
export interface DrawRequest {
  readonly id: number;
  readonly picture: Picture;
}

export type DrawResponse =
  | { readonly id: number; readonly png: Uint8Array }
  | { readonly id: number; readonly failure: string }
  /** This machine can't draw at all. */
  | { readonly unavailable: string };

const library: string = "@napi-rs/canvas";
/** A collection takes as long as half a picture, and the pixels of one take 3 MB. */
const collectEvery = 4;

/** Draws what the process that started this one asks for. */
export async function serveDrawings(drawings: Drawings): Promise<void> {
  beCalm();
  const reply = (response: DrawResponse): void => void process.send?.(response);
  try {
    // If there is no build of it, only pictures may be affected, not even the compiler.
    const { createCanvas, GlobalFonts } = (await import(library)) as CanvasLibrary;
    registerFonts(GlobalFonts, createCanvas);
    const canvas = createCanvas(1, 1);
    let drawn = 0;
    process.on("message", ({ id, picture }: DrawRequest) => {
      try {
        reply({ id, png: drawPicture(canvas, picture, drawings) });
      } catch (error) {
        reply({ id, failure: String(error) });
      }
      drawn += 1;
      // The pixels of pictures, which don't count towards the heap, would otherwise pile up.
      if (drawn % collectEvery === 0) setImmediate(() => globalThis.gc?.());
    });
  } catch (error) {
    // Some platforms have no build of it.
    reply({ unavailable: String(error) });
    // Keeps running until the bot ends it, so that the reason arrives before the exit.
    process.on("message", () => undefined);
  }
}

/** On machines with few processors, people's commands come first. */
const lower = 5;
const lowest = 19;

function beCalm(): void {
  try {
    setPriority(Math.min(lowest, getPriority() + lower));
  } catch {
    // A machine may not allow that; drawing works anyway.
  }
  // The bot ends it; a terminal that interrupts the bot also interrupts this process.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
}

/** The same PNG for the same data. @param canvas set to the size of the picture */
function drawPicture(canvas: Canvas, picture: Picture, drawings: Drawings): Buffer {
  const drawing = drawings.find(picture);
  canvas.width = cardWidth;
  // Changing the size creates a new context.
  const getContext = () =>
    Object.assign(canvas.getContext("2d"), { colours: palettes[picture.theme ?? "dark"] });
  canvas.height = Math.ceil(drawing.height(picture, getContext()));
  const ctx = getContext();
  drawCard(ctx, canvas.height);
  drawing.draw(ctx, picture);
  return encodePng(canvas.data(), canvas.width, canvas.height);
}
