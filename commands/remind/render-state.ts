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
  /** The newest known one. */
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
            `✅ I'll remind you ${pluralize(hours, "hour")} before your week resets if anything is still open.`,
            `You'll get a private message. If you don't accept those, I'll mention you in <#${channelId}>, without your numbers.`,
            describeNext(reminder, week, now.epochMilliseconds),
            subtext(
              `Turn it off with the button under the reminder or with ${commandMention("remind off")}.`,
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
    return "I don't know yet when your week resets. I'll find out within a few hours and remind you from then on.";
  if (remindedWeek !== undefined && remindedWeek >= week.weekStart)
    return "This week's reminder is done. The next one can come next week.";
  const at = week.endsAt - hours * hourMs;
  return at <= now
    ? "That time has already passed this week, so I'll check within a minute."
    : `This week, that's ${relativeAndExact(Temporal.Instant.fromEpochMilliseconds(at))}.`;
}
