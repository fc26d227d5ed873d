const ellipsis = "…";

/**
 * At most `maxLength` UTF-16 units, as Discord counts; never splits a character, and ends in `…` if
 * truncated.
 */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const truncated = text.slice(0, maxLength - ellipsis.length);
  const last = truncated.charCodeAt(truncated.length - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  const whole = splitsPair ? truncated.slice(0, -1) : truncated;
  return whole.replace(loneEscape, "$1").trimEnd() + ellipsis;
}

/** A backslash at the end, cut off from what it escapes: it would show. */
const loneEscape = /(?<!\\)((?:\\\\)*)\\$/;

/** The same, cut between words where there are several. */
export function truncateWords(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const space = text.lastIndexOf(" ", maxLength - ellipsis.length);
  return space < maxLength / 2
    ? truncate(text, maxLength)
    : `${text.slice(0, space).replace(/[\s,.;:·–-]+$/u, "")}${ellipsis}`;
}

/**
 * As many whole lines as fit into `maxLength`; `more` describes how many were left out.
 * @param beyond how many are left out, however short the others are
 */
export function fitLines(
  lines: readonly string[],
  maxLength: number,
  more: (count: number) => string = (count) => `… and ${count} more`,
  beyond = 0,
): string {
  const whole = lines.join("\n");
  // As below, where each line counts with its line break.
  if (beyond === 0 && whole.length + 1 <= maxLength) return whole;
  const fitting: string[] = [];
  let length = 0;
  for (const [index, line] of lines.entries()) {
    const left = lines.length - index - 1 + beyond;
    const reserved = left > 0 ? more(left).length + 1 : 0;
    if (length + line.length + 1 + reserved > maxLength) {
      return [...fitting, more(left + 1)].join("\n");
    }
    fitting.push(line);
    length += line.length + 1;
  }
  return [...fitting, ...(beyond > 0 ? [more(beyond)] : [])].join("\n");
}

/** Leaves room for more in a field or beside other text. */
const maxFirstLength = 850;

/**
 * The first `maxCount` lines as far as they fit into an embed's field, and how many more there are.
 * @param total how many lines there would be, if not all were made
 */
export function joinFirstLines(lines: readonly string[], maxCount: number, total = lines.length): string {
  const first = lines.slice(0, maxCount);
  const rest = Math.max(0, total - first.length);
  return fitLines(first, maxFirstLength, (left) => subtext(`… and ${left} more`), rest);
}

/** Joins sentences, facts or parts of a line; missing ones are omitted. */
export function joinParts(parts: readonly (string | undefined | false)[], separator = " · "): string {
  let text = "";
  for (const part of parts) if (part) text = text === "" ? part : text + separator + part;
  return text;
}

/** `orders, posts and bans`: the last after "and". */
export function joinWithAnd(parts: readonly string[]): string {
  const [last = "", ...others] = parts.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(", ")} and ${last}`;
}

/** Small print on one line; nothing if there is none. */
export function smallPrint(parts: Parameters<typeof joinParts>[0]): string {
  const text = joinParts(parts);
  return text === "" ? "" : subtext(text);
}

/** Discord's small print. */
export function subtext(text: string): string {
  return `-# ${text}`;
}

/** Kept on one line: a number with its unit, or a time. */
export function withoutBreaks(text: string): string {
  return text.replaceAll(" ", "\u00a0");
}

/** A phrase at the beginning of a title. */
export function capitalize(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}`;
}
