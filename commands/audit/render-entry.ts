import { z } from "zod";
import type { AuditEntry } from "../../src/store/audit.ts";
import { inlineCode, escapeMarkdown, plainText } from "../../src/ui/escape.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import {
  formatRelativeAndExact,
  formatShortAgo,
  timestamp,
  type TimestampStyle,
  formatWeekdayAndDate,
} from "../../src/ui/time.ts";
import { joinParts, subtext, withoutBreaks, truncate } from "../../src/ui/lines.ts";
import {
  describePerson,
  formatPersonInTitle,
  formatPlainPerson,
  type Names,
  readNames,
} from "../../src/ui/people.ts";
import type { AuditActions, Facts, Sentence, SentenceNames } from "../../src/interactions/audit-action.ts";
import { findAction, parseChange, isToOneself, outcomes, parseOccurrences, wasFound } from "./actions.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { LinkMachines } from "../../src/link-machines.ts";
import type { NotedPeople } from "../../src/noted-people.ts";
import type { Store } from "../../src/store/store.ts";
import { type Formats, usualDateStyle } from "../../src/ui/formats.ts";

/** What a sentence about an entry is made from. */
type SentenceEntry = Pick<AuditEntry, "action" | "target" | "detail">;

interface Words extends SentenceNames {
  readonly actions: AuditActions;
  /** Formats a text of the entry; left out, texts stay as they are. */
  readonly text?: (text: string) => string;
}

/** `undefined` for an unknown action. */
type BuildSentence = (entry: SentenceEntry, words: Words) => Sentence | undefined;

export const buildSentence: BuildSentence = ({ action, target, detail }, { actions, text, ...names }) =>
  findAction(action, actions)?.say(createFacts(detail, text), target, names);

/** No id that stands for a person here is longer. */
const maxTextLength = 24;

/** One line on a phone; opening the entry shows the rest. */
const buildBriefSentence: BuildSentence = ({ action, target, detail }, { actions, ...names }) => {
  const declared = findAction(action, actions);
  if (declared === undefined) return undefined;
  const facts = createFacts(detail, (value) => truncate(toReadable(value), maxTextLength));
  const [did, todo, what] = declared.say(facts, target, names);
  return [did, todo, declared.brief?.(facts, target, names) ?? what];
};

/** A value without its Markdown; a day as `Wed 18 Nov`. */
function toReadable(value: string): string {
  return value.replace(/\*+/g, "").replace(/\b\d{4}-\d\d-\d\d\b/g, (day) => {
    try {
      return formatWeekdayAndDate(Temporal.PlainDate.from(day), usualDateStyle);
    } catch {
      return day;
    }
  });
}

/** Ids of the workspace users an entry is about, whose names are shown. */
function listPeopleIn({ action, target, detail }: SentenceEntry, actions: AuditActions): readonly string[] {
  const is = createFacts(detail);
  const about = findAction(action, actions)?.target === "user" ? target : undefined;
  return [is("userId"), is("person", "userId"), is("customer"), about].filter((id) => id !== undefined);
}

const Fields = z.record(z.string(), z.unknown());
const Texts = z.array(z.string());

/** Any version of the bot may have written the details, so nothing is taken for granted. */
function createFacts(detail: unknown, shown: (text: string) => string = (text) => text): Facts {
  const at = (path: readonly string[]): unknown =>
    path.reduce((value: unknown, name) => Fields.safeParse(value).data?.[name], detail);
  const fact = (...path: readonly string[]): string | undefined => {
    const value = at(path);
    if (typeof value === "string") return shown(value);
    return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
  };
  return Object.assign(fact, { list: (name: string) => Texts.safeParse(at([name])).data ?? [] });
}

const maxAmount = { id: 48, value: 40, scheduleValue: 120, wholeValue: 1_000, reference: 24 } as const;

/** What entries are described with. */
export interface EntryWords {
  /** Names of the people they are about. */
  readonly names: Names;
  readonly actions: AuditActions;
}

/** What more than a line about one is described with. */
export interface WholeEntryWords extends EntryWords {
  /** What the server calls its workspaces, by their ids. */
  readonly workspaces: ReadonlyMap<string, string>;
}

/** One entry in a channel: a sentence, with ids in small print. */
export function describeEntry(
  entry: AuditEntry,
  { style, ...words }: WholeEntryWords & { readonly style: TimestampStyle },
): string {
  const { outcome, at } = entry;
  const { mark, label } = outcomes[outcome];
  const first = joinParts([
    `${mark} ${formatSentence(entry, words)}`,
    outcome !== "done" && label,
    timestamp(toInstant(at), style),
  ]);
  const more = joinParts([
    describeWorkspace(entry, words),
    describeChange(entry, words),
    describeTarget(entry, words),
    ...findUnnamed(entry, words).map((userId) => `user ${inlineCode(userId, maxAmount.id)}`),
    describeTimes(entry),
    wasFound(entry.detail) && foundText,
    describeReference(entry),
  ]);
  return more === "" ? first : `${first}\n${subtext(more)}`;
}

/** One entry in a list: one line on a phone, with a mark only if it wasn't done. */
export function formatEntryLine(entry: AuditEntry, words: Formats & EntryWords): string {
  const { outcome, at, detail } = entry;
  const mark = outcome === "done" ? "" : `${outcomes[outcome].mark} `;
  const times = parseOccurrences(detail);
  const what = joinParts([
    `${mark}${formatSentence(entry, words, buildBriefSentence)}`,
    times !== undefined && `${times}×`,
  ]);
  const age = formatShortAgo(at, words);
  // The age never stands alone on a line.
  return age === undefined ? what : `${what}${withoutBreaks(` · ${age}`)}`;
}

const maxActorLength = 30;

/**
 * One entry in a menu: `Theo · Gift activity · Noor`.
 * @param members what they are called, by Discord id, as far as that is known
 */
export function labelEntry(
  { action, discordUserId, target }: AuditEntry,
  members: ReadonlyMap<string, string>,
  { names, actions }: EntryWords,
): string {
  const known = findAction(action, actions);
  const who = plainText(members.get(discordUserId ?? "") ?? "", maxActorLength);
  const isAboutUser = known?.target === "user" && target !== undefined;
  return joinParts([who, known?.label ?? action, isAboutUser && formatPlainPerson(target, names)]);
}

/** Everything about one entry. */
export function describeWholeEntry(entry: AuditEntry, words: WholeEntryWords): string {
  const { outcome, at, id, target, detail } = entry;
  const { mark, title } = outcomes[outcome];
  const { before, after } = parseChange(detail);
  const declared = findAction(entry.action, words.actions);
  const rest = before === "" || after === "" ? declared?.describeRest?.(detail) : undefined;
  const shown = (text: string): string =>
    declared?.describesChange
      ? escapeScheduleText(rest ?? text, maxAmount.wholeValue)
      : escapeMarkdown(toReadable(text), maxAmount.wholeValue);
  const change =
    before === "" && after === ""
      ? undefined
      : before === ""
        ? shown(after)
        : `${shown(before)} → ${after === "" ? "—" : shown(after)}`;
  return joinParts(
    [
      formatSentence(entry, words, (about, people) => buildSentence(about, { ...people, text: toReadable })),
      `${mark} ${joinParts([title, wasFound(detail) && foundText], ", ")}`,
      change,
      describeTimes(entry),
      formatRelativeAndExact(toInstant(at)),
      subtext(
        joinParts([
          describeWorkspace(entry, words),
          target !== undefined && `On ${inlineCode(target, maxAmount.id)}`,
          ...[...new Set(listPeopleIn(entry, words.actions))].map(
            (userId) => `user ${inlineCode(userId, maxAmount.id)}`,
          ),
          describeReference(entry),
          `entry ${inlineCode(id, maxAmount.id)}`,
        ]),
      ),
    ],
    "\n",
  );
}

const foundText = "found after its outcome was unknown";

function toInstant(at: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(at);
}

function formatSentence(
  entry: AuditEntry,
  { names, actions }: EntryWords,
  build: BuildSentence = buildSentence,
): string {
  const who = `<@${entry.discordUserId}>`;
  const declared = findAction(entry.action, actions);
  const person = (userId = ""): string => {
    const isOwn = names.get(userId)?.discordUserId === entry.discordUserId;
    // Who is connected to this account now may not have been then.
    if (isOwn && declared?.target === "user") return formatPersonInTitle(userId, names);
    return isOwn || isToOneself(entry.detail) ? "**themselves**" : describePerson(userId, names);
  };
  const sentence = build(entry, { actions, person });
  if (sentence === undefined) return `${who}: ${escapeMarkdown(entry.action, 60)}`;
  const [did, todo, what] = sentence;
  return entry.outcome === "done" ? `${who} ${did} ${what}` : `${who} tried to ${todo} ${what}`;
}

/** The workspace it was in, unless the server has only that one. */
function describeWorkspace({ workspaceId }: AuditEntry, { workspaces }: WholeEntryWords): string | undefined {
  if (workspaceId === undefined || (workspaces.size === 1 && workspaces.has(workspaceId))) return undefined;
  const name = escapeMarkdown(workspaces.get(workspaceId) ?? "", 60);
  return name || `workspace ${inlineCode(workspaceId, maxAmount.id)}`;
}

/** For what describes entries. */
export async function readWorkspacesInEntries({
  guildId,
  store,
}: Pick<NamesParts, "guildId" | "store">): Promise<WholeEntryWords["workspaces"]> {
  const links = await store.guildLinks.list(guildId);
  return new Map(links.map(({ workspaceId, name }) => [workspaceId, name]));
}

/** People the sentence couldn't name. */
function findUnnamed(entry: AuditEntry, { names, actions }: EntryWords): readonly string[] {
  return [...new Set(listPeopleIn(entry, actions))].filter(
    (userId) => !names.has(userId) && userId !== entry.target,
  );
}

/** Leaves out what the sentence already says. */
function describeTarget({ action, target, detail }: AuditEntry, { actions }: EntryWords): string | undefined {
  const { before, after } = parseChange(detail);
  const kind = findAction(action, actions)?.target;
  if (target === undefined || target === before || target === after) return undefined;
  return kind === "role" || kind === "channel" ? undefined : inlineCode(target, maxAmount.id);
}

/** Where the bot wrote what changed, and for unknown actions. */
function describeChange({ action, detail }: AuditEntry, { actions }: EntryWords): string | undefined {
  const declared = findAction(action, actions);
  if (declared !== undefined && !declared.describesChange) return undefined;
  const { before, after } = parseChange(detail);
  const label = (text: string) =>
    declared === undefined
      ? escapeMarkdown(text, maxAmount.value)
      : escapeScheduleText(text, maxAmount.scheduleValue);
  if (before !== "" && after !== "") return `${label(before)} → ${label(after)}`;
  if (after !== "") return `→ ${label(after)}`;
  return before === "" ? undefined : `was ${label(before)}`;
}

/** With its channels and roles as mentions: what changed of a schedule is written by us. */
function escapeScheduleText(text: string, maxLength: number): string {
  return escapeMarkdown(text, maxLength).replace(/\\<(?:\\#|\\@(&))(\d{1,20})\\>/g, (_all, ofRole, id) =>
    ofRole === undefined ? `<#${id}>` : `<@&${id}>`,
  );
}

function describeTimes({ detail }: AuditEntry): string | undefined {
  const times = parseOccurrences(detail);
  return times === undefined ? undefined : `${pluralize(times, "more time")} within five minutes`;
}

function describeReference({ reference }: AuditEntry): string | undefined {
  return reference && `reference ${inlineCode(reference, maxAmount.reference)}`;
}

/** What those who made the entries are called, as far as that is known, by their Discord ids. */
export async function readActors(
  entries: readonly AuditEntry[],
  { guildId, store, invoker }: Pick<GuildContext, "guildId" | "store" | "invoker">,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(entries.map(({ discordUserId }) => discordUserId));
  const accounts = await Promise.all([...ids].map((id) => store.accounts.ofMember(guildId, id)));
  const named = accounts.flatMap((account) =>
    account === undefined ? [] : [[account.discordUserId, account.memberName] as const],
  );
  return new Map([[invoker.discordUserId, invoker.displayName] as const, ...named]);
}

interface NamesParts {
  readonly guildId: string;
  readonly store: Pick<Store, "accounts" | "people" | "guildLinks">;
  readonly machines: LinkMachines;
  readonly noted: NotedPeople;
  readonly auditActions: AuditActions;
}

/**
 * Names of the people that entries are about. Unknown ones are queued to be looked up, except those of a refused
 * attempt, which may contain any id that someone typed.
 */
export async function readNamesInEntries(
  entries: readonly AuditEntry[],
  { guildId, store, machines, noted, auditActions }: NamesParts,
): Promise<Names> {
  const listPeople = (entry: AuditEntry) => listPeopleIn(entry, auditActions);
  const names = await readNames(entries.flatMap(listPeople), { guildId, store, machines });
  const isUnnamed = (userId: string): boolean => !names.has(userId);
  const unnamed = entries.filter((entry) => entry.outcome === "done" && listPeople(entry).some(isUnnamed));
  if (unnamed.length === 0) return names;
  const links = await store.guildLinks.list(guildId);
  for (const entry of unnamed) {
    const { workspaceId } = entry;
    const link =
      workspaceId === undefined ? links[0] : links.find((each) => each.workspaceId === workspaceId);
    if (link !== undefined) noted.note(link, listPeople(entry).filter(isUnnamed));
  }
  return names;
}
