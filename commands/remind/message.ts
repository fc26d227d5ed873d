import { z } from "zod";
import type { Assignment } from "../../src/api/contract/assignments.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { type ReminderKind, reminderKinds } from "./kinds.ts";
import type { Reminder } from "./store.ts";
import { defineCustomId, withLinkKey } from "../../src/interactions/custom-id.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { describeNumbers, describeLeft } from "../weeks/index.ts";
import { describeLeftOut, type Missing } from "../../src/ui/left-out.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { timestamp } from "../../src/ui/time.ts";
import { getLastMomentMs } from "../../src/domain/week-boundaries.ts";

const Snowflake = z.string().regex(/^\d{1,20}$/);
const OfReminder = z.object({ guildId: Snowflake, discordUserId: Snowflake, kind: z.enum(reminderKinds) });

/** The button under a reminder. Its id carries the guild, since a private message has none. */
export const reminderOffId = defineCustomId("remind.stop", OfReminder.shape);

/** A whole week. */
export const maxHours = 168;

export const reminderOnId = defineCustomId("remind.on", {
  guildId: Snowflake,
  kind: z.enum(reminderKinds),
  /** Before the week ends; 0 for other kinds. */
  hours: z.coerce.number().int().min(0).max(maxHours),
});

/** Below what says that one was turned off: the same again, whichever workspace this channel uses. */
export const createOnButton = ({
  guildId,
  kind,
  hours,
  linkKey,
}: Pick<Reminder, "guildId" | "kind" | "hours" | "linkKey">) =>
  createButton({
    customId: withLinkKey(reminderOnId.encode({ guildId, kind, hours }), linkKey),
    label: "Turn on",
  });

export interface ReminderView {
  readonly guildId: string;
  readonly discordUserId: string;
  /** The workspace's name in the server. */
  readonly workspaceName: string;
  /** What is still open. */
  readonly missing: readonly Assignment[];
  /** What couldn't be read, so it may be open, too. */
  readonly leftOut: readonly Missing[];
  readonly resetsAt: Temporal.Instant;
}

/** The private message: what is still missing, with numbers. */
export function renderReminder(view: ReminderView): Reply {
  const { missing, leftOut } = view;
  return {
    embeds: [
      createEmbed({
        title: "Before your week ends",
        tone: "waiting",
        description: joinParts(
          [
            fitLines(
              [...missing.map(formatMissingLine), ...(leftOut.length > 0 ? [describeLeftOut(leftOut)] : [])],
              3_000,
            ),
            describeReminder(view),
          ],
          "\n\n",
        ),
      }),
    ],
    components: createOffButton({ ...view, kind: "week" }),
  };
}

/** Which reminder it is. */
function describeReminder({ workspaceName, resetsAt }: ReminderView): string {
  const where = escapeMarkdown(workspaceName, 60) || "your workspace";
  return joinParts(
    [
      `Ends ${formatLastMoment(resetsAt)}`,
      subtext(`You turned this on in ${where}. See more with \`/assignments\` there.`),
    ],
    "\n\n",
  );
}

/** The public message, which others can read: the week is about to end, without numbers. */
export function renderPublicReminder(view: ReminderView): Reply {
  const { discordUserId, resetsAt } = view;
  const end = formatLastMoment(resetsAt);
  return {
    content: joinParts(
      [
        `<@${discordUserId}> your week ends ${end}. See what's left with \`/assignments\`.`,
        subtext("Discord blocked my private message, so I'm writing here."),
      ],
      "\n",
    ),
    pings: [discordUserId],
    components: createOffButton({ ...view, kind: "week" }),
  };
}

/** In the reader's own zone. */
function formatLastMoment(endsAt: Temporal.Instant): string {
  return timestamp(Temporal.Instant.fromEpochMilliseconds(getLastMomentMs(endsAt.epochMilliseconds)), "F");
}

const offLabels: Readonly<Record<ReminderKind, string>> = {
  week: "Turn off reminders before the week ends",
  assignment: "Turn off reminders about new assignments",
  marked: "Turn off reminders about week results",
  order: "Turn off reminders about ready orders",
};

/** Unsubscribes in one press. */
export function createOffButton({ guildId, discordUserId, kind }: z.output<typeof OfReminder>) {
  const customId = reminderOffId.encode({ guildId, discordUserId, kind });
  return createButtonRow(createButton({ customId, label: offLabels[kind] }));
}

function formatMissingLine({ name, completed: done, target, target_type: targetType }: Assignment): string {
  const numbers = { name, done, target, targetType };
  const progress = joinParts([describeNumbers(numbers), describeLeft(numbers)], ", ");
  return `🟧 **${escapeMarkdown(name, 60) || "Unnamed"}** ${progress}`;
}
