import { foldName } from "../../src/domain/search.ts";
import {
  idKinds,
  formatId,
  isLink,
  looksLikeId,
  parseMarkedId,
  readServiceId,
} from "../../src/domain/service-ids.ts";
import { findMachine, type Machine } from "../../src/domain/machines.ts";
import { canUseForOthers } from "../../src/interactions/access.ts";
import type { AskedCommand, Choice, Option } from "../../src/interactions/handler.ts";
import { findLink, type GuildContext, type LinkedContext } from "../../src/interactions/handler-context.ts";
import type { Account } from "../../src/store/accounts.ts";
import { formatAccountLabel } from "../../src/ui/people.ts";
import { plainText } from "../../src/ui/escape.ts";
import { maxChoices } from "./autocomplete.ts";
import {
  type Candidate,
  findAlmostNamed,
  searchPeople,
  createNotConnectedError,
  findMentioned,
  nothingShown,
  readOwnAccount,
  resolvePerson,
} from "./resolve-person.ts";
import { text } from "./options.ts";

const field = "person";
const createPersonText = (description: string) => text(description).max(100);

/** The typed text for a person, unparsed. */
export const typedPerson = (description: string) =>
  createPersonText(description).autocomplete(suggestWithMachines);

/** The same of a person to show something about. */
export const typedSelfOrPerson = (description: string) =>
  createPersonText(description).autocomplete(suggestSelfOrPeople);

/** The user id of a required person. */
export function requiredPerson(description: string): Option<string> {
  return createPersonText(description)
    .required()
    .autocomplete(suggestPeople)
    .map((typed, ctx: GuildContext) => resolvePerson(typed, ctx, { field }));
}

/** The user id of a person or a machine to search for; nobody by default. */
export function anyPerson(description: string): Option<string | undefined> {
  return typedPerson(description).map((typed, ctx: GuildContext) =>
    typed ? resolvePerson(typed, ctx, { field, machines: true, notDone: nothingShown }) : undefined,
  );
}

/**
 * The user id of a person to show something about; the caller by default.
 * @param which makes the custom id of a button that continues with the person of this user id
 */
export function person(
  description: string,
  which: (userId: string, asked: AskedCommand) => string,
): Option<string> {
  return typedSelfOrPerson(description).map(async (typed, ctx: GuildContext, asked) => {
    if (typed)
      return resolvePerson(typed, ctx, {
        field,
        which: (userId) => which(userId, asked),
        notDone: nothingShown,
      });
    const own = await readOwnAccount(ctx);
    if (own !== undefined) return own.userId;
    const others = canUseForOthers(ctx.invoker) ? `, or choose someone in \`${field}\`` : "";
    throw createNotConnectedError(ctx, nothingShown, others);
  });
}

/** Discord shows 25; this leaves room for machines and a typed id. */
const maxPeople = 20;

/** Everyone connected or known here, the caller first, and what was typed if it is an id. */
export async function suggestPeople(typed: string, ctx: GuildContext): Promise<readonly Choice[]> {
  const entry = typed.trim();
  return withTypedId(entry, await find(entry, ctx), ctx);
}

async function withTypedId(
  entry: string,
  found: readonly Choice[],
  ctx: GuildContext,
): Promise<readonly Choice[]> {
  const id = findTypedId(entry);
  const isNew =
    id !== undefined &&
    !found.some(({ value }) => value === id) &&
    findMachine(id, await readMachinesHere(ctx)) === undefined;
  // Marked as an id if it could be a name.
  return isNew ? [...found, { name: `User ${id}`, value: looksLikeId(id) ? id : formatId(id) }] : found;
}

/** The typed id, if it can be distinguished from a name. */
function findTypedId(entry: string): string | undefined {
  if (isLink(entry)) return readServiceId(entry, idKinds.user);
  return parseMarkedId(entry) ?? (looksLikeId(entry) ? entry : undefined);
}

/** Known people who aren't connected to a member here. */
export async function suggestUnconnected(typed: string, ctx: LinkedContext): Promise<readonly Choice[]> {
  const { store, guildId, link } = ctx;
  const entry = typed.trim();
  const folded = foldName(entry.replace(/^@/, ""));
  const found = await store.people.searchUnconnected(guildId, link.linkKey, folded, maxPeople);
  const free = found.map(({ userId, username, displayName = "" }) =>
    toChoice({ userId, username, displayName }),
  );
  return withTypedId(entry, free, ctx);
}

/** All of them, if a select has room for everyone; a part of them would only hide the others. */
export async function readAllUnconnected(ctx: LinkedContext): Promise<readonly Choice[]> {
  const found = await suggestUnconnected("", ctx);
  return found.length < maxPeople ? found : [];
}

/** People and the workspace's machines, for orders. */
async function suggestWithMachines(typed: string, ctx: GuildContext): Promise<readonly Choice[]> {
  const folded = foldName(typed);
  const people = await suggestPeople(typed, ctx);
  const machines = (await readMachinesHere(ctx))
    .filter(({ userId, name }) => foldName(userId).startsWith(folded) || foldName(name).includes(folded))
    // Whoever is connected with such an id is that person.
    .filter(({ userId }) => !people.some(({ value }) => value === userId))
    .map(({ userId, name }) => ({ name: `${plainText(name, 40)} · ${userId}`, value: formatId(userId) }));
  return [...people, ...machines].slice(0, maxChoices);
}

function readMachinesHere(ctx: GuildContext): Promise<readonly Machine[]> {
  return ctx.machines.list(ctx.guildId, findLink(ctx)?.linkKey);
}

/** For options where staff may only choose themselves: they see only themselves, if that matches what they typed. */
export async function suggestSelfOrPeople(typed: string, ctx: GuildContext): Promise<readonly Choice[]> {
  if (canUseForOthers(ctx.invoker)) return suggestPeople(typed, ctx);
  const own = await readOwnAccount(ctx);
  return own !== undefined && isNamed(typed.trim(), own) ? [createMeChoice(own)] : [];
}

async function find(entry: string, ctx: GuildContext): Promise<readonly Choice[]> {
  const { store, guildId } = ctx;
  const mentioned = findMentioned(entry);
  if (mentioned !== undefined) {
    const account = await store.accounts.ofMember(guildId, mentioned);
    return account === undefined ? [] : [toChoice(account)];
  }
  const folded = foldName(entry.replace(/^@/, ""));
  const [own, matching] = await Promise.all([readOwnAccount(ctx), searchPeople(folded, ctx, maxPeople)]);
  const others = matching.length > 0 ? matching : (await findAlmostNamed(folded, ctx)).slice(0, maxPeople);
  // The caller is the most likely choice, and "me" can't be anyone else.
  if (own === undefined || !"me".startsWith(folded)) return others.map(toChoice);
  return [createMeChoice(own), ...others.filter(({ userId }) => userId !== own.userId).map(toChoice)];
}

/** Whether what was typed may mean the caller's own account. */
function isNamed(
  entry: string,
  { discordUserId, userId, displayName, username, memberName }: Account,
): boolean {
  const mentioned = findMentioned(entry);
  if (mentioned !== undefined) return mentioned === discordUserId;
  const folded = foldName(entry.replace(/^@/, ""));
  return ["me", userId, displayName, username ?? "", memberName].some((name) =>
    foldName(name).includes(folded),
  );
}

function toChoice(candidate: Candidate): Choice {
  const { userId, discordUserId } = candidate;
  // Only connected people are found by an id that could be a name.
  const isPlain = discordUserId !== undefined || looksLikeId(userId);
  return { name: formatAccountLabel(candidate), value: isPlain ? userId : formatId(userId) };
}

function createMeChoice(own: Account): Choice {
  return { name: `Me: ${formatAccountLabel(own)}`, value: own.userId };
}
