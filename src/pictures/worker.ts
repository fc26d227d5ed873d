import { getPriority, setPriority } from "node:os";
import { drawPicture } from "./draw.ts";
import type { CanvasLibrary } from "./kit/canvas.ts";
import { registerFonts } from "./kit/fonts.ts";
import type { Picture } from "./picture.ts";

/** Draws in a process of its own: nobody waits for it, and what it takes in memory goes with it. */
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

async function serve(): Promise<void> {
  const reply = (response: DrawResponse): void => void process.send?.(response);
  try {
    // Where there is no build of it, nothing but pictures may miss it: not even the compiler.
    const { createCanvas, GlobalFonts } = (await import(library)) as CanvasLibrary;
    registerFonts(GlobalFonts, createCanvas);
    const canvas = createCanvas(1, 1);
    process.on("message", ({ id, picture }: DrawRequest) => {
      try {
        reply({ id, png: drawPicture(canvas, picture) });
      } catch (error) {
        reply({ id, failure: String(error) });
      }
      // The pixels of each picture, which count for nothing in the heap, would pile up otherwise.
      setImmediate(() => globalThis.gc?.());
    });
  } catch (error) {
    // There is no build of it for some platforms.
    reply({ unavailable: String(error) });
    // Stays until the bot ends it, so that the reason arrives before the end does.
    process.on("message", () => undefined);
  }
}

/** Where processors are few, people's commands go first. */
const lower = 5;
const lowest = 19;
try {
  setPriority(Math.min(lowest, getPriority() + lower));
} catch {
  // A machine may not allow even that; it draws all the same.
}

// The bot ends it; a terminal that interrupts the bot interrupts this process, too.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
if (process.send !== undefined) void serve();
