import type { Canvas, FontRegistry } from "./canvas.ts";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Noto Sans: its digits are equally wide, and its other scripts match it. */
const fonts = [
  { package: "@fontsource/noto-sans", name: "noto-sans", subsets: ["latin", "latin-ext", "cyrillic"] },
  { package: "@fontsource/noto-sans", name: "noto-sans", subsets: ["cyrillic-ext", "greek", "greek-ext"] },
  { package: "@fontsource/noto-sans", name: "noto-sans", subsets: ["vietnamese"] },
  { package: "@fontsource/noto-sans-arabic", name: "noto-sans-arabic", subsets: ["arabic"] },
  { package: "@fontsource/noto-sans-hebrew", name: "noto-sans-hebrew", subsets: ["hebrew"] },
] as const;
const weights = { regular: 400, bold: 700 } as const;
export type Weight = keyof typeof weights;

const parts = fonts.flatMap((font) => font.subsets.map((subset) => ({ ...font, subset })));
const getAlias = (subset: string, weight: Weight): string => `picture ${subset} ${weight}`;

/** Twemoji, as Discord shows the same emoji. */
const [emojiFile, emojiAlias] = ["twemoji-colr-font/twemoji.woff2", "picture emoji"];

/** Loads every part of the typeface, before anything is drawn. @param createCanvas of that library */
export function registerFonts(
  registry: FontRegistry,
  createCanvas: (width: number, height: number) => Canvas,
): void {
  for (const { package: from, name, subset } of parts)
    for (const weight of ["regular", "bold"] as const) {
      const alias = getAlias(subset, weight);
      // Fonts are shared by the whole process, so an earlier thread may have loaded them.
      if (registry.has(alias)) continue;
      const file = `${from}/files/${name}-${subset}-${weights[weight]}-normal.woff2`;
      registry.register(readFileSync(fileURLToPath(import.meta.resolve(file))), alias);
    }
  if (!registry.has(emojiAlias))
    registry.register(readFileSync(fileURLToPath(import.meta.resolve(emojiFile))), emojiAlias);
  check = createGlyphCheck(createCanvas(48, 48));
}

const families: Readonly<Record<Weight, string>> = {
  regular: parts.map(({ subset }) => `"${getAlias(subset, "regular")}"`).join(),
  bold: parts.map(({ subset }) => `"${getAlias(subset, "bold")}"`).join(),
};

/** As a canvas takes it. @param size in pixels */
export function formatFont(size: number, weight: Weight): string {
  return `${weights[weight]} ${size}px ${families[weight]}`;
}

/** For one of the bot's own emoji. @param size in pixels */
export function formatEmojiFont(size: number): string {
  return `${size}px "${emojiAlias}"`;
}

/** No font has this character: it shows what is drawn for a missing one. */
const missing = "\u{10FFFD}";
const probeSize = 24;

/**
 * Whether the typeface has a character; found out by drawing it, since there is no list.
 * @param probe a small canvas used for nothing else
 */
function createGlyphCheck(probe: Canvas): (character: string) => boolean {
  const ctx = probe.getContext("2d");
  ctx.font = formatFont(probeSize, "regular");
  const readPixels = (character: string): Buffer => {
    ctx.clearRect(0, 0, probe.width, probe.height);
    ctx.fillText(character, 8, probe.height - 12);
    return probe.data();
  };
  const box = readPixels(missing);
  const boxWidth = ctx.measureText(missing).width;
  const known = new Map<string, boolean>();
  return (character) => {
    const asKnown = known.get(character);
    if (asKnown !== undefined) return asKnown;
    const has = ctx.measureText(character).width !== boxWidth || !readPixels(character).equals(box);
    if (known.size < maxKnown) known.set(character, has);
    return has;
  };
}

const maxKnown = 5_000;
let check: ((character: string) => boolean) | undefined;

/** Whether a character can be drawn; a missing one would show as an empty box. */
export function hasGlyph(character: string): boolean {
  return /^[ -~]$/.test(character) || (check?.(character) ?? false);
}
