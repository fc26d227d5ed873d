import type { RenderContext } from "../../../src/ui/render-context.ts";
import type { UserActivity } from "../../../src/api/contract/activity.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { createEmbed } from "../../../src/ui/embed.ts";
import {
  parseGoal,
  describeGoalsPassed,
  describeNoGoals,
  describeWeekState,
  sortGoalsByUrgency,
  findEndOfWeekMs,
  getToneOfGoals,
  listGoalStatuses,
  formatGoalLines,
  labelWeekEnd,
} from "../../weeks/index.ts";
import { pluralize } from "../../../src/ui/numbers.ts";
import { describeLastVisit, formatTotals } from "../../activity/index.ts";
import { joinFirstLines, joinParts } from "../../../src/ui/lines.ts";
import { describeDisplay } from "../../../src/ui/people.ts";
import { plainText } from "../../../src/ui/escape.ts";
import {
  createOpenOrdersFields,
  describeNotShown,
  type PartialResult,
  type Profile,
  findValue,
} from "./read.ts";
import { type Formats, toFormatsForOthers } from "../../../src/ui/formats.ts";

const assignmentsShown = 10;

interface BesideProfile {
  /** Whether a picture below shows who it is. */
  readonly isDrawn: boolean;
  /** The weeks before in words. */
  readonly record: string | undefined;
}

export function renderProfile(profile: Profile, beside: BesideProfile, ctx: RenderContext): Reply {
  const { isDrawn, record } = beside;
  const { now } = ctx;
  const { userId, account, person: part, activity, assignments, orders } = profile;
  const person = findValue(part);
  const username = person?.username ?? account?.username;
  const goals = "value" in assignments ? sortGoalsByUrgency(assignments.value, now) : [];
  const statuses = "value" in assignments ? listGoalStatuses(assignments.value, now) : [];
  return {
    embeds: [
      createEmbed({
        title: joinParts(
          [
            `${describeDisplay({ userId, displayName: person?.displayName ?? account?.displayName ?? "" })}'s week`,
            statuses.length > 0 && describeWeekState(statuses),
          ],
          ": ",
        ),
        tone: getToneOfGoals(statuses),
        description: joinParts(
          [
            joinParts([
              account && `<@${account.discordUserId}>`,
              describeProgress(assignments, statuses.length > 0 ? describeGoalsPassed(statuses) : "", ctx),
            ]),
            account === undefined && "Not connected to a member of this server",
            describeGoals(assignments, ctx),
            describeActivity(
              activity,
              goals.some(({ goal }) => parseGoal(goal.target_type) === "minutes"),
            ),
            record,
            "reason" in part && describeNotShown("the name", part.reason),
          ],
          "\n",
        ),
        thumbnailUrl: isDrawn ? undefined : (person?.avatarUrl ?? account?.avatarUrl),
        fields: createOpenOrdersFields(userId, orders, { ...ctx, person: "they" }),
        footer: joinParts([username && plainText(username, 40), `User\u00a0${plainText(userId, 64)}`]),
        at: now,
      }),
    ],
    share: { userId, renderForOthers: () => renderProfile(profile, beside, toFormatsForOthers(ctx)) },
  };
}

/** A line for each. */
function describeGoals(part: Profile["assignments"], formats: Formats): string {
  const { now } = formats;
  if ("reason" in part) return describeNotShown("the assignments", part.reason);
  const goals = sortGoalsByUrgency(part.value, now);
  if (goals.length === 0) return describeNoGoals(part.value, "**No assignments**");
  return joinFirstLines(
    formatGoalLines(goals, findEndOfWeekMs(part.value, now.epochMilliseconds), formats),
    assignmentsShown,
  );
}

/** @param isCounted a goal above says the minutes */
function describeActivity(part: PartialResult<UserActivity>, isCounted: boolean): string {
  if ("reason" in part) return describeNotShown("the activity", part.reason);
  const { totals, last_25: visits } = part.value;
  const { messages } = totals;
  const counted = isCounted ? messages !== undefined && pluralize(messages, "message") : formatTotals(totals);
  return joinParts([counted, describeLastVisit(visits)]);
}

function describeProgress(part: Profile["assignments"], done: string, formats: Formats): string {
  const dueMs = "value" in part ? findEndOfWeekMs(part.value, formats.now.epochMilliseconds) : undefined;
  if (dueMs === undefined) return done;
  // Beside a count of goals, there's no room for more on a phone.
  return joinParts([done, labelWeekEnd(done === "" ? "week ends" : "ends", dueMs, "R", formats)]);
}
