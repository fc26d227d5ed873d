import { sql } from "kysely";
import { createAccessRoles } from "./access-roles.ts";
import { createConnectionRequests } from "./connection-requests.ts";
import { createAccounts } from "./accounts.ts";
import { createAudit } from "./audit.ts";
import { createChannelLinks, createGuildLinks } from "./guild-links.ts";
import {
  createIdempotencyKeys,
  createIdentifyTurns,
  createPostPaces,
  createShardRanges,
} from "./replicas.ts";
import { createDatabaseClock } from "./database-clock.ts";
import { createDeliveries } from "./deliveries.ts";
import { createDepartures, guildTables } from "./departures.ts";
import { createDrafts } from "./drafts.ts";
import { forgetPerson } from "./forget-person.ts";
import { createReadGuildFacts } from "./guild-facts.ts";
import { createInGuildTransaction, createInRelaxedTransaction } from "./guild-transaction.ts";
import { createGuildSettings } from "./guild-settings.ts";
import { createImports } from "./imports.ts";
import { createHomeGuilds } from "./home-guilds.ts";
import { createNotices } from "./notices.ts";
import { createOrderAlerts } from "./order-alerts.ts";
import { createOrderSteps } from "./order-steps.ts";
import { createPeople } from "./people.ts";
import { createPersonalData } from "./personal-data.ts";
import { createQuotaLeases } from "./quota-leases.ts";
import { createReminders } from "./reminders.ts";
import { createRewards } from "./rewards.ts";
import { createSchedules } from "./schedules.ts";
import { createTimeRequests } from "./time-requests.ts";
import { createBotState } from "./bot-state.ts";
import type { PoolUsage, Store } from "./store.ts";
import type { Db } from "./tables.ts";
import { createWeeks } from "./weeks.ts";
import { createEraseDeleted, eraseAfter } from "./sqlite.ts";

export interface StoreParts {
  readonly db: Db;
  readonly shared: boolean;
  readonly now: () => number;
  readonly pool?: (() => PoolUsage) | undefined;
  /** Closes `db` and whatever it is built on. */
  readonly close: () => Promise<void>;
}

export function createStore({ db, shared, now: machineNow, pool, close }: StoreParts): Store {
  const clock = createDatabaseClock(db, shared, machineNow);
  const { now } = clock;
  const aloneInGuild = createInGuildTransaction(db, shared);
  const inRelaxedTransaction = createInRelaxedTransaction(db, shared);
  const eraseDeleted = createEraseDeleted(db, shared);
  const guildLinks = createGuildLinks(db, aloneInGuild);
  const accounts = createAccounts(db, now);
  const weeks = createWeeks(db, shared, aloneInGuild);
  const timeRequests = createTimeRequests(db, aloneInGuild);
  let closed: Promise<void> | undefined;
  return {
    guildLinks: {
      ...guildLinks,
      save: (link, maxLinks) => eraseAfter(guildLinks.save(link, maxLinks), eraseDeleted),
      remove: (guildId, linkKey) => eraseAfter(guildLinks.remove(guildId, linkKey), eraseDeleted),
    },
    channelLinks: createChannelLinks(db),
    accessRoles: createAccessRoles(db, now),
    guildSettings: createGuildSettings(db, now),
    accounts: {
      ...accounts,
      disconnect: (guildId, discordUserId, userId) =>
        eraseAfter(accounts.disconnect(guildId, discordUserId, userId), eraseDeleted),
    },
    people: createPeople(db, inRelaxedTransaction),
    connectionRequests: createConnectionRequests(db, aloneInGuild, now),
    imports: createImports(db, aloneInGuild, now),
    timeRequests: {
      ...timeRequests,
      removeByMember: (guildId, discordUserId) =>
        eraseAfter(timeRequests.removeByMember(guildId, discordUserId), eraseDeleted),
    },
    drafts: createDrafts(db, shared, aloneInGuild, inRelaxedTransaction),
    audit: createAudit(db),
    schedules: createSchedules(db, aloneInGuild, inRelaxedTransaction),
    deliveries: createDeliveries(db, shared),
    weeks: {
      ...weeks,
      forgetUser: (guildId, userId) => eraseAfter(weeks.forgetUser(guildId, userId), eraseDeleted),
    },
    reminders: createReminders(db),
    notices: createNotices(db),
    rewards: createRewards(db),
    homeGuilds: createHomeGuilds(db),
    personalData: createPersonalData(db),
    orderAlerts: createOrderAlerts(db),
    orderSteps: createOrderSteps(db, shared, inRelaxedTransaction),
    quotas: createQuotaLeases(db, shared),
    idempotencyKeys: createIdempotencyKeys(db),
    departures: createDepartures(db),
    botState: createBotState(db, shared, now),
    pool,
    postPaces: createPostPaces(db),
    identifyTurns: createIdentifyTurns(db),
    shardRanges: createShardRanges(db),
    readGuildFacts: shared ? createReadGuildFacts(db) : undefined,
    clock,
    shared,

    async announceWrite(about) {
      if (!shared) return;
      await sql`select pg_notify('workspace_bot', ${`answers ${about}`})`.execute(db);
    },
    listenForWrites: () => undefined,
    receivesChanges: () => !shared,

    forgetGuild(guildId) {
      const deletion = aloneInGuild(guildId, async (transaction) => {
        // In the order in which schedules advance, to prevent deadlocks.
        if (shared)
          await sql`select id from schedules where guild_id = ${guildId} order by id collate "C" for update`.execute(
            transaction,
          );
        for (const table of guildTables) {
          await transaction.deleteFrom(table).where("guildId", "=", guildId).execute();
        }
      });
      return eraseAfter(deletion, eraseDeleted);
    },

    forgetPerson: (person) =>
      eraseAfter(
        aloneInGuild(person.guildId, (transaction) => forgetPerson(transaction, person, now())),
        eraseDeleted,
      ),
    eraseDeleted,

    close: () => (closed ??= close()),
  };
}
