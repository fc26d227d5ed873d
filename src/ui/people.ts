import type { LinkMachines } from "../link-machines.ts";
import type { NotedPeople } from "../noted-people.ts";
import type { Account, Accounts } from "../store/accounts.ts";
import type { LinkPosition } from "../store/guild-links.ts";
import type { KnownPerson, People } from "../store/people.ts";
import { dayMs } from "../time.ts";
import type { Person } from "../pictures/kit/shapes.ts";
import { inlineCode, escapeMarkdown, plainText } from "./escape.ts";
import { joinParts } from "./lines.ts";
import type { Formats } from "./formats.ts";

/** A person's names. */
export interface NamedPerson {
  readonly userId: string;
  /** As the service names the person. */
  readonly displayName: string;
  /** The member's id, if they are connected here. */
  readonly discordUserId?: string | undefined;
  /** Not a person: what the link has in place of a player. */
  readonly isMachine?: true;
}

/** The names known here of some service users, by user id. */
export type Names = ReadonlyMap<string, NamedPerson>;

type NamesContext = {
  readonly guildId: string;
  readonly store: {
    readonly accounts: Pick<Accounts, "ofUsers">;
    readonly people: Pick<People, "ofUsers">;
  };
  readonly machines: Pick<LinkMachines, "list">;
} & (NotingContext | { readonly link?: undefined });

interface NotingContext {
  readonly link: LinkPosition;
  readonly noted: NotedPeople;
  readonly now: () => number;
}

/** People seen within this time needn't be noted again. */
const sightMs = dayMs;

/**
 * The names of users that the workspace mentioned. Unknown ones are noted, to be looked up for the next time.
 * @param typed ids that a person entered: known names are shown, and nothing is looked up
 */
export async function readNames(
  userIds: Iterable<string | undefined>,
  ctx: NamesContext,
  typed: Iterable<string | undefined> = [],
): Promise<Names> {
  const { names, note } = await findNames(userIds, ctx, typed);
  note();
  return names;
}

/** The names of users, found while something about them is being read; if that fails, nobody is noted. */
export async function withNamesOf<T>(
  reading: Promise<T>,
  userIds: readonly string[],
  ctx: NamesContext,
): Promise<readonly [T, Names]> {
  const [read, { names, note }] = await Promise.all([reading, findNames(userIds, ctx, [])]);
  note();
  return [read, names];
}

async function findNames(
  userIds: Iterable<string | undefined>,
  ctx: NamesContext,
  typed: Iterable<string | undefined>,
): Promise<{ readonly names: Names; readonly note: () => void }> {
  const seen = filterGiven(userIds);
  const given = new Set([...seen, ...filterGiven(typed)]);
  const [accounts, machines] = await Promise.all([
    ctx.store.accounts.ofUsers(ctx.guildId, [...given]),
    ctx.machines.list(ctx.guildId, ctx.link?.linkKey),
  ]);
  const names = new Map<string, NamedPerson>();
  for (const { userId, name } of machines)
    if (given.has(userId)) names.set(userId, { userId, displayName: name, isMachine: true });
  // Ids are opaque: whoever is connected with one is that person.
  for (const account of accounts) names.set(account.userId, account);
  const others = [...given].filter((userId) => !names.has(userId));
  if (others.length === 0) return { names, note: () => undefined };
  const known = await ctx.store.people.ofUsers(ctx.guildId, ctx.link?.linkKey, others);
  for (const person of known) if (isNamed(person)) names.set(person.userId, person);
  const note = (): void => {
    if (ctx.link === undefined) return;
    noteUnseen(
      others.filter((userId) => seen.has(userId)),
      known,
      ctx,
    );
  };
  return { names, note };
}

/** Notes people, connected or not, whose names may have changed since they were looked up. */
export async function notePeople(
  userIds: readonly string[],
  ctx: NotingContext & { readonly store: { readonly people: Pick<People, "ofUsers"> } },
): Promise<void> {
  const { guildId, linkKey } = ctx.link;
  noteUnseen(userIds, await ctx.store.people.ofUsers(guildId, linkKey, userIds), ctx);
}

function noteUnseen(
  userIds: readonly string[],
  known: readonly KnownPerson[],
  { link, noted, now }: NotingContext,
): void {
  const since = now() - sightMs;
  const fresh = new Set<string>();
  for (const { userId, seenAt } of known) if (seenAt > since) fresh.add(userId);
  const unseen = userIds.filter((userId) => !fresh.has(userId));
  if (unseen.length > 0) noted.note(link, unseen);
}

function filterGiven(userIds: Iterable<string | undefined>): ReadonlySet<string> {
  const given = new Set<string>();
  for (const userId of userIds) if (userId !== undefined) given.add(userId);
  return given;
}

function isNamed(person: KnownPerson): person is KnownPerson & { readonly displayName: string } {
  return person.displayName !== undefined;
}

/**
 * Just a mention for connected people, the name of known ones and of machines; otherwise "someone", whose id
 * belongs in small print. Pings nobody in an embed.
 */
export function describePerson(userId: string, names?: Names): string {
  const person = names?.get(userId);
  if (person?.discordUserId !== undefined) return `<@${person.discordUserId}>`;
  return escapeMarkdown(person?.displayName ?? "", 60) || someone;
}

const someone = "someone";
/** More ids than these help nobody. */
const maxIds = 10;

/** For small print: the ids of people without a known name, in the order of a list. */
export function describeUnnamed(userIds: readonly (string | undefined)[], names: Names): string | undefined {
  const ids = listUnnamedIds(userIds, names);
  return ids === undefined ? undefined : `No name known: ${ids}`;
}

/** The same for a list's footer. */
export function formatUnnamed(userIds: readonly (string | undefined)[], names: Names): string {
  return formatPeople(filterUnnamed(userIds, names), names);
}

/** For a preview: whose name nobody could tell, so that they aren't confirmed as "someone". */
export function describeUnreadNames(
  userIds: readonly (string | undefined)[],
  names: Names,
): string | undefined {
  const ids = listUnnamedIds(userIds, names);
  return ids === undefined ? undefined : `⚠️ I couldn't read the name of ${ids}. Check who that is first.`;
}

function filterUnnamed(userIds: readonly (string | undefined)[], names: Names): readonly string[] {
  return [...filterGiven(userIds)].filter((userId) => describePerson(userId, names) === someone);
}

function listUnnamedIds(userIds: readonly (string | undefined)[], names: Names): string | undefined {
  const unnamed = filterUnnamed(userIds, names);
  if (unnamed.length === 0) return undefined;
  const more = unnamed.length - maxIds;
  const ids = unnamed.slice(0, maxIds).map((userId) => inlineCode(userId, 64));
  return joinParts([...ids, more > 0 && `${more} more`], ", ");
}

/** The id of a person without a known name, for small print. */
export function formatUnnamedId(userId: string | undefined, names: Names): string | undefined {
  const isUnnamed = userId !== undefined && describePerson(userId, names) === someone;
  return isUnnamed ? `user ${inlineCode(userId, 64)}` : undefined;
}

/** For a card's footer: people's names in the service and their ids; nothing for a machine. */
export function formatPeople(userIds: readonly (string | undefined)[], names: Names): string {
  const people = [...filterGiven(userIds)]
    .filter((userId) => names.get(userId)?.isMachine !== true)
    .slice(0, maxIds)
    .map((userId) => {
      const name = plainText(names.get(userId)?.displayName ?? "", 60);
      const id = plainText(userId, 64);
      return name === "" ? `User\u00a0${id}` : `${name} (id\u00a0${id})`;
    });
  return joinParts(people);
}

/** `Mia (@mia)`, where both are shown. */
export function describeAccount(account: Pick<Account, "displayName" | "discordUserId" | "userId">): string {
  return `${describeDisplay(account)} (<@${account.discordUserId}>)`;
}

/** A person's name in the service; the id if it has no visible characters. */
export function describeDisplay({ displayName, userId }: Pick<Account, "displayName" | "userId">): string {
  return escapeMarkdown(displayName, 60) || inlineCode(userId, 64);
}

/** `Mia`, for titles, which show no mentions. */
export function formatPersonInTitle(userId: string, names: Names): string {
  return escapeMarkdown(names.get(userId)?.displayName ?? "", 60) || formatPlainPerson(userId);
}

/** `Mia's`, for titles. */
export function formatPossessive(userId: string, names: Names): string {
  return `${formatPersonInTitle(userId, names)}'s`;
}

type Readers = { readonly by: string; readonly names: Names } & Pick<Formats, "audience">;

/** Whether nobody but that person reads it. */
export function isReaderAlone(userId: string, { by, names, audience }: Readers): boolean {
  return audience === "me" && names.get(userId)?.discordUserId === by;
}

/** The same, `Your` where the person themselves is the only reader. */
export function formatWhose(userId: string, readers: Readers): string {
  return isReaderAlone(userId, readers) ? "Your" : formatPossessive(userId, readers.names);
}

/** The name, for places that show no formatting; `User 4711` if there is none. */
export function formatPlainPerson(userId: string, names?: Names): string {
  return findPlainName(userId, names) ?? `User ${plainText(userId, 64)}`;
}

/** The same, `undefined` if there is no name. */
export function findPlainName(userId: string, names?: Names): string | undefined {
  return plainText(names?.get(userId)?.displayName ?? "", 60) || undefined;
}

interface Labelled extends NamedPerson {
  readonly username?: string | undefined;
  readonly memberName?: string | undefined;
}

/** `Mia · @mia · 4711`, short enough for a button; the id is never cut. */
export function formatAccountLabel({ displayName, memberName, username, userId }: Labelled): string {
  const isLong = userId.length > 20;
  const name = plainText(displayName, isLong ? Math.max(10, 77 - userId.length) : 32);
  const handle = plainText(memberName ?? username ?? "", 20);
  return [name, !isLong && handle !== "" && `@${handle}`, userId].filter(Boolean).join(" · ");
}

interface PortraitContext {
  readonly guildId: string;
  /** The link whose people are shown. */
  readonly linkKey: string | undefined;
  readonly store: {
    readonly accounts: Pick<Accounts, "ofUsers">;
    readonly people: Pick<People, "ofUsers">;
  };
}

/** By user id, in the requested order; unknown people have no name. */
export async function readPortraits(
  userIds: readonly string[],
  { guildId, linkKey, store }: PortraitContext,
): Promise<ReadonlyMap<string, Person>> {
  const [accounts, people] = await Promise.all([
    store.accounts.ofUsers(guildId, userIds),
    store.people.ofUsers(guildId, linkKey, userIds),
  ]);
  const accountById = new Map(accounts.map((account) => [account.userId, account]));
  const personById = new Map(people.map((person) => [person.userId, person]));
  return new Map(
    userIds.map((userId) => {
      const [account, person] = [accountById.get(userId), personById.get(userId)];
      const name = account?.displayName ?? person?.displayName ?? "";
      return [userId, { name, username: account?.username ?? person?.username, colour: person?.colour }];
    }),
  );
}
