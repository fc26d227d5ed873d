/** Visible, not ASCII, and no space: a letter, a mark or a part of an emoji. */
const glyph = String.raw`[^\p{ASCII}\p{Default_Ignorable_Code_Point}\p{Z}\p{C}]`;
/**
 * Invisible characters that change what is seen: joiners inside Persian or Indic words and emoji, variants such as the
 * red heart's, and the tags of a flag.
 */
const needed = [
  String.raw`(?<=${glyph}\ufe0f?)[\u200c\u200d](?=${glyph})`,
  String.raw`(?<=${glyph})\p{Variation_Selector}`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\u{1f3f4}[\u{e0020}-\u{e007e}]{0,8})[\u{e0020}-\u{e007f}]`,
].join("|");
const invisible = new RegExp(String.raw`(?!${needed})\p{Default_Ignorable_Code_Point}`, "gu");

/**
 * Everything that people type or paste comes through here: without what keyboards, web pages and spreadsheets add
 * unseen (marks of direction, soft hyphens, zero-width spaces, byte order marks), with plain spaces
 * for all kinds of them, and `\n` at the end of lines. Tabs stay, and nothing is trimmed.
 */
export function cleanTyped(text: string): string {
  if (/^[\t\n\x20-\x7e]*$/.test(text)) return text;
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replaceAll("\v", "\n")
    .replaceAll("\0", "")
    .replace(invisible, "")
    .replace(/\p{Zs}/gu, " ");
}

/**
 * The same with plain digits, quotation marks, dashes and full-width signs, for what is parsed: `１８：３０`, `٩٠`, `1–5`.
 * Letters stay as they are.
 */
export function plainMarks(text: string): string {
  if (/^[\x20-\x5f\x61-\x7e]*$/.test(text)) return text;
  return replaceMarks(cleanTyped(text).replace(/[\uff01-\uff5e]/g, toHalfWidth));
}

const toHalfWidth = (sign: string): string => String.fromCharCode(sign.charCodeAt(0) - 0xfee0);

const marks: readonly (readonly [string, RegExp])[] = [
  ["'", /[\u2018-\u201b\u2032\u2035\u02b9\u02bb-\u02bd\u055a\u05f3`´]/g],
  ['"', /[\u201c-\u201f\u2033\u2036\u00ab\u00bb\u05f4]/g],
  ["-", /[\u2010-\u2015\u2043\u2212\ufe58\ufe63]/g],
];
const anyMark = new RegExp(`(?![0-9])\\p{Nd}|${marks.map(([, all]) => all.source).join("|")}`, "u");

function replaceMarks(text: string): string {
  if (!anyMark.test(text)) return text;
  const plain = marks.reduce((replaced, [mark, all]) => replaced.replace(all, mark), text);
  return plain.replace(/(?![0-9])\p{Nd}/gu, toPlainDigit);
}

/** Three digits each, behind the first: of every language, and as this bot writes them. */
const thousands = /^-?[1-9]\d{0,2}([.,' ])\d{3}(?:\1\d{3})*$/;

/** A whole number as it is typed: `1200`, `1,200`, `1.200`, `1 200`; `undefined` for anything else. */
export function parseWholeNumber(typed: string): number | undefined {
  const plain = plainMarks(typed).trim();
  const digits = thousands.test(plain) ? plain.replace(/[.,' ]/g, "") : plain;
  const value = /^-?\d+$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** An id as it is typed: digits of another keyboard become plain ones where there is nothing else. */
export function toPlainId(typed: string): string {
  return /^\p{Nd}+$/u.test(typed) ? plainMarks(typed) : typed;
}

/** What separates the entries of a typed list, also on keyboards of other scripts. */
export const listSeparator = /[,;\n，；、،؛]/g;

const isDigit = /^\p{Nd}$/u;

/** In Unicode, the ten digits of a script follow each other, from a code that ends with a hexadecimal 0 or 6. */
function toPlainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const value = code % 16;
  return String(isDigit.test(String.fromCodePoint(code - value)) ? value : value - 6);
}

/** Letters that Unicode doesn't split into a plain one and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: "ae",
  đ: "d",
  ð: "d",
  ħ: "h",
  ł: "l",
  ø: "o",
  œ: "oe",
  þ: "th",
};

/** Stored names are folded again when it grows: it does with every change of what `foldText` returns. */
export const foldVersion = 2;

/**
 * Text as it is compared, wherever typed text is compared with other text: without case and accents, what can't be
 * seen, or which of the quotation marks, dashes, digits and spaces a keyboard has. `Crème` equals `CREME`, `O’Brien`
 * equals `o'brien`.
 */
export function foldText(text: string): string {
  if (/^[\x21-\x5f\x61-\x7e]*(?: [\x21-\x5f\x61-\x7e]+)* ?$/.test(text)) return text.toLowerCase();
  const bare = text
    // The accent itself, which `normalize` would make a space and a mark.
    .replaceAll("´", "'")
    .normalize("NFKD")
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "");
  // Lower, upper, lower: `ẞ → ß → SS → ss`.
  // Sigma has a different form at the end of a word, so a typed prefix ending in one would not match.
  return replaceMarks(bare)
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/[æđðħłøœþς]/g, (letter) => plainLetters[letter] ?? "σ")
    .replace(/\s+/g, " ");
}
