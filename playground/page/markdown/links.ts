const maxAddressLength = 2_048;
const endsAddress = /[\s<>"[\]]/;
const trailingPattern = /[.,:;!?'"*_~|\]}]/;
const trailingOrClosing = /[.,:;!?'"*_~|\]})]/;

interface FoundLink {
  readonly href: string;
  readonly title?: string;
  readonly end: number;
}

/** Only web addresses: anything else (javascript:, data:, file:) is plain text. */
export function webAddress(text: string): string | undefined {
  if (!/^https?:\/\/[^\s/]/i.test(text) || text.length > maxAddressLength) return undefined;
  return URL.canParse(text) ? new URL(text).href : undefined;
}

/** Reads `https://…` in running text, without the punctuation that ends a sentence; no `href`: it was none. */
export function bareLink(
  text: string,
  start: number,
): { readonly href: string | undefined; readonly end: number } {
  let end = start;
  while (end < text.length && !endsAddress.test(text.charAt(end))) end += 1;
  const trailing = text.slice(start, end).includes("(") ? trailingPattern : trailingOrClosing;
  while (end > start && trailing.test(text.charAt(end - 1))) end -= 1;
  return { href: webAddress(text.slice(start, end)), end };
}

/** Addresses and mentions: https://github.com/discord/discord-api-docs/issues/7721 and 6088. */
const breaksLabel = /https?:\/\/\p{L}{2}|<(?:@[!&]?|#)\d+>|@everyone|@here/iu;
const emoji = /\p{RGI_Emoji}|<a?:\w{1,32}:\d+>/v;

/**
 * Whether Discord makes a link of it; otherwise it shows the brackets and the address. Emoji are taken in embeds alone:
 * https://github.com/discord/discord-api-docs/issues/6810 and 7673.
 */
export function canBeLabel(text: string, inEmbed: boolean): boolean {
  return text.trim() !== "" && !breaksLabel.test(text) && (inEmbed || !emoji.test(text));
}

/** Reads `(https://… "title")` of a masked link; `start` is where its opening bracket is. */
export function linkTarget(text: string, start: number): FoundLink | undefined {
  let position = start + 1;
  const pointed = text.charAt(position) === "<";
  if (pointed) position += 1;
  const addressStart = position;
  let depth = 0;
  while (position < text.length && !endsAddress.test(text.charAt(position))) {
    const char = text.charAt(position);
    if (char === "(") depth += 1;
    if (char === ")") depth -= 1;
    if (depth < 0) break;
    position += 1;
  }
  const href = webAddress(text.slice(addressStart, position));
  if (href === undefined) return undefined;
  if (pointed) {
    if (text.charAt(position) !== ">") return undefined;
    position += 1;
  }
  if (text.charAt(position) === ")") return { href, end: position + 1 };
  const closing = text.startsWith(' "', position) ? text.indexOf('"', position + 2) : -1;
  if (closing === -1 || text.charAt(closing + 1) !== ")") return undefined;
  return { href, title: text.slice(position + 2, closing), end: closing + 2 };
}
