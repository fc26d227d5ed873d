import { crc32, deflateSync } from "node:zlib";

const maxColours = 256;
/** Colours closer than this look the same. */
const alike = 9;

/**
 * Encodes a picture of few colours as a PNG with a palette: a quarter of the size of one with full colour. A
 * picture with more than 256 colours loses shades of its letters' edges that nobody sees.
 * @param pixels four bytes each: red, green, blue and alpha, premultiplied
 */
export function encodePng(pixels: Buffer, width: number, height: number): Buffer {
  const values = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);
  const { palette, indexOf } = createPalette(values);
  const rows = Buffer.alloc((width + 1) * height);
  let [previous, index] = [-1, 0];
  for (let row = 0, at = 0, to = 0; row < height; row += 1) {
    // Each row begins with its filter type: none.
    to += 1;
    for (let column = 0; column < width; column += 1, at += 1, to += 1) {
      const value = values[at] ?? 0;
      if (value !== previous) {
        previous = value;
        index = indexOf.get(value) ?? 0;
      }
      rows[to] = index;
    }
  }
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  // Eight bits per pixel, indexing a palette.
  size.set([8, 3, 0, 0, 0], 8);
  const colours = palette.map(toStraightAlpha);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    createChunk("IHDR", size),
    createChunk("PLTE", Buffer.from(colours.flatMap(([red, green, blue]) => [red, green, blue]))),
    createChunk("tRNS", Buffer.from(colours.map(([, , , alpha]) => alpha))),
    createChunk("IDAT", deflateSync(rows, { level: 6 })),
    createChunk("IEND", Buffer.alloc(0)),
  ]);
}

function createPalette(values: Uint32Array) {
  const counts = new Map<number, number>();
  const { length } = values;
  for (let from = 0, to = 1; from < length; from = to, to += 1) {
    const value = values[from] ?? 0;
    while (to < length && values[to] === value) to += 1;
    counts.set(value, (counts.get(value) ?? 0) + to - from);
  }
  const isExact = counts.size <= maxColours;
  const palette: number[] = [];
  const indexOf = new Map<number, number>();
  // Transparent pixels first, since they are rare but visible at the corners; then the most frequent colours.
  const inOrder = [...counts].toSorted(
    ([a, timesA], [b, timesB]) => Number(isOpaque(a)) - Number(isOpaque(b)) || timesB - timesA || a - b,
  );
  for (const [value] of inOrder) {
    const { index, distance } = isExact ? none : findNearest(value, palette);
    if (palette.length < maxColours && distance > alike) {
      indexOf.set(value, palette.length);
      palette.push(value);
    } else indexOf.set(value, index);
  }
  return { palette, indexOf };
}

const none = { index: 0, distance: Number.POSITIVE_INFINITY };

function findNearest(value: number, palette: readonly number[]): typeof none {
  let [index, distance] = [0, Number.POSITIVE_INFINITY];
  const [red, green, blue, alpha] = toBytes(value);
  for (let at = 0; at < palette.length && distance > 0; at += 1) {
    const other = palette[at] ?? 0;
    const away =
      Math.abs(red - (other & 255)) +
      Math.abs(green - ((other >>> 8) & 255)) +
      Math.abs(blue - ((other >>> 16) & 255)) +
      Math.abs(alpha - (other >>> 24));
    if (away < distance) [index, distance] = [at, away];
  }
  return { index, distance };
}

function isOpaque(value: number): boolean {
  return value >>> 24 === 255;
}

type Bytes = readonly [red: number, green: number, blue: number, alpha: number];

function toBytes(value: number): Bytes {
  return [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24];
}

/** A PNG's colours aren't premultiplied. */
function toStraightAlpha(value: number): Bytes {
  const [red, green, blue, alpha] = toBytes(value);
  if (alpha === 0 || alpha === 255) return [red, green, blue, alpha];
  const whole = (part: number): number => Math.min(255, Math.round((part * 255) / alpha));
  return [whole(red), whole(green), whole(blue), alpha];
}

function createChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}
