import { CHANNELS, encodePng } from "./png.ts";

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
} as const satisfies Readonly<Record<string, Motif>>;

function inRing(x: number, y: number, inner: number, outer: number): boolean {
  const distance = Math.hypot(x, y);
  return distance >= inner && distance < outer;
}

const MOTIF_LIGHTNESS = 0.82;
const GROUND_DARKENING = 0.45;

/** A PNG: a ground that darkens downwards in the given colour, and the motif in a light tone of it. */
export function drawPicture({ width, height, colour, motif, transparent }: PictureSpec): Buffer<ArrayBuffer> {
  const base = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const half = Math.min(width, height) / 2;
  const pixels = new Uint8Array(width * height * CHANNELS);
  for (let y = 0; y < height; y++) {
    const darkening = 1 - GROUND_DARKENING * (y / height);
    for (let x = 0; x < width; x++) {
      const covered = motifs[motif]((x - width / 2) / half, (y - height / 2) / half);
      const tones = base.map((tone) => (covered ? tone + (255 - tone) * MOTIF_LIGHTNESS : tone * darkening));
      pixels.set([...tones, covered || transparent !== true ? 255 : 0], (y * width + x) * CHANNELS);
    }
  }
  return encodePng(width, height, pixels);
}
