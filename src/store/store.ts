import type { AccessRoles } from "./access-roles.ts";
import type { AccountClaims } from "./account-claims.ts";
import type { Accounts } from "./accounts.ts";
import type { Audit } from "./audit.ts";
import type { ChannelLinks } from "./channel-links.ts";
import type { Claims } from "./claims.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Departures } from "./departures.ts";
import type { Drafts } from "./drafts.ts";
import type { PersonToForget } from "./forget-person.ts";
import type { GuildLinks } from "./guild-links.ts";
import type { GuildSettings } from "./guild-settings.ts";
import type { OrderWatch } from "./order-watch.ts";
import type { Quotas } from "./quotas.ts";
import type { Reminders } from "./reminders.ts";
import type { Schedules } from "./schedules.ts";
import type { Settings } from "./settings.ts";
import type { Weeks } from "./weeks.ts";

/** The whole database, one object a table. Every method is one atomic statement, or one transaction. */
export interface Store {
  readonly guildLinks: GuildLinks;
  readonly channelLinks: ChannelLinks;
  readonly accessRoles: AccessRoles;
  readonly guildSettings: GuildSettings;
  readonly accounts: Accounts;
  readonly accountClaims: AccountClaims;
  readonly drafts: Drafts;
  readonly audit: Audit;
  readonly schedules: Schedules;
  readonly deliveries: Deliveries;
  readonly weeks: Weeks;
  readonly reminders: Reminders;
  readonly orderWatch: OrderWatch;
  readonly quotas: Quotas;
  readonly claims: Claims;
  readonly departures: Departures;
  readonly settings: Settings;
  /** True when other processes may use the same database (Postgres). */
  readonly shared: boolean;
  /** Deletes all that is kept of a guild, in one transaction. */
  forgetGuild(guildId: string): Promise<void>;
  /** Blanks somebody's names wherever they are kept for the record; ids stay, and so does a request that still waits. */
  forgetPerson(person: PersonToForget): Promise<void>;
  /** Lets nothing that was deleted be read from the SQLite files any more; Postgres does that by its own vacuum. */
  eraseDeleted(): Promise<void>;
  close(): Promise<void>;
}
