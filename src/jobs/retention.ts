import { dayMs, hourMs } from "../time.ts";
import type { Feature } from "../feature.ts";
import type { Job, Removal } from "./job.ts";

/** For a day, pressing an expired button still explains what happened. */
const draftGraceMs = dayMs;
/** Long enough to look into what people dispute months later. */
const auditTtlMs = 180 * dayMs;

/** Nothing is tried again for longer than a request for time is open. */
const sendTtlMs = 8 * dayMs;

/** The name of a person who wasn't shown for this long isn't worth keeping. */
const personTtlMs = 90 * dayMs;

/** Discord sends an interaction once, and all replicas receive it within moments. */
const idempotencyKeyTtlMs = hourMs;

/** A replica reports every minute at least: one that hasn't for so long is gone. */
const replicaReportTtlMs = hourMs;

const own: readonly Removal[] = [
  ({ store, now }) => store.drafts.removeExpired(now() - draftGraceMs),
  ({ store, now }) => store.idempotencyKeys.removeBefore(now() - idempotencyKeyTtlMs),
  ({ store, now }) => store.quotas.removeBefore(now()),
  ({ store, now }) => store.postPaces.removeBefore(now() - replicaReportTtlMs),
  ({ store, now }) => store.shardRanges.removeBefore(now() - replicaReportTtlMs),
  ({ store, now }) => store.sends.removeBefore(now() - sendTtlMs),
  ({ store, now }) => store.outbox.removeBefore(now() - sendTtlMs),
  ({ store, now }) => store.people.removeBefore(now() - personTtlMs),
  ({ store, now }) => store.audit.removeBefore(now() - auditTtlMs),
];

/** Deletes data at the end of its retention period, and lets requests expire that nobody decided by then. */
export function createRetentionJob(features: readonly Pick<Feature, "removals" | "expiries">[]): Job {
  const removals = features.flatMap((feature) => feature.removals ?? []);
  const expiries = features.flatMap((feature) => feature.expiries ?? []);
  return {
    name: "retention",
    schedule: { cron: "41 * * * *" },
    async run({ ctx }) {
      // People were promised that each of them is deleted, whatever is wrong with another.
      for (const remove of [...own, ...removals, eraseDeleted, ...expiries])
        await remove(ctx).catch((error: unknown) =>
          ctx.log.error("some old data could not be deleted; it's tried again in an hour", { error }),
        );
    },
  };
}

const eraseDeleted: Removal = ({ store }) => store.eraseDeleted();
