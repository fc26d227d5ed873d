import { OverwriteType, PermissionFlagsBits } from "discord-api-types/v10";
import { invitedBotPermissions, playgroundIds, playgroundSeed, talk } from "./playground-seed.ts";
import type { DiscordSeed, SeedGuild, SeedOverwrite } from "./seed-types.ts";

const guildId = "1100000000004194304";

export const bakeryIds = {
  guildId,
  headBakerRole: "1100000000004194601",
  bakerRole: "1100000000004194602",
  helperRole: "1100000000004194603",
  counter: "1100000000004194701",
  bakehouse: "1100000000004194702",
  office: "1100000000004194703",
} as const;

const { headBakerRole, bakerRole, helperRole } = bakeryIds;

function onlyFor(roleIds: readonly string[]): readonly SeedOverwrite[] {
  const view = { allow: PermissionFlagsBits.ViewChannel, deny: 0n };
  return [
    { id: guildId, type: OverwriteType.Role, allow: 0n, deny: PermissionFlagsBits.ViewChannel },
    ...roleIds.map((id) => ({ id, type: OverwriteType.Role, ...view })),
    { id: playgroundIds.applicationId, type: OverwriteType.Member, ...view },
  ];
}

/** A guild in which nothing has been set up: Ada owns it, and none of its roles means anything to the bot. */
export const bakeryCrew: SeedGuild = {
  id: guildId,
  name: "Bakery Crew",
  about:
    "This server isn't set up yet. As Ada, start with /setup. You'll find a workspace and its key under Behind the scenes, Try things.",
  ownerId: playgroundIds.ada,
  locale: "en-GB",
  everyonePermissions: talk,
  botPermissions: invitedBotPermissions,
  roles: [
    { id: headBakerRole, name: "Head baker", color: 0xd9480f, permissions: talk },
    { id: bakerRole, name: "Baker", color: 0xe8b04b, permissions: talk },
    { id: helperRole, name: "Helper", color: 0x2f9e44, permissions: talk },
  ],
  channels: [
    { id: bakeryIds.counter, name: "counter", topic: "What we sell and what has run out" },
    {
      id: bakeryIds.bakehouse,
      name: "bakehouse",
      topic: "For everyone who bakes",
      overwrites: onlyFor([headBakerRole, bakerRole]),
    },
    { id: bakeryIds.office, name: "office", topic: "Head bakers only", overwrites: onlyFor([headBakerRole]) },
  ],
  members: [
    { discordUserId: playgroundIds.ada, roleIds: [] },
    { discordUserId: playgroundIds.theo, roleIds: [headBakerRole] },
    { discordUserId: playgroundIds.mia, roleIds: [bakerRole] },
  ],
};

/** The café's guild, and the bakery's beside it. */
export const seedWithBakery: DiscordSeed = {
  ...playgroundSeed,
  guilds: [...playgroundSeed.guilds, bakeryCrew],
};
