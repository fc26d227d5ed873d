import { type ReminderKind, reminderKinds } from "../../src/domain/reminder-kinds.ts";
import type { Reminder } from "../../src/store/reminders.ts";
import type { Week } from "../../src/store/weeks.ts";
import { embed } from "../../src/ui/embed.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { relativeAndExact } from "../../src/ui/time.ts";

const hourMs = 60 * 60_000;

interface ReminderText {
  /** As a choice and in a list. */
  readonly name: string;
  /** When it comes. */
  readonly when: (reminder: Pick<Reminder, "hours">) => string;
  /** The same beside its name. */
  readonly timing: (reminder: Pick<Reminder, "hours">) => string;
}

export const reminderTexts: Readonly<Record<ReminderKind, ReminderText>> = {
  week: {
    name: "Before my week resets",
    when: ({ hours }) =>
      `I'll remind you ${pluralize(hours, "hour")} before your week resets if anything is still open.`,
    timing: ({ hours }) => `${pluralize(hours, "hour")} before, if anything is still open`,
  },
  assignment: {
    name: "A new assignment",
    when: () => "I'll tell you about new assignments when I next read your week, within six hours.",
    timing: () => "Within six hours of getting it",
  },
  marked: {
    name: "My week was marked",
    when: () => "I'll tell you how a week was marked when I next read your weeks, within six hours.",
    timing: () => "Within six hours, with the results",
  },
  order: {
    name: "My order is ready",
    when: () => "I'll tell you within minutes when an order for you is ready for pickup.",
    timing: () => "Within minutes, so you can pick it up",
  },
};

/** What a choice turned on and off. */
export interface ReminderChanges {
  readonly on: readonly ReminderKind[];
  readonly off: readonly ReminderKind[];
  /** Where they were turned on, if the server has several. */
  readonly workspaceName: string | undefined;
}

export interface ReminderState {
  /** Those that are on. */
  readonly reminders: readonly Reminder[];
  /** Those that were on when their workspace was unlinked. */
  readonly stopped: readonly Reminder[];
  /** The newest known one. */
  readonly week: Week | undefined;
  /** Just made. */
  readonly changes: ReminderChanges | undefined;
}

/** One that was just turned on. */
export function renderReminderOn(reminder: Reminder, week: Week | undefined, ctx: RenderContext): Reply {
  return {
    embeds: [
      embed({
        title: "Reminder on",
        tone: "done",
        description: joinParts(
          [
            `✅ ${reminderTexts[reminder.kind].when(reminder)}`,
            describePlace([reminder]),
            describeNext(reminder, week, ctx.now.epochMilliseconds),
            subtext(
              `Turn it off with the button under the reminder or with ${ctx.commandMention("remind off")}.`,
            ),
          ],
          "\n",
        ),
      }),
    ],
  };
}

/** All of them, on or off. */
export function renderReminders(state: ReminderState, ctx: RenderContext): Reply {
  const { reminders, stopped, week, changes } = state;
  const on = reminderKinds.flatMap((kind) => reminders.find((reminder) => reminder.kind === kind) ?? []);
  const off = reminderKinds.filter((kind) => !on.some((reminder) => reminder.kind === kind));
  const nowOff = off.filter((kind) => changes?.off.includes(kind));
  const isStopped = (kind: ReminderKind): boolean => stopped.some((reminder) => reminder.kind === kind);
  const wasOff = off.filter((kind) => !nowOff.includes(kind) && !isStopped(kind));
  const isNew = ({ kind }: Reminder): boolean => changes?.on.includes(kind) === true;
  const now = ctx.now.epochMilliseconds;
  return {
    embeds: [
      embed({
        title: "Your reminders",
        tone: on.length > 0 ? "done" : "information",
        description: joinParts(
          on.length === 0
            ? [
                `**All off${nowOff.length > 0 ? " now" : ""}.** Choose which ones you want below.`,
                describeStopped(off.filter(isStopped)),
              ]
            : [
                ...on.map((reminder) => describeOn(reminder, isNew(reminder), week, now)),
                describeOff("Now off", nowOff),
                describeOff("Off", wasOff),
                describeStopped(off.filter(isStopped)),
                subtext(describePlace(on)),
              ],
          "\n",
        ),
        footer: changes?.workspaceName ?? "",
      }),
    ],
  };
}

function describeOn(reminder: Reminder, isNew: boolean, week: Week | undefined, now: number): string {
  const { name, timing } = reminderTexts[reminder.kind];
  const when = joinParts([`${timing(reminder)}.`, describeNext(reminder, week, now)], " ");
  return `✅ **${name}**: ${isNew ? "now on" : "on"}\n${subtext(when)}`;
}

function describeOff(state: string, kinds: readonly ReminderKind[]): string | false {
  const names = kinds.map((kind) => reminderTexts[kind].name.toLowerCase());
  return names.length > 0 && `🔹 ${state}: ${names.join(", ")}`;
}

function describeStopped(kinds: readonly ReminderKind[]): string | false {
  const names = kinds.map((kind) => reminderTexts[kind].name.toLowerCase());
  const them = names.length === 1 ? "it" : "them";
  return (
    names.length > 0 &&
    `⚠️ Stopped when the workspace was unlinked: ${names.join(", ")}. Choose ${them} below to turn ${them} on again.`
  );
}

/** Where they come. The last one turned on speaks for all. */
function describePlace(reminders: readonly Reminder[]): string {
  const last = reminders.toSorted((a, b) => a.setAt - b.setAt).at(-1);
  return last === undefined || last.channelId === last.guildId
    ? "You'll get a private message. If you don't accept those, I can't reach you: turn the reminder on in a channel of the server instead."
    : `You'll get a private message. If you don't accept those, I'll mention you in <#${last.channelId}>, without your numbers.`;
}

function describeNext(
  { kind, hours, remindedWeek }: Reminder,
  week: Week | undefined,
  now: number,
): string | undefined {
  if (kind !== "week") return undefined;
  if (week === undefined || week.endsAt <= now)
    return "I don't know yet when your week resets. I'll find out within a few hours and remind you from then on.";
  if (remindedWeek !== undefined && remindedWeek >= week.weekStart)
    return "This week's reminder is done. The next one can come next week.";
  const at = week.endsAt - hours * hourMs;
  return at <= now
    ? "That time has already passed this week, so I'll check within a minute."
    : `Next: ${relativeAndExact(Temporal.Instant.fromEpochMilliseconds(at))}.`;
}
