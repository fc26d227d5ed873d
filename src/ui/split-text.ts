import { escapeLines } from "./escape.ts";

/**
 * Splits a text into parts of at most `maxLength` characters each, once escaped. Splits at lines or words if
 * possible; the parts joined together are the text.
 */
export function partsOf(text: string, maxLength: number): readonly string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = endOfPart(text, from, maxLength);
    parts.push(text.slice(from, end));
    from = end;
  }
  return parts;
}

function endOfPart(text: string, from: number, maxLength: number): number {
  const full = text.slice(from, from + maxLength);
  // Escaping at most doubles a text.
  const part = escapeLines(full, maxLength).length <= maxLength ? full : full.slice(0, maxLength / 2);
  if (from + part.length >= text.length) return text.length;
  const least = part.length / 2;
  for (const gap of ["\n", " "]) {
    const at = part.lastIndexOf(gap);
    if (at > least) return from + at + 1;
  }
  const last = part.charCodeAt(part.length - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return from + part.length - (splitsPair ? 1 : 0);
}
