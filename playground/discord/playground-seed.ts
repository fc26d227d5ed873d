import { OverwriteType, PermissionFlagsBits } from "discord-api-types/v10";
import type { DiscordSeed, SeedGuild, SeedOverwrite } from "./seed-types.ts";

const guildId = "1100000000000000001";

export const playgroundIds = {
  applicationId: "1100000000000000100",
  guildId,
  ada: "1100000000000000201",
  theo: "1100000000000000202",
  mia: "1100000000000000203",
  noor: "1100000000000000204",
  sam: "1100000000000000205",
  adminRole: "1100000000000000301",
  managerRole: "1100000000000000302",
  staffRole: "1100000000000000303",
  starRole: "1100000000000000304",
  orders: "1100000000000000401",
  staff: "1100000000000000402",
  calendar: "1100000000000000403",
  managers: "1100000000000000404",
  audit: "1100000000000000405",
} as const;

const { AddReactions, AttachFiles, EmbedLinks, ManageGuild, ManageMessages } = PermissionFlagsBits;
const { ReadMessageHistory, SendMessages, UseApplicationCommands, ViewChannel } = PermissionFlagsBits;

/** What members may do in a channel that is open to them. */
export const talk =
  ViewChannel |
  SendMessages |
  PermissionFlagsBits.SendMessagesInThreads |
  ReadMessageHistory |
  EmbedLinks |
  AttachFiles |
  AddReactions |
  UseApplicationCommands;

/** What the README asks for when the bot is invited. */
export const invitedBotPermissions =
  ViewChannel |
  SendMessages |
  PermissionFlagsBits.SendMessagesInThreads |
  EmbedLinks |
  AttachFiles |
  ReadMessageHistory |
  PermissionFlagsBits.PinMessages;

function onlyFor(roleIds: readonly string[]): readonly SeedOverwrite[] {
  return [
    { id: guildId, type: OverwriteType.Role, allow: 0n, deny: ViewChannel },
    ...[...roleIds, playgroundIds.applicationId].map((id) => ({
      id,
      type: id === playgroundIds.applicationId ? OverwriteType.Member : OverwriteType.Role,
      allow: ViewChannel,
      deny: 0n,
    })),
  ];
}

const { adminRole, managerRole, staffRole, starRole } = playgroundIds;

const harbourCafe: SeedGuild = {
  id: guildId,
  name: "Harbour Café",
  ownerId: playgroundIds.ada,
  locale: "en-GB",
  everyonePermissions: talk,
  // Reward roles need one more than the rest of the bot.
  botPermissions: invitedBotPermissions | PermissionFlagsBits.ManageRoles,
  roles: [
    {
      id: adminRole,
      name: "Admin",
      color: 0xe03131,
      permissions: talk | ManageGuild | ManageMessages | PermissionFlagsBits.ManageRoles,
    },
    {
      id: managerRole,
      name: "Manager",
      color: 0xf08c00,
      permissions: talk | ManageMessages | PermissionFlagsBits.MentionEveryone,
    },
    { id: staffRole, name: "Staff", color: 0x4c6ef5, permissions: talk },
    { id: starRole, name: "Star of the week", color: 0xfab005, permissions: 0n, belowBot: true },
  ],
  channels: [
    { id: playgroundIds.orders, name: "orders", topic: "What guests ordered, and how far along it is" },
    {
      id: playgroundIds.staff,
      name: "staff",
      topic: "For everyone who works here",
      overwrites: onlyFor([adminRole, managerRole, staffRole]),
    },
    { id: playgroundIds.calendar, name: "calendar", topic: "The week at the café" },
    {
      id: playgroundIds.managers,
      name: "managers",
      topic: "Managers only",
      overwrites: onlyFor([adminRole, managerRole]),
    },
    { id: playgroundIds.audit, name: "audit", topic: "Who changed what", overwrites: onlyFor([adminRole]) },
  ],
  members: [
    { discordUserId: playgroundIds.ada, roleIds: [adminRole] },
    { discordUserId: playgroundIds.theo, roleIds: [managerRole] },
    { discordUserId: playgroundIds.mia, roleIds: [staffRole] },
    { discordUserId: playgroundIds.noor, roleIds: [staffRole] },
    { discordUserId: playgroundIds.sam, roleIds: [] },
  ],
};

/** One café: Ada the admin, Theo the manager, Mia and Noor of the staff, and Sam, a stranger without roles. */
export const playgroundSeed: DiscordSeed = {
  applicationId: playgroundIds.applicationId,
  applicationName: "Workspace Bot",
  botName: "workspace-bot",
  users: [
    { id: playgroundIds.ada, username: "ada", displayName: "Ada", locale: "en-GB" },
    { id: playgroundIds.theo, username: "theo", displayName: "Theo", locale: "en-GB" },
    { id: playgroundIds.mia, username: "mia", displayName: "Mia", locale: "en-GB" },
    { id: playgroundIds.noor, username: "noor", displayName: "Noor", locale: "en-GB" },
    { id: playgroundIds.sam, username: "sam", displayName: "Sam", locale: "en-US" },
  ],
  guilds: [harbourCafe],
};
