import { parentPort } from "node:worker_threads";
import { drawPicture } from "./draw.ts";
import type { CanvasLibrary } from "./kit/canvas.ts";
import { registerFonts } from "./kit/fonts.ts";
import type { Picture } from "./picture.ts";

/** Draws off the main thread, so that nobody waits for it. */
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

async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  const reply = (response: DrawResponse): void => port.postMessage(response);
  try {
    // Where there is no build of it, nothing but pictures may miss it: not even the compiler.
    const { createCanvas, GlobalFonts } = (await import(library)) as CanvasLibrary;
    registerFonts(GlobalFonts, createCanvas);
    const canvas = createCanvas(1, 1);
    port.on("message", ({ id, picture }: DrawRequest) => {
      try {
        reply({ id, png: drawPicture(canvas, picture) });
      } catch (error) {
        reply({ id, failure: String(error) });
      }
    });
  } catch (error) {
    // There is no build of it for some platforms.
    reply({ unavailable: String(error) });
  }
}

if (parentPort !== null) void serve(parentPort);
