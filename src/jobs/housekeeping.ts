import { DiscordAPIError, type REST, type RESTGetAPICurrentUserGuildsResult, Routes } from "discord.js";
import { goneCodes } from "../discord/members.ts";
import { foldNames } from "../domain/search.ts";
import { getCacheScope } from "../domain/service-ids.ts";
import { foldPersonNames } from "../noted-people.ts";
import type { AccountPosition, PersonPosition } from "../store/account-search.ts";
import type { Job } from "./job.ts";
import { dayMs, minuteMs, weekMs } from "../time.ts";
import { nextTurn } from "../turns.ts";
import { foldVersion } from "../typed-text.ts";

/** Finds writes whose process died midway, once their lease is over, and notifies their people. */
export const abandonedWrites: Job = {
  name: "abandoned-writes",
  schedule: { everyMs: 20_000 },
  run: ({ ctx, recover }) => recover(ctx.now()),
};

/** Registers the commands if that failed at the start. */
export const registration: Job = {
  name: "registration",
  schedule: { everyMs: 10_000 },
  run: (tools) => tools.registration.ensure(),
};

/** Records how often someone continued their misuse, once its window has ended. */
export const misuseFlush: Job = {
  name: "counted-misuse",
  schedule: { everyMs: minuteMs },
  run: ({ ctx }) => ctx.misuseAudit.flush(),
};

/** Notices that someone deleted or replaced the database's files. */
export const databaseFiles: Job = {
  name: "database-files",
  schedule: { everyMs: 10_000 },
  run: async ({ ctx }) => void (await ctx.store.fileTrouble()),
};

const foldedNamesKey = "names-folded";

/**
 * Folds the stored names again after an update or an old backup, so that everyone is found by what is typed today. Stopped
 * halfway, it begins again and only reads what is done.
 */
export const nameFolding: Job = {
  name: "name-folding",
  schedule: { everyMs: 10 * minuteMs },
  async run({ ctx: { store, log }, stopping }) {
    // A later version's names stay as it folded them.
    if (Number(await store.botState.get(foldedNamesKey)) >= foldVersion) return;
    const { foldedNames } = store;
    const inSlices = async <Position>(
      fold: (after?: Position) => Promise<{ readonly next: Position | undefined }>,
    ): Promise<void> => {
      let { next } = await fold();
      while (next !== undefined) {
        if (stopping?.aborted === true) return;
        await nextTurn();
        ({ next } = await fold(next));
      }
    };
    await inSlices<AccountPosition>((after) => foldedNames.accounts(foldNames, after));
    await inSlices<PersonPosition>((after) => foldedNames.people(foldPersonNames, after));
    if (stopping?.aborted === true) return;
    await store.botState.set(foldedNamesKey, String(foldVersion));
    log.info("stored names can be found by every spelling");
  },
};

/** How long the data of a guild outlives the bot's removal from it. */
const departureGraceMs = weekMs;

/** Notices guilds that removed the bot, and deletes their data after the grace period. */
export const departures: Job = {
  name: "departures",
  schedule: { cron: "17 4 * * *" },
  async run({ ctx, postRest }) {
    const present = await listGuildIds(postRest);
    const uncertain = new Set<string>();
    const left = new Set(await ctx.store.departures.list());
    for (const guildId of await ctx.store.departures.knownGuildIds()) {
      await nextTurn();
      try {
        // The list may be incomplete, so Discord is asked about each missing guild.
        const isLeaving = !present.has(guildId) && (await isGone(guildId, postRest));
        if (isLeaving) await ctx.store.departures.observe(guildId, ctx.now());
        else if (left.has(guildId)) await ctx.store.departures.cancel(guildId);
      } catch (error) {
        uncertain.add(guildId);
        ctx.log.warn("could not find out whether the bot is still in a guild", { guildId, error });
      }
    }
    for (const guildId of await ctx.store.departures.due(ctx.now() - departureGraceMs)) {
      if (uncertain.has(guildId)) continue;
      await nextTurn();
      const links = await ctx.store.guildLinks.list(guildId);
      await ctx.store.forgetGuild(guildId);
      for (const link of links) ctx.service.invalidate(getCacheScope(link));
      ctx.log.info("the data of a guild that removed the bot was deleted", { guildId });
    }
  },
};

/** A run leaves no more than these; the rest have their turn on the next days. */
const maxLeft = 5;

/** Leaves guilds that have had no link for as many days as the operator said. */
export const leavingUnlinked: Job = {
  name: "leaving-unlinked",
  schedule: { cron: "47 4 * * *" },
  async run({ ctx: { store, config, log, now }, postRest, stopping }) {
    const { unlinkedGuilds } = store;
    const { leaveUnlinkedAfterDays: days } = config;
    if (days === undefined) return unlinkedGuilds.clear();
    await unlinkedGuilds.observe(await listGuildIds(postRest), now());
    for (const guild of await unlinkedGuilds.due(now() - days * dayMs, maxLeft)) {
      if (stopping?.aborted === true) return;
      const { guildId } = guild;
      if (!(await unlinkedGuilds.take(guild))) continue;
      try {
        await postRest.delete(Routes.userGuild(guildId));
        log.info("left a guild that wasn't linked to a workspace", { guildId, days });
      } catch (error) {
        await unlinkedGuilds.putBack(guild, now());
        log.warn("could not leave a guild that isn't linked; it's tried again tomorrow", { guildId, error });
      }
    }
  },
};

const pageSize = 200;

/** Every guild the bot is in, requested page by page: without intents there is no other way to know. */
export async function listGuildIds(rest: REST): Promise<ReadonlySet<string>> {
  const guildIds = new Set<string>();
  for (let after = "0"; ;) {
    const query = new URLSearchParams({ limit: String(pageSize), after });
    // Discord's documented response.
    const page = (await rest.get(Routes.userGuilds(), { query })) as RESTGetAPICurrentUserGuildsResult;
    for (const { id } of page) guildIds.add(id);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return guildIds;
    after = last.id;
  }
}

/** Asks Discord about one guild. Only a clear "you are not there" counts; any other failure throws. */
export async function isGone(guildId: string, rest: REST): Promise<boolean> {
  try {
    await rest.get(Routes.guild(guildId));
    return false;
  } catch (error) {
    if (error instanceof DiscordAPIError && goneCodes.has(error.code)) return true;
    throw error;
  }
}
