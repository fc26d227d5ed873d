import { systemActorName } from "../../src/domain/user-ids.ts";
import type { AuditEntry } from "../../src/store/audit.ts";
import { code, inert } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { timeMark, type TimeMarkStyle } from "../../src/text/time.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import type { Names } from "../shared/people.ts";
import { changeOf, isToOneself, timesOf } from "./detail.ts";
import { peopleIn } from "./facts.ts";
import { sentenceOf } from "./sentences.ts";
import { actionOf, outcomes } from "./words.ts";

const most = { id: 48, value: 40, reference: 24 } as const;

/** One entry for people to read: a sentence, and in small print the ids behind it. */
export function entryText(
  entry: AuditEntry,
  { names, style }: { readonly names: Names; readonly style: TimeMarkStyle },
): string {
  const { outcome, at } = entry;
  const { mark, words } = outcomes[outcome];
  const first = joined([
    `${mark} ${sentence(entry, names)}`,
    outcome !== "done" && words,
    timeMark(Temporal.Instant.fromEpochMilliseconds(at), style),
  ]);
  const more = joined([
    changeWords(entry),
    targetWords(entry),
    ...unnamed(entry, names).map((userId) => `user ${code(userId, most.id)}`),
    timesWords(entry),
    referenceWords(entry),
  ]);
  return more === "" ? first : `${first}\n${smallPrint(more)}`;
}

function sentence(entry: AuditEntry, names: Names): string {
  const who = `<@${entry.discordUserId}>`;
  const person = (userId = ""): string => {
    const discordUserId = names.get(userId)?.discordUserId;
    if (isToOneself(entry.detail) || discordUserId === entry.discordUserId) return "**themselves**";
    return discordUserId === undefined ? (systemActorName(userId) ?? "somebody") : `<@${discordUserId}>`;
  };
  const said = sentenceOf(entry, { person });
  if (said === undefined) return `${who}: ${actionOf(entry.action)?.words ?? inert(entry.action, 60)}`;
  const [did, todo, what] = said;
  return entry.outcome === "done" ? `${who} ${did} ${what}` : `${who} tried to ${todo} ${what}`;
}

/** Those whom the sentence could not name. */
function unnamed(entry: AuditEntry, names: Names): readonly string[] {
  return [...new Set(peopleIn(entry))].filter(
    (userId) => !names.has(userId) && systemActorName(userId) === undefined && userId !== entry.target,
  );
}

/** What a sentence says already need not stand there twice. */
function targetWords({ action, target, detail }: AuditEntry): string | undefined {
  const { before, after } = changeOf(detail);
  if (target === undefined || target === before || target === after) return undefined;
  return actionOf(action)?.target === undefined ? code(target, most.id) : undefined;
}

/** Of a schedule, and of what has no sentence. */
function changeWords({ action, detail }: AuditEntry): string | undefined {
  if (!action.startsWith("schedule.") && actionOf(action) !== undefined) return undefined;
  const { before, after } = changeOf(detail);
  const words = (text: string) => inert(text, most.value);
  if (before !== "" && after !== "") return `${words(before)} → ${words(after)}`;
  if (after !== "") return `→ ${words(after)}`;
  return before === "" ? undefined : `was ${words(before)}`;
}

function timesWords({ detail }: AuditEntry): string | undefined {
  const times = timesOf(detail);
  return times === undefined ? undefined : `${counted(times, "more time")} within minutes`;
}

function referenceWords({ reference }: AuditEntry): string | undefined {
  return reference && `reference ${code(reference, most.reference)}`;
}
