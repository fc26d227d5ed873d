import { z } from "zod";
import type { Assignment } from "../../src/api/contract/assignments.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { button, buttonRow } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { embed } from "../../src/text/embed.ts";
import { inert } from "../../src/text/inert.ts";
import { bar } from "../../src/text/numbers.ts";
import { figureWords, leftWords } from "../assignments/words.ts";
import { fitLines, joined, smallPrint } from "../shared/lines.ts";
import { weekEndMark } from "../shared/week-words.ts";

const Snowflake = z.string().regex(/^\d{1,20}$/);

/** Of the button under a reminder. It names its guild: a private message has none. */
export const reminderOffId = defineCustomId("remind.stop", { guildId: Snowflake, discordUserId: Snowflake });

export interface ReminderView {
  readonly guildId: string;
  readonly discordUserId: string;
  /** As the workspace is called here. */
  readonly workspaceName: string;
  /** What is not reached yet. */
  readonly missing: readonly Assignment[];
  readonly resetsAt: Temporal.Instant;
}

/** In private: what is missing, with its figures. */
export function renderReminder(view: ReminderView): Answer {
  const { workspaceName, missing, resetsAt } = view;
  return {
    embeds: [
      embed({
        title: "Before your week resets",
        tone: "waiting",
        description: joined(
          [
            fitLines(missing.map(missingLine), 3_000),
            `Resets ${weekEndMark(resetsAt.epochMilliseconds, "F")}`,
            smallPrint(
              `You asked for this in ${inert(workspaceName, 60) || "your workspace"}. See more with \`/assignments\` there.`,
            ),
          ],
          "\n\n",
        ),
      }),
    ],
    components: offButton(view),
  };
}

/** Where others read along: that the week is about to end, and no numbers. */
export function renderPublicReminder(view: ReminderView): Answer {
  const { discordUserId, resetsAt } = view;
  const end = weekEndMark(resetsAt.epochMilliseconds, "F");
  return {
    content: joined(
      [
        `<@${discordUserId}> you asked to be reminded before your week resets, ${end}. See what is left with \`/assignments\`.`,
        smallPrint("Discord did not let my private message through, so it stands here."),
      ],
      "\n",
    ),
    pings: [discordUserId],
    components: offButton(view),
  };
}

function offButton({ guildId, discordUserId }: ReminderView) {
  const customId = reminderOffId.encode({ guildId, discordUserId });
  return buttonRow(button({ customId, label: "Turn reminders off" }));
}

function missingLine({ name, completed: done, target, target_type: targetType }: Assignment): string {
  const figures = { name, done, target, targetType };
  const progress = joined([`${bar(done, target)} ${figureWords(figures)}`, leftWords(figures)], ", ");
  return `🟧 **${inert(name, 60) || "Unnamed"}** ${progress}`;
}
