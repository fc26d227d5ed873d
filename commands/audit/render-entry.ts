import { kindWords } from "../../src/boards/index.ts";
import type { AuditEntry } from "../../src/store/audit.ts";
import { code, inert } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { timeMark } from "../../src/text/time.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import { changeOf, isToOneself, scheduleOf, timesOf } from "./detail.ts";
import { actionOf, outcomes, type Thing } from "./words.ts";

const most = { target: 48, value: 40, reference: 24 } as const;

/** One entry of the record for people to read, in one line or two. */
export function entryText(entry: AuditEntry): string {
  const { outcome, discordUserId, at } = entry;
  const { mark, words } = outcomes[outcome];
  const when = timeMark(Temporal.Instant.fromEpochMilliseconds(at), "R");
  const first = joined([
    `${mark} **${nameOf(entry)}**`,
    outcome !== "done" && words,
    `<@${discordUserId}>`,
    when,
  ]);
  const more = joined([
    scheduleWords(entry),
    targetWords(entry),
    isToOneself(entry.detail) && "to themselves",
    changeWords(entry),
    timesWords(entry),
    referenceWords(entry),
  ]);
  return more === "" ? first : `${first}\n${smallPrint(more)}`;
}

function scheduleWords({ action, detail }: AuditEntry): string | undefined {
  const place = action.startsWith("schedule.") ? scheduleOf(detail) : undefined;
  if (place === undefined) return undefined;
  const { kind, channelId } = place;
  return `${inert(kindWords(kind), most.value)} in ${thingWords(channelId, "channel", (text) => code(text, most.target))}`;
}

function nameOf({ action }: AuditEntry): string {
  return actionOf(action)?.words ?? inert(action, 60);
}

/** What was set is its own target; it need not stand there twice. */
function targetWords({ action, target, detail }: AuditEntry): string | undefined {
  const { before, after } = changeOf(detail);
  if (target === before || target === after) return undefined;
  return target && thingWords(target, actionOf(action)?.target, (text) => code(text, most.target));
}

function changeWords({ action, detail }: AuditEntry): string | undefined {
  const { before, after } = changeOf(detail);
  const kind = actionOf(action)?.values;
  const words = (text: string) => thingWords(text, kind, (plainText) => inert(plainText, most.value));
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

/** A mark that Discord turns into a name, when the text is an id. */
function thingWords(text: string, kind: Thing = "text", otherwise: (text: string) => string): string {
  if (kind === "text" || !/^\d{1,20}$/.test(text)) return otherwise(text);
  return { role: `<@&${text}>`, channel: `<#${text}>`, member: `<@${text}>` }[kind];
}
