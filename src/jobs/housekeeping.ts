import { isGone, listGuildIds } from "../discord/guild-list.ts";
import { scopeOf } from "../domain/ids.ts";
import type { Job } from "./job.ts";
import { dayMs, hourMs, minuteMs, weekMs } from "../time.ts";

/** Finds writes whose process died midway, once their lease is over, and notifies their people. */
export const abandonedWrites: Job = {
  name: "abandoned-writes",
  schedule: { everyMs: 20_000 },
  run: ({ ctx, recover }) => recover(ctx.now()),
};

/** Records how often someone continued their misuse, once the window is over. */
export const misuseFlush: Job = {
  name: "counted-misuse",
  schedule: { everyMs: minuteMs },
  run: ({ ctx }) => ctx.misuseAudit.flush(),
};

/** How long the data of a guild outlives the bot's removal from it. */
const departureGraceMs = weekMs;

/** Notices guilds that removed the bot, and deletes what is kept of them when the grace is over. */
export const departures: Job = {
  name: "departures",
  schedule: { cron: "17 4 * * *" },
  async run({ ctx, postRest }) {
    const present = await listGuildIds(postRest);
    const unsure = new Set<string>();
    for (const guildId of await ctx.store.departures.knownGuildIds()) {
      try {
        // A list can be cut short; a guild counts as left only when Discord says so of it.
        const left = !present.has(guildId) && (await isGone(guildId, postRest));
        if (left) await ctx.store.departures.observe(guildId, ctx.now());
        else await ctx.store.departures.cancel(guildId);
      } catch (error) {
        unsure.add(guildId);
        ctx.log.warn("could not find out whether the bot is still in a guild", { guildId, error });
      }
    }
    for (const guildId of await ctx.store.departures.due(ctx.now() - departureGraceMs)) {
      if (unsure.has(guildId)) continue;
      const links = await ctx.store.guildLinks.list(guildId);
      await ctx.store.forgetGuild(guildId);
      for (const link of links) ctx.service.invalidate(scopeOf(link));
      ctx.log.info("the data of a guild that removed the bot was deleted", { guildId });
    }
  },
};

/** A press on an expired button still gets its sentence for a day. */
const draftGraceMs = dayMs;
/** How long audit entries are kept. */
const auditTtlMs = 180 * dayMs;

/** Who asked to be connected to whom, and what managers said, is of no use to anybody later. */
const connectionRequestTtlMs = 30 * dayMs;

/** How long people's weeks are kept. */
const weekTtlMs = 2 * 365 * dayMs;
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

/**
 * Removes drafts, claims, connection requests, outcomes of due times, people not seen any more, weeks and audit
 * entries that are past their time.
 */
export const expiry: Job = {
  name: "expiry",
  schedule: { cron: "41 * * * *" },
  async run({ ctx }) {
    await ctx.store.drafts.removeExpired(ctx.now() - draftGraceMs);
    await ctx.store.idempotencyKeys.removeBefore(ctx.now() - idempotencyKeyTtlMs);
    await ctx.store.quotas.removeBefore(ctx.now());
    await ctx.store.connectionRequests.removeBefore(ctx.now() - connectionRequestTtlMs);
    await ctx.store.orderAlerts.removeBefore(ctx.now() - orderAlertTtlMs);
    await ctx.store.deliveries.removeBefore(ctx.now() - deliveryTtlMs);
    await ctx.store.people.removeBefore(ctx.now() - personTtlMs);
    await ctx.store.weeks.finalizeBefore(ctx.now() - finalizeWithinMs);
    await ctx.store.weeks.removeBefore(ctx.now() - weekTtlMs);
    await ctx.store.audit.removeBefore(ctx.now() - auditTtlMs);
    await ctx.store.eraseDeleted();
  },
};
