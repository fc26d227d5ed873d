import { dayMs, hourMs } from "../time.ts";
import { keptMonthsOf, oldestKept } from "../domain/snapshot-policy.ts";
import { orderStepTtlMs } from "../order-log.ts";
import type { Job, JobTools } from "./job.ts";

/** For a day, pressing an expired button still explains what happened. */
const draftGraceMs = dayMs;
/** How long audit entries are kept. */
const auditTtlMs = 180 * dayMs;

/** After this, nobody needs to know who asked to be connected to whom, or what managers said. */
const connectionRequestTtlMs = 30 * dayMs;

/** A finished import, and its file of people who weren't connected. */
const importTtlMs = 7 * dayMs;
/** By then members know the decision; undecided requests expire long before. */
const timeRequestTtlMs = 30 * dayMs;

/** The service marks a week within minutes of its end; a week not marked by then keeps its snapshot. */
const finalizeWithinMs = 2 * dayMs;

/** No order takes this long. */
const orderAlertTtlMs = 90 * dayMs;

/** Nobody looks up older deliveries, and the schedule itself keeps the outcome of the last one. */
const deliveryTtlMs = 30 * dayMs;

/** The name of a person who wasn't shown for this long isn't worth keeping. */
const personTtlMs = 90 * dayMs;

/** Discord sends an interaction once, and all replicas receive it within moments. */
const idempotencyKeyTtlMs = hourMs;

/** Deletes data at the end of its retention period. */
export const retention: Job = {
  name: "retention",
  schedule: { cron: "41 * * * *" },
  async run({ ctx }) {
    await ctx.store.drafts.removeExpired(ctx.now() - draftGraceMs);
    await ctx.store.idempotencyKeys.removeBefore(ctx.now() - idempotencyKeyTtlMs);
    await ctx.store.quotas.removeBefore(ctx.now());
    await ctx.store.postPaces.removeBefore(ctx.now() - idempotencyKeyTtlMs);
    await ctx.store.shardRanges.removeBefore(ctx.now() - idempotencyKeyTtlMs);
    await ctx.store.connectionRequests.removeBefore(ctx.now() - connectionRequestTtlMs);
    await ctx.store.imports.removeBefore(ctx.now() - importTtlMs);
    await ctx.store.timeRequests.removeBefore(ctx.now() - timeRequestTtlMs);
    await ctx.store.orderAlerts.removeBefore(ctx.now() - orderAlertTtlMs);
    await ctx.store.orderSteps.removeBefore(ctx.now() - orderStepTtlMs);
    await ctx.store.notices.removeBefore(ctx.now() - orderAlertTtlMs);
    await ctx.store.deliveries.removeBefore(ctx.now() - deliveryTtlMs);
    await ctx.store.people.removeBefore(ctx.now() - personTtlMs);
    await ctx.store.weeks.finalizeBefore(ctx.now() - finalizeWithinMs);
    await removeOldWeeks(ctx);
    await ctx.store.weeks.removeLostLooks();
    await ctx.store.audit.removeBefore(ctx.now() - auditTtlMs);
    await ctx.store.eraseDeleted();
  },
};

/** As long as each guild chose, at most two years. */
async function removeOldWeeks({ store, now }: JobTools["ctx"]): Promise<void> {
  for (const { guildId, value } of await store.guildSettings.everywhere("weeks-kept")) {
    const months = keptMonthsOf(new Map([["weeks-kept", value]]));
    await store.weeks.removeBefore(oldestKept(months, now()), guildId);
  }
  await store.weeks.removeBefore(oldestKept(24, now()));
}
