import type { RenderContext } from "../../src/ui/render-context.ts";
import type { StaffAssignments } from "../../src/api/contract/assignments.ts";
import type { Order } from "../../src/api/contract/orders.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { embed, type EmbedFieldParts } from "../../src/ui/embed.ts";
import { inlineCode, escapeMarkdown } from "../../src/ui/escape.ts";
import { parseInstant, timestamp } from "../../src/ui/time.ts";
import { totalsFields } from "../activity/format.ts";
import { shortLines, statusNow, toneOfGoals } from "../../src/ui/assignment-text.ts";
import { itemsLine, orderName, describeStatus } from "../../src/ui/order-text.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { describeDisplay } from "../../src/ui/people.ts";
import { type PartialResult, type Profile, valueOf } from "./profile.ts";

const assignmentsShown = 10;
const ordersShown = 5;

export function renderProfile(profile: Profile, { now }: RenderContext): Reply {
  const { userId, account, person: part, activity, assignments, orders } = profile;
  const person = valueOf(part);
  const username = person?.username ?? account?.username;
  return {
    embeds: [
      embed({
        title: describeDisplay({ userId, displayName: person?.displayName ?? account?.displayName ?? "" }),
        tone: toneOfGoals(goalsOf(valueOf(assignments), now)),
        description: joinParts([
          account === undefined ? "Not connected to a member of this server" : `<@${account.discordUserId}>`,
          username !== undefined && escapeMarkdown(`@${username}`, 60),
          "reason" in part && notShown("the name", part.reason),
        ]),
        thumbnailUrl: person?.avatarUrl ?? account?.avatarUrl,
        fields: [
          ...("reason" in activity
            ? [{ name: "Activity", value: notShown("this", activity.reason) }]
            : totalsFields(activity.value.totals)),
          section("Assignments", assignments, (value) => assignmentsText(value, now)),
          section("Open orders", orders, ordersText),
          { name: "User id", value: inlineCode(userId) },
        ],
        at: now,
      }),
    ],
    share: { userId },
  };
}

function goalsOf(assignments: StaffAssignments | undefined, now: Temporal.Instant) {
  const { assigned = [], history = [] } = assignments ?? {};
  return assigned.filter(({ active }) => active).map((goal) => statusNow(goal, history, now));
}

function section<T>(name: string, part: PartialResult<T>, textOf: (value: T) => string): EmbedFieldParts {
  return { name, value: "reason" in part ? notShown("these", part.reason) : textOf(part.value) };
}

function notShown(what: string, reason: string): string {
  return `▫️ I can't show ${what}: ${reason}.`;
}

function assignmentsText(assignments: StaffAssignments, now: Temporal.Instant): string {
  const lines = shortLines(assignments, now);
  return lines.length === 0 ? "None." : firstOf(lines, assignmentsShown);
}

function ordersText(orders: readonly Order[]): string {
  return orders.length === 0 ? "None." : firstOf(orders.map(recentOrderLine), ordersShown);
}

function firstOf(lines: readonly string[], count: number): string {
  const more = (left: number) => subtext(`… and ${left} more`);
  const shown = fitLines(lines.slice(0, count), 900, more);
  return lines.length > count ? `${shown}\n${more(lines.length - count)}` : shown;
}

export function recentOrderLine({ order_number: number, status, items, createdAt }: Order): string {
  const { mark, label } = describeStatus(status);
  const created = parseInstant(createdAt);
  return joinParts([
    `${mark} **${orderName(number)}** ${escapeMarkdown(label, 40)}`,
    itemsLine(items, 60),
    created && timestamp(created, "R"),
  ]);
}
