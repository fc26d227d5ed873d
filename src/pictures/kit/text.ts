import type { Context } from "./canvas.ts";
import { formatEmojiFont, hasGlyph, setFont, type Weight } from "./fonts.ts";

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

/**
 * The drawable part of a text, on one line: emoji, characters that no font has and stacked marks are removed, letters of fancy
 * alphabets become plain ones.
 */
export function toDrawable(text: string): string {
  const plain = text
    .slice(0, maxLength)
    .toWellFormed()
    .replaceAll(wholeEmoji, "")
    // The others would come apart: a vowel of Thai and Lao, and single letters of Korean.
    .replaceAll(/[^\u0e33\u0eb3\u3130-\u318f]+/gu, (part) => part.normalize("NFKC"))
    .replaceAll(/\s+/gu, " ");
  const known = Array.from(plain)
    .filter((character) => isDrawable(character, plain))
    .join("");
  return known.replaceAll(stackedMarks, "$1").replaceAll(strayJoiners, "").trim();
}

/** With what joins them: `★` and a single `❤` are text. */
const wholeEmoji =
  /(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=[\ufe0f\p{Emoji_Modifier}]))[\ufe0f\p{Emoji_Modifier}]?(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)*/gu;

/** Languages write two accents on a letter at most, and up to four vowel signs and marks of their own script. */
const stackedMarks = /([\p{M}&&\p{Script=Inherited}]{2}|[\p{M}--\p{Script=Inherited}]{4})\p{M}+/gv;

/** Between letters, and in emoji, they say whether these join. */
const strayJoiners = /(?<![\p{L}\p{M}\p{Emoji}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Emoji}])/gu;

/** What can be read of a text that needn't be drawable, on one line. */
export function toReadable(text: string): string {
  return text
    .replaceAll(strayJoiners, " ")
    .replaceAll(/[[\p{C}--[\u200c\u200d]]\s]+/gv, " ")
    .trim();
}

function isDrawable(character: string, text: string): boolean {
  if (/[\u200c\u200d]/u.test(character)) return true;
  if (/[\p{C}\p{Emoji_Presentation}\p{Variation_Selector}]/u.test(character)) return false;
  return hasGlyph(character, text);
}

/** What people see as one letter. */
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The first letter of a name, for a circle; empty if nothing can be drawn. */
export function getInitial(name: string): string {
  // Thai and Lao write some vowels before the letter that they follow.
  const text = toDrawable(name).replaceAll(/[\u0e40-\u0e44\u0ec0-\u0ec4]/gu, "");
  const letter = Iterator.from(letters.segment(text)).find(({ segment }) => /[\p{L}\p{N}]/u.test(segment));
  return letter?.segment.toLocaleUpperCase("en") ?? "";
}

/** Writes one line. @param y of the baseline @returns the width it took, in pixels */
export function write(ctx: Context, text: string, x: number, y: number, style: TextStyle): number {
  const { size, weight = "regular", colour = ctx.colours.ink, align = "left", maxWidth } = style;
  const drawable = toDrawable(text);
  setFont(ctx, drawable, size, weight);
  const shown = fit(ctx, drawable, maxWidth ?? Number.POSITIVE_INFINITY);
  const width = ctx.measureText(shown).width;
  const left = align === "left" ? x : align === "right" ? x - width : x - width / 2;
  ctx.fillStyle = colour;
  ctx.save();
  // Keeps marks above and below letters from reaching into other lines.
  ctx.beginPath();
  ctx.rect(left - 2, y - size * 1.15, width + 4, size * 1.7);
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
  ctx.fillStyle = ctx.colours.ink;
  ctx.fillText(emoji, x - ctx.measureText(emoji).width / 2, y + size * 0.36);
}

/** Based on the first letter's direction, so that the ellipsis is at the text's end. */
function isRightToLeft(text: string): boolean {
  return /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
}

/** The width of a text, in pixels. */
export function measureWidth(ctx: Context, text: string, { size, weight = "regular" }: TextStyle): number {
  const drawable = toDrawable(text);
  setFont(ctx, drawable, size, weight);
  return ctx.measureText(drawable).width;
}

const words = new Intl.Segmenter("en", { granularity: "word" });
/** Of languages without spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** The parts of a text between which a line can break; a space or a comma stays with the word before it. */
export function splitWords(text: string): readonly string[] {
  return text.split(/(?<= )/).flatMap((part) => {
    if (!unspaced.test(part)) return [part];
    const split: string[] = [];
    for (const { segment, isWordLike } of words.segment(part)) {
      const before = isWordLike === true ? undefined : split.pop();
      split.push(`${before ?? ""}${segment}`);
    }
    return split;
  });
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
  const drawable = toDrawable(text);
  setFont(ctx, drawable, size, weight);
  const lines: string[] = [];
  const join = (parts: readonly string[]): string => parts.join("").trimEnd();
  let rest = splitWords(drawable);
  while (rest.length > 0 && lines.length < maxLines) {
    if (lines.length === maxLines - 1) {
      lines.push(fit(ctx, join(rest), maxWidth));
      break;
    }
    let count = 1;
    while (count < rest.length && ctx.measureText(join(rest.slice(0, count + 1))).width <= maxWidth)
      count += 1;
    lines.push(fit(ctx, join(rest.slice(0, count)), maxWidth));
    rest = rest.slice(count);
  }
  return lines;
}

/** As much of a text as fits this width in the current font. */
function fit(ctx: Context, text: string, maxWidth: number): string {
  if (ctx.measureText(text).width <= maxWidth) return text;
  const characters = Array.from(letters.segment(text), ({ segment }) => segment);
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
