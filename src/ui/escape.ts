import { truncate } from "./lines.ts";

/** Empty, or words of plain letters, one space apart: most texts are like this and need no change. */
const escapes = /^(?:[A-Za-z0-9À-ÿ,;'"!?%&=]+(?: [A-Za-z0-9À-ÿ,;'"!?%&=]+)*)?$/;

/**
 * Escapes text from the service or a person so that it shows literally: no formatting, links, mentions or
 * timestamps, no invisible or direction-changing characters, one line.
 */
export function escapeMarkdown(text: string, maxLength = 200): string {
  const start = getStart(text, maxLength);
  if (escapes.test(start)) return truncate(start, maxLength);
  const line = toOneLine(start);
  return rightToLeft.test(line)
    ? isolateText(escapeMarks(truncate(line, Math.max(1, maxLength - isolateText("").length))))
    : escapeMarks(truncate(line, maxLength));
}

/** Letters of Hebrew, Arabic and other right-to-left scripts. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * What can't be the label of a link as it is: brackets, marks that would format it, and what Discord takes for no label: an
 * address, a mention, or, outside of embeds, an emoji (discord-api-docs#7721, #6088, #6810).
 */
const notLabel =
  /[\\`[\]]|\*|_.*_|~~|\|\||<[^>]*>|:\/\/|@everyone|@here|\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/iu;

/**
 * Text as a link. Discord shows backslashes in a label (discord-api-docs#6185), so it is never escaped there; what needs it
 * stands beside a link on another word.
 */
export function formatLink(text: string, url: string, word: string, maxLength = 100): string {
  const label = plainText(text, maxLength);
  if (label === "" || notLabel.test(label))
    return `${escapeMarkdown(text, maxLength) || "Unnamed"} · [${word}](${url})`;
  return `[${rightToLeft.test(label) ? isolateText(label) : label}](${url})`;
}

/** Keeps right-to-left text from reversing the numbers beside it. */
function isolateText(text: string): string {
  return `\u2068${text}\u2069`;
}

/** The same for longer text that may keep its lines. */
export function escapeLines(text: string, maxLength: number): string {
  return escapeMarks(truncate(cleanLines(getStart(text, maxLength)), maxLength));
}

/** Whether `escapeLines` keeps all of a text. */
export function fitsEscapedLines(text: string, maxLength: number): boolean {
  const start = getStart(text, maxLength);
  return start.length === text.length && cleanLines(start).length <= maxLength;
}

/** For places that show no formatting: suggestions, button labels, embed authors and footers. */
export function plainText(text: string, maxLength: number): string {
  return truncate(toOneLine(getStart(text, maxLength)), maxLength);
}

/** An id in backticks, ready to be copied. */
export function inlineCode(text: string, maxLength = 80): string {
  const inside = truncate(toOneLine(getStart(text, maxLength)), maxLength).replaceAll("`", "'");
  return inside === "" ? "—" : `\`${inside}\``;
}

/** Room for what is removed from a text before it is truncated. */
const hiddenLength = 4_000;

/** As much of a text as can be shown: a regular expression can't handle millions of characters. */
function getStart(text: string, maxLength: number): string {
  return text.length <= maxLength + hiddenLength ? text : text.slice(0, maxLength + hiddenLength);
}

function cleanLines(text: string): string {
  return withoutControls(text)
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Empty, or words one space apart, without anything invisible. */
const oneLine = /^(?:[^\s\p{Cc}\p{Cf}\p{Cs}]+(?: [^\s\p{Cc}\p{Cf}\p{Cs}]+)*)?$/u;

function toOneLine(text: string): string {
  if (oneLine.test(text)) return text;
  return withoutControls(text).replace(/\s+/g, " ").trim();
}

// Control and format characters can hide or reverse text; the joiner inside emoji must be kept.
function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\t", " ")
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) =>
      character === "\n" || character === "\u200d" ? character : "",
    );
}

// Every character that starts formatting in Discord; escaping the colon also keeps addresses from becoming
// links.
function escapeMarks(text: string): string {
  return text
    .replace(/[\\*_~|`>#[\]()<:@]/g, "\\$&")
    .replace(/^(\s*)([-+])(?=\s)/gm, "$1\\$2")
    .replace(/^(\s*\d+)\.(?=\s)/gm, "$1\\.");
}
