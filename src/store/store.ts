import { sql } from "kysely";
import { createAccessRoles } from "./access-roles.ts";
import { createAccounts, type WhenDisconnected } from "./accounts.ts";
import { createAudit } from "./audit.ts";
import { createChannelLinks, createGuildLinks } from "./guild-links.ts";
import {
  createIdempotencyKeys,
  createIdentifyTurns,
  createPostPaces,
  createQuotaLeases,
  createShardRanges,
} from "./replicas.ts";
import { createDatabaseClock } from "./database-clock.ts";
import { createDepartures, createUnlinkedGuilds, createHomeGuilds } from "./unlinked-guilds.ts";
import { createDrafts } from "./drafts.ts";
import { createFoldedNames } from "./account-search.ts";
import { createReadGuildFacts } from "./guild-facts.ts";
import {
  createInGuildTransaction,
  createInRelaxedTransaction,
  type InGuildTransaction,
  type InRelaxedTransaction,
} from "./guild-transaction.ts";
import { createGuildSettings } from "./guild-settings.ts";
import { createOutbox, createSends } from "./outbox.ts";
import { createPeople } from "./people.ts";
import { createBotState } from "./bot-state.ts";
import { createIsServed, type IsServed } from "./sql-values.ts";
import type { AnyTables } from "../personal-data.ts";
import type { ListeningTrouble } from "./changes.ts";
import { createPersonalData, type Forgotten, forgetPerson, type PersonToForget } from "./personal-data.ts";
import type { Db, GuildTable, LinkTable, MessageTable } from "./tables.ts";
import { createEraseDeleted, eraseAfter, type FileTrouble } from "./sqlite.ts";

interface PoolUsage {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface StoreParts {
  readonly db: Db;
  /** True if other processes may use the same database (Postgres). */
  readonly shared: boolean;
  readonly now: () => number;
  /** The servers whose due work is found; all by default. */
  readonly servers?: ReadonlySet<string> | undefined;
  /** Server connections and calls waiting for one; `undefined` with SQLite. */
  readonly pool?: (() => PoolUsage) | undefined;
  /** Closes `db` and whatever it is built on. */
  readonly close: () => Promise<void>;
}

/** What a feature's tables are built with. */
export interface StoreTools {
  readonly db: Db;
  readonly shared: boolean;
  readonly now: () => number;
  /** For whatever finds due work. */
  readonly isServed: IsServed;
  readonly aloneInGuild: InGuildTransaction;
  readonly inRelaxedTransaction: InRelaxedTransaction;
  /** What was deleted is unreadable in the SQLite files by then. */
  readonly eraseAfter: <Result>(deletion: Promise<Result>) => Promise<Result>;
  /** For a write to a guild's links, channels, roles, settings or accounts: they are read anew once it has ended. */
  readonly uncacheAfter: UncacheAfter;
}

type UncacheAfter = <Result>(guildId: string, write: Promise<Result>) => Promise<Result>;

/** The features' own statements, which each declares here. */
export interface FeatureStores {}

export interface FeatureTables {
  /** What is done with each, those of the engine too, in the order in which rows are deleted. */
  readonly tables: AnyTables;
  readonly create: (tools: StoreTools) => FeatureStores;
  readonly whenDisconnected: WhenDisconnected;
}

export type Store = ReturnType<typeof createCore>["core"] & FeatureStores;

/** The whole database, one object per table. Every method is one atomic statement or one transaction. */
export function createStore(parts: StoreParts, features: FeatureTables): Store {
  const { core, tools } = createCore(parts, features);
  return { ...core, ...features.create(tools) };
}

function createCore(
  { db, shared, now: machineNow, servers, pool, close }: StoreParts,
  { tables, whenDisconnected }: Pick<FeatureTables, "tables" | "whenDisconnected">,
) {
  const guildTables = listTables(tables, "guild");
  const clock = createDatabaseClock(db, shared, machineNow);
  const { now } = clock;
  const aloneInGuild = createInGuildTransaction(db, shared);
  const inRelaxedTransaction = createInRelaxedTransaction(db, shared);
  const eraseDeleted = createEraseDeleted(db, shared);
  const isServed = createIsServed(servers);
  const guildLinks = createGuildLinks(db, aloneInGuild, isServed, listTables(tables, "link"));
  const accounts = createAccounts(db, now, whenDisconnected);
  let uncacheGuild: (guildId: string) => void = () => undefined;
  /** Even if it failed: anything read before or during it may be stale. */
  const uncacheAfter: UncacheAfter = async (guildId, write) => {
    try {
      return await write;
    } finally {
      uncacheGuild(guildId);
    }
  };
  let closed: Promise<void> | undefined;
  const tools: StoreTools = {
    db,
    shared,
    now,
    isServed,
    aloneInGuild,
    inRelaxedTransaction,
    eraseAfter: (deletion) => eraseAfter(deletion, eraseDeleted),
    uncacheAfter,
  };
  const core = {
    guildLinks: replaceIn(guildLinks, {
      save: (link, maxLinks) => eraseAfter(guildLinks.save(link, maxLinks), eraseDeleted),
      remove: (guildId, linkKey) => eraseAfter(guildLinks.remove(guildId, linkKey), eraseDeleted),
    }),
    channelLinks: createChannelLinks(db),
    accessRoles: createAccessRoles(db, now),
    guildSettings: createGuildSettings(db, now),
    accounts: replaceIn(accounts, {
      disconnect: (guildId, discordUserId, userId) =>
        eraseAfter(accounts.disconnect(guildId, discordUserId, userId), eraseDeleted),
    }),
    personalData: createPersonalData(db, tables),
    people: createPeople(db, inRelaxedTransaction, isServed),
    foldedNames: createFoldedNames(db, inRelaxedTransaction),
    drafts: createDrafts(db, shared, aloneInGuild, inRelaxedTransaction),
    audit: createAudit(db),
    homeGuilds: createHomeGuilds(db),
    outbox: createOutbox(db, isServed),
    sends: createSends(db, listTables(tables, "messages")),
    quotas: createQuotaLeases(db, shared),
    idempotencyKeys: createIdempotencyKeys(db),
    departures: createDepartures(db, guildTables),
    unlinkedGuilds: createUnlinkedGuilds(db, aloneInGuild),
    botState: createBotState(db, shared, now),
    pool,
    postPaces: createPostPaces(db),
    identifyTurns: createIdentifyTurns(db),
    shardRanges: createShardRanges(db),
    /** `undefined` with SQLite, where one statement for each costs less. */
    readGuildFacts: shared ? createReadGuildFacts(db) : undefined,
    clock,
    shared,

    /**
     * Tells all replicas, including this one, that cached service responses are out of date.
     * @param about at most 7,000 characters
     */
    async announceWrite(about: string): Promise<void> {
      if (!shared) return;
      await sql`select pg_notify('workspace_bot', ${`answers ${about}`})`.execute(db);
    },
    /** Calls back with what others announced, and with `undefined` if something may have been missed. */
    listenForWrites(_listener: (about: string | undefined) => void): void {},
    /** Whether changes by others are being received; true if there are no others. */
    receivesChanges: () => !shared,
    /** Why not; `undefined` while they are, and until that is known. */
    listeningTrouble: (): ListeningTrouble | undefined => undefined,

    /** With SQLite, whether its files were deleted or replaced while they are open. Never rejects. */
    fileTrouble: (): Promise<FileTrouble | undefined> => Promise.resolve(undefined),

    /** Deletes all of a guild's data in one transaction. */
    forgetGuild(guildId: string): Promise<void> {
      const deletion = aloneInGuild(guildId, async (transaction) => {
        if (shared)
          for (const table of listTables(tables, "lockedFirst"))
            await sql`select id from ${sql.table(table)} where guild_id = ${guildId} order by id collate "C" for update`.execute(
              transaction,
            );
        for (const table of guildTables) {
          await transaction.deleteFrom(table).where("guildId", "=", guildId).execute();
        }
      });
      return eraseAfter(deletion, eraseDeleted);
    },

    /** Deletes what is kept of someone, and blanks their names wherever they are stored. Ids stay in the audit log. */
    forgetPerson(person: PersonToForget): Promise<Forgotten> {
      const deletion = aloneInGuild(person.guildId, (transaction) =>
        forgetPerson(transaction, person, { now: now(), tables }),
      );
      return eraseAfter(deletion, eraseDeleted);
    },

    uncacheAfter,
    /** Called with each guild that was written, by whoever caches what is read of it. */
    setUncaching(uncache: (guildId: string) => void): void {
      uncacheGuild = uncache;
    },

    /** Makes deleted data unreadable in the SQLite files; Postgres does so in its own vacuum. */
    eraseDeleted,
    close: () => (closed ??= close()),
  };
  return { core, tools };
}

/** Of which tables each can be said. */
interface SaidOf {
  readonly guild: GuildTable;
  readonly link: LinkTable;
  readonly messages: MessageTable;
  readonly lockedFirst: GuildTable;
}

function listTables<Fact extends keyof SaidOf>(declared: AnyTables, fact: Fact): readonly SaidOf[Fact][] {
  const isSaid = (name: string): name is SaidOf[Fact] => declared[name]?.[fact] === true;
  return Object.keys(declared).filter(isSaid);
}

/** The same part, with these methods in place of its own. */
export function replaceIn<Part>(part: Part, methods: Partial<Part>): Part {
  return { ...part, ...methods };
}
