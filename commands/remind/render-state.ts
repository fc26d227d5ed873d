import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { Reminder } from "../../src/store/reminders.ts";
import type { Week } from "../../src/store/weeks.ts";
import { embed } from "../../src/ui/embed.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { relativeAndExact } from "../../src/ui/time.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";

const hourMs = 60 * 60_000;

export interface ReminderState {
  readonly title: string;
  readonly reminder: Reminder;
  /** The newest that is known. */
  readonly week: Week | undefined;
}

export function renderReminderState(
  { title, reminder, week }: ReminderState,
  { now, commandMention }: RenderContext,
): Reply {
  const { hours, channelId } = reminder;
  return {
    embeds: [
      embed({
        title,
        tone: "done",
        description: joinParts(
          [
            `✅ You hear from me ${pluralize(hours, "hour")} before your week resets, when something is still missing then.`,
            `It comes in private; where Discord does not let that through, as a mention in <#${channelId}>, without your figures.`,
            describeNext(reminder, week, now.epochMilliseconds),
            subtext(
              `One press under the reminder turns it off, and so does ${commandMention("remind off")}.`,
            ),
          ],
          "\n",
        ),
      }),
    ],
  };
}

function describeNext({ hours, remindedWeek }: Reminder, week: Week | undefined, now: number): string {
  if (week === undefined || week.endsAt <= now)
    return "I do not know yet when your week resets. I find that out by myself within a few hours, and remind you from then on.";
  if (remindedWeek !== undefined && remindedWeek >= week.weekStart)
    return "For this week it was looked at already, so the next time is in the week after.";
  const at = week.endsAt - hours * hourMs;
  return at <= now
    ? "For this week that time has come, so I look within a minute."
    : `For this week that is ${relativeAndExact(Temporal.Instant.fromEpochMilliseconds(at))}.`;
}
