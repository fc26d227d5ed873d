import { truncate } from "./lines.ts";

/** No words, or words of plain letters, one space apart: nothing in them has to be changed, and most texts are such. */
const escapes = /^(?:[A-Za-z0-9À-ÿ,;'"!?%&=]+(?: [A-Za-z0-9À-ÿ,;'"!?%&=]+)*)?$/;

/**
 * Text from the service or a person, made to show as the letters it is: no formatting, links, mentions or time marks,
 * no invisible or direction-changing characters, one line.
 */
export function escapeMarkdown(text: string, maxLength = 200): string {
  const start = startOf(text, maxLength);
  if (escapes.test(start)) return truncate(start, maxLength);
  const line = oneLine(start);
  return rightToLeft.test(line)
    ? isolated(escapeMarks(truncate(line, Math.max(1, maxLength - isolated("").length))))
    : escapeMarks(truncate(line, maxLength));
}

/** Letters of Hebrew, Arabic and the other scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Keeps text from the right to the left from turning around the numbers beside it. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** The same for longer text that may keep its lines. */
export function escapeLines(text: string, maxLength: number): string {
  return escapeMarks(truncate(lines(startOf(text, maxLength)), maxLength));
}

/** Whether `escapeLines` leaves nothing of a text out. */
export function fitsInertLines(text: string, maxLength: number): boolean {
  const start = startOf(text, maxLength);
  return start.length === text.length && lines(start).length <= maxLength;
}

/** For places that show no formatting: suggestions, button labels, embed authors and footers. */
export function plainText(text: string, maxLength: number): string {
  return truncate(oneLine(startOf(text, maxLength)), maxLength);
}

/** An id in backticks, ready to be copied. */
export function inlineCode(text: string, maxLength = 80): string {
  const inside = truncate(oneLine(startOf(text, maxLength)), maxLength).replaceAll("`", "'");
  return inside === "" ? "—" : `\`${inside}\``;
}

/** Room for what is taken out of a text before it is cut. */
const hiddenLength = 4_000;

/** As much of a text as can show: millions of characters are more than a regular expression can take. */
function startOf(text: string, maxLength: number): string {
  return text.length <= maxLength + hiddenLength ? text : text.slice(0, maxLength + hiddenLength);
}

function lines(text: string): string {
  return withoutControls(text)
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function oneLine(text: string): string {
  if (escapes.test(text)) return text;
  return withoutControls(text).replace(/\s+/g, " ").trim();
}

// Control and format characters can hide text or turn it around; the joiner inside emoji has to be kept.
function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\t", " ")
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) =>
      character === "\n" || character === "\u200d" ? character : "",
    );
}

// Every mark that Discord reads as the start of something; the colon also keeps addresses from becoming links.
function escapeMarks(text: string): string {
  return text
    .replace(/[\\*_~|`>#[\]()<:@]/g, "\\$&")
    .replace(/^(\s*)([-+])(?=\s)/gm, "$1\\$2")
    .replace(/^(\s*\d+)\.(?=\s)/gm, "$1\\.");
}
