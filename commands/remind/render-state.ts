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
  /** On its button, behind "Turn on" or "Turn off". */
  readonly label: string;
  /** When it comes. */
  readonly when: (reminder: Pick<Reminder, "hours">) => string;
}

export const reminderTexts: Readonly<Record<ReminderKind, ReminderText>> = {
  week: {
    name: "Before my week resets",
    label: "week's end",
    when: ({ hours }) =>
      `I'll remind you ${pluralize(hours, "hour")} before your week resets if anything is still open.`,
  },
  assignment: {
    name: "A new assignment",
    label: "new assignments",
    when: () => "I'll tell you about new assignments when I next read your week, within six hours.",
  },
  marked: {
    name: "My week was marked",
    label: "results",
    when: () => "I'll tell you how a week was marked when I next read your weeks, within six hours.",
  },
  order: {
    name: "My order is ready",
    label: "ready orders",
    when: () => "I'll tell you within minutes when an order for you is ready for pickup.",
  },
};

export interface ReminderState {
  readonly title: string;
  /** Those that are on. */
  readonly reminders: readonly Reminder[];
  /** The newest known one. */
  readonly week: Week | undefined;
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
export function renderReminders({ title, reminders, week }: ReminderState, ctx: RenderContext): Reply {
  const now = ctx.now.epochMilliseconds;
  return {
    embeds: [
      embed({
        title,
        tone: reminders.length > 0 ? "done" : "information",
        description: joinParts(
          [
            ...reminderKinds.map((kind) => {
              const reminder = reminders.find((each) => each.kind === kind);
              return reminder === undefined
                ? `▫️ **${reminderTexts[kind].name}**: off`
                : joinParts(
                    [
                      `✅ **${reminderTexts[kind].name}**: on`,
                      subtext(
                        joinParts(
                          [reminderTexts[kind].when(reminder), describeNext(reminder, week, now)],
                          " ",
                        ),
                      ),
                    ],
                    "\n",
                  );
            }),
            reminders.length > 0 && subtext(describePlace(reminders)),
          ],
          "\n",
        ),
      }),
    ],
  };
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
    : `This week, that's ${relativeAndExact(Temporal.Instant.fromEpochMilliseconds(at))}.`;
}
