import type { Canvas, CanvasContext, FontRegistry } from "./canvas.ts";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Noto Sans: its digits are equally wide, and its other scripts match it. Of those that have a character, the first one
 * draws it.
 */
const typefaces = [
  "noto-sans",
  "noto-sans-arabic",
  "noto-sans-hebrew",
  "noto-sans-thai",
  "noto-sans-bengali",
  "noto-sans-tamil",
  "noto-sans-telugu",
  "noto-sans-gujarati",
  "noto-sans-gurmukhi",
  "noto-sans-kannada",
  "noto-sans-malayalam",
  "noto-sans-sinhala",
  "noto-sans-khmer",
  "noto-sans-lao",
  "noto-sans-myanmar",
  "noto-sans-georgian",
  "noto-sans-armenian",
  "noto-sans-ethiopic",
] as const;
/** Chinese, Japanese and Korean: the same characters, each in its own way. */
const hanTypefaces = ["noto-sans-sc", "noto-sans-jp", "noto-sans-kr"] as const;
type HanTypeface = (typeof hanTypefaces)[number];
type Typeface = (typeof typefaces)[number] | HanTypeface;

const weights = { regular: 400, bold: 700 } as const;
export type Weight = keyof typeof weights;

/** Twemoji, as Discord shows the same emoji. */
const [emojiFile, emojiAlias] = ["twemoji-colr-font/twemoji.woff2", "picture emoji"];

/** One file of a typeface, of all weights, with its characters. */
interface Part {
  readonly alias: string;
  readonly file: string;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

const resolve = (file: string): string => fileURLToPath(import.meta.resolve(file));

function readParts(typeface: Typeface): readonly Part[] {
  const folder = `@fontsource-variable/${typeface}`;
  const ranges: unknown = JSON.parse(readFileSync(resolve(`${folder}/unicode.json`), "utf8"));
  return Object.entries(ranges ?? {}).map(([name, list]) => {
    // Numbered parts are in brackets there.
    const subset = name.replaceAll(/[[\]]/g, "");
    return {
      alias: `picture ${typeface} ${subset}`,
      file: `${folder}/files/${typeface}-${subset}-wght-normal.woff2`,
      ranges: String(list).split(",").map(parseRange),
    };
  });
}

/** `U+1F00-1FFF`, or one character. */
function parseRange(text: string): readonly [number, number] {
  const [from = 0, to = from] = text
    .slice("U+".length)
    .split("-")
    .map((code) => Number.parseInt(code, 16));
  return [from, to];
}

/** In names of both, Japanese and Korean letters tell how the Chinese characters beside them are written. */
function findHanTypeface(text: string): HanTypeface | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "noto-sans-jp";
  return /\p{Script=Hangul}/u.test(text) ? "noto-sans-kr" : undefined;
}

/** No font has this character: it shows what is drawn for a missing one. */
const missing = "\u{10FFFD}";
const probeSize = 24;
const maxKnown = 5_000;

interface Fonts {
  /** The families that draw a text, loaded. */
  listFamilies(text: string): string;
  hasGlyph(character: string, text: string): boolean;
}

/** Reads each file when something needs it first: one script, or a hundredth of the Chinese characters. */
function createFonts(registry: FontRegistry, probe: Canvas): Fonts {
  const read = new Map<Typeface, readonly Part[]>();
  const found = new Map<string, Part | undefined>();
  const ctx = probe.getContext("2d");

  function load({ alias, file }: Part): void {
    // Fonts are shared by the whole process, so an earlier thread may have loaded them.
    if (!registry.has(alias)) registry.register(readFileSync(resolve(file)), alias);
  }

  function listParts(typeface: Typeface): readonly Part[] {
    const parts = read.get(typeface) ?? readParts(typeface);
    read.set(typeface, parts);
    return parts;
  }

  /** Whether a part has a character; found out by drawing it, since it's said to have some that it lacks. */
  function draws(part: Part, character: string): boolean {
    load(part);
    setFamilies(ctx, `"${part.alias}"`, probeSize, "regular");
    const readPixels = (text: string): Buffer => {
      ctx.clearRect(0, 0, probe.width, probe.height);
      ctx.fillText(text, 8, probe.height - 12);
      return probe.data();
    };
    return (
      ctx.measureText(character).width !== ctx.measureText(missing).width ||
      !readPixels(character).equals(readPixels(missing))
    );
  }

  /** @param han the first to try of its kind */
  function findPart(character: string, han: HanTypeface | undefined): Part | undefined {
    const key = `${han ?? ""} ${character}`;
    if (found.has(key)) return found.get(key);
    const code = character.codePointAt(0) ?? 0;
    const part = [...typefaces, ...(han === undefined ? [] : [han]), ...hanTypefaces]
      .values()
      .flatMap(listParts)
      .filter(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to))
      .find((each) => draws(each, character));
    if (found.size < maxKnown) found.set(key, part);
    return part;
  }

  const latin = findPart("a", undefined);

  return {
    listFamilies(text) {
      const han = findHanTypeface(text);
      const parts = [...new Set(text)].map((character) =>
        isPlain(character) ? latin : findPart(character, han),
      );
      const aliases = [latin, ...parts].flatMap((part) => (part === undefined ? [] : [`"${part.alias}"`]));
      return [...new Set(aliases)].join();
    },
    hasGlyph: (character, text) => findPart(character, findHanTypeface(text)) !== undefined,
  };
}

const isPlain = (character: string): boolean => /^[ -~]$/.test(character);

let fonts: Fonts | undefined;

/** Before anything is drawn. @param createCanvas of that library */
export function registerFonts(
  registry: FontRegistry,
  createCanvas: (width: number, height: number) => Canvas,
): void {
  if (!registry.has(emojiAlias)) registry.register(readFileSync(resolve(emojiFile)), emojiAlias);
  fonts = createFonts(registry, createCanvas(48, 48));
}

function setFamilies(ctx: CanvasContext, families: string, size: number, weight: Weight): void {
  // The weight of its name would have a canvas make bold letters of its own.
  ctx.font = `${size}px ${families}`;
  ctx.fontVariationSettings = `"wght" ${weights[weight]}`;
}

/** For one text. @param size in pixels */
export function setFont(ctx: CanvasContext, text: string, size: number, weight: Weight): void {
  setFamilies(ctx, fonts?.listFamilies(text) ?? "", size, weight);
}

/** For one of the bot's own emoji. @param size in pixels */
export function formatEmojiFont(size: number): string {
  return `${size}px "${emojiAlias}"`;
}

/** Whether a character of a text can be drawn; a missing one would show as an empty box. */
export function hasGlyph(character: string, text: string): boolean {
  return isPlain(character) || (fonts?.hasGlyph(character, text) ?? false);
}
