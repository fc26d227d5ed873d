import type { StaffAssignments } from "../../src/api/contract/assignments.ts";
import type { Order } from "../../src/api/contract/orders.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed, type EmbedFieldParts } from "../../src/text/embed.ts";
import { code, inert } from "../../src/text/inert.ts";
import { readInstant, timeMark } from "../../src/text/time.ts";
import { totalsFields } from "../activity/words.ts";
import { shortLines } from "../assignments/standing.ts";
import { itemsLine, orderName, statusWords } from "../order/words.ts";
import { fitLines, joined, smallPrint } from "../shared/lines.ts";
import { displayWords } from "../shared/people.ts";
import { type Part, valueOf } from "./parts.ts";
import type { Profile } from "./profile.ts";

const assignmentsShown = 10;
const ordersShown = 5;

export function renderProfile(profile: Profile, now: Temporal.Instant): Answer {
  const { userId, account, person: part, activity, assignments, orders } = profile;
  const person = valueOf(part);
  const username = person?.username ?? account?.username;
  return {
    embeds: [
      embed({
        title: displayWords({ userId, displayName: person?.displayName ?? account?.displayName ?? "" }),
        description: joined(
          [
            joined([
              account === undefined ? "Not connected to a member here" : `<@${account.discordUserId}>`,
              username !== undefined && inert(`@${username}`, 60),
              "why" in part && notShown("The name", part.why),
            ]),
            smallPrint(`User id ${code(userId)}`),
          ],
          "\n",
        ),
        thumbnailUrl: person?.avatarUrl ?? account?.avatarUrl,
        fields: [
          ...("why" in activity
            ? [{ name: "Activity this week", value: notShown("It", activity.why) }]
            : totalsFields(activity.value.totals)),
          section("Assignments", assignments, (value) => assignmentsText(value, now)),
          section("Open orders", orders, ordersText),
        ],
        at: now,
      }),
    ],
    share: { userId },
  };
}

function section<T>(name: string, part: Part<T>, textOf: (value: T) => string): EmbedFieldParts {
  return { name, value: "why" in part ? notShown("They", part.why) : textOf(part.value) };
}

function notShown(what: string, why: string): string {
  return `▫️ ${what} cannot be shown: ${why}.`;
}

function assignmentsText(assignments: StaffAssignments, now: Temporal.Instant): string {
  const lines = shortLines(assignments, now);
  return lines.length === 0 ? "None." : firstOf(lines, assignmentsShown);
}

function ordersText(orders: readonly Order[]): string {
  return orders.length === 0 ? "None with this person." : firstOf(orders.map(orderLine), ordersShown);
}

function firstOf(lines: readonly string[], count: number): string {
  const more = (left: number) => smallPrint(`… and ${left} more`);
  const shown = fitLines(lines.slice(0, count), 900, more);
  return lines.length > count ? `${shown}\n${more(lines.length - count)}` : shown;
}

function orderLine({ order_number: number, status, items, createdAt }: Order): string {
  const { mark, words } = statusWords(status);
  const created = readInstant(createdAt);
  return joined([
    `${mark} **${orderName(number)}** ${inert(words, 40)}`,
    itemsLine(items, 60),
    created && timeMark(created, "R"),
  ]);
}
