import { systemActorName } from "../domain/ids.ts";
import type { AuditEntry } from "../store/audit.ts";
import { inlineCode, escapeMarkdown } from "../ui/escape.ts";
import { pluralize } from "../ui/numbers.ts";
import { timestamp, type TimestampStyle } from "../ui/time.ts";
import { joinParts, subtext } from "../ui/lines.ts";
import { describePerson, type Names } from "../ui/people.ts";
import { actionOf, changeOf, isToOneself, outcomes, timesOf } from "./actions.ts";
import { peopleIn } from "./facts.ts";
import { sentenceOf } from "./sentences.ts";

const maxAmount = { id: 48, value: 40, reference: 24 } as const;

/** One entry for people: a sentence, with ids in small print. */
export function entryText(
  entry: AuditEntry,
  { names, style }: { readonly names: Names; readonly style: TimestampStyle },
): string {
  const { outcome, at } = entry;
  const { mark, label } = outcomes[outcome];
  const first = joinParts([
    `${mark} ${sentence(entry, names)}`,
    outcome !== "done" && label,
    timestamp(Temporal.Instant.fromEpochMilliseconds(at), style),
  ]);
  const more = joinParts([
    describeChange(entry),
    describeTarget(entry),
    ...unnamed(entry, names).map((userId) => `user ${inlineCode(userId, maxAmount.id)}`),
    describeTimes(entry),
    describeReference(entry),
  ]);
  return more === "" ? first : `${first}\n${subtext(more)}`;
}

function sentence(entry: AuditEntry, names: Names): string {
  const who = `<@${entry.discordUserId}>`;
  const person = (userId = ""): string => {
    const isOwn = names.get(userId)?.discordUserId === entry.discordUserId;
    return isOwn || isToOneself(entry.detail) ? "**themselves**" : describePerson(userId, names);
  };
  const described = sentenceOf(entry, { person });
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

/** Nothing the sentence already says. */
function describeTarget({ action, target, detail }: AuditEntry): string | undefined {
  const { before, after } = changeOf(detail);
  if (target === undefined || target === before || target === after) return undefined;
  return actionOf(action)?.target === undefined ? inlineCode(target, maxAmount.id) : undefined;
}

/** For a schedule, and for what has no sentence. */
function describeChange({ action, detail }: AuditEntry): string | undefined {
  if (!action.startsWith("schedule.") && actionOf(action) !== undefined) return undefined;
  const { before, after } = changeOf(detail);
  const label = (text: string) => escapeMarkdown(text, maxAmount.value);
  if (before !== "" && after !== "") return `${label(before)} → ${label(after)}`;
  if (after !== "") return `→ ${label(after)}`;
  return before === "" ? undefined : `was ${label(before)}`;
}

function describeTimes({ detail }: AuditEntry): string | undefined {
  const times = timesOf(detail);
  return times === undefined ? undefined : `${pluralize(times, "more time")} within five minutes`;
}

function describeReference({ reference }: AuditEntry): string | undefined {
  return reference && `reference ${inlineCode(reference, maxAmount.reference)}`;
}
