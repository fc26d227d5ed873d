import { PermissionFlagsBits } from "discord-api-types/v10";
import {
  missingAccess,
  missingPermissions,
  unknownChannel,
  unknownGuild,
  unknownMember,
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
import type { SeedGuild } from "../seed-types.ts";
import type { World } from "../state.ts";
import type { Api } from "./api-env.ts";

const { ManageThreads, SendMessagesInThreads } = PermissionFlagsBits;

/** What the bot may read about guilds, their channels, roles and members. */
export function guildRoutes(api: Api, world: World): void {
  const { directory, messages } = world;
  const lastIn = (channelId: string) =>
    messages.in(channelId).findLast(({ privateTo }) => privateTo === undefined)?.message.id;
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
  api.get("/guilds/:guild/channels", (c) => {
    const guild = guildOf(c.req.param("guild"));
    const channels = guild.channels.filter((channel) => !isThread(channel));
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
    return c.json(world.scheduledEvents.get(guild.id) ?? []);
  });
  api.get("/guilds/:guild/members/:user", (c) => {
    const guild = guildOf(c.req.param("guild"));
    const user = directory.user(c.req.param("user"));
    const member = directory.member(guild.id, user.id);
    if (member === undefined) throw unknownMember();
    return c.json(toMember(member, user));
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
    const permissions = directory.permissions(placed.guild.id, directory.botId, channelId);
    if ((permissions & PermissionFlagsBits.ViewChannel) === 0n) throw missingAccess();
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
