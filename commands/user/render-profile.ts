import type { RenderContext } from "../../src/ui/render-context.ts";
import type { UserActivity } from "../../src/api/contract/activity.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { embed, type EmbedFieldParts } from "../../src/ui/embed.ts";
import { plainText } from "../../src/ui/escape.ts";
import { parseGoal } from "../../src/domain/assignment-status.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { lastVisitText, totalsText } from "../activity/format.ts";
import {
  describeGoalsPassed,
  describeWeekState,
  goalLines,
  goalsByUrgency,
  nextDueMs,
  toneOfGoals,
} from "../../src/ui/assignment-text.ts";
import { openOrdersText } from "../../src/ui/order-text.ts";
import { firstLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { describeDisplay } from "../../src/ui/people.ts";
import { idFooter } from "../../src/ui/receipt.ts";
import { weekEndMark } from "../../src/ui/week-text.ts";
import { type PartialResult, type Profile, valueOf } from "./profile.ts";

const assignmentsShown = 10;

/** @param isDrawn a picture below shows who it is */
export function renderProfile(profile: Profile, isDrawn: boolean, { now }: RenderContext): Reply {
  const { userId, account, person: part, activity, assignments, orders } = profile;
  const person = valueOf(part);
  const username = person?.username ?? account?.username;
  const goals = "value" in assignments ? goalsByUrgency(assignments.value, now) : [];
  const statuses = goals.map(({ status }) => status);
  return {
    embeds: [
      embed({
        title: joinParts(
          [
            `${describeDisplay({ userId, displayName: person?.displayName ?? account?.displayName ?? "" })}'s week`,
            goals.length > 0 && describeWeekState(statuses),
          ],
          ": ",
        ),
        tone: toneOfGoals(statuses),
        description: joinParts(
          [
            joinParts([
              account && `<@${account.discordUserId}>`,
              goals.length > 0 && describeGoalsPassed(statuses),
              describeEnd(assignments, now),
            ]),
            account === undefined && "Not connected to a member of this server",
            describeGoals(assignments, now),
            describeActivity(
              activity,
              goals.some(({ goal }) => parseGoal(goal.target_type) === "minutes"),
            ),
            "reason" in part && notShown("the name", part.reason),
          ],
          "\n",
        ),
        thumbnailUrl: isDrawn ? undefined : (person?.avatarUrl ?? account?.avatarUrl),
        fields: ordersFields(orders, now),
        footer: joinParts([
          username !== undefined && plainText(username, 60),
          // The account of a connected one says it.
          account === undefined && idFooter({ "User id": userId }),
        ]),
        at: now,
      }),
    ],
    share: { userId },
  };
}

/** A line for each. */
function describeGoals(part: Profile["assignments"], now: Temporal.Instant): string {
  if ("reason" in part) return notShown("the assignments", part.reason);
  const goals = goalsByUrgency(part.value, now);
  if (goals.length === 0) return "**No assignments**";
  return firstLines(goalLines(goals), assignmentsShown);
}

/** @param isCounted a goal above says the minutes */
function describeActivity(part: PartialResult<UserActivity>, isCounted: boolean): string {
  if ("reason" in part) return notShown("the activity", part.reason);
  const { totals, last_25: visits } = part.value;
  const { messages } = totals;
  const counted = isCounted ? messages !== undefined && pluralize(messages, "message") : totalsText(totals);
  const text = joinParts([counted, lastVisitText(visits)]);
  return isCounted && text !== "" ? subtext(text) : text;
}

function describeEnd(part: Profile["assignments"], { epochMilliseconds }: Temporal.Instant): string {
  const dueMs = "value" in part ? nextDueMs(part.value.assigned, epochMilliseconds) : undefined;
  return dueMs === undefined ? "" : `ends ${weekEndMark(dueMs, "R")}`;
}

/** Nothing to say where none is open. */
function ordersFields(part: Profile["orders"], now: Temporal.Instant): readonly EmbedFieldParts[] {
  if ("reason" in part) return [{ name: "Open orders", value: notShown("these", part.reason) }];
  const value = openOrdersText(part.value, now);
  return value === "" ? [] : [{ name: "Open orders", value }];
}

/** In place of what couldn't be read. */
export function notShown(what: string, reason: string): string {
  return `🔹 I can't show ${what}: ${reason}.`;
}
