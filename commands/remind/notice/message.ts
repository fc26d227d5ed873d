import type { Assignment } from "../../../src/api/contract/assignments.ts";
import type { Order } from "../../../src/api/contract/orders.ts";
import {
  summarizeWeek,
  type WeekOutcome,
  type Week,
  describeNumbers,
  describeMissing,
  describeOutcomes,
  describeSummary,
  getToneOfOutcomes,
} from "../../weeks/index.ts";
import type { NoticeKind } from "../kinds.ts";
import { createEmbed, type EmbedParts } from "../../../src/ui/embed.ts";
import { escapeMarkdown } from "../../../src/ui/escape.ts";
import { fitLines, joinParts, subtext } from "../../../src/ui/lines.ts";
import { pluralizeText } from "../../../src/ui/numbers.ts";
import { formatItemsLine, formatOrderName } from "../../order/index.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { parseInstant, timestamp, formatDateInFull, type Dates } from "../../../src/ui/time.ts";
import { createOffButton } from "../message.ts";

export interface NoticePlace {
  readonly guildId: string;
  readonly discordUserId: string;
  readonly kind: NoticeKind;
  /** The workspace's name in the server. */
  readonly workspaceName: string;
  /** Epoch milliseconds. Shown, so that no two messages read the same. */
  readonly noticedAt: number;
}

/** What a notice says, by kind. */
export type NoticeContent =
  | { readonly kind: "assignment"; readonly assignments: readonly Assignment[] }
  | { readonly kind: "marked"; readonly weeks: readonly Week[] }
  | { readonly kind: "order"; readonly orders: readonly Order[] };

/** The private message. */
export function renderNotice(content: NoticeContent, place: NoticePlace, dates: Dates): Reply {
  const { title, lines, tone } = describeContent(content, dates);
  return {
    embeds: [
      createEmbed({
        title,
        tone,
        description: joinParts([fitLines(lines, 3_000), describeNotice(place)], "\n\n"),
      }),
    ],
    components: createOffButton(place),
  };
}

/** Which notice it is. */
function describeNotice(place: NoticePlace): string {
  const where = escapeMarkdown(place.workspaceName, 60) || "your workspace";
  return subtext(`You asked for this in ${where}. Noticed ${formatNoticed(place)}. See more with \`/me\`.`);
}

const publicTexts: Readonly<Record<NoticeKind, string>> = {
  assignment: "there's something new in your week",
  marked: "there's a result for one of your weeks",
  order: "one of your orders is ready for pickup",
};

/** The public message, which others can read: no numbers, no names. */
export function renderPublicNotice(place: NoticePlace): Reply {
  const { discordUserId, kind } = place;
  return {
    content: joinParts(
      [
        `<@${discordUserId}> ${publicTexts[kind]}. See it with \`/me\`.`,
        subtext(`Noticed ${formatNoticed(place)}. Discord blocked my private message, so I'm writing here.`),
      ],
      "\n",
    ),
    pings: [discordUserId],
    components: createOffButton(place),
  };
}

const formatNoticed = ({ noticedAt }: NoticePlace): string =>
  timestamp(Temporal.Instant.fromEpochMilliseconds(noticedAt));

interface Described {
  readonly title: string;
  readonly tone: NonNullable<EmbedParts["tone"]>;
  readonly lines: readonly string[];
}

function describeContent(content: NoticeContent, dates: Dates): Described {
  switch (content.kind) {
    case "assignment": {
      const { assignments } = content;
      const title = pluralizeText(assignments.length, {
        one: "New assignment",
        other: "{count} new assignments",
      });
      return { title, tone: "information", lines: assignments.map(formatAssignmentLine) };
    }
    case "marked": {
      const outcomes = content.weeks.map((week) => summarizeWeek(week, dates.now.epochMilliseconds).outcome);
      const lines = content.weeks.flatMap((week) => formatWeekLines(week, dates));
      return { title: describeResult(outcomes), tone: getToneOfOutcomes(outcomes), lines };
    }
    case "order": {
      const title = pluralizeText(content.orders.length, {
        one: "Your order is ready",
        other: "Your orders are ready",
      });
      return { title, tone: "done", lines: content.orders.map(formatOrderLine) };
    }
    default:
      return content satisfies never;
  }
}

function describeResult(outcomes: readonly WeekOutcome[]): string {
  const [only, ...others] = outcomes;
  if (others.length > 0) return joinParts(["Your weeks", describeOutcomes(outcomes)], ": ");
  if (only === "passed") return "You passed your week";
  if (only === "failed") return "You didn't pass your week";
  return only === "excused" ? "You were excused for a week" : "Your week is over";
}

function formatAssignmentLine({
  name,
  completed: done,
  target,
  target_type: targetType,
  due,
}: Assignment): string {
  const dueAt = parseInstant(due);
  return joinParts([
    `📌 **${escapeMarkdown(name, 60) || "Unnamed"}** ${describeNumbers({ name, targetType, done, target })}`,
    dueAt && `due ${timestamp(dueAt, "F")}`,
  ]);
}

function formatWeekLines(week: Week, { now, dateStyle }: Dates): readonly string[] {
  const summary = summarizeWeek(week, now.epochMilliseconds);
  return [
    `**Week of ${formatDateInFull(week.weekStart, dateStyle)}** ${describeSummary(summary)}`,
    ...summary.missing.map((assignment) => `❌ ${describeMissing(assignment)}`),
  ];
}

function formatOrderLine({ order_number: number, items }: Order): string {
  return `🛎️ **${formatOrderName(number)}** ${formatItemsLine(items, 200)}, ready for pickup`;
}
