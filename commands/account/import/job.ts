import { DiscordAPIError } from "discord.js";
import { ApiError, isOfOnePerson } from "../../../src/api/errors.ts";
import {
  createGuildMembers,
  type GuildMember,
  type GuildMembers,
  maxFound,
} from "../../../src/discord/members.ts";
import { foldNames, foldName, memoizeWeak } from "../../../src/domain/search.ts";
import { UserError } from "../../../src/errors.ts";
import type { Account } from "../../../src/store/accounts.ts";
import type { AuditEntry } from "../../../src/store/audit.ts";
import type { ConnectionRequest } from "../connection-request/store.ts";
import { StoreError } from "../../../src/store/errors.ts";
import type { Import, ImportedPerson, ImportWait, ImportRefusal, PersonChange } from "./store.ts";
import { minuteMs, secondMs } from "../../../src/time.ts";
import { escapeMarkdown, inlineCode } from "../../../src/ui/escape.ts";
import { countPeople } from "./render.ts";
import { createFailedItems } from "../../../src/jobs/failed-items.ts";
import { forEachLimited, type Job, type JobTools } from "../../../src/jobs/job.ts";
import type { News } from "../../kit/member-request/kind.ts";
import type { Announce } from "../../kit/member-request/store.ts";
import { connection } from "../connection-request/kind.ts";
import { showImport } from "./show.ts";
import { backgroundCall, type WorkspaceApi } from "../../../src/api/client.ts";
import type { AppContext } from "../../../src/context.ts";
import { findMachine } from "../../../src/domain/machines.ts";
import {
  looksLikeId,
  idKinds,
  isLink,
  isServiceId,
  parseMarkedId,
  readServiceId,
} from "../../../src/domain/service-ids.ts";
import { learnNames, toAccountNames } from "../../../src/noted-people.ts";
import { toPlainId } from "../../../src/typed-text.ts";

/** Who a cell of an imported list refers to, or why it refers to nobody. */
type MeantPerson<Reason extends string> =
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
  const number = shownNumber.exec(unquoted)?.[1]?.replaceAll(/\D/g, "");
  if (number === undefined) return toPlainId(unquoted.trim());
  return number.length > keptDigits ? { refused: "rounded-id" } : number;
}

/** As a spreadsheet may write an id that it takes for a number: `20,481,623`, `20481623.00`. */
const shownNumber = /^(?=.*\D)(\d{4,}|\d{1,3}([., '’])\d{3}(?:\2\d{3})+)(?:[.,]0{1,2})?$/;
/** Of a number, a spreadsheet makes the digits after these zeros. */
const keptDigits = 15;
/** Few ids of Discord end so. */
const perhapsRounded = /^\d{15}0{3,}$/;

/** Two people, once it is known who they are. */
interface Pair {
  readonly line: number;
  readonly discordUserId: string | undefined;
  readonly userId: string | undefined;
}

interface Repetition {
  readonly line: number;
  readonly reason: "repeated" | "member-twice" | "user-twice";
  /** The line that this one repeats or contradicts. */
  readonly otherLine: number;
}

/**
 * The lines of a list that repeat an earlier one, and all those that contradict each other: if two lines
 * connect the same person, nobody can tell which is right.
 */
function findRepetitions(pairs: readonly Pair[]): readonly Repetition[] {
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

interface Checking {
  readonly begun: Import;
  readonly api: WorkspaceApi;
  readonly members: GuildMembers;
  readonly ctx: Pick<AppContext, "store" | "machines" | "now">;
}

/** A name isn't worth a long wait: the next round continues. */
const timeoutMs = 5_000;

const getFailed = memoizeWeak((_store: AppContext["store"]) => createFailedItems());
const getPersonKey = ({ importId, line }: ImportedPerson): string => `${importId} ${line}`;

/** Why a person can't be connected. Always caught in this file. */
class Refusal extends Error {
  readonly reason: ImportRefusal;
  constructor(reason: ImportRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Finds out who is meant by one line, and whether they can be connected.
 * @throws ApiError, and what Discord answered, if that can't be found out now
 */
async function checkPerson(person: ImportedPerson, checking: Checking): Promise<PersonChange> {
  let known: PersonChange = {};
  try {
    known = { userId: await findUser(person, checking) };
    if (person.typedMember !== "") {
      known = { ...known, ...toPersonChange(await findMember(person.typedMember, checking)) };
      const { state } = await assertFree(known, checking);
      return { ...known, ...(await readNamesOfUser(known, checking)), state };
    }
    known = { ...known, ...(await readNamesOfUser(known, checking)) };
    if ((await readAccount(known, checking)) !== undefined) return { ...known, state: "already" };
    known = { ...known, ...toPersonChange(await findMatch(known, checking)) };
    assertOther(known, checking);
    return { ...known, state: "match" };
  } catch (error) {
    if (error instanceof Refusal) return { ...known, state: "refused", reason: error.reason };
    throw error;
  }
}

async function findUser(
  { typedUser, userId }: ImportedPerson,
  { begun: { guildId, linkKey, workspaceId }, ctx: { store, machines } }: Checking,
): Promise<string> {
  if (userId !== undefined) return userId;
  const meant = readUserCell(typedUser, workspaceId);
  if ("refused" in meant) throw new Refusal(meant.refused);
  if ("id" in meant) {
    const machine = findMachine(meant.id, await machines.list(guildId, linkKey));
    if (machine !== undefined && (await store.accounts.ofUser(guildId, machine.userId)) === undefined)
      throw new Refusal("actor");
    return meant.id;
  }
  const folded = foldName(meant.name);
  if (folded === "") throw new Refusal("no-user");
  const [people, accounts] = await Promise.all([
    store.people.named(guildId, linkKey, folded, 2),
    store.accounts.named(guildId, folded, 2),
  ]);
  const userIds = [...new Set([...people, ...accounts].map((each) => each.userId))];
  const [only, second] = userIds;
  if (second !== undefined) throw new Refusal("ambiguous-name");
  if (only !== undefined) return only;
  if (looksLikeId(meant.name)) return meant.name;
  throw new Refusal("unknown-name");
}

async function findMember(
  typed: string,
  { begun: { guildId }, members }: Pick<Checking, "begun" | "members">,
): Promise<GuildMember> {
  const meant = readMemberCell(typed);
  if ("refused" in meant) throw new Refusal(meant.refused);
  const member =
    "id" in meant
      ? await members.find(guildId, meant.id)
      : findOnlyOne(meant.name, await members.search(guildId, meant.name));
  if (member === undefined)
    throw new Refusal("id" in meant && perhapsRounded.test(meant.id) ? "rounded-id" : "not-member");
  if (member.bot) throw new Refusal("bot");
  return member;
}

/** A username is unique on Discord; other names count only if a single member has them. */
function findOnlyOne(name: string, found: readonly GuildMember[]): GuildMember | undefined {
  const username = foldName(name);
  const exact = found.find((member) => foldName(member.username) === username);
  if (exact !== undefined) return exact;
  const called = found.filter(({ names }) => names.some((each) => foldName(each) === foldName(name)));
  if (called.length > 1 || found.length === maxFound) throw new Refusal("ambiguous-member");
  return called[0];
}

/** Members whose name in the server is the user's name in the workspace, and who aren't connected. */
async function findMatch(
  { displayName, username }: PersonChange,
  { begun: { guildId }, members, ctx }: Checking,
): Promise<GuildMember> {
  const names = new Set([username, displayName].filter((name) => name !== undefined));
  const folded = new Set([...names].map(foldName));
  const matches = new Map<string, GuildMember>();
  for (const name of names)
    for (const member of await members.search(guildId, name))
      if (!member.bot && member.names.some((each) => folded.has(foldName(each))))
        matches.set(member.discordUserId, member);
  const free: GuildMember[] = [];
  for (const member of matches.values())
    if ((await ctx.store.accounts.ofMember(guildId, member.discordUserId)) === undefined) free.push(member);
  const [only, second] = free;
  if (only === undefined) throw new Refusal("no-match");
  if (second !== undefined) throw new Refusal("several-matches");
  return only;
}

function toPersonChange({ discordUserId, memberName }: GuildMember): PersonChange {
  return { discordUserId, memberName };
}

function readAccount({ userId = "" }: PersonChange, { begun, ctx }: Checking) {
  return ctx.store.accounts.ofUser(begun.guildId, userId);
}

async function assertFree(
  known: PersonChange,
  checking: Checking,
): Promise<{ readonly state: "ready" | "already" }> {
  const { begun, ctx } = checking;
  const { discordUserId = "", userId } = known;
  const own = await ctx.store.accounts.ofMember(begun.guildId, discordUserId);
  if (own?.userId === userId) return { state: "already" };
  assertOther(known, checking);
  if (own !== undefined) throw new Refusal("member-taken");
  if ((await readAccount(known, checking)) !== undefined) throw new Refusal("user-taken");
  return { state: "ready" };
}

/** Nobody connects themselves: a name can be chosen, too. */
function assertOther({ discordUserId }: PersonChange, { begun }: Pick<Checking, "begun">): void {
  if (discordUserId === begun.discordUserId) throw new Refusal("oneself");
}

/** From memory if known, otherwise from the service, in the background. */
async function readNamesOfUser({ userId = "" }: PersonChange, checking: Checking): Promise<PersonChange> {
  const { begun, api, ctx } = checking;
  const { guildId, linkKey } = begun;
  const [known] = await ctx.store.people.ofUsers(guildId, linkKey, [userId]);
  if (known?.displayName !== undefined)
    return { displayName: known.displayName, username: known.username ?? undefined };
  try {
    const user = await api.getUser({ params: { userId } }, { ...backgroundCall, timeoutMs });
    const link = { guildId, linkKey };
    await ctx.store.people.note([{ link, userIds: [userId] }], { now: ctx.now(), staleBefore: ctx.now() });
    await learnNames(link, new Map([[userId, user]]), ctx);
    return toAccountNames(userId, user);
  } catch (error) {
    if (error instanceof ApiError && error.failure === "not-found") throw new Refusal("unknown-user");
    if (isOfOnePerson(error)) throw new Refusal("unreadable-user");
    throw error;
  }
}

const importsAtOnce = 4;
const peopleAtOnce = 4;
/** Longer than one person takes; an older claim belongs to a process that died. */
const leaseMs = 20 * secondMs;
/** A round ends by then, and the next one continues. */
const maxRoundMs = 10 * secondMs;
/** Discord limits how often a message can be edited. */
const showEveryMs = 3 * secondMs;

/** Processes lists of people to connect: finds out who they are and, once confirmed, connects them. */
export const imports: Job = {
  name: "imports",
  schedule: { everyMs: secondMs },
  async run(tools) {
    const due = await tools.ctx.store.imports.due(tools.ctx.now(), importsAtOnce);
    await forEachLimited(due, importsAtOnce, (begun) => workOn(begun, tools));
  },
};

/** Never rejects. */
async function workOn(begun: Import, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const { store } = ctx;
  try {
    if (!(await store.imports.claim(begun, ctx.now() + leaseMs))) return;
    const isOver = await (begun.state === "checking" ? check(begun, tools) : connect(begun, tools));
    if (!isOver) await store.imports.postpone(begun.id, ctx.now(), undefined);
  } catch (error) {
    const { waitsFor, waitMs } = getWaitAfter(error);
    const { guildId } = begun;
    ctx.log[waitsFor === undefined ? "error" : "info"]("an import waits", { guildId, waitsFor, error });
    await store.imports
      .postpone(begun.id, ctx.now() + waitMs, waitsFor ?? "service")
      .catch((failure: unknown) =>
        ctx.log.error("an import could not be put off", { guildId, error: failure }),
      );
  }
  await showImport(begun.id, tools);
}

/** What the import waits for, and until when; unexpected failures count as the service's. */
function getWaitAfter(error: unknown): { readonly waitsFor?: ImportWait; readonly waitMs: number } {
  if (error instanceof ApiError) {
    const { failure, retryAfterMs = 0 } = error;
    if (failure === "rate-limited") return { waitsFor: "limit", waitMs: Math.max(secondMs, retryAfterMs) };
    if (failure === "unauthorized" || failure === "forbidden") return { waitsFor: "key", waitMs: minuteMs };
    return { waitsFor: "service", waitMs: Math.max(10 * secondMs, retryAfterMs) };
  }
  if (error instanceof UserError) return { waitsFor: "key", waitMs: minuteMs };
  if (error instanceof StoreError) return { waitMs: 10 * secondMs };
  return { ...(error instanceof DiscordAPIError && { waitsFor: "discord" }), waitMs: 10 * secondMs };
}

/** @returns whether all are checked */
async function check(begun: Import, tools: JobTools): Promise<boolean> {
  const { ctx } = tools;
  const { imports: stored } = ctx.store;
  if (!(await isStillLinked(begun, ctx))) {
    await stored.changeAll(begun.id, "waiting", { state: "refused", reason: "link-gone" });
  } else {
    const { guildId, linkKey } = begun;
    const { api } = await tools.resolveWorkspace({ guildId, channelId: guildId, linkKey });
    const checking = { begun, api, members: createGuildMembers(tools.postRest, ctx.now), ctx };
    const people = await stored.people(begun.id);
    const failed = getFailed(ctx.store);
    const waiting = failed.moveBack(
      people.filter(({ state }) => state === "waiting"),
      getPersonKey,
    );
    // Nobody else is left: the service fails either at these or at everyone.
    const isLast = waiting.every((person) => failed.hasFailed(getPersonKey(person)));
    const failsOnlyHere = isLast && (await canReadAnother(people, checking));
    const isDone = await forEachPerson(begun, waiting, tools, async (person) => {
      const attempt = failed.track(getPersonKey(person), ctx.now, () => checkPerson(person, checking));
      const change = await attempt.catch((error: unknown): PersonChange => {
        if (failsOnlyHere && isServiceTrouble(error)) return { state: "refused", reason: "unreadable-user" };
        throw error;
      });
      await stored.change(person, ["waiting"], change);
    });
    if (!isDone) return false;
  }
  const found = (await stored.people(begun.id)).filter(({ state }) => meant.includes(state));
  for (const { line, reason, otherLine } of findRepetitions(found))
    await stored.change({ importId: begun.id, line }, meant, { state: "refused", reason, otherLine });
  return stored.advance(begun.id, "checking", "asking", ctx.now());
}

/** Asks for someone of the list whose names are known. @throws ApiError if the service fails at them too */
async function canReadAnother(
  people: readonly ImportedPerson[],
  { api }: Pick<Checking, "api">,
): Promise<boolean> {
  const read = people.find(({ state, displayName }) => state !== "waiting" && displayName !== undefined);
  if (read?.userId === undefined) return false;
  await api.getUser({ params: { userId: read.userId } }, { ...backgroundCall, timeoutMs, noCache: true });
  return true;
}

function isServiceTrouble(error: unknown): boolean {
  return error instanceof ApiError && (error.failure === "unavailable" || error.failure === "timeout");
}

const meant: readonly ImportedPerson["state"][] = ["ready", "match", "already"];

async function isStillLinked(
  { guildId, linkKey, workspaceId }: Import,
  { store }: JobTools["ctx"],
): Promise<boolean> {
  return (await store.guildLinks.find(guildId, linkKey))?.workspaceId === workspaceId;
}

/** Several at a time, until the list or the round ends. @returns whether all are done @throws the first failure */
async function forEachPerson(
  begun: Import,
  people: readonly ImportedPerson[],
  tools: JobTools,
  work: (person: ImportedPerson) => Promise<void>,
): Promise<boolean> {
  const { ctx, stopping } = tools;
  const startedAt = ctx.now();
  let shownAt = startedAt;
  let heldUntil = startedAt + leaseMs;
  let failed: { readonly error: unknown } | undefined;
  let left = 0;
  await forEachLimited(people, peopleAtOnce, async (person) => {
    const now = ctx.now();
    if (failed !== undefined || stopping?.aborted === true || now - startedAt > maxRoundMs) {
      left += 1;
      return;
    }
    if (heldUntil - now < leaseMs / 2) {
      heldUntil = now + leaseMs;
      await ctx.store.imports.postpone(begun.id, heldUntil, undefined);
    }
    try {
      await work(person);
    } catch (error) {
      failed ??= { error };
      return;
    }
    if (now - shownAt < showEveryMs) return;
    shownAt = now;
    await showImport(begun.id, tools);
  });
  if (failed !== undefined) throw failed.error;
  return left === 0;
}

/** @returns whether everyone is connected, or can't be */
async function connect(begun: Import, tools: JobTools): Promise<boolean> {
  const { ctx } = tools;
  const { imports: stored } = ctx.store;
  if (!(await isStillLinked(begun, ctx))) {
    await stored.changeAll(begun.id, "ready", { state: "refused", reason: "link-gone" });
  } else {
    const members = createGuildMembers(tools.postRest, ctx.now);
    const ready = (await stored.people(begun.id)).filter(({ state }) => state === "ready");
    const isDone = await forEachPerson(begun, ready, tools, async (person) => {
      const { discordUserId = "" } = person;
      const member = await members.find(begun.guildId, discordUserId);
      if (member === undefined) {
        await stored.change(person, ["ready"], { state: "refused", reason: "left" });
        return;
      }
      const account = toAccount(person, member.memberName, begun, ctx.now());
      const entry = createPairEntry(person, account, begun);
      const settle = async (announce: Announce<ConnectionRequest>) => {
        const names = foldNames(account);
        const { isConnected, asked } = await stored.connect(person, account, names, entry, announce);
        // It was stored with the connection.
        if (isConnected) await ctx.recordEntry(entry, () => Promise.resolve(true));
        return asked;
      };
      const news = (asked: ConnectionRequest) => describeImported(account, asked);
      await connection.end(settle, { ctx, isAwaited: false, stored: news });
    });
    if (!isDone) return false;
  }
  return finish(begun, tools);
}

function toAccount(
  { userId = "", discordUserId = "", displayName = `User ${userId}`, username, avatarUrl }: ImportedPerson,
  memberName: string,
  { guildId, discordUserId: connectedByDiscordUserId }: Import,
  connectedAt: number,
): Account {
  const ids = { guildId, discordUserId, userId };
  return { ...ids, displayName, username, avatarUrl, memberName, connectedByDiscordUserId, connectedAt };
}

/** As for one who is connected by hand, so that both are found, exported and forgotten alike. */
function createPairEntry(
  { line }: ImportedPerson,
  { discordUserId: member, memberName, userId, displayName, connectedAt }: Account,
  { id, guildId, workspaceId, discordUserId }: Import,
): AuditEntry {
  return {
    id: `${id}-${line}`,
    guildId,
    workspaceId,
    discordUserId,
    action: "account.connect",
    target: userId,
    outcome: "done",
    detail: { member, memberName, person: { userId, displayName }, after: userId, import: id },
    reference: undefined,
    at: connectedAt,
  };
}

/** To people who had asked to be connected, as they were promised. */
function describeImported({ displayName, userId }: Account, asked: ConnectionRequest): News {
  const match = asked.userId === userId ? "as you asked" : "which isn't who you asked for";
  const words = `now connected to **${escapeMarkdown(displayName, 60)}** ${inlineCode(userId)}, ${match}. See your week with \`/me\``;
  return { inPrivate: `You're ${words} in your server.`, inChannel: `you're ${words}.`, byImport: true };
}

const action = "account.import";
/** More than the imports that run at once. */
const maxRecent = 50;

async function finish(begun: Import, { ctx }: JobTools): Promise<boolean> {
  const { id, guildId, workspaceId, discordUserId } = begun;
  const { connected, already, refused } = countPeople(await ctx.store.imports.people(id));
  // Recorded before the import ends, so that a crash can't lose the entry, and only once.
  const recent = await ctx.store.audit.list(guildId, { action }, { limit: maxRecent });
  if (!recent.some((entry) => entry.id === id))
    await ctx.recordEntry({
      id,
      guildId,
      workspaceId,
      discordUserId,
      action,
      target: undefined,
      outcome: connected > 0 ? "done" : "refused",
      detail: { connected, already, refused },
      reference: undefined,
      at: ctx.now(),
    });
  await ctx.store.imports.advance(id, "connecting", "done", ctx.now());
  return true;
}
