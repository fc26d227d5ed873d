import { createHash } from "node:crypto";
import { z } from "zod";

const separator = ":";
/** Separates a name from the key of the link that a component belongs to. */
const linkMarker = "#";
/** Prefix for components that bypass the cache. */
const reloadMarker = "!";
/** Separates the name of a form from a digest of what it shows at first. */
const contentMarker = "~";
const contentLength = 4;
/** Discord allows 100; the rest is for the markers and the key. A form's digest needs 5, and no form's own id is that long. */
export const maxCustomIdLength = 94;

/** A family of custom ids, encoded and decoded only here. */
export interface CustomId<Shape extends z.ZodRawShape> {
  readonly name: string;
  /** @throws RangeError if the id would be too long for Discord; longer data belongs in a draft */
  encode(values: z.output<z.ZodObject<Shape>>): string;
  /** `undefined` if the id is from an older version of the bot, or forged. */
  decode(raw: string): z.output<z.ZodObject<Shape>> | undefined;
}

/**
 * Declares a family of custom ids: a name, then the fields in the order of `shape`. Each field's schema must accept a
 * string, since that is all Discord returns. An id never proves access.
 */
export function defineCustomId<const Shape extends z.ZodRawShape>(
  name: string,
  shape: Shape,
): CustomId<Shape> {
  const schema = z.object(shape);
  const fields = Object.keys(shape);
  return {
    name,
    encode(values) {
      const texts: Readonly<Record<string, unknown>> = values;
      let raw = name;
      for (const field of fields) raw += separator + encodeURIComponent(String(texts[field]));
      if (raw.length > maxCustomIdLength)
        throw new RangeError(`a custom id of ${name} is ${raw.length} characters long`);
      return raw;
    },
    decode(raw) {
      const [head, ...parts] = raw.split(separator);
      if (head === undefined || readName(head) !== name || parts.length !== fields.length) return undefined;
      const values = fields.map((field, index) => [field, decodePercent(parts[index] ?? "")]);
      const parsed = schema.safeParse(Object.fromEntries(values));
      return parsed.success ? parsed.data : undefined;
    },
  };
}

/** The name of the family that an id claims to belong to. */
export function getCustomIdName(raw: string): string {
  return readName(getNameAndFields(raw));
}

/** The same id, bound to one link of its guild: pressed later, it uses that workspace and no other. */
export function withLinkKey(raw: string, linkKey: string): string {
  const head = getNameAndFields(raw);
  const [untied = ""] = head.split(linkMarker, 1);
  return `${untied}${linkMarker}${linkKey}${raw.slice(head.length)}`;
}

/** The key of the link an id is bound to. Like the rest of an id, it proves nothing. */
export function findLinkKey(raw: string): string | undefined {
  return getNameAndFields(raw).split(linkMarker, 2)[1];
}

/** The same id for a component that bypasses the cache. */
export function toReloadId(raw: string): string {
  const head = getNameAndFields(raw);
  return `${readName(head)}${reloadMarker}${raw.slice(head.length)}`;
}

/**
 * The same id for a form with this content. A phone shows a form as it was when the person first saw one with its id
 * (discord-api-docs#7554), so another content needs another id; with the same one, what was typed may stay.
 */
export function withContent(raw: string, content: string): string {
  const digest = createHash("sha256").update(content).digest("base64url").slice(0, contentLength);
  const name = getCustomIdName(raw);
  return `${name}${contentMarker}${digest}${raw.slice(name.length)}`;
}

export function isReload(raw: string): boolean {
  return getNameAndFields(raw).includes(reloadMarker);
}

function getNameAndFields(raw: string): string {
  const end = raw.indexOf(separator);
  return end === -1 ? raw : raw.slice(0, end);
}

function readName(head: string): string {
  return head.split(/[!#~]/, 1)[0] ?? "";
}

function decodePercent(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
