import { channels, encodePng } from "./png.ts";

/** What a generated picture shows. `colour` is `#rrggbb`. */
export interface PictureSpec {
  readonly width: number;
  readonly height: number;
  readonly colour: string;
  readonly motif: keyof typeof motifs;
  /** Leaves out the ground, so that only the motif is opaque. */
  readonly transparent?: boolean;
}

/** Whether the motif covers a point; x and y run from -1 to 1 over the shorter side, y downwards. */
type Motif = (x: number, y: number) => boolean;

const motifs = {
  cup: (x, y) =>
    (Math.abs(x) < 0.42 - 0.12 * (y + 0.2) && y > -0.2 && y < 0.5) ||
    inRing(x - 0.46, y - 0.08, 0.14, 0.22) ||
    (Math.abs(x) < 0.6 && y > 0.55 && y < 0.62) ||
    [-0.2, 0, 0.2].some((at) => y > -0.65 && y < -0.3 && Math.abs(x - at - 0.04 * Math.sin(y * 18)) < 0.03),
  person: (x, y) => inRing(x, y + 0.28, 0, 0.32) || inRing(x, y - 0.8, 0, 0.62),
  waves: (x, y) =>
    [-0.2, 0.1, 0.4, 0.7].some((at) => Math.abs(y - at - 0.07 * Math.sin(x * 9 + at * 7)) < 0.045),
  lamps: (x, y) =>
    [-0.8, -0.27, 0.27, 0.8].some(
      (at, index) =>
        inRing(x - at, y + 0.1 - 0.12 * (index % 2), 0, 0.16) ||
        (Math.abs(x - at) < 0.015 && y < -0.1 + 0.12 * (index % 2)),
    ),
  loaf: (x, y) =>
    Math.hypot(x / 0.72, (y - 0.1) / 0.46) < 1 &&
    y < 0.4 &&
    !([-0.32, 0, 0.32].some((at) => Math.abs(x - at + 0.35 * y) < 0.045) && y > -0.24 && y < 0.12),
} as const satisfies Readonly<Record<string, Motif>>;

function inRing(x: number, y: number, inner: number, outer: number): boolean {
  const distance = Math.hypot(x, y);
  return distance >= inner && distance < outer;
}

const motifLightness = 0.82;
const groundDarkening = 0.45;

/** Each pixel is looked at in so many places in each direction, so that edges come out smooth. */
const looks = 2;

/** A PNG: a ground that darkens downwards in the given colour, and the motif in a light tone of it. */
export function drawPicture({ width, height, colour, motif, transparent }: PictureSpec): Buffer<ArrayBuffer> {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const pixels = new Uint8Array(width * height * channels);
  const hits = hitsOf(motifs[motif], width, height);
  for (let y = 0, at = 0; y < height; y++) {
    const darkening = 1 - groundDarkening * (y / height);
    for (let x = 0; x < width; x++, at += channels) {
      const covered = (hits[y * width + x] ?? 0) / looks ** 2;
      // Without a ground the edge fades by its alpha alone.
      const share = transparent === true ? 1 : covered;
      pixels[at] = mixed(red, darkening, share);
      pixels[at + 1] = mixed(green, darkening, share);
      pixels[at + 2] = mixed(blue, darkening, share);
      pixels[at + 3] = transparent === true ? covered * 255 : 255;
    }
  }
  return encodePng(width, height, pixels);
}

function mixed(tone: number, darkening: number, share: number): number {
  const light = tone + (255 - tone) * motifLightness;
  return tone * darkening * (1 - share) + light * share;
}

/** In how many of its places the motif covers each pixel. */
function hitsOf(motif: Motif, width: number, height: number): Uint8Array {
  const hits = new Uint8Array(width * height);
  const half = Math.min(width, height) / 2;
  for (let row = 0; row < height * looks; row++) {
    const y = ((row + 0.5) / looks - height / 2) / half;
    const first = Math.floor(row / looks) * width;
    for (let column = 0; column < width * looks; column++) {
      if (!motif(((column + 0.5) / looks - width / 2) / half, y)) continue;
      const at = first + Math.floor(column / looks);
      hits[at] = (hits[at] ?? 0) + 1;
    }
  }
  return hits;
}
