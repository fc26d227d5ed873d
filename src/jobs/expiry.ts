import type { Job } from "./job.ts";

/** A press on an expired button still gets its sentence for a day. */
const draftGraceMs = 24 * 60 * 60_000;
/** How long the record of who did what is kept. */
export const auditLifetimeMs = 180 * 24 * 60 * 60_000;

/** Discord sends an interaction once; replicas hear of it within moments of each other. */
const claimLifetimeMs = 60 * 60_000;

/** Removes drafts, claims and audit entries that are past their time. */
export const expiry: Job = {
  name: "expiry",
  cron: "41 * * * *",
  async run({ ctx }) {
    await ctx.store.drafts.removeExpired(ctx.now() - draftGraceMs);
    await ctx.store.claims.removeBefore(ctx.now() - claimLifetimeMs);
    await ctx.store.audit.removeBefore(ctx.now() - auditLifetimeMs);
  },
};
