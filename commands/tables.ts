import type { AnyTables, TableFacts } from "../src/personal-data.ts";
import { accountTables, connectionTables, importTables } from "./account/tables.ts";
import { auditTables, settingTables } from "./audit/tables.ts";
import { calendarTables } from "./calendar/tables.ts";
import { linkTables } from "./link/tables.ts";
import { draftTables, messageTables } from "./privacy/tables.ts";
import { remindTables } from "./remind/tables.ts";
import { requestTables } from "./time-request/tables.ts";
import { rewardTables } from "./rewards/tables.ts";
import { scheduleTables } from "./schedule/tables.ts";
import { onNowTables } from "./team-board/on-now/tables.ts";
import { weekTables } from "./weeks/tables.ts";

const ofGuild = { guild: true, person: "nobody" } as const;
const ofNoGuild = { guild: false, person: "nobody" } as const;

/** Every table, in the order in which rows are deleted. */
export const tables = {
  sends: ofGuild,
  sentMessages: ofGuild,
  ...linkTables,
  accessRoles: ofGuild,
  ...settingTables,
  ...accountTables,
  ...weekTables,
  ...connectionTables,
  ...requestTables,
  ...importTables,
  ...scheduleTables,
  orderAlerts: ofGuild,
  orderSteps: { ...ofGuild, link: true },
  ...remindTables,
  ...onNowTables,
  ...rewardTables,
  ...calendarTables,
  ...draftTables,
  ...auditTables,
  // After all that messages are stored with, in the order in which their transactions store them.
  ...messageTables,
  departures: ofGuild,
  unlinkedGuilds: ofGuild,
  quotaLeases: ofNoGuild,
  idempotencyKeys: ofNoGuild,
  postPaces: ofNoGuild,
  identifyTurns: ofNoGuild,
  shardRanges: ofNoGuild,
  botState: ofNoGuild,
} as const satisfies TableFacts;

/** The same, whatever their rows are. */
export const declaredTables: AnyTables = tables;
