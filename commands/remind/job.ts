import { z } from "zod";
import { renderPublicReminder, renderReminder, type ReminderView } from "./message.ts";
import type { Assignment } from "../../src/api/contract/assignments.ts";
import { isTimeOff } from "../weeks/index.ts";
import type { DueReminder } from "./store.ts";
import { parseInstant } from "../../src/ui/time.ts";
import { forEachLimited, type Job, type JobTools, leaseTools } from "../../src/jobs/job.ts";
import { startLease, stepLeaseMs } from "../../src/lease.ts";
import { definePurpose, sendClaimed } from "../../src/outbox/queue.ts";
import { mayUse } from "../../src/interactions/access.ts";
import { backgroundCall } from "../../src/api/client.ts";
import { hourMs, minuteMs } from "../../src/time.ts";

const Reminded = z.object({ guildId: z.string(), discordUserId: z.string(), endsAt: z.number() });

const maxBatch = 1_000;
const maxConcurrent = 4;
/** Responses of the service differ slightly about when a week ends. */
const toleranceMs = 12 * hourMs;

/** Reminds people who asked for it of unmet goals, a chosen number of hours before their week ends. */
export const reminders: Job = {
  name: "reminders",
  schedule: { everyMs: minuteMs },
  async run(tools) {
    const due = await tools.ctx.store.reminders.due(tools.ctx.now(), maxBatch);
    await forEachLimited(due, maxConcurrent, (reminder) => remind(reminder, tools));
  },
};

/** Never rejects: what isn't stored as told is due again. */
async function remind(reminder: DueReminder, unleased: JobTools): Promise<void> {
  if (unleased.stopping?.aborted === true) return;
  const { guildId, discordUserId, linkKey, weekStart, endsAt } = reminder;
  const tools = leaseTools(unleased, startLease(unleased.ctx.now)(stepLeaseMs));
  const { store, now, log } = tools.ctx;
  const payload = { guildId, discordUserId, endsAt };
  const key = `reminder ${guildId} ${discordUserId} ${linkKey} ${weekStart}`;
  const about = { key, guildId, discordUserId, payload };
  try {
    const message = await store.reminders.handOver(reminder, now(), () =>
      reminderMessage.createEntry(about, now(), true),
    );
    if (message !== undefined) await sendClaimed(message, reminderMessage, { ...tools, isAwaited: false });
  } catch (error) {
    log.error("a reminder could not be handled", { guildId, error });
  }
}

/** What is still missing, shortly before the week ends. */
export const reminderMessage = definePurpose<z.output<typeof Reminded>, JobTools>({
  name: "reminder",
  payload: Reminded,
  async write({ guildId, discordUserId, endsAt }, tools) {
    const { store, now } = tools.ctx;
    const [reminder, account] = await Promise.all([
      store.reminders.find(guildId, discordUserId, "week"),
      store.accounts.ofMember(guildId, discordUserId),
    ]);
    if (reminder === undefined || account === undefined || endsAt <= now()) return undefined;
    const { channelId } = reminder;
    const view = await readView({ ...reminder, userId: account.userId, endsAt }, tools);
    if (view.missing.length === 0 && view.leftOut.length === 0) return undefined;
    if (!(await mayUse("staff", guildId, discordUserId, tools.ctx))) return undefined;
    return {
      to: "person",
      discordUserId,
      inPrivate: renderReminder(view),
      // The guild's id if they asked in private.
      ...(channelId !== guildId && { inPublic: { channelId, message: renderPublicReminder(view) } }),
    };
  },
});

type RemindedWeek = Omit<DueReminder, "workspaceId" | "weekStart">;

/** @throws ApiError, ContractError, UserError */
async function readView(reminder: RemindedWeek, tools: JobTools): Promise<ReminderView> {
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
  { endsAt }: Pick<RemindedWeek, "endsAt">,
  now: number,
): boolean {
  const dueMs = parseInstant(due)?.epochMilliseconds;
  const isOfWeek =
    dueMs !== undefined && dueMs > Math.min(now, endsAt - toleranceMs) && dueMs <= endsAt + toleranceMs;
  return active && target > 0 && completed < target && isOfWeek;
}
