import { hasLeft, listGuildIds } from "../bot/guild-walk.ts";
import { scopeOf } from "../link-scope.ts";
import type { Job } from "./job.ts";

/** How long the data of a guild outlives the bot's removal from it. */
const departureGraceMs = 7 * 24 * 60 * 60_000;

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
        const left = !present.has(guildId) && (await hasLeft(guildId, postRest));
        if (left) await ctx.store.departures.notice(guildId, ctx.now());
        else await ctx.store.departures.cancel(guildId);
      } catch (error) {
        unsure.add(guildId);
        ctx.log.warn("whether the bot is still in a guild could not be learned", { guildId, error });
      }
    }
    for (const guildId of await ctx.store.departures.due(ctx.now() - departureGraceMs)) {
      if (unsure.has(guildId)) continue;
      const links = await ctx.store.guildLinks.list(guildId);
      await ctx.store.forgetGuild(guildId);
      for (const link of links) ctx.service.forget(scopeOf(link));
      ctx.log.info("the data of a guild that removed the bot was deleted", { guildId });
    }
  },
};
