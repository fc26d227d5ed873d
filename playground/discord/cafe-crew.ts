import { seedWithBakery } from "./bakery-guild.ts";
import { playgroundIds } from "./playground-seed.ts";
import type { DiscordSeed, SeedUser } from "./seed-types.ts";

/** Who is on Discord too when the café is at work, by their name in the workspace; the first five are there anyway. */
const crew: readonly (readonly [username: string, displayName: string])[] = [
  ["priya_latte", "Priya"],
  ["jonas_k", "Jonas"],
  ["amara_o", "Amara"],
  ["leo_foam", "Leo"],
  ["sofia_mocha", "Sofia"],
  ["kenji_t", "Kenji"],
  ["elias_v", "Elias"],
  ["zoe_roast", "Zoe"],
  ["marek_p", "Marek"],
];
const guests: readonly (readonly [username: string, displayName: string])[] = [
  ["captain_olive", "Olive"],
  ["pixelpearl", "Pearl"],
  ["bramble7", "Bramble"],
  ["sunny_dock", "Sunny"],
];

const idsFrom = (first: bigint) => (index: number) => (first + BigInt(index)).toString();
const crewId = idsFrom(1_100_000_000_000_000_211n);
const guestId = idsFrom(1_100_000_000_000_000_231n);

function users(people: typeof crew, idOf: (index: number) => string): readonly SeedUser[] {
  return people.map(([username, displayName], index) => ({ id: idOf(index), username, displayName }));
}

const crewUsers = users(crew, crewId);
const guestUsers = users(guests, guestId);

/** Discord users of the café's whole staff, by their user name in the workspace. */
export const crewByUsername: ReadonlyMap<string, string> = new Map([
  ["mia_brews", playgroundIds.mia],
  ["theo.harbour", playgroundIds.theo],
  ["noor_beans", playgroundIds.noor],
  ...crewUsers.map(({ id, username }) => [username, id] as const),
]);

/** Guests who write in #orders, by user name. */
export const guestsByUsername: ReadonlyMap<string, string> = new Map(
  guestUsers.map(({ id, username }) => [username, id]),
);

/** The café with its whole staff and some guests, and the bakery beside it. */
export const seedAtWork: DiscordSeed = {
  ...seedWithBakery,
  users: [...seedWithBakery.users, ...crewUsers, ...guestUsers],
  guilds: seedWithBakery.guilds.map((guild) =>
    guild.id === playgroundIds.guildId
      ? {
          ...guild,
          members: [
            ...guild.members,
            ...crewUsers.map(({ id }) => ({ discordUserId: id, roleIds: [playgroundIds.staffRole] })),
            ...guestUsers.map(({ id }) => ({ discordUserId: id, roleIds: [] })),
          ],
        }
      : guild,
  ),
};
