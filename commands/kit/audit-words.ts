import type { Facts } from "../../src/interactions/audit-action.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";

/** `from **Staff** to **Manager**` */
export function describeFromTo(is: Facts, otherwise: string): string {
  const [before, after] = [formatBoldName(is("before")), formatBoldName(is("after"))];
  return before === undefined || after === undefined ? otherwise : `from ${before} to ${after}`;
}

export function formatBoldName(text: string | undefined): string | undefined {
  const shown = shorten(text);
  return shown === "" ? undefined : `**${shown}**`;
}

export function shorten(text = ""): string {
  return escapeMarkdown(text, 60);
}

/** A mention, if the text is an id. */
function formatMention(open: string, text: string | undefined, otherwise: string): string {
  return text !== undefined && /^\d{1,20}$/.test(text) ? `<${open}${text}>` : otherwise;
}
export const mentionRole = (id: string | undefined): string => formatMention("@&", id, "a role");
export const mentionChannel = (id: string | undefined): string => formatMention("#", id, "a channel");
export const mentionMember = (id: string | undefined): string => formatMention("@", id, "someone");
