import { toPlainId } from "../typed-text.ts";

/** What an id names. */
export interface IdKind {
  /** In a link, the id of such a thing follows one of these words. */
  readonly nouns: ReadonlySet<string>;
  /**
   * What such ids usually look like. Used only where a text may contain several; elsewhere any id is
   * accepted.
   */
  readonly usual: RegExp;
}

const objectId = /^[0-9a-f]{24}$/i;
const createKind = (usual: RegExp, ...nouns: readonly string[]): IdKind => ({ usual, nouns: new Set(nouns) });

export const idKinds = {
  user: createKind(
    /^[0-9]{4,20}$/,
    "user",
    "users",
    "profile",
    "profiles",
    "player",
    "players",
    "member",
    "members",
  ),
  workspace: createKind(objectId, "workspace", "workspaces"),
  event: createKind(objectId, "event", "events"),
  ban: createKind(objectId, "ban", "bans"),
  comment: createKind(objectId, "comment", "comments"),
  post: createKind(objectId, "post", "posts"),
  action: createKind(objectId, "action", "actions"),
} as const satisfies Readonly<Record<string, IdKind>>;

/** Percent-encoded, as used in addresses and in buttons, which hold a hundred characters in all. */
const maxEncodedLength = 64;

/**
 * Whether the service could have such an id. Its ids are opaque, so any visible word counts that isn't too
 * long and stays within one segment of an address.
 */
export function isServiceId(text: string): boolean {
  return (
    text !== "" &&
    text !== "." &&
    text !== ".." &&
    // Control characters, half characters and invisible ones; spaces; path separators.
    !/[\p{C}\p{Z}/\\]/u.test(text) &&
    encodeURIComponent(text).length <= maxEncodedLength
  );
}

/**
 * The id in typed or pasted text: the id itself, one marked with `id:`, or a link to a page. The link is
 * parsed and never opened. `undefined` if there is none.
 */
export function readServiceId(typed: string, kind: IdKind): string | undefined {
  const text = typed.trim().replace(/^<(.*)>$/, "$1");
  const linked = splitSegments(text);
  if (linked !== undefined) return findIdAmong(linked, kind);
  if (/^id[:：]/i.test(text)) return parseMarkedId(text);
  if (isServiceId(text)) return toPlainId(text);
  return kind.usual === objectId ? findObjectIds(text).at(-1) : undefined;
}

export function isLink(text: string): boolean {
  return splitSegments(text.trim().replace(/^<(.*)>$/, "$1")) !== undefined;
}

/** The id of `id:4711`, for ids that would read as a name. */
export function parseMarkedId(text: string): string | undefined {
  const marked = toPlainId(/^\s*id[:：]\s*(\S+)\s*$/iu.exec(text)?.[1] ?? "");
  return isServiceId(marked) ? marked : undefined;
}

/** Text that is read as this id even where names are accepted. */
export function formatId(id: string): string {
  return /^[0-9]+$/.test(id) ? id : `id:${id}`;
}

/** Where a name is allowed as well: ids have digits in them, and a name that nobody has need not be one. */
export function looksLikeId(text: string): boolean {
  return isServiceId(text) && /[0-9]/.test(text) && /^[0-9A-Za-z][\w.:~=-]*$/.test(text);
}

/** The ids of 24 hexadecimal digits in a text, in order, each once. */
export function findObjectIds(text: string): readonly string[] {
  return [...new Set(text.split(/[^0-9A-Za-z]+/).filter((part) => objectId.test(part)))];
}

/** A link's path segments, query values and fragment; `undefined` if it isn't a link. */
function splitSegments(text: string): readonly string[] | undefined {
  const isBare = /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?\//i.test(text);
  if (!isBare && !/^https?:\/\//i.test(text)) return undefined;
  const url = URL.parse(isBare ? `https://${text}` : text);
  if (url === null) return undefined;
  return [url.pathname, ...url.searchParams.values(), url.hash.slice(1)]
    .flatMap((part) => part.split(/[/?&=]/))
    .flatMap(decodeSegment)
    .filter(isServiceId);
}

function findIdAmong(segments: readonly string[], { nouns, usual }: IdKind): string | undefined {
  const isNoun = (segment: string): boolean => nouns.has(segment.toLowerCase());
  const noun = segments.findLastIndex((segment, index) => isNoun(segment) && index < segments.length - 1);
  const named = noun < 0 ? [] : segments.slice(noun + 1);
  const isUsual = (segment: string): boolean => usual.test(segment);
  const [next] = named;
  if (next !== undefined && isUsual(next)) return next;
  return (
    named.findLast(isUsual) ??
    (next !== undefined && !isOfAnotherKind(next, usual) ? next : undefined) ??
    segments.findLast(isUsual) ??
    segments.findLast((segment) => !isNoun(segment))
  );
}

function isOfAnotherKind(segment: string, usual: RegExp): boolean {
  return Object.values(idKinds).some((kind) => kind.usual !== usual && kind.usual.test(segment));
}

function decodeSegment(segment: string): readonly string[] {
  try {
    return [decodeURIComponent(segment)];
  } catch {
    return [];
  }
}

interface LinkId {
  readonly guildId: string;
  readonly linkKey: string;
}

/** Identifies everything that was read through a link; unique across guilds. */
export function getCacheScope({ guildId, linkKey }: LinkId): string {
  return `${guildId}/${linkKey}`;
}
