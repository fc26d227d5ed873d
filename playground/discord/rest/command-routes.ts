import { missingAccess, notFound } from "../api-error.ts";
import { checkCommand, checkCommandList } from "../validate-commands.ts";
import type { World } from "../state.ts";
import { type Api, type ApiContext, nothing } from "./api-env.ts";

/** Registration of commands, for everywhere and for one guild. */
export function commandRoutes(api: Api, world: World): void {
  const { commands } = world;
  const global = "/applications/:application/commands";
  const inGuild = "/applications/:application/guilds/:guild/commands";

  /** The guild of the route; `undefined` for global commands. @throws DiscordApiError */
  const scope = (c: ApiContext): string | undefined => {
    if (c.req.param("application") !== world.directory.botId) throw notFound();
    const guildId = c.req.param("guild");
    if (guildId !== undefined && !world.directory.hasBot(guildId)) throw missingAccess();
    return guildId;
  };

  // Bots can read it; only people can change it: https://docs.discord.com/developers/interactions/application-commands#permissions
  api.get(`${inGuild}/permissions`, (c) => c.json(commands.permissionsIn(scope(c) ?? "")));

  for (const base of [global, inGuild]) {
    api.get(base, (c) => c.json(commands.in(scope(c))));
    api.put(base, (c) => {
      const guildId = scope(c);
      return c.json(commands.replace(guildId, checkCommandList(c.get("body").json)));
    });
    api.post(base, (c) => {
      const guildId = scope(c);
      const { command, isNew } = commands.put(guildId, checkCommand(c.get("body").json));
      return c.json(command, isNew ? 201 : 200);
    });
    api.get(`${base}/:command`, (c) => c.json(commands.get(scope(c), commandId(c))));
    api.patch(`${base}/:command`, (c) => {
      const guildId = scope(c);
      const before = commands.get(guildId, commandId(c));
      const changed = checkCommand({ ...before, ...c.get("body").fields });
      return c.json(commands.put(guildId, changed).command);
    });
    api.delete(`${base}/:command`, (c) => {
      commands.delete(scope(c), commandId(c));
      return nothing();
    });
  }
}

function commandId(c: ApiContext): string {
  return c.req.param("command") ?? "";
}
