import type { AccessRoles } from "./access-roles.ts";
import type { Audit } from "./audit.ts";
import type { Claims } from "./claims.ts";
import type { Departures } from "./departures.ts";
import type { Drafts } from "./drafts.ts";
import type { GuildLinks } from "./guild-links.ts";
import type { Settings } from "./settings.ts";

/** The whole database, one object a table. Every method is one atomic statement. */
export interface Store {
  readonly guildLinks: GuildLinks;
  readonly accessRoles: AccessRoles;
  readonly drafts: Drafts;
  readonly audit: Audit;
  readonly claims: Claims;
  readonly departures: Departures;
  readonly settings: Settings;
  /** True when other processes may use the same database (Postgres). */
  readonly shared: boolean;
  /** Deletes all that is kept of a guild, in one transaction. */
  forgetGuild(guildId: string): Promise<void>;
  close(): Promise<void>;
}
