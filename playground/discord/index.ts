export { bakeryCrew, bakeryIds, seedWithBakery } from "./bakery-guild.ts";
export { crewByUsername, guestsByUsername, seedAtWork } from "./cafe-crew.ts";
export { seedWithGuilds } from "./many-guilds.ts";
export { playgroundIds, playgroundSeed } from "./playground-seed.ts";
export type { PlannedEvent } from "./scheduled-events.ts";
export type * from "./seed-types.ts";
export { startDiscordEmulator } from "./emulator.ts";
export { PersonError } from "./member-types.ts";
export type * from "./types.ts";
