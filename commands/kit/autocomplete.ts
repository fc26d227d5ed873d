import type { AutocompleteInteraction } from "discord.js";
import type { WorkspaceReadName } from "../../src/api/resilience/sessions.ts";
import type { WorkspaceContract } from "../../src/api/contract/index.ts";
import type { Input, Output } from "../../src/api/endpoint.ts";
import { memoizeWeak } from "../../src/domain/memoize-weak.ts";
import { createIndex, type Entry, foldName } from "../../src/domain/search.ts";
import type { Autocomplete, Choice } from "../../src/interactions/handler.ts";
import type { LinkedContext, GuildContext } from "../../src/interactions/handler-context.ts";
import {
  scopeOf,
  systemActors,
  idText,
  idKinds,
  isLink,
  looksLikeId,
  markedId,
  readServiceId,
} from "../../src/domain/service-ids.ts";
import { canUseForOthers } from "../../src/interactions/access.ts";
import type { Account } from "../../src/store/accounts.ts";
import { accountLabel } from "../../src/ui/people.ts";
import { type Candidate, searchPeople } from "./known-names.ts";
import { mentionedIn, ownAccount } from "./resolve-person.ts";

/**
 * Discord asks again only when more is typed, so an empty list would stay for the first person to open it. So the first
 * response is awaited for as long as a loading list doesn't feel stuck; later ones aren't.
 */
const firstAnswerWithinMs = 1_000;

/** Discord's limit. */
export const maxChoices = 25;

/** A choice whose name differs from its value. */
export interface Suggestion extends Entry {
  readonly name: string;
}

/** Suggests from the last known response of a read; typing sends nothing to the service. */
export function suggestKnown<Name extends WorkspaceReadName>(
  operation: Name,
  inputOf: (ctx: LinkedContext, interaction: AutocompleteInteraction) => Input<WorkspaceContract[Name]>,
  suggestionsOf: (data: Output<WorkspaceContract[Name]>) => readonly Suggestion[],
): Autocomplete<LinkedContext> {
  const indexOf = memoizeWeak((data: Output<WorkspaceContract[Name]>) => createIndex(suggestionsOf(data)));
  return async (typed, ctx, interaction) => {
    const known = await readStale(operation, inputOf(ctx, interaction), ctx);
    return known === undefined ? [] : indexOf(known).find(typed, maxChoices);
  };
}

/** The last known response of a read, for suggestions. */
export function readStale<Name extends WorkspaceReadName>(
  operation: Name,
  input: Input<WorkspaceContract[Name]>,
  { service, link }: LinkedContext,
  withinMs = firstAnswerWithinMs,
): Promise<Output<WorkspaceContract[Name]> | undefined> {
  return service.readStale(scopeOf(link), operation, input, withinMs);
}

/** Discord shows 25; this leaves room for system actors and a typed id. */
const maxPeople = 20;

/** Everyone connected or known here, the caller first, and the typed text if it is an id. */
export async function suggestPeople(typed: string, ctx: GuildContext): Promise<readonly Choice[]> {
  const text = typed.trim();
  return withTypedId(text, await find(text, ctx));
}

function withTypedId(text: string, found: readonly Choice[]): readonly Choice[] {
  const id = typedId(text);
  const isNew = id !== undefined && !isActor(id) && !found.some(({ value }) => value === id);
  // Marked as an id if it could be a name.
  return isNew ? [...found, { name: `User ${id}`, value: looksLikeId(id) ? id : idText(id) }] : found;
}

/** The typed id, if it can be told from a name. */
function typedId(text: string): string | undefined {
  if (isLink(text)) return readServiceId(text, idKinds.user);
  return markedId(text) ?? (looksLikeId(text) ? text : undefined);
}

/** Known people who aren't connected to a member here. */
export async function suggestUnconnected(typed: string, ctx: GuildContext): Promise<readonly Choice[]> {
  const text = typed.trim();
  const found = await searchPeople(foldName(text.replace(/^@/, "")), ctx, 5 * maxPeople);
  const free = found.filter(({ discordUserId }) => discordUserId === undefined).slice(0, maxPeople);
  return withTypedId(text, free.map(choice));
}

/** All of them, if a select has room for everyone; a part of them would only hide the others. */
export async function allUnconnected(ctx: GuildContext): Promise<readonly Choice[]> {
  const found = await suggestUnconnected("", ctx);
  return found.length < maxPeople ? found : [];
}

/** People and the workspace's system actors, for orders. */
export async function suggestActors(typed: string, ctx: GuildContext): Promise<readonly Choice[]> {
  const folded = foldName(typed);
  const actors = systemActors
    .filter(({ userId, name }) => userId.startsWith(folded) || foldName(name).includes(folded))
    .map(({ userId, name }) => ({ name: `${name} · ${userId}`, value: userId }));
  return [...(await suggestPeople(typed, ctx)), ...actors];
}

/** For options where staff may only choose themselves: they see only themselves, if that matches what they typed. */
export async function suggestSelfOrPeople(typed: string, ctx: GuildContext): Promise<readonly Choice[]> {
  if (canUseForOthers(ctx.invoker)) return suggestPeople(typed, ctx);
  const own = await ownAccount(ctx);
  return own !== undefined && isNamed(typed.trim(), own) ? [meChoice(own)] : [];
}

async function find(text: string, ctx: GuildContext): Promise<readonly Choice[]> {
  const { store, guildId } = ctx;
  const mentioned = mentionedIn(text);
  if (mentioned !== undefined) {
    const account = await store.accounts.ofMember(guildId, mentioned);
    return account === undefined ? [] : [choice(account)];
  }
  const folded = foldName(text.replace(/^@/, ""));
  const [own, others] = await Promise.all([ownAccount(ctx), searchPeople(folded, ctx, maxPeople)]);
  // The caller is the most likely choice, and "me" can't be anyone else.
  if (own === undefined || !"me".startsWith(folded)) return others.map(choice);
  return [meChoice(own), ...others.filter(({ userId }) => userId !== own.userId).map(choice)];
}

/** Whether the typed text may mean the caller's own account. */
function isNamed(
  text: string,
  { discordUserId, userId, displayName, username, memberName }: Account,
): boolean {
  const mentioned = mentionedIn(text);
  if (mentioned !== undefined) return mentioned === discordUserId;
  const folded = foldName(text.replace(/^@/, ""));
  return ["me", userId, displayName, username ?? "", memberName].some((name) =>
    foldName(name).includes(folded),
  );
}

function choice(person: Candidate): Choice {
  const { userId, discordUserId } = person;
  // Only connected people are found by an id that could be a name.
  const isPlain = discordUserId !== undefined || looksLikeId(userId);
  return { name: accountLabel(person), value: isPlain ? userId : idText(userId) };
}

function meChoice(own: Account): Choice {
  return { name: `Me: ${accountLabel(own)}`, value: own.userId };
}

function isActor(userId: string): boolean {
  return systemActors.some((actor) => actor.userId === userId);
}
