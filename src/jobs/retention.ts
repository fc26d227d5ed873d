import { dayMs, hourMs } from "../time.ts";
import { keptMonthsOf, oldestKept } from "../domain/snapshot-policy.ts";
import { orderStepTtlMs } from "../order-log.ts";
import type { Job, JobTools } from "./job.ts";

/** A press on an expired button still gets its sentence for a day. */
const draftGraceMs = dayMs;
/** How long audit entries are kept. */
const auditTtlMs = 180 * dayMs;

/** Who asked to be connected to whom, and what managers said, is of no use to anybody later. */
const connectionRequestTtlMs = 30 * dayMs;

/** A list that was worked through, and its file of who was not connected. */
const importTtlMs = 7 * dayMs;
/** By then members know what was decided; what is undecided expires long before. */
const timeRequestTtlMs = 30 * dayMs;

/** The service marks a week within minutes of its end; one that it has not marked by then keeps its snapshot. */
const finalizeWithinMs = 2 * dayMs;

/** No order is on its way for so long. */
const orderAlertTtlMs = 90 * dayMs;

/** What came of a due time longer ago than this nobody looks up, and its schedule keeps the last one itself. */
const deliveryTtlMs = 30 * dayMs;

/** Who is not seen for so long is of no use to anybody here. */
const personTtlMs = 90 * dayMs;

/** Discord sends an interaction once; replicas hear of it within moments of each other. */
const idempotencyKeyTtlMs = hourMs;

/** Deletes what has been stored for long enough. */
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

/** As long as each guild wants, and two years at most. */
async function removeOldWeeks({ store, now }: JobTools["ctx"]): Promise<void> {
  for (const { guildId, value } of await store.guildSettings.everywhere("weeks-kept")) {
    const months = keptMonthsOf(new Map([["weeks-kept", value]]));
    await store.weeks.removeBefore(oldestKept(months, now()), guildId);
  }
  await store.weeks.removeBefore(oldestKept(24, now()));
}
