import type { APIEmbed, APIEmbedField } from "discord.js";
import { truncate } from "./lines.ts";

/** Discord's limits on one embed; `total` counts titles, texts, names and values together. */
export const embedLimits = {
  title: 256,
  description: 4096,
  fields: 25,
  fieldName: 256,
  fieldValue: 1024,
  footer: 2048,
  author: 256,
  total: 6000,
} as const;

export interface EmbedParts {
  readonly title?: string;
  readonly description?: string;
  readonly tone?: keyof typeof palette;
  readonly author?: { readonly name: string; readonly iconUrl?: string | undefined };
  readonly fields?: readonly EmbedFieldParts[];
  readonly footer?: string;
  /** Only http and https; other addresses are left out. */
  readonly imageUrl?: string | undefined;
  readonly thumbnailUrl?: string | undefined;
  readonly at?: Temporal.Instant | undefined;
}
export interface EmbedFieldParts {
  readonly name: string;
  readonly value: string;
  readonly inline?: boolean;
}

/** Reserved for the workspace's name in the footer. */
const reserved = 120;

/** An embed that Discord accepts, whatever its parts are: each is truncated to its limit, empty ones are omitted. */
export function createEmbed(parts: EmbedParts): APIEmbed {
  let remaining = embedLimits.total - reserved;
  const take = (text: string, maxLength: number): string => {
    const truncated = truncate(text, Math.max(0, Math.min(maxLength, remaining)));
    remaining -= truncated.length;
    return truncated;
  };
  const result: APIEmbed = { color: palette[parts.tone ?? "information"] };
  if (parts.title?.trim()) result.title = take(parts.title, embedLimits.title);
  if (parts.author?.name.trim()) {
    const iconUrl = parseWebAddress(parts.author.iconUrl);
    result.author = {
      name: take(parts.author.name, embedLimits.author),
      ...(iconUrl && { icon_url: iconUrl }),
    };
  }
  const footer = parts.footer?.trim() ? take(parts.footer, embedLimits.footer - reserved) : undefined;
  if (parts.description?.trim()) result.description = take(parts.description, embedLimits.description);
  const fields = truncateFields(parts.fields ?? [], take, () => remaining);
  if (fields.length > 0) result.fields = fields;
  if (footer) result.footer = { text: footer };
  const imageUrl = parseWebAddress(parts.imageUrl);
  if (imageUrl !== undefined) result.image = { url: imageUrl };
  const thumbnailUrl = parseWebAddress(parts.thumbnailUrl);
  if (thumbnailUrl !== undefined) result.thumbnail = { url: thumbnailUrl };
  if (parts.at !== undefined) result.timestamp = parts.at.toString();
  return result;
}

function truncateFields(
  fields: readonly EmbedFieldParts[],
  take: (text: string, maxLength: number) => string,
  left: () => number,
): APIEmbedField[] {
  const truncated: APIEmbedField[] = [];
  for (const { name, value, inline = false } of fields.slice(0, embedLimits.fields)) {
    // A field truncated to a stub is worse than none.
    if (left() < name.length + Math.min(value.length, 40)) break;
    truncated.push({
      name: take(name.trim() || "—", embedLimits.fieldName),
      value: take(value.trim() || "—", embedLimits.fieldValue),
      inline,
    });
  }
  return truncated;
}

/** The address if Discord can show it: http or https, at most 2,048 characters. */
export function parseWebAddress(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 2048 || !URL.canParse(text)) return undefined;
  const { protocol, href, hostname } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && hostname !== "" && href.length <= 2048
    ? href
    : undefined;
}

/** A line with it has room in every list. */
const maxHrefLength = 3_000;

/**
 * A web address that can be followed from a link in markdown: its host is shown next to it, so it may not hide that behind a
 * name and password.
 */
export function parseSafeLink(address: string): { readonly href: string; readonly host: string } | undefined {
  const href = parseWebAddress(address);
  if (href === undefined) return undefined;
  const { username, password, host } = new URL(href);
  if (username !== "" || password !== "" || host.startsWith("[")) return undefined;
  const encoded = href.replace(/[()<>[\]\\`*~|@]/g, encodePercent);
  return encoded.length > maxHrefLength ? undefined : { href: encoded, host };
}

function encodePercent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * The name of a message's own attachment, from the address Discord returns, which is another one in private replies;
 * `undefined` for other pictures.
 */
export function findAttachedName(url: string | undefined): string | undefined {
  return /\/(?:ephemeral-)?attachments\/\d+\/\d+\/([\w.-]+)/.exec(url ?? "")?.[1];
}

/** One colour, one meaning. A mark or a word always says the same beside it. */
export const palette = {
  information: 0x4c6ef5,
  done: 0x2f9e44,
  waiting: 0xf08c00,
  harmful: 0xe03131,
  over: 0x868e96,
} as const;
