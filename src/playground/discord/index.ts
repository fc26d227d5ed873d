export { plainGuild, seedWithGuilds } from "./more-guilds.ts";
export { invitedBotPermissions, playgroundIds, playgroundSeed } from "./playground-seed.ts";
export type * from "./seed-types.ts";
export { startDiscordStandIn } from "./stand-in.ts";
export { PersonError } from "./types.ts";
export type * from "./types.ts";
