import type { Context } from "./canvas.ts";
import { colours } from "./colours.ts";
import { formatEmojiFont, formatFont, hasGlyph, type Weight } from "./fonts.ts";

export interface TextStyle {
  /** In pixels. */
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
  readonly align?: "left" | "center" | "right";
  /** In pixels; longer text ends with an ellipsis. */
  readonly maxWidth?: number;
}

const maxLength = 200;
const maxMarks = 2;

/**
 * The drawable part of a text, on one line: characters the typeface lacks and stacked marks are removed,
 * letters of fancy alphabets become plain ones.
 */
export function toDrawable(text: string): string {
  const plain = text.slice(0, maxLength).toWellFormed().normalize("NFKC").replaceAll(/\s+/gu, " ");
  const known = Array.from(plain)
    .filter((character) => isDrawable(character))
    .join("");
  return known.replaceAll(new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, "gu"), "$1").trim();
}

function isDrawable(character: string): boolean {
  if (/[\p{C}\p{Emoji_Presentation}\p{Variation_Selector}]/u.test(character)) return false;
  return hasGlyph(character);
}

/** The first letter of a name, for a circle; empty if nothing can be drawn. */
export function getInitial(name: string): string {
  const text = toDrawable(name);
  const letter = /[\p{L}\p{N}]\p{M}?/u.exec(text)?.[0] ?? "";
  return letter.toLocaleUpperCase("en");
}

/** Writes one line. @param y of the baseline @returns the width it took, in pixels */
export function write(ctx: Context, text: string, x: number, y: number, style: TextStyle): number {
  const { size, weight = "regular", colour = colours.ink, align = "left", maxWidth } = style;
  ctx.font = formatFont(size, weight);
  const shown = fit(ctx, toDrawable(text), maxWidth ?? Number.POSITIVE_INFINITY);
  const width = ctx.measureText(shown).width;
  const left = align === "left" ? x : align === "right" ? x - width : x - width / 2;
  ctx.fillStyle = colour;
  ctx.save();
  // Keeps marks above and below letters from reaching into other lines.
  ctx.beginPath();
  ctx.rect(left - 2, y - size * 1.15, width + 4, size * 1.5);
  ctx.clip();
  ctx.direction = isRightToLeft(shown) ? "rtl" : "ltr";
  ctx.textAlign = "left";
  ctx.fillText(shown, left, y);
  ctx.restore();
  return width;
}

/** Draws one of the bot's own emoji, in its colours. @param x of its middle @param y of its middle */
export function drawEmoji(ctx: Context, emoji: string, x: number, y: number, size: number): void {
  // Of emoji as wide as they are high, this font puts the middle at a third of the height.
  ctx.font = formatEmojiFont(size);
  ctx.fillStyle = colours.ink;
  ctx.fillText(emoji, x - ctx.measureText(emoji).width / 2, y + size * 0.36);
}

/** Based on the first letter's direction, so that the ellipsis is at the text's end. */
function isRightToLeft(text: string): boolean {
  return /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
}

/** The width of a text, in pixels. */
export function measureWidth(ctx: Context, text: string, { size, weight = "regular" }: TextStyle): number {
  ctx.font = formatFont(size, weight);
  return ctx.measureText(toDrawable(text)).width;
}

/**
 * Wraps text between words into lines of at most this width; the last one ends with an ellipsis if there is
 * more.
 */
export function wrap(
  ctx: Context,
  text: string,
  { size, weight = "regular", maxWidth }: TextStyle & { readonly maxWidth: number },
  maxLines: number,
): readonly string[] {
  ctx.font = formatFont(size, weight);
  const lines: string[] = [];
  let rest = toDrawable(text).split(" ").filter(Boolean);
  while (rest.length > 0 && lines.length < maxLines) {
    if (lines.length === maxLines - 1) {
      lines.push(fit(ctx, rest.join(" "), maxWidth));
      break;
    }
    let count = 1;
    while (count < rest.length && ctx.measureText(rest.slice(0, count + 1).join(" ")).width <= maxWidth)
      count += 1;
    lines.push(fit(ctx, rest.slice(0, count).join(" "), maxWidth));
    rest = rest.slice(count);
  }
  return lines;
}

/** As much of a text as fits this width in the current font. */
function fit(ctx: Context, text: string, maxWidth: number): string {
  if (ctx.measureText(text).width <= maxWidth) return text;
  const characters = Array.from(text);
  let [fits, tooMany] = [0, characters.length];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    const isFitting = ctx.measureText(addEllipsis(characters, middle)).width <= maxWidth;
    if (isFitting) fits = middle;
    else tooMany = middle;
  }
  return addEllipsis(characters, fits);
}

function addEllipsis(characters: readonly string[], count: number): string {
  return `${characters.slice(0, count).join("").trimEnd()}…`;
}
