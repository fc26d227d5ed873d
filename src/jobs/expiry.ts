import type { Job } from "./job.ts";

/** A press on an expired button still gets its sentence for a day. */
const draftGraceMs = 24 * 60 * 60_000;
/** How long the record of who did what is kept. */
export const auditLifetimeMs = 180 * 24 * 60 * 60_000;

/** Who asked to be connected to whom, and what managers said, is of no use to anybody later. */
const accountClaimLifetimeMs = 30 * 24 * 60 * 60_000;

/** How long people's weeks are kept. */
const weekLifetimeMs = 2 * 365 * 24 * 60 * 60_000;
/** The service marks a week within minutes of its end; one that it did not mark by then stays as it was taken. */
const markWithinMs = 2 * 24 * 60 * 60_000;

/** No order is on its way for so long. */
const orderChangeLifetimeMs = 90 * 24 * 60 * 60_000;

/** What came of a due time longer ago than this nobody looks up, and its schedule keeps the last one itself. */
const deliveryLifetimeMs = 30 * 24 * 60 * 60_000;

/** Discord sends an interaction once; replicas hear of it within moments of each other. */
const claimLifetimeMs = 60 * 60_000;

/** Removes drafts, claims, requests to be connected, what came of due times, weeks and audit entries that are past their time. */
export const expiry: Job = {
  name: "expiry",
  schedule: { cron: "41 * * * *" },
  async run({ ctx }) {
    await ctx.store.drafts.removeExpired(ctx.now() - draftGraceMs);
    await ctx.store.claims.removeBefore(ctx.now() - claimLifetimeMs);
    await ctx.store.quotas.removeBefore(ctx.now());
    await ctx.store.accountClaims.removeBefore(ctx.now() - accountClaimLifetimeMs);
    await ctx.store.orderWatch.removeBefore(ctx.now() - orderChangeLifetimeMs);
    await ctx.store.deliveries.removeBefore(ctx.now() - deliveryLifetimeMs);
    await ctx.store.weeks.settleBefore(ctx.now() - markWithinMs);
    await ctx.store.weeks.removeBefore(ctx.now() - weekLifetimeMs);
    await ctx.store.audit.removeBefore(ctx.now() - auditLifetimeMs);
    await ctx.store.eraseDeleted();
  },
};
