import { PermissionFlagsBits } from "discord-api-types/v10";
import {
  missingAccess,
  missingPermissions,
  unknownChannel,
  unknownGuild,
  unknownMember,
  unknownRole,
} from "../api-error.ts";
import {
  isThread,
  toChannel,
  toDirectChannel,
  toGuild,
  toMember,
  toPlace,
  toRoles,
} from "../serialize-guild.ts";
import type { SeedGuild, SeedMember } from "../seed-types.ts";
import type { World } from "../state.ts";
import type { Api } from "./api-env.ts";

const { ManageThreads, SendMessagesInThreads, ViewChannel } = PermissionFlagsBits;

/** What the bot may read about guilds, their channels, roles and members, and the roles it gives. */
export function guildRoutes(api: Api, world: World): void {
  const { directory, events, messages } = world;
  const lastIn = (channelId: string) => messages.publicIn(channelId).at(-1)?.message.id;
  const guildOf = (guildId: string): SeedGuild => {
    const guild = directory.guild(guildId);
    if (guild === undefined || !directory.hasBot(guildId)) throw unknownGuild();
    return guild;
  };
  const bot = directory.botSeed;

  api.get("/guilds/:guild", (c) => {
    const guild = guildOf(c.req.param("guild"));
    return c.json(toGuild(guild, toRoles(guild, bot), directory.members(guild.id).length));
  });
  api.get("/guilds/:guild/roles", (c) => c.json(toRoles(guildOf(c.req.param("guild")), bot)));
  api.get("/guilds/:guild/roles/member-counts", (c) => {
    const { id, roles } = guildOf(c.req.param("guild"));
    const holders = (roleId: string) =>
      directory.members(id).filter(({ roleIds }) => roleIds.includes(roleId)).length;
    return c.json(Object.fromEntries(roles.map((role) => [role.id, holders(role.id)])));
  });
  const mayView = (guildId: string, channelId: string): boolean =>
    (directory.permissions(guildId, directory.botId, channelId) & ViewChannel) !== 0n;
  // Since 16 November 2026 without those that the bot can't view: https://github.com/discord/discord-api-docs/pull/8454
  api.get("/guilds/:guild/channels", (c) => {
    const guild = guildOf(c.req.param("guild"));
    const channels = guild.channels.filter((channel) => !isThread(channel) && mayView(guild.id, channel.id));
    return c.json(channels.map((channel) => toChannel(channel, guild, lastIn(channel.id))));
  });
  // Before the route of one member, whose id "search" would be. Needs no intent.
  api.get("/guilds/:guild/members/search", (c) => {
    const guild = guildOf(c.req.param("guild"));
    const query = (c.req.query("query") ?? "").toLowerCase();
    const limit = Number(c.req.query("limit") ?? 1);
    const found = directory
      .members(guild.id)
      .map((member) => toMember(member, directory.user(member.discordUserId)))
      .filter(({ nick, user: { username, global_name: name } }) =>
        [nick, name, username].some((each) => each?.toLowerCase().startsWith(query)),
      );
    return c.json(found.slice(0, limit));
  });
  api.get("/guilds/:guild/scheduled-events", (c) => {
    const guild = guildOf(c.req.param("guild"));
    const planned = world.scheduledEvents.get(guild.id) ?? [];
    return c.json(
      planned.filter(({ channel_id: channelId }) => channelId === null || mayView(guild.id, channelId)),
    );
  });
  api.get("/guilds/:guild/members/:user", (c) => {
    const guild = guildOf(c.req.param("guild"));
    const user = directory.user(c.req.param("user"));
    const member = directory.member(guild.id, user.id);
    if (member === undefined) throw unknownMember();
    return c.json(toMember(member, user));
  });
  const setRoles = (guildId: string, discordUserId: string, roleIds: readonly string[]): void => {
    directory.setRoles(guildId, discordUserId, roleIds);
    events.emit({ type: "guild", guildId });
  };
  const roleRoute = "/guilds/:guild/members/:user/roles/:role";
  /** Of a member who is there, with a role that the bot may give. */
  const assignable = (guildId: string, discordUserId: string, roleId: string): SeedMember => {
    const guild = guildOf(guildId);
    const roles = toRoles(guild, bot);
    const role = roles.find(({ id }) => id === roleId);
    const own = roles.find(({ tags }) => tags?.bot_id === bot.id);
    const member = directory.member(guildId, discordUserId);
    if (member === undefined) throw unknownMember();
    if (role === undefined) throw unknownRole();
    const mayManage =
      (guild.botPermissions & (PermissionFlagsBits.ManageRoles | PermissionFlagsBits.Administrator)) !== 0n;
    if (!mayManage || role.managed || own === undefined || role.position >= own.position)
      throw missingPermissions();
    return member;
  };
  api.put(roleRoute, (c) => {
    const { guild, user, role } = c.req.param();
    const { roleIds } = assignable(guild, user, role);
    setRoles(guild, user, [...new Set([...roleIds, role])]);
    return c.body(null, 204);
  });
  api.delete(roleRoute, (c) => {
    const { guild, user, role } = c.req.param();
    const { roleIds } = assignable(guild, user, role);
    setRoles(
      guild,
      user,
      roleIds.filter((id) => id !== role),
    );
    return c.body(null, 204);
  });
  api.get("/guilds/:guild/members", (c) => {
    guildOf(c.req.param("guild"));
    // Listing members needs a privileged intent, which the application has not.
    throw missingAccess();
  });

  api.get("/channels/:channel", (c) => {
    const channelId = c.req.param("channel");
    const recipient = directory.direct.recipientOf(channelId);
    if (recipient !== undefined)
      return c.json(toDirectChannel(channelId, directory.user(recipient), lastIn(channelId)));
    const placed = directory.channel(channelId);
    if (placed === undefined) throw unknownChannel();
    if (!mayView(placed.guild.id, channelId)) throw missingAccess();
    return c.json(toPlace(placed.channel, placed.guild, lastIn(channelId)));
  });
  // Only what reopens a thread.
  api.patch("/channels/:channel", (c) => {
    const channelId = c.req.param("channel");
    const placed = directory.channel(channelId);
    if (placed === undefined) throw unknownChannel();
    const { archived } = c.get("body").fields;
    const held = directory.permissions(placed.guild.id, directory.botId, channelId);
    const needed = placed.channel.locked === true ? ManageThreads : SendMessagesInThreads;
    if (!isThread(placed.channel) || (held & needed) === 0n) throw missingPermissions();
    const changed = directory.changeChannel(channelId, { archived: archived === true });
    world.events.emit({ type: "guild", guildId: placed.guild.id });
    return c.json(toPlace(changed.channel, changed.guild, lastIn(channelId)));
  });
}
