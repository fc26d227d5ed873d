import { foldNames, foldName, isAlmost } from "../../src/domain/search.ts";
import { findMachine, type Machine } from "../../src/domain/machines.ts";
import {
  idKinds,
  isLink,
  isServiceId,
  looksLikeId,
  parseMarkedId,
  readServiceId,
} from "../../src/domain/service-ids.ts";
import { UnfixableError, UserError } from "../../src/errors.ts";
import { plainMarks } from "../../src/typed-text.ts";
import { findLink, type GuildContext } from "../../src/interactions/handler-context.ts";
import type { Account } from "../../src/store/accounts.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { escapeMarkdown, inlineCode, plainText } from "../../src/ui/escape.ts";
import {
  formatAccountLabel,
  describeAccount,
  describeDisplay,
  type NamedPerson,
} from "../../src/ui/people.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { Row } from "../../src/ui/reply.ts";

/** A person that a name may refer to, connected or not. */
export interface Candidate extends NamedPerson {
  readonly username?: string | undefined;
  readonly memberName?: string | undefined;
}

/** People with a name that equals this folded text, connected people first. */
export function findNamed(folded: string, ctx: GuildContext, limit: number): Promise<readonly Candidate[]> {
  return find("named", folded, ctx, limit);
}

const maxNamesakes = 20;

/** The user id of whoever is certainly meant by a name in a sentence, where any word may stand. */
export async function findOnlyNamed(name: string, ctx: GuildContext): Promise<string | undefined> {
  const folded = foldName(name.replace(/^@/, ""));
  const [only, second] = await findNamed(folded, ctx, 2);
  if (only !== undefined) return second === undefined ? only.userId : undefined;
  if (/^\d{4,20}$/.test(name)) return name;
  // A first name is enough if only one person has it; a part of a word is not.
  const close = (await searchPeople(folded, ctx, maxNamesakes)).filter((person) =>
    [person.displayName, person.memberName ?? ""].some((each) => foldName(each).split(" ").includes(folded)),
  );
  return close.length === 1 ? close[0]?.userId : undefined;
}

/** The best matches, connected people first. */
export function searchPeople(
  folded: string,
  ctx: GuildContext,
  limit: number,
): Promise<readonly Candidate[]> {
  return find("search", folded, ctx, limit);
}

async function find(
  how: "named" | "search",
  folded: string,
  ctx: GuildContext,
  limit: number,
): Promise<readonly Candidate[]> {
  const { guildId, store } = ctx;
  const [accounts, people] = await Promise.all([
    store.accounts[how](guildId, folded, limit),
    store.people[how](guildId, findLink(ctx)?.linkKey, folded, limit),
  ]);
  // A person may be known through several links, or by a name other than their account's.
  const connected = await store.accounts.ofUsers(
    guildId,
    people.map(({ userId }) => userId),
  );
  const byId = new Map<string, Candidate>();
  for (const account of [...accounts, ...connected]) byId.set(account.userId, account);
  for (const { userId, displayName, username } of people)
    if (displayName !== undefined && !byId.has(userId)) byId.set(userId, { userId, displayName, username });
  return [...byId.values()].slice(0, limit);
}

/** The caller's account. A member's new name is saved, so that they are found by it. */
export async function readOwnAccount({
  self,
  invoker,
  store,
  log,
}: Pick<GuildContext, "self" | "invoker" | "store" | "log">): Promise<Account | undefined> {
  const account = await self();
  if (account === undefined || account.memberName === invoker.displayName) return account;
  const { guildId, discordUserId, displayName, username, avatarUrl } = account;
  const names = { displayName, username, avatarUrl, memberName: invoker.displayName };
  try {
    await store.accounts.refresh(guildId, discordUserId, names, foldNames(names));
  } catch (error) {
    log.warn("couldn't save the new name of a member", { guildId, error });
  }
  return { ...account, ...names };
}

/** Makes the custom id of a button that continues with the person of this user id. */
export type WhichButton = (userId: string) => string;

interface PersonLookup {
  /** The option's or field's name, for sentences. */
  readonly field: string;
  /** Whether a machine of the workspace is accepted. */
  readonly machines?: boolean;
  readonly which?: WhichButton;
  /** After a refusal. */
  readonly notDone?: string;
}

const nothingSent = "nothing was sent";
/** Of what only shows something, nobody wonders whether it was done. */
export const nothingShown = "";

/** `, so nothing was sent`, or nothing after what only shows something. */
export function describeNotDone(notDone: string): string {
  return notDone === "" ? "" : `, so ${notDone}`;
}

/** As many as fit into one row of buttons. */
const maxCandidates = 5;

/**
 * The user id that a text refers to: `me`, a mention, a user id, a profile link, or a name or username ignoring case
 * and accents, or a part of one if only one person's has it. A user id is accepted whether or not it is connected; if it could also be a name, only if nobody has
 * that name.
 * @throws UserError if it matches nobody, or more than one person
 */
export async function resolvePerson(text: string, ctx: GuildContext, lookup: PersonLookup): Promise<string> {
  const typed = text.trim();
  const { notDone = nothingSent } = lookup;
  const mentioned = findMentioned(typed);
  if (mentioned !== undefined)
    return resolveMember(
      mentioned,
      ctx,
      notDone,
      " Type their name in the workspace or their user id instead of choosing them.",
    );
  const folded = foldName(typed.replace(/^@/, ""));
  if (folded === "me") return resolveSelf(ctx, notDone);
  const machine = await findMeantMachine(typed, folded, ctx);
  if (machine !== undefined) {
    if (lookup.machines === true) return machine.userId;
    throw new UserError(
      `${plainText(machine.userId, 64)} is ${escapeMarkdown(machine.name, 60)} in the workspace, not a person${describeNotDone(notDone)}. Type a person's name or user id in \`${lookup.field}\`. If it is a person, an admin can say so with *Machines…* in ${ctx.commandMention("link status")}.`,
    );
  }
  const id = isLink(typed) ? readServiceId(typed, idKinds.user) : (parseMarkedId(typed) ?? findDigits(typed));
  if (id !== undefined) return resolveId(id, ctx);
  const known = isServiceId(typed) ? await ctx.store.accounts.ofUser(ctx.guildId, typed) : undefined;
  return known?.userId ?? resolveNamed(typed, folded, ctx, lookup);
}

/** The machine with this id or name, unless a person is connected with it. */
async function findMeantMachine(
  typed: string,
  folded: string,
  ctx: GuildContext,
): Promise<Machine | undefined> {
  const machines = await ctx.machines.list(ctx.guildId, findLink(ctx)?.linkKey);
  const userId = findDigits(typed) ?? parseMarkedId(typed) ?? typed;
  const machine = findMachine(userId, machines) ?? machines.find(({ name }) => foldName(name) === folded);
  if (machine === undefined) return undefined;
  const person = await ctx.store.accounts.ofUser(ctx.guildId, machine.userId);
  return person === undefined ? machine : undefined;
}

/** Names never consist only of digits. */
function findDigits(text: string): string | undefined {
  const digits = plainMarks(text);
  return /^[0-9]+$/.test(digits) && isServiceId(digits) ? digits : undefined;
}

/** The mentioned member, if the text is only a mention. */
export function findMentioned(text: string): string | undefined {
  return /^<@!?(\d{1,20})>$/.exec(text)?.[1];
}

async function resolveSelf(ctx: GuildContext, notDone: string): Promise<string> {
  const own = await readOwnAccount(ctx);
  if (own !== undefined) return own.userId;
  throw createNotConnectedError(ctx, notDone);
}

/** @param instead what else the caller can do, if anything */
export function createNotConnectedError(
  { commandMention }: Pick<GuildContext, "commandMention">,
  notDone: string,
  instead = "",
): UserError {
  return new UnfixableError(
    `You aren't connected to a workspace user yet${describeNotDone(notDone)}. Connect yourself with ${commandMention("account connect")}${instead}.`,
    { components: createThisIsMeRow() },
  );
}

/** @param instead what else the caller can do, if anything */
async function resolveMember(
  discordUserId: string,
  { store, guildId, commandMention }: GuildContext,
  notDone: string,
  instead = "",
): Promise<string> {
  const account = await store.accounts.ofMember(guildId, discordUserId);
  if (account !== undefined) return account.userId;
  throw new UserError(
    `<@${discordUserId}> isn't connected to a workspace user${describeNotDone(notDone)}.${instead} A manager can connect them with ${commandMention("account connect")} and its \`person\` option.`,
  );
}

/** Someone may have copied the member's id instead of the user's; both are only digits. */
async function resolveId(id: string, { store, guildId }: GuildContext): Promise<string> {
  const [user, member] = await Promise.all([
    store.accounts.ofUser(guildId, id),
    store.accounts.ofMember(guildId, id),
  ]);
  return user === undefined && member !== undefined ? member.userId : id;
}

async function resolveNamed(
  typed: string,
  folded: string,
  ctx: GuildContext,
  { field, which, notDone = nothingSent }: PersonLookup,
): Promise<string> {
  const exact = folded === "" ? [] : await findNamed(folded, ctx, maxCandidates + 1);
  const [only, second] = exact;
  if (only !== undefined && second === undefined) return only.userId;
  const quoted = `“${escapeMarkdown(typed, 60)}”`;
  if (only !== undefined)
    throw askWhich(`${quoted} matches more than one person${describeNotDone(notDone)}`, exact, field, which);
  const close = folded === "" ? [] : await searchPeople(folded, ctx, maxCandidates);
  const [closest] = close;
  // Whatever is written about them is previewed, with their name.
  if (closest !== undefined && close.length === 1 && hasInName(closest, folded)) return closest.userId;
  if (close.length > 0)
    throw askWhich(
      `There's nobody called exactly ${quoted} here${describeNotDone(notDone)}`,
      close,
      field,
      which,
    );
  if (looksLikeId(typed)) return typed;
  const almost = await findAlmostNamed(folded, ctx);
  if (almost.length > 0)
    throw askWhich(`I don't know ${quoted}${describeNotDone(notDone)}. Similar names`, almost, field, which);
  const marked =
    isServiceId(typed) && /[0-9]/.test(typed)
      ? ` If that is a user id, type \`id:${plainText(typed, 64)}\`.`
      : "";
  throw new UserError(
    `I don't know ${quoted}${describeNotDone(notDone)}. Check the spelling, or type their user id.${marked}`,
  );
}

/** Among those who have its first letters in a name. */
const maxCompared = 200;

/** People one of whose names, or a word of it, is this one but for a slip. */
export async function findAlmostNamed(folded: string, ctx: GuildContext): Promise<readonly Candidate[]> {
  const words = folded.split(/\s+/);
  const compared = folded.length < 2 ? [] : await searchPeople(folded.slice(0, 2), ctx, maxCompared);
  return compared.filter(({ displayName, username, memberName = displayName }) =>
    foldNames({ displayName, username, memberName })
      .map((name) => name.split(/\s+/))
      .some(
        (those) =>
          isAlmost(words, those) || (words.length === 1 && those.some((word) => isAlmost(words, [word]))),
      ),
  );
}

/** A search also finds ids that begin with the text. */
function hasInName({ displayName, username, memberName = displayName }: Candidate, folded: string): boolean {
  return foldNames({ displayName, username, memberName }).some((name) => name.includes(folded));
}

function askWhich(
  reason: string,
  candidates: readonly Candidate[],
  field: string,
  which: WhichButton | undefined,
): UserError {
  const shown = candidates.slice(0, maxCandidates);
  const more = candidates.length > shown.length ? ", and more" : "";
  const candidateList = shown
    .map((person) => `${describeCandidate(person)} ${inlineCode(person.userId)}`)
    .join(", ");
  const next =
    which === undefined
      ? `Type the user id in \`${field}\`.`
      : `Choose below, or type the user id in \`${field}\`.`;
  return new UserError(`${reason}: ${candidateList}${more}. ${next}`, {
    components:
      which === undefined
        ? []
        : createButtonRow(
            ...shown.map((account) =>
              createButton({ customId: which(account.userId), label: formatAccountLabel(account) }),
            ),
          ),
  });
}

function describeCandidate({ discordUserId, ...person }: Candidate): string {
  return discordUserId === undefined
    ? describeDisplay(person)
    : describeAccount({ ...person, discordUserId });
}

/** Opens the form in which members say who they are in the workspace. */
export const thisIsMeId = defineCustomId("account.this-is-me", {});

/** For any message that finds its reader not connected. */
export function createThisIsMeRow(): readonly Row[] {
  return createButtonRow(
    createButton({ customId: thisIsMeId.encode({}), label: "This is me", style: "primary" }),
  );
}

/** The same for a message that may be private: only a server's members can be connected there. */
export function createThisIsMeRowIn({ isPrivate }: Pick<GuildContext, "isPrivate">): readonly Row[] {
  return isPrivate ? [] : createThisIsMeRow();
}
