import { backgroundCall, type WorkspaceApi } from "../../../src/api/client.ts";
import { ApiError, type ApiFailure, ContractError } from "../../../src/api/errors.ts";
import type { AppContext } from "../../../src/context.ts";
import type { GuildMember, GuildMembers } from "../../../src/discord/members.ts";
import { readMemberCell, readUserCell } from "./people.ts";
import { foldName } from "../../../src/domain/search.ts";
import { findMachine } from "../../../src/domain/machines.ts";
import { looksLikeId } from "../../../src/domain/service-ids.ts";
import { toLearnedPerson } from "../../../src/noted-people.ts";
import type { Import, ImportedPerson, ImportRefusal, PersonChange } from "./store.ts";
import { parseWebAddress } from "../../../src/ui/embed.ts";

export interface Checking {
  readonly begun: Import;
  readonly api: WorkspaceApi;
  readonly members: GuildMembers;
  readonly ctx: Pick<AppContext, "store" | "machines" | "now">;
}

/** A name isn't worth a long wait: the next round continues. */
const timeoutMs = 5_000;

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
export async function checkPerson(person: ImportedPerson, checking: Checking): Promise<PersonChange> {
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
  if (member === undefined) throw new Refusal("not-member");
  if (member.bot) throw new Refusal("bot");
  return member;
}

/** A username is unique on Discord; other names count only if a single member has them. */
function findOnlyOne(name: string, found: readonly GuildMember[]): GuildMember | undefined {
  const username = foldName(name);
  const exact = found.find((member) => foldName(member.username) === username);
  if (exact !== undefined) return exact;
  const called = found.filter(({ names }) => names.some((each) => foldName(each) === foldName(name)));
  if (called.length > 1) throw new Refusal("ambiguous-member");
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
    const learned = toLearnedPerson(userId, user);
    await ctx.store.people.note([{ link, userIds: [userId] }], { now: ctx.now(), staleBefore: ctx.now() });
    await ctx.store.people.learn(link, [learned], ctx.now());
    const { displayName = `User ${userId}`, username } = learned;
    return {
      displayName,
      username,
      avatarUrl: parseWebAddress(user.avatar?.initial) ?? parseWebAddress(user.avatar?.transparent),
    };
  } catch (error) {
    if (error instanceof ContractError) throw new Refusal("unreadable-user");
    if (error instanceof ApiError && error.failure === "not-found") throw new Refusal("unknown-user");
    if (error instanceof ApiError && ofOneUser.includes(error.failure)) throw new Refusal("unreadable-user");
    throw error;
  }
}

const ofOneUser: readonly ApiFailure[] = ["rejected", "invalid-id", "too-large"];
