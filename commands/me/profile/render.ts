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
  describeTimeLeft,
  withTimeLeft,
} from "../../weeks/index.ts";
import { pluralize } from "../../../src/ui/numbers.ts";
import { describeLastVisit, formatTotals } from "../../activity/index.ts";
import { joinFirstLines, joinParts, subtext } from "../../../src/ui/lines.ts";
import { describeDisplay, isReaderAlone } from "../../../src/ui/people.ts";
import { escapeMarkdown } from "../../../src/ui/escape.ts";
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
  const isOwn = isReaderAlone(userId, { ...ctx, names: new Map(account && [[userId, account]]) });
  const name = describeDisplay({ userId, displayName: person?.displayName ?? account?.displayName ?? "" });
  const goals = "value" in assignments ? sortGoalsByUrgency(assignments.value, now) : [];
  const statuses = "value" in assignments ? listGoalStatuses(assignments.value, now) : [];
  return {
    embeds: [
      createEmbed({
        title: joinParts(
          [isOwn ? "Your week" : `${name}'s week`, statuses.length > 0 && describeWeekState(statuses)],
          ": ",
        ),
        tone: getToneOfGoals(statuses),
        description: joinParts(
          [
            describeProgress(assignments, {
              who: isOwn || account === undefined ? "" : `<@${account.discordUserId}>`,
              done: statuses.length > 0 ? describeGoalsPassed(statuses) : "",
              formats: ctx,
            }),
            account === undefined && "Not connected to a member of this server",
            describeGoals(assignments, ctx),
            describeActivity(activity, {
              // The pages below, and a preview of disconnecting, say the id of who is connected.
              known: joinParts([
                username && escapeMarkdown(username, 40),
                account === undefined && `User\u00a0${escapeMarkdown(userId, 64)}`,
              ]),
              isCounted: goals.some(({ goal }) => parseGoal(goal.target_type) === "minutes"),
              record,
            }),
            "reason" in part && describeNotShown("the name", part.reason),
          ],
          "\n",
        ),
        thumbnailUrl: isDrawn ? undefined : (person?.avatarUrl ?? account?.avatarUrl),
        fields: createOpenOrdersFields(userId, orders, { ...ctx, person: isOwn ? "you" : "they" }),
        // Otherwise its message says when.
        at: ctx.tense === "lasting" ? now : undefined,
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

interface BesideActivity extends Pick<BesideProfile, "record"> {
  /** By what else they are known. */
  readonly known: string;
  /** Whether a goal above says the minutes. */
  readonly isCounted: boolean;
}

/** In small print, or it would read as one more assignment. */
function describeActivity(
  part: PartialResult<UserActivity>,
  { known, isCounted, record }: BesideActivity,
): string {
  const toNotes = (...parts: readonly (string | false | undefined)[]): string => {
    const notes = joinParts([...parts, record, known]);
    return notes && subtext(notes);
  };
  if ("reason" in part) return joinParts([describeNotShown("the activity", part.reason), toNotes()], "\n");
  const { totals, last_25: visits } = part.value;
  const { messages } = totals;
  const counted = isCounted ? messages !== undefined && pluralize(messages, "message") : formatTotals(totals);
  return toNotes(counted, describeLastVisit(visits));
}

interface Progress {
  /** A mention; empty where it is the reader, or nobody is known. */
  readonly who: string;
  readonly done: string;
  readonly formats: Formats;
}

/** `@Noor · week ends: in 3 days`; with a count of goals too, it needs two lines on a phone. */
function describeProgress(part: Profile["assignments"], { who, done, formats }: Progress): string {
  const facts = joinParts([who, done]);
  const dueMs = "value" in part ? findEndOfWeekMs(part.value, formats.now.epochMilliseconds) : undefined;
  if (dueMs === undefined) return facts;
  return who === "" || done === ""
    ? withTimeLeft(facts, dueMs, formats)
    : `${facts}\n${describeTimeLeft(dueMs, formats)}`;
}
