import { clip } from "./clip.ts";

/** Words of plain letters, one space apart: nothing in them has to be changed, and most texts are such. */
const harmless = /^[A-Za-z0-9À-ÿ,;'"!?%&=]+(?: [A-Za-z0-9À-ÿ,;'"!?%&=]+)*$/;

/**
 * Text from the service or a person, made to show as the letters it is: no formatting, links, mentions or time marks,
 * no invisible or direction-changing characters, one line.
 */
export function inert(text: string, maxLength = 200): string {
  return harmless.test(text) ? clip(text, maxLength) : escapeMarks(clip(oneLine(text), maxLength));
}

/** The same for longer text that may keep its lines. */
export function inertLines(text: string, maxLength: number): string {
  const lines = withoutControls(text)
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return escapeMarks(clip(lines, maxLength));
}

/** For places that show no formatting: suggestions, button labels, embed authors and footers. */
export function plain(text: string, maxLength: number): string {
  return clip(oneLine(text), maxLength);
}

/** An id in backticks, ready to be copied. */
export function code(text: string, maxLength = 80): string {
  const inside = clip(oneLine(text), maxLength).replaceAll("`", "'");
  return inside === "" ? "—" : `\`${inside}\``;
}

function oneLine(text: string): string {
  if (harmless.test(text)) return text;
  return withoutControls(text).replace(/\s+/g, " ").trim();
}

// Control and format characters can hide text or turn it around; the joiner inside emoji has to stay.
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
