import { renderPublicReminder, renderReminder, type ReminderView } from "./reminder-message.ts";
import type { Assignment } from "../api/contract/assignments.ts";
import { isTimeOff } from "../domain/week-results.ts";
import type { DueReminder } from "../store/reminders.ts";
import { parseInstant } from "../ui/time.ts";
import { findNextTry, notifyMember } from "./notify-member.ts";
import { forEachLimited, type Job, type JobTools, leaseTools } from "./job.ts";
import { startLease } from "../lease.ts";
import { backgroundCall } from "../api/client.ts";
import { hourMs, minuteMs } from "../time.ts";

const maxBatch = 1_000;
const maxConcurrent = 4;
/** Longer than reading and sending take together; an older claim belongs to a process that died. */
const leaseMs = 2 * minuteMs;
/** Responses of the service differ slightly about when a week ends. */
const toleranceMs = 12 * hourMs;

/** Reminds people who asked for it of unmet goals, a chosen number of hours before their week ends. */
export const reminders: Job = {
  name: "reminders",
  schedule: { everyMs: minuteMs },
  async run(tools) {
    const due = await tools.ctx.store.reminders.due(tools.ctx.now(), maxBatch);
    await forEachLimited(due, maxConcurrent, (reminder) => sendReminder(reminder, tools));
  },
};

/** Completes one reminder for this week, or leaves it for another attempt. Never rejects. */
async function sendReminder(reminder: DueReminder, unleased: JobTools): Promise<void> {
  if (unleased.stopping?.aborted === true) return;
  const tools = leaseTools(unleased, startLease(unleased.ctx.now)(leaseMs));
  const { ctx } = tools;
  const { guildId } = reminder;
  try {
    const now = ctx.now();
    const attempts = await ctx.store.reminders.claim(reminder, now, now + leaseMs);
    if (attempts === undefined) return;
    const again = await attempt(reminder, attempts, tools);
    await (again === undefined
      ? ctx.store.reminders.complete(reminder)
      : ctx.store.reminders.postpone(reminder, again));
  } catch (error) {
    // It's tried again once the lease has ended.
    ctx.log.error("a reminder could not be handled", { guildId, error });
  }
}

/** @returns when to try again; `undefined` if it's done or not worth another attempt */
async function attempt(
  reminder: DueReminder,
  attempts: number,
  tools: JobTools,
): Promise<number | undefined> {
  const { guildId, discordUserId, weekStart, channelId } = reminder;
  try {
    const view = await readView(reminder, tools);
    if (view.missing.length > 0 || view.leftOut.length > 0) {
      const key = `reminder ${guildId} ${discordUserId} ${weekStart}`;
      const messages = {
        inPrivate: renderReminder(view),
        inPublic: renderPublicReminder(view),
      };
      await notifyMember({ guildId, discordUserId, channelId, key, ...messages }, attempts > 1, tools.ctx);
    }
    return undefined;
  } catch (error) {
    return findNextTry(error, { guildId, attempts }, tools.ctx);
  }
}

/** @throws ApiError, ContractError, UserError */
async function readView(reminder: DueReminder, tools: JobTools): Promise<ReminderView> {
  const { guildId, discordUserId, linkKey, channelId, userId, endsAt } = reminder;
  const { link, api } = await tools.resolveWorkspace({ guildId, channelId, linkKey });
  const params = { workspaceId: link.workspaceId, staffId: userId };
  const { assigned, history } = await api.getAssignments({ params }, { ...backgroundCall, noCache: true });
  const isExcused = isTimeOff(history, tools.ctx.now());
  return {
    guildId,
    discordUserId,
    workspaceName: link.name,
    missing: isExcused
      ? []
      : assigned.filter((assignment) => isMissing(assignment, reminder, tools.ctx.now())),
    leftOut: isExcused ? [] : tools.ctx.service.leftOut(assigned),
    resetsAt: Temporal.Instant.fromEpochMilliseconds(endsAt),
  };
}

/** If a new week has begun in the meantime, what is due belongs to the new one. */
function isMissing(
  { active, target, completed, due }: Assignment,
  { endsAt }: DueReminder,
  now: number,
): boolean {
  const dueMs = parseInstant(due)?.epochMilliseconds;
  const isOfWeek =
    dueMs !== undefined && dueMs > Math.min(now, endsAt - toleranceMs) && dueMs <= endsAt + toleranceMs;
  return active && target > 0 && completed < target && isOfWeek;
}
