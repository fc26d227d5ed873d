import type { Migration } from "kysely/migration";
import { tables } from "./0001-tables.ts";
import { manyServers } from "./0008-many-servers.ts";
import { outbox } from "./0003-outbox.ts";
import { capabilities } from "./0005-capabilities.ts";
import { readOnlyLinks } from "./0004-read-only-links.ts";
import { presences } from "./0006-presences.ts";
import { calendarAddresses } from "./0007-calendar-addresses.ts";
import { unlinkedGuilds } from "./0009-unlinked-guilds.ts";
import { pauseCauses } from "./0010-pause-causes.ts";
import { firstSteps } from "./0012-first-steps.ts";
import { timeRequestsByLink } from "./0011-time-requests-by-link.ts";
import { sends } from "./0002-sends.ts";

/**
 * Migrations only add: during a rolling update, older replicas still use the migrated database. Unused columns and
 * tables are dropped once no version that may still run uses them.
 */
export interface StoreMigration extends Migration {
  /** The oldest version of the bot that works with this migration; by default, the first that includes it. */
  readonly oldestVersion?: string;
}

/** Run in order of their names. Never change or remove a released one; add new ones below. */
export const migrations: Readonly<Record<string, StoreMigration>> = {
  "0001-tables": { ...tables, oldestVersion: "0.1.0" },
  "0002-sends": { ...sends, oldestVersion: "0.1.0" },
  "0003-outbox": { ...outbox, oldestVersion: "0.1.0" },
  "0004-read-only-links": { ...readOnlyLinks, oldestVersion: "0.1.0" },
  "0005-capabilities": { ...capabilities, oldestVersion: "0.1.0" },
  "0006-presences": { ...presences, oldestVersion: "0.1.0" },
  "0007-calendar-addresses": { ...calendarAddresses, oldestVersion: "0.1.0" },
  "0008-many-servers": { ...manyServers, oldestVersion: "0.1.0" },
  "0009-unlinked-guilds": { ...unlinkedGuilds, oldestVersion: "0.1.0" },
  "0010-pause-causes": { ...pauseCauses, oldestVersion: "0.1.0" },
  // An older version looks for the same request before it stores one.
  "0011-time-requests-by-link": { ...timeRequestsByLink, oldestVersion: "0.1.0" },
  "0012-first-steps": { ...firstSteps, oldestVersion: "0.1.0" },
};
