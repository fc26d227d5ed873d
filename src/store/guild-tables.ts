import type { Tables } from "./tables.ts";

/** Every table that keeps something of guilds: forgotten when a guild is, and telling which guilds are known. */
export const guildTables = [
  "guildLinks",
  "channelLinks",
  "accessRoles",
  "guildSettings",
  "accounts",
  "people",
  "connectionRequests",
  "drafts",
  "auditEntries",
  "schedules",
  "deliveries",
  "orderAlerts",
  "weeks",
  "reminders",
  "departures",
] as const satisfies readonly (keyof Tables)[];
