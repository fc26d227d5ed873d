import type { AccessRoles } from "./access-roles.ts";
import type { ConnectionRequests } from "./connection-requests.ts";
import type { Accounts } from "./accounts.ts";
import type { Audit } from "./audit.ts";
import type { ChannelLinks, GuildLinks } from "./guild-links.ts";
import type { IdempotencyKeys, IdentifyTurns, PostPaces, ShardRanges } from "./replicas.ts";
import type { Deliveries } from "./deliveries.ts";
import type { DatabaseClock } from "./database-clock.ts";
import type { Departures } from "./departures.ts";
import type { Drafts } from "./drafts.ts";
import type { Forgotten, PersonToForget } from "./forget-person.ts";
import type { ReadGuildFacts } from "./guild-facts.ts";
import type { GuildSettings } from "./guild-settings.ts";
import type { HomeGuilds } from "./home-guilds.ts";
import type { Notices } from "./notices.ts";
import type { OrderAlerts } from "./order-alerts.ts";
import type { OrderSteps } from "./order-steps.ts";
import type { People } from "./people.ts";
import type { PersonalData } from "./personal-data.ts";
import type { QuotaLeases } from "./quota-leases.ts";
import type { Imports } from "./imports.ts";
import type { Reminders } from "./reminders.ts";
import type { Rewards } from "./rewards.ts";
import type { Schedules } from "./schedules.ts";
import type { SealedReplies } from "./sealed-replies.ts";
import type { TimeRequests } from "./time-requests.ts";
import type { BotState } from "./bot-state.ts";
import type { Weeks } from "./weeks.ts";

export interface PoolUsage {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

/** The whole database, one object per table. Every method is one atomic statement or one transaction. */
export interface Store {
  readonly guildLinks: GuildLinks;
  readonly channelLinks: ChannelLinks;
  readonly accessRoles: AccessRoles;
  readonly guildSettings: GuildSettings;
  readonly accounts: Accounts;
  readonly people: People;
  readonly connectionRequests: ConnectionRequests;
  readonly imports: Imports & SealedReplies;
  readonly timeRequests: TimeRequests;
  readonly drafts: Drafts;
  readonly audit: Audit;
  readonly schedules: Schedules;
  readonly deliveries: Deliveries;
  readonly weeks: Weeks;
  readonly reminders: Reminders;
  readonly notices: Notices;
  readonly rewards: Rewards;
  readonly homeGuilds: HomeGuilds;
  readonly personalData: PersonalData;
  readonly orderAlerts: OrderAlerts;
  readonly orderSteps: OrderSteps;
  readonly quotas: QuotaLeases;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly postPaces: PostPaces;
  readonly identifyTurns: IdentifyTurns;
  readonly shardRanges: ShardRanges;
  readonly departures: Departures;
  readonly botState: BotState;
  /** Server connections and calls waiting for one; `undefined` with SQLite. */
  readonly pool: (() => PoolUsage) | undefined;
  /** `undefined` with SQLite, where one statement for each costs less. */
  readonly readGuildFacts: ReadGuildFacts | undefined;
  readonly clock: DatabaseClock;
  /** True if other processes may use the same database (Postgres). */
  readonly shared: boolean;
  /**
   * Tells all replicas, including this one, that cached service responses are out of date.
   * @param about at most 7,000 characters
   */
  announceWrite(about: string): Promise<void>;
  /** Calls back with what others announced, and with `undefined` if something may have been missed. */
  listenForWrites(listener: (about: string | undefined) => void): void;
  /** Whether changes by others are being received; true if there are no others. */
  receivesChanges(): boolean;
  /** Deletes all of a guild's data in one transaction. */
  forgetGuild(guildId: string): Promise<void>;
  /**
   * Deletes someone's saved weeks, requests and reminders, blanks their names wherever they are stored, and stops
   * looking them up. Ids stay in the audit log.
   */
  forgetPerson(person: PersonToForget): Promise<Forgotten>;
  /** Makes deleted data unreadable in the SQLite files; Postgres does so in its own vacuum. */
  eraseDeleted(): Promise<void>;
  close(): Promise<void>;
}
