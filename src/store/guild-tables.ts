import type { Tables } from "./tables.ts";

/** Every table that keeps something of guilds: forgotten when a guild is, and telling which guilds are known. */
export const guildTables = [
  "guildLinks",
  "channelLinks",
  "accessRoles",
  "guildSettings",
  "accounts",
  "accountClaims",
  "drafts",
  "auditEntries",
  "schedules",
  "deliveries",
  "orderChanges",
  "weeks",
  "reminders",
  "departures",
] as const satisfies readonly (keyof Tables)[];
