import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { encodePng } from "../../src/pictures/kit/png.ts";

const fileOf = (name: string): string => join(import.meta.dirname, "golden", `${name}.png`);

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** A picture at half its size, as Discord shows it. */
async function halved(png: Buffer): Promise<Pixels> {
  const image = await loadImage(png);
  return drawn(image, Math.round(image.width / 2), Math.round(image.height / 2));
}

function drawn(image: Awaited<ReturnType<typeof loadImage>>, width: number, height: number): Pixels {
  const canvas = createCanvas(width, height);
  canvas.getContext("2d").drawImage(image, 0, 0, width, height);
  return { data: canvas.data(), width, height };
}

/**
 * How far a picture is from the one a person looked at: the share of pixels that are another colour, from 0 to 1.
 * Letters' edges may differ a little between processors. `UPDATE_PICTURES=1` keeps the new one instead: look at it.
 */
export async function differenceFromGolden(name: string, png: Buffer): Promise<number> {
  const file = fileOf(name);
  const now = await halved(png);
  if (process.env["UPDATE_PICTURES"] === "1" || !existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, encodePng(now.data, now.width, now.height));
    return process.env["UPDATE_PICTURES"] === "1" ? 0 : 1;
  }
  const image = await loadImage(readFileSync(file));
  if (image.width !== now.width || image.height !== now.height) return 1;
  const golden = drawn(image, now.width, now.height);
  let different = 0;
  for (let at = 0; at < now.data.length; at += 4) {
    const away = [0, 1, 2, 3].map((part) =>
      Math.abs((now.data[at + part] ?? 0) - (golden.data[at + part] ?? 0)),
    );
    if (Math.max(...away) > 48) different += 1;
  }
  return different / (now.width * now.height);
}
