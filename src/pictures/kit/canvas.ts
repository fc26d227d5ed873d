import type { Palette } from "./colours.ts";

/** The parts of `@napi-rs/canvas` that pictures use; it has no build for some platforms. */
export interface CanvasLibrary {
  readonly createCanvas: (width: number, height: number) => Canvas;
  readonly GlobalFonts: FontRegistry;
}

export interface FontRegistry {
  has(name: string): boolean;
  register(font: Buffer, alias: string): unknown;
}

export interface Canvas {
  /** Setting one clears the canvas and creates a new context. */
  width: number;
  height: number;
  getContext(kind: "2d"): CanvasContext;
  /** Four bytes per pixel: red, green, blue and alpha, premultiplied. */
  data(): Buffer;
}

/** What is drawn on, and the colours to draw in. */
export interface Context extends CanvasContext {
  readonly colours: Palette;
}

/** As in browsers. */
export interface CanvasContext {
  font: string;
  /** `"wght" 700`. */
  fontVariationSettings: string;
  fillStyle: string;
  strokeStyle: string;
  lineWidth: number;
  lineJoin: "round";
  direction: "ltr" | "rtl";
  textAlign: "left";
  arc(x: number, y: number, radius: number, from: number, to: number): void;
  beginPath(): void;
  clearRect(x: number, y: number, width: number, height: number): void;
  clip(): void;
  fill(): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  fillText(text: string, x: number, y: number): void;
  lineTo(x: number, y: number): void;
  measureText(text: string): { readonly width: number };
  moveTo(x: number, y: number): void;
  rect(x: number, y: number, width: number, height: number): void;
  restore(): void;
  roundRect(x: number, y: number, width: number, height: number, radius: number): void;
  save(): void;
  setLineDash(lengths: readonly number[]): void;
  stroke(): void;
  strokeText(text: string, x: number, y: number): void;
}
