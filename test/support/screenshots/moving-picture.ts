import { createCanvas, GifEncoder, loadImage } from "@napi-rs/canvas";

export interface Still {
  readonly png: Uint8Array;
  /** Milliseconds. */
  readonly forMs: number;
}

/** From 1 to 30; lower takes longer and has truer colours. */
const quality = 5;

/** An animated GIF that never ends. Each still after the first holds only what changed. */
export async function movingPicture(stills: readonly Still[]): Promise<Uint8Array> {
  const frames = [];
  for (const { png, forMs } of stills) frames.push({ ...(await pixelsOf(png)), forMs });
  const [first] = frames;
  if (first === undefined) throw new Error("a moving picture needs a still");
  using encoder = new GifEncoder(first.width, first.height, { repeat: 0, quality });
  for (const [index, { width, data, forMs }] of frames.entries()) {
    const before = frames[index - 1]?.data;
    const box = before === undefined ? { left: 0, top: 0, ...first } : changedBox(before, data, width);
    const part = before === undefined ? data : cut(data, width, box);
    encoder.addFrame(part, box.width, box.height, { delay: forMs, left: box.left, top: box.top });
  }
  return encoder.finish();
}

async function pixelsOf(png: Uint8Array) {
  const image = await loadImage(png);
  const { width, height } = image;
  const context = createCanvas(width, height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, data: new Uint8Array(data.buffer) };
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function changedBox(before: Uint8Array, after: Uint8Array, width: number): Box {
  const [one, other] = [new Uint32Array(before.buffer), new Uint32Array(after.buffer)];
  let [left, right, top, bottom] = [width, 0, Number.POSITIVE_INFINITY, 0];
  for (let at = 0; at < other.length; at += 1) {
    if (one[at] === other[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  // A still that shows the same is one point.
  if (left > right) return { left: 0, top: 0, width: 1, height: 1 };
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function cut(data: Uint8Array, width: number, box: Box): Uint8Array {
  const part = new Uint8Array(box.width * box.height * 4);
  for (let row = 0; row < box.height; row += 1) {
    const start = ((box.top + row) * width + box.left) * 4;
    part.set(data.subarray(start, start + box.width * 4), row * box.width * 4);
  }
  return part;
}
