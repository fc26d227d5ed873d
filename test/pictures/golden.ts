import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inflateSync } from "node:zlib";
import { encodePng } from "../../src/pictures/kit/png.ts";

const fileOf = (name: string): string => join(import.meta.dirname, "golden", `${name}.png`);
const isUpdating = process.env["UPDATE_PICTURES"] === "1";

interface Pixels {
  /** Four bytes each. */
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Of a PNG with a palette and unfiltered rows. */
function decodePng(png: Buffer): Pixels {
  const parts = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    parts.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const part = (name: string): Buffer => parts.get(name) ?? Buffer.alloc(0);
  const [width, height] = [part("IHDR").readUInt32BE(0), part("IHDR").readUInt32BE(4)];
  const [palette, alpha, rows] = [part("PLTE"), part("tRNS"), inflateSync(part("IDAT"))];
  const data = Buffer.alloc(width * height * 4);
  for (let y = 0, to = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, to += 4) {
      const index = rows[y * (width + 1) + 1 + x] ?? 0;
      for (let shade = 0; shade < 3; shade += 1) data[to + shade] = palette[index * 3 + shade] ?? 0;
      data[to + 3] = alpha[index] ?? 255;
    }
  return { data, width, height };
}

/** As Discord shows it: each pixel is the mean of four. */
function halved({ data, width, height }: Pixels): Pixels {
  const [half, rows] = [Math.floor(width / 2), Math.floor(height / 2)];
  const small = Buffer.alloc(half * rows * 4);
  for (let y = 0, to = 0; y < rows; y += 1)
    for (let x = 0; x < half; x += 1)
      for (let part = 0; part < 4; part += 1, to += 1) {
        const at = (y * 2 * width + x * 2) * 4 + part;
        const below = at + width * 4;
        const sum = (data[at] ?? 0) + (data[at + 4] ?? 0) + (data[below] ?? 0) + (data[below + 4] ?? 0);
        small[to] = Math.round(sum / 4);
      }
  return { data: small, width: half, height: rows };
}

/**
 * How far a picture is from the one a person looked at: the share of pixels that are another colour, from 0 to 1.
 * Letters' edges may differ a little between processors. `UPDATE_PICTURES=1` keeps the new one instead: look at it.
 */
export function differenceFromGolden(name: string, png: Buffer): number {
  const file = fileOf(name);
  const now = halved(decodePng(png));
  if (isUpdating) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, encodePng(now.data, now.width, now.height));
    return 0;
  }
  if (!existsSync(file)) return 1;
  const golden = decodePng(readFileSync(file));
  if (golden.width !== now.width || golden.height !== now.height) return 1;
  let different = 0;
  for (let at = 0; at < now.data.length; at += 4) {
    let away = 0;
    for (let part = at; part < at + 4; part += 1)
      away = Math.max(away, Math.abs((now.data[part] ?? 0) - (golden.data[part] ?? 0)));
    if (away > 48) different += 1;
  }
  return different / (now.width * now.height);
}
