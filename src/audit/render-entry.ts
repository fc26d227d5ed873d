import { systemActorName } from "../domain/service-ids.ts";
import type { AuditEntry } from "../store/audit.ts";
import { inlineCode, escapeMarkdown } from "../ui/escape.ts";
import { pluralize } from "../ui/numbers.ts";
import { relativeAndExact, shortAgo, timestamp, type TimestampStyle } from "../ui/time.ts";
import { joinParts, subtext, unbroken } from "../ui/lines.ts";
import { describePerson, type Names } from "../ui/people.ts";
import { actionOf, changeOf, type ChangeTexts, isToOneself, outcomes, timesOf, wasFound } from "./actions.ts";
import { peopleIn } from "./sentence-parts.ts";
import { briefSentenceOf, readable } from "./brief-sentences.ts";
import { sentenceOf, type SentenceEntry, type SentenceNames, type Sentence } from "./sentences.ts";

const maxAmount = { id: 48, value: 40, scheduleValue: 120, wholeValue: 1_000, reference: 24 } as const;

/** One entry in a channel: a sentence, with ids in small print. */
export function entryText(
  entry: AuditEntry,
  { names, style }: { readonly names: Names; readonly style: TimestampStyle },
): string {
  const { outcome, at } = entry;
  const { mark, label } = outcomes[outcome];
  const first = joinParts([
    `${mark} ${sentence(entry, names)}`,
    outcome !== "done" && label,
    timestamp(momentOf(at), style),
  ]);
  const more = joinParts([
    describeChange(entry),
    describeTarget(entry),
    ...unnamed(entry, names).map((userId) => `user ${inlineCode(userId, maxAmount.id)}`),
    describeTimes(entry),
    wasFound(entry.detail) && foundText,
    describeReference(entry),
  ]);
  return more === "" ? first : `${first}\n${subtext(more)}`;
}

/** One entry in a list: one line on a phone, with a mark only if it wasn't done. */
export function entryLine(
  entry: AuditEntry,
  { names, now }: { readonly names: Names; readonly now: Temporal.Instant },
): string {
  const { outcome, at, detail } = entry;
  const mark = outcome === "done" ? "" : `${outcomes[outcome].mark} `;
  const times = timesOf(detail);
  const what = joinParts([
    `${mark}${sentence(entry, names, briefSentenceOf)}`,
    times !== undefined && `${times}×`,
  ]);
  const age = shortAgo(momentOf(at), now);
  // The age never stands alone on a line.
  return age === undefined ? what : `${what}${unbroken(` · ${age}`)}`;
}

/** Everything about one entry. */
export function wholeEntryText(entry: AuditEntry, names: Names): string {
  const { outcome, at, id, target, detail } = entry;
  const { mark, label } = outcomes[outcome];
  const { before, after } = changeOf(detail);
  const shown = (text: string): string =>
    entry.action.startsWith("schedule.")
      ? scheduleText(withoutSentence(text, { before, after }), maxAmount.wholeValue)
      : escapeMarkdown(readable(text), maxAmount.wholeValue);
  const change =
    before === "" && after === ""
      ? undefined
      : before === ""
        ? shown(after)
        : `${shown(before)} → ${after === "" ? "—" : shown(after)}`;
  return joinParts(
    [
      sentence(entry, names, (about, people) => sentenceOf(about, { ...people, text: readable })),
      `${mark} ${joinParts([upperFirst(label), wasFound(detail) && foundText], ", ")}`,
      change,
      describeTimes(entry),
      relativeAndExact(momentOf(at)),
      subtext(
        joinParts([
          target !== undefined && `On ${inlineCode(target, maxAmount.id)}`,
          ...[...new Set(peopleIn(entry))].map((userId) => `user ${inlineCode(userId, maxAmount.id)}`),
          describeReference(entry),
          `entry ${inlineCode(id, maxAmount.id)}`,
        ]),
      ),
    ],
    "\n",
  );
}

const foundText = "found after its outcome was unknown";

function momentOf(at: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(at);
}

function upperFirst(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

type Describe = (entry: SentenceEntry, names: SentenceNames) => Sentence | undefined;

function sentence(entry: AuditEntry, names: Names, describe: Describe = sentenceOf): string {
  const who = `<@${entry.discordUserId}>`;
  const person = (userId = ""): string => {
    const isOwn = names.get(userId)?.discordUserId === entry.discordUserId;
    return isOwn || isToOneself(entry.detail) ? "**themselves**" : describePerson(userId, names);
  };
  const described = describe(entry, { person });
  if (described === undefined)
    return `${who}: ${actionOf(entry.action)?.label ?? escapeMarkdown(entry.action, 60)}`;
  const [did, todo, what] = described;
  return entry.outcome === "done" ? `${who} ${did} ${what}` : `${who} tried to ${todo} ${what}`;
}

/** People the sentence couldn't name. */
function unnamed(entry: AuditEntry, names: Names): readonly string[] {
  return [...new Set(peopleIn(entry))].filter(
    (userId) => !names.has(userId) && systemActorName(userId) === undefined && userId !== entry.target,
  );
}

/** Leaves out what the sentence already says. */
function describeTarget({ action, target, detail }: AuditEntry): string | undefined {
  const { before, after } = changeOf(detail);
  if (target === undefined || target === before || target === after) return undefined;
  return actionOf(action)?.target === undefined ? inlineCode(target, maxAmount.id) : undefined;
}

/** For schedules, and for actions without a sentence. */
function describeChange({ action, detail }: AuditEntry): string | undefined {
  const isSchedule = action.startsWith("schedule.");
  if (!isSchedule && actionOf(action) !== undefined) return undefined;
  const { before, after } = changeOf(detail);
  const label = (text: string) =>
    isSchedule ? scheduleText(text, maxAmount.scheduleValue) : escapeMarkdown(text, maxAmount.value);
  if (before !== "" && after !== "") return `${label(before)} → ${label(after)}`;
  if (after !== "") return `→ ${label(after)}`;
  return before === "" ? undefined : `was ${label(before)}`;
}

/** A schedule that was added or removed, without its kind and channel, which the sentence names. */
function withoutSentence(text: string, { before, after }: ChangeTexts): string {
  return before !== "" && after !== "" ? text : text.replace(/^[^·]+ · in <#\d+> · /, "");
}

/** With its channels and roles as mentions: what changed of a schedule is written by us. */
function scheduleText(text: string, maxLength: number): string {
  return escapeMarkdown(text, maxLength).replace(/\\<(?:\\#|\\@(&))(\d{1,20})\\>/g, (_all, ofRole, id) =>
    ofRole === undefined ? `<#${id}>` : `<@&${id}>`,
  );
}

function describeTimes({ detail }: AuditEntry): string | undefined {
  const times = timesOf(detail);
  return times === undefined ? undefined : `${pluralize(times, "more time")} within five minutes`;
}

function describeReference({ reference }: AuditEntry): string | undefined {
  return reference && `reference ${inlineCode(reference, maxAmount.reference)}`;
}
