import { plainMarks } from "../../../src/typed-text.ts";
import {
  idKinds,
  isLink,
  isServiceId,
  parseMarkedId,
  readServiceId,
} from "../../../src/domain/service-ids.ts";

/** Who a cell of an imported list refers to, or why it refers to nobody. */
export type MeantPerson<Reason extends string> =
  { readonly id: string } | { readonly name: string } | { readonly refused: Reason };

type CellTrouble = "formula" | "rounded-id";

/** A member: a mention, an id of Discord, or a name. @param cell not empty */
export function readMemberCell(cell: string): MeantPerson<CellTrouble> {
  const text = cleanCell(cell);
  if (typeof text !== "string") return text;
  const id = /^<@!?(\d{1,20})>$/.exec(text)?.[1] ?? /^\d{15,20}$/.exec(text)?.[0];
  // Old names ended with four digits behind a hash.
  return id === undefined ? { name: text.replace(/^@/, "").replace(/#\d{1,4}$/, "") } : { id };
}

/** A user of a workspace: the link to a profile, an id, or a name. */
export function readUserCell(
  cell: string,
  workspaceId: string,
): MeantPerson<CellTrouble | "no-user" | "other-workspace"> {
  const text = cleanCell(cell);
  if (typeof text !== "string") return text;
  if (text === "") return { refused: "no-user" };
  if (isLink(text)) {
    const linked = /workspaces?[/=]([0-9a-f]{24})(?![0-9a-f])/i.exec(text)?.[1]?.toLowerCase();
    if (linked !== undefined && linked !== workspaceId.toLowerCase()) return { refused: "other-workspace" };
    const id = readServiceId(text, idKinds.user);
    return id === undefined ? { refused: "no-user" } : { id };
  }
  const id = parseMarkedId(text) ?? (/^\d+$/.test(text) && isServiceId(text) ? text : undefined);
  return id === undefined ? { name: text.replace(/^@/, "") } : { id };
}

/** Removes what spreadsheets add to keep a text unchanged: an apostrophe, or `="…"`. */
function cleanCell(cell: string): string | { readonly refused: CellTrouble } {
  const text = cell.trim();
  const unquoted =
    /^="([^"]*)"$/.exec(text)?.[1] ?? /^[“„«]([^“”„»]*)[“”»]$/.exec(text)?.[1] ?? text.replace(/^['‘’]/, "");
  if (unquoted.startsWith("=")) return { refused: "formula" };
  if (/^\d([.,]\d+)?e\+?\d+$/i.test(unquoted)) return { refused: "rounded-id" };
  const cleaned = unquoted.trim();
  return /^\p{Nd}+$/u.test(cleaned) ? plainMarks(cleaned) : cleaned;
}

/** Two people, once it is known who they are. */
interface Pair {
  readonly line: number;
  readonly discordUserId: string | undefined;
  readonly userId: string | undefined;
}

export interface Repetition {
  readonly line: number;
  readonly reason: "repeated" | "member-twice" | "user-twice";
  /** The line that this one repeats or contradicts. */
  readonly otherLine: number;
}

/**
 * The lines of a list that repeat an earlier one, and all those that contradict each other: if two lines
 * connect the same person, nobody can tell which is right.
 */
export function findRepetitions(pairs: readonly Pair[]): readonly Repetition[] {
  const first = new Map<string, Pair>();
  const repeated = pairs.flatMap((pair): Repetition[] => {
    const key = `${pair.discordUserId} ${pair.userId}`;
    const earlier = first.get(key);
    if (earlier !== undefined) return [{ line: pair.line, reason: "repeated", otherLine: earlier.line }];
    first.set(key, pair);
    return [];
  });
  const distinct = [...first.values()];
  const members = Map.groupBy(distinct, ({ discordUserId }) => discordUserId);
  const users = Map.groupBy(distinct, ({ userId }) => userId);
  const contradicting = distinct.flatMap((pair): Repetition[] => {
    const { line } = pair;
    const otherUser = members.get(pair.discordUserId)?.find((other) => other !== pair);
    if (otherUser !== undefined) return [{ line, reason: "member-twice", otherLine: otherUser.line }];
    const otherMember = users.get(pair.userId)?.find((other) => other !== pair);
    return otherMember === undefined ? [] : [{ line, reason: "user-twice", otherLine: otherMember.line }];
  });
  return [...repeated, ...contradicting];
}
