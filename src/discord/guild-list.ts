import {
  DiscordAPIError,
  type REST,
  RESTJSONErrorCodes,
  type RESTGetAPICurrentUserGuildsResult,
  Routes,
} from "discord.js";

const pageSize = 200;

/** Every guild the bot is in, requested page by page: without intents there is no other way to know. */
export async function listGuildIds(rest: REST): Promise<ReadonlySet<string>> {
  const guildIds = new Set<string>();
  for (let after = "0"; ;) {
    const query = new URLSearchParams({ limit: String(pageSize), after });
    // Discord's documented response.
    const page = (await rest.get(Routes.userGuilds(), { query })) as RESTGetAPICurrentUserGuildsResult;
    for (const { id } of page) guildIds.add(id);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return guildIds;
    after = last.id;
  }
}

/** Asks Discord about one guild. Only a clear "you are not there" counts; any other failure throws. */
export async function isGone(guildId: string, rest: REST): Promise<boolean> {
  try {
    await rest.get(Routes.guild(guildId));
    return false;
  } catch (error) {
    if (error instanceof DiscordAPIError && goneCodes.has(error.code)) return true;
    throw error;
  }
}

const goneCodes: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.UnknownGuild,
  RESTJSONErrorCodes.MissingAccess,
]);
