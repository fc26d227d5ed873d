import type { GuildTable, TableFacts } from "../src/store/tables.ts";

/** Every table, in the order in which rows are deleted: whether they go with a guild, and with a member they name. */
export const tables = {
  sends: { guild: true, member: "none" },
  sentMessages: { guild: true, member: "none" },
  guildLinks: { guild: true, member: "none" },
  channelLinks: { guild: true, member: "none" },
  accessRoles: { guild: true, member: "none" },
  guildSettings: { guild: true, member: "none" },
  accounts: { guild: true, member: "handled" },
  formerAccounts: { guild: true, member: "handled" },
  forgottenUsers: { guild: true, member: "none" },
  people: { guild: true, member: "none" },
  connectionRequests: { guild: true, member: "handled" },
  imports: { guild: true, member: "handled" },
  importedPeople: { guild: true, member: "handled" },
  timeRequests: { guild: true, member: "handled" },
  drafts: { guild: true, member: "handled" },
  auditEntries: { guild: true, member: "handled" },
  schedules: { guild: true, member: "none" },
  deliveries: { guild: true, member: "none" },
  orderAlerts: { guild: true, member: "none" },
  orderSteps: { guild: true, member: "none" },
  weeks: { guild: true, member: "none" },
  weekLooks: { guild: true, member: "none" },
  reminders: { guild: true, member: "deleted" },
  notices: { guild: true, member: "deleted" },
  rewards: { guild: true, member: "handled" },
  presences: { guild: true, member: "deleted" },
  hiddenMembers: { guild: true, member: "handled" },
  shortages: { guild: true, member: "none" },
  homeGuilds: { guild: true, member: "deleted" },
  calendarAddresses: { guild: true, member: "deleted" },
  // After all that messages are stored with, in the order in which their transactions store them.
  outbox: { guild: true, member: "deleted" },
  departures: { guild: true, member: "none" },
  quotaLeases: { guild: false, member: "none" },
  idempotencyKeys: { guild: false, member: "none" },
  postPaces: { guild: false, member: "none" },
  identifyTurns: { guild: false, member: "none" },
  shardRanges: { guild: false, member: "none" },
  botState: { guild: false, member: "none" },
} as const satisfies TableFacts;

/** Tables with rows about the member they name. */
export type MemberTable = {
  [T in keyof typeof tables]: (typeof tables)[T]["member"] extends "none" ? never : T;
}[keyof typeof tables];

/** All of their rows are deleted to forget the member. */
export type DeletedTable = {
  [T in keyof typeof tables]: (typeof tables)[T]["member"] extends "deleted" ? T : never;
}[keyof typeof tables];

const names = Object.keys(tables).filter((name): name is keyof typeof tables => name in tables);

export const guildTables = names.filter((name): name is GuildTable<typeof tables> => tables[name].guild);
export const memberTables = names.filter((name): name is MemberTable => tables[name].member !== "none");
export const deletedTables = names.filter((name): name is DeletedTable => tables[name].member === "deleted");
