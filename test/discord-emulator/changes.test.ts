import {
  type APIInteraction,
  ApplicationCommandPermissionType as Target,
  GatewayDispatchEvents,
  GatewayIntentBits,
  type Interaction,
  OverwriteType,
  PermissionFlagsBits,
} from "discord.js";
import { expect, test } from "vitest";
import { bakeryIds, playgroundIds, seedWithBakery } from "../../playground/discord/index.ts";
import { botFor, mia, ping, emulatorForTest } from "./bot.ts";
import { catchRefusal, restFor } from "./refusals.ts";
import { until } from "../support/wait-for.ts";

const { guildId, mia: miaId, orders, staff, managers, managerRole, staffRole } = playgroundIds;

async function reply(interaction: Interaction): Promise<void> {
  if (interaction.isChatInputCommand()) await interaction.reply("x");
}
async function post(discord: Parameters<typeof restFor>[0], channelId: string): Promise<unknown> {
  return (
    await catchRefusal(restFor(discord).post(`/channels/${channelId}/messages`, { body: { content: "x" } }))
  ).code;
}

test("a member's new roles come with their next interaction, and open other channels to them", async () => {
  const discord = await emulatorForTest();
  const client = await botFor(discord, [ping], reply);
  const roles: unknown[] = [];
  client.ws.on(GatewayDispatchEvents.InteractionCreate, (raw: APIInteraction) =>
    roles.push(raw.member?.roles),
  );
  await mia(discord).run("ping");
  expect(() => discord.as(miaId, managers)).toThrow("can't see");
  discord.setRoles(guildId, miaId, [managerRole]);
  await discord.as(miaId, managers).run("ping");
  discord.setRoles(guildId, miaId, []);
  await mia(discord).run("ping");
  expect(roles).toEqual([[staffRole], [managerRole], []]);
  expect(() => discord.as(miaId, staff)).toThrow("can't see");
});

test("roles of one guild don't count in another", async () => {
  const discord = await emulatorForTest({ seed: seedWithBakery });
  expect(() => discord.setRoles(guildId, miaId, [bakeryIds.bakerRole])).toThrow("Unknown Role");
  discord.setRoles(bakeryIds.guildId, miaId, [bakeryIds.headBakerRole]);
  expect(discord.guilds[1]?.members.find(({ discordUserId }) => discordUserId === miaId)?.roleIds).toEqual([
    bakeryIds.headBakerRole,
  ]);
  expect(discord.guilds[0]?.members.find(({ discordUserId }) => discordUserId === miaId)?.roleIds).toEqual([
    staffRole,
  ]);
});

test("a role that is deleted is told to the bot, nobody's, and no longer opens a channel", async () => {
  const discord = await emulatorForTest();
  const deleted: string[] = [];
  const client = await botFor(discord, [ping], reply, { intents: [GatewayIntentBits.Guilds] });
  client.on("roleDelete", ({ id }) => deleted.push(id));
  discord.deleteRole(guildId, staffRole);
  await until("the bot was told", () => deleted.length > 0);
  expect(deleted).toEqual([staffRole]);
  expect(() => discord.as(miaId, staff)).toThrow("can't see");
  expect(() => discord.deleteRole(guildId, staffRole)).toThrow("Unknown Role");
});

test("in a second guild people have that guild's channels, roles and permissions", async () => {
  const discord = await emulatorForTest({ seed: seedWithBakery });
  const seen: unknown[] = [];
  const client = await botFor(discord, [{ ...ping, default_member_permissions: "32" }], reply);
  client.ws.on(GatewayDispatchEvents.InteractionCreate, ({ guild_id, member }: APIInteraction) =>
    seen.push([guild_id, member?.roles, (BigInt(member?.permissions ?? 0) & 32n) !== 0n]),
  );
  await discord.as(playgroundIds.ada, bakeryIds.office).run("ping");
  expect(seen).toEqual([[bakeryIds.guildId, [], true]]);
  expect(discord.as(miaId, bakeryIds.counter).commands()).toEqual([]);
  expect(discord.as(playgroundIds.theo, bakeryIds.office).read()).toHaveLength(1);
  expect(() => discord.as(miaId, bakeryIds.office)).toThrow("can't see");
  expect(() => discord.as(playgroundIds.sam, bakeryIds.counter)).toThrow("can't see");
});

test("the bot's permissions in a channel can be taken away, and given back", async () => {
  const discord = await emulatorForTest();
  const { ViewChannel, SendMessages } = PermissionFlagsBits;
  discord.setBotPermissions(orders, ViewChannel);
  expect(await post(discord, orders)).toBe(50_013);
  discord.setBotPermissions(orders, 0n);
  expect(await post(discord, orders)).toBe(50_001);
  expect(await post(discord, staff)).toBeUndefined();
  discord.setBotPermissions(orders, ViewChannel | SendMessages);
  expect(await post(discord, orders)).toBeUndefined();
  const withEmbed = restFor(discord).post(`/channels/${orders}/messages`, {
    body: { embeds: [{ title: "x" }] },
  });
  expect((await catchRefusal(withEmbed)).code).toBe(50_013);
});

test("an interaction states the bot's permissions in its channel at that moment", async () => {
  const discord = await emulatorForTest();
  const may: (boolean | undefined)[] = [];
  await botFor(discord, [ping], async (interaction) => {
    may.push(interaction.appPermissions.has("SendMessages"));
    if (interaction.isChatInputCommand()) await interaction.reply("x");
  });
  await mia(discord).run("ping");
  discord.setBotPermissions(orders, PermissionFlagsBits.ViewChannel);
  await mia(discord).run("ping");
  expect(may).toEqual([true, false]);
});

test("a channel can be closed to members while the bot runs", async () => {
  const discord = await emulatorForTest();
  const { ViewChannel } = PermissionFlagsBits;
  expect(mia(discord).read()).toEqual([]);
  discord.setOverwrites(orders, [{ id: guildId, type: OverwriteType.Role, allow: 0n, deny: ViewChannel }]);
  expect(() => mia(discord)).toThrow("can't see");
  expect(await post(discord, orders)).toBe(50_001);
});

test("a deleted channel is unknown to everyone, and so are its messages", async () => {
  const discord = await emulatorForTest();
  expect(await post(discord, orders)).toBeUndefined();
  const [message] = discord.messagesIn(orders);
  const names: (string | undefined)[] = [];
  const client = await botFor(discord, [ping], async () => undefined, {
    intents: [GatewayIntentBits.Guilds],
  });
  client.on("channelDelete", (channel) => names.push("name" in channel ? (channel.name ?? "") : ""));
  discord.deleteChannel(orders);
  await until("the names came", () => names.length > 0);
  expect(names).toEqual(["orders"]);
  expect(await post(discord, orders)).toBe(10_003);
  expect((await catchRefusal(restFor(discord).get(`/channels/${orders}`))).code).toBe(10_003);
  const edit = restFor(discord).patch(`/channels/${orders}/messages/${message?.id}`, {
    body: { content: "y" },
  });
  expect((await catchRefusal(edit)).code).toBe(10_003);
  expect(() => mia(discord)).toThrow("no channel");
  expect(discord.messagesIn(orders)).toEqual([]);
});

test("a reply into a channel that was deleted meanwhile is refused", async () => {
  const discord = await emulatorForTest();
  const codes: unknown[] = [];
  await botFor(discord, [ping], async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    discord.deleteChannel(orders);
    codes.push((await catchRefusal(interaction.reply("x"))).code);
  });
  void mia(discord).run("ping");
  await until("a code came", () => codes.length > 0);
  expect(codes).toEqual([10_003]);
});

test("pickers follow what is chosen in Server Settings, Integrations, and the bot can read it", async () => {
  const discord = await emulatorForTest();
  const secret = { ...ping, name: "secret", default_member_permissions: "32" };
  const client = await botFor(discord, [ping, secret], reply);
  const seen = (name: "mia" | "theo" | "ada", channel: string = orders) =>
    discord
      .as(playgroundIds[name], channel)
      .commands()
      .map((command) => command.name);
  const read = () =>
    client.rest.get(`/applications/${discord.applicationId}/guilds/${guildId}/commands/permissions`);
  const role = (id: string, permission: boolean) => ({ id, type: Target.Role, permission });
  expect(await read()).toEqual([]);
  expect([seen("mia"), seen("ada")]).toEqual([["ping"], ["ping", "secret"]]);

  discord.setCommandPermissions(guildId, undefined, [role(guildId, false), role(staffRole, true)]);
  expect([seen("mia"), seen("theo"), seen("ada")]).toEqual([["ping", "secret"], [], ["ping", "secret"]]);
  discord.setCommandPermissions(guildId, "secret", [role(staffRole, false), role(managerRole, true)]);
  expect([seen("mia"), seen("theo")]).toEqual([["ping"], ["secret"]]);
  discord.setCommandPermissions(guildId, "secret", [
    role(staffRole, false),
    { id: miaId, type: Target.User, permission: true },
    { id: staff, type: Target.Channel, permission: false },
  ]);
  expect([seen("mia"), seen("mia", staff)]).toEqual([["ping", "secret"], ["ping"]]);
  expect(await read()).toMatchObject([
    {
      id: discord.applicationId,
      guild_id: guildId,
      permissions: [role(guildId, false), role(staffRole, true)],
    },
    { id: expect.stringMatching(/^\d+$/), permissions: { length: 3 } },
  ]);
  discord.setCommandPermissions(guildId, undefined, []);
  discord.setCommandPermissions(guildId, "secret", [role(guildId, true)]);
  expect([seen("mia"), seen("theo")]).toEqual([
    ["ping", "secret"],
    ["ping", "secret"],
  ]);
});
