import type { Answer } from "../../src/interactions/answer.ts";
import type { Reminder } from "../../src/store/reminders.ts";
import type { Week } from "../../src/store/weeks.ts";
import { embed } from "../../src/text/embed.ts";
import { counted } from "../../src/text/numbers.ts";
import { nearAndExact } from "../../src/text/time.ts";
import { joined, smallPrint } from "../shared/lines.ts";

const hourMs = 60 * 60_000;

export interface ReminderState {
  readonly title: string;
  readonly reminder: Reminder;
  /** The newest that is known. */
  readonly week: Week | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly offMention: string;
}

export function renderReminderState({ title, reminder, week, now, offMention }: ReminderState): Answer {
  const { hours, channelId } = reminder;
  return {
    embeds: [
      embed({
        title,
        tone: "done",
        description: joined(
          [
            `✅ You hear from me ${counted(hours, "hour")} before your week resets, when something is still missing then.`,
            `It comes in private; where Discord does not let that through, as a mention in <#${channelId}>, without your figures.`,
            nextWords(reminder, week, now),
            smallPrint(`One press under the reminder turns it off, and so does ${offMention}.`),
          ],
          "\n",
        ),
      }),
    ],
  };
}

function nextWords({ hours, remindedWeek }: Reminder, week: Week | undefined, now: number): string {
  if (week === undefined || week.endsAt <= now)
    return "I do not know yet when your week resets. I find that out by myself within a few hours, and remind you from then on.";
  if (remindedWeek !== undefined && remindedWeek >= week.weekStart)
    return "For this week it was looked at already, so the next time is in the week after.";
  const at = week.endsAt - hours * hourMs;
  return at <= now
    ? "For this week that time has come, so I look within a minute."
    : `For this week that is ${nearAndExact(Temporal.Instant.fromEpochMilliseconds(at))}.`;
}
