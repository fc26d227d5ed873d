import { dayMs, hourMs, weekMs } from "../time.ts";
import { parseKeptMonths, computeOldestKept } from "../../commands/weeks/snapshot-policy.ts";
import { orderStepTtlMs } from "../../commands/order/log.ts";
import { connectionRequestTtlMs, expireRequests } from "../../commands/account/request/job.ts";
import type { Job, JobTools } from "./job.ts";

/** For a day, pressing an expired button still explains what happened. */
const draftGraceMs = dayMs;
/** Long enough to look into what people dispute months later. */
const auditTtlMs = 180 * dayMs;

/** A finished import, and its file of people who weren't connected. */
const importTtlMs = 7 * dayMs;
/** By then members know the decision; undecided requests expire long before. */
const timeRequestTtlMs = 30 * dayMs;

/** The service marks a week within minutes of its end; a week not marked by then keeps its snapshot. */
const finalizeWithinMs = 2 * dayMs;

/** No order takes this long, and nobody wants alerts about older ones. */
const alertTtlMs = 90 * dayMs;

/** Nobody looks up older deliveries, and the schedule itself keeps the outcome of the last one. */
const deliveryTtlMs = 30 * dayMs;

/** Nothing is tried again for longer than a request for time is open. */
const sendTtlMs = 8 * dayMs;

/** The name of a person who wasn't shown for this long isn't worth keeping. */
const personTtlMs = 90 * dayMs;

/** Discord sends an interaction once, and all replicas receive it within moments. */
const idempotencyKeyTtlMs = hourMs;

/** A replica reports every minute at least: one that hasn't for so long is gone. */
const replicaReportTtlMs = hourMs;

type Removal = (ctx: JobTools["ctx"]) => Promise<unknown>;

const removals: readonly Removal[] = [
  ({ store, now }) => store.drafts.removeExpired(now() - draftGraceMs),
  ({ store, now }) => store.idempotencyKeys.removeBefore(now() - idempotencyKeyTtlMs),
  ({ store, now }) => store.quotas.removeBefore(now()),
  ({ store, now }) => store.postPaces.removeBefore(now() - replicaReportTtlMs),
  ({ store, now }) => store.shardRanges.removeBefore(now() - replicaReportTtlMs),
  ({ store, now }) => store.connectionRequests.removeBefore(now() - connectionRequestTtlMs),
  ({ store, now }) => store.imports.removeBefore(now() - importTtlMs),
  ({ store, now }) => store.timeRequests.removeBefore(now() - timeRequestTtlMs),
  ({ store, now }) => store.orderAlerts.removeBefore(now() - alertTtlMs),
  ({ store, now }) => store.orderSteps.removeBefore(now() - orderStepTtlMs),
  ({ store, now }) => store.notices.removeBefore(now() - alertTtlMs),
  ({ store, now }) => store.deliveries.removeBefore(now() - deliveryTtlMs),
  ({ store, now }) => store.sends.removeBefore(now() - sendTtlMs),
  ({ store, now }) => store.outbox.removeBefore(now() - sendTtlMs),
  ({ store, now }) => store.people.removeBefore(now() - personTtlMs),
  ({ store, now }) => store.weeks.finalizeBefore(now() - finalizeWithinMs),
  removeOldWeeks,
  // Their last week ended within a week of that, so none of theirs is left.
  ({ store, now }) => store.accounts.removeFormer(computeOldestKept(24, now()) - weekMs),
  ({ store }) => store.weeks.removeLostLooks(),
  ({ store, now }) => store.audit.removeBefore(now() - auditTtlMs),
  ({ store }) => store.eraseDeleted(),
  // What is decided here is deleted an hour later.
  expireRequests,
];

/** Deletes data at the end of its retention period, and lets requests expire that nobody decided by then. */
export const retention: Job = {
  name: "retention",
  schedule: { cron: "41 * * * *" },
  async run({ ctx }) {
    // People were promised that each of them is deleted, whatever is wrong with another.
    for (const remove of removals)
      await remove(ctx).catch((error: unknown) =>
        ctx.log.error("some old data could not be deleted; it's tried again in an hour", { error }),
      );
  },
};

/** As long as each guild chose, at most two years. */
async function removeOldWeeks({ store, now }: JobTools["ctx"]): Promise<void> {
  for (const { guildId, value } of await store.guildSettings.everywhere("weeks-kept")) {
    const months = parseKeptMonths(new Map([["weeks-kept", value]]));
    await store.weeks.removeBefore(computeOldestKept(months, now()), guildId);
  }
  await store.weeks.removeBefore(computeOldestKept(24, now()));
}
