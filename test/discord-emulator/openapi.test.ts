import { type APIChannel, ChannelType, MessageFlags } from "discord.js";
import { expect, test } from "vitest";
import { catchRefusal } from "./refusals.ts";
import { openApiCheck } from "../support/openapi/document.ts";
import { botFor, mia, ping, emulatorForTest } from "./bot.ts";
import { bakeryIds, playgroundIds, seedWithBakery } from "../../playground/discord/index.ts";

test("every route that the emulator serves answers as Discord's specification says", async () => {
  const openApi = openApiCheck();
  const discord = await emulatorForTest({
    checkRequest: openApi.checkRequest,
    checkAnswer: openApi.checkAnswer,
  });
  const client = await botFor(discord, [ping], async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    await interaction.reply({
      content: "x",
      files: [{ attachment: Buffer.from("a,b"), name: "a.csv" }],
      withResponse: true,
    });
    await interaction.followUp({ content: "y", flags: MessageFlags.Ephemeral });
  });
  await mia(discord).run("ping");
  const { rest } = client;
  const { guildId, ada, orders, applicationId } = playgroundIds;
  const posted = `/channels/${orders}/messages` as const;
  await rest.post(`/channels/${orders}/messages`, {
    body: {
      content: "z",
      embeds: [
        { title: "t", image: { url: "https://a.example/b.png" }, fields: [{ name: "n", value: "v" }] },
      ],
      nonce: "1",
      enforce_nonce: true,
    },
  });
  const { id } = discord.messagesIn(orders).at(-1) ?? { id: "" };
  await rest.put(`${posted}/pins/${id}`);
  const reading = [
    "/gateway/bot",
    "/users/@me",
    "/applications/@me",
    "/oauth2/applications/@me",
    "/users/@me/guilds?with_counts=true",
    `/guilds/${guildId}`,
    `/guilds/${guildId}/roles`,
    `/guilds/${guildId}/channels`,
    `/guilds/${guildId}/members/${ada}`,
    `/channels/${orders}`,
    posted,
    `${posted}/${id}`,
    `${posted}/pins`,
    `/channels/${orders}/pins`,
    `/users/${ada}`,
    `/applications/${applicationId}/commands`,
    `/applications/${applicationId}/guilds/${guildId}/commands`,
  ] as const;
  for (const path of reading) await rest.get(path);
  await rest.post("/users/@me/channels", { body: { recipient_id: ada } });
  await rest.delete(`${posted}/pins/${id}`);
  await rest.delete(`${posted}/${id}`);
  await rest.get("/channels/1").catch(() => undefined);
  await rest.post(posted, { body: { content: "" } }).catch(() => undefined);
  await rest.post(posted, { body: { content: "c".repeat(2_001) } }).catch(() => undefined);
  expect([...openApi.mismatches]).toEqual([]);
  expect(openApi.checked()).toBeGreaterThan(30);
});

test("publishing and archived, locked threads follow the specification", async () => {
  const openApi = openApiCheck();
  const discord = await emulatorForTest({
    checkRequest: openApi.checkRequest,
    checkAnswer: openApi.checkAnswer,
  });
  const { rest } = await botFor(discord, [], async () => undefined);
  const { guildId, orders } = playgroundIds;
  const [news, thread] = ["1100000000000000771", "1100000000000000772"];
  discord.addChannel(guildId, { id: news, name: "news", type: ChannelType.GuildAnnouncement });
  discord.addChannel(guildId, {
    id: thread,
    name: "rota",
    parentId: orders,
    type: ChannelType.PublicThread,
  });
  const code = async (work: Promise<unknown>) => (await catchRefusal(work)).code;
  const post = async (channelId: string) => {
    await rest.post(`/channels/${channelId}/messages`, { body: { content: "hello" } });
    return `/channels/${channelId}/messages/${discord.messagesIn(channelId).at(-1)?.id}` as const;
  };
  const first = await post(news);
  await rest.post(`${first}/crosspost`);
  expect(await code(rest.post(`${first}/crosspost`))).toBe(40033);
  expect(await code(rest.post(`${await post(orders)}/crosspost`))).toBe(50024);

  const inThread = await post(thread);
  await rest.get(`/channels/${thread}`);
  expect(await rest.get(`/guilds/${guildId}/channels`)).not.toContainEqual(
    expect.objectContaining({ id: thread }),
  );
  discord.setThread(thread, { archived: true });
  expect(await code(rest.patch(inThread, { body: { content: "changed" } }))).toBe(50083);
  await rest.patch(`/channels/${thread}`, { body: { archived: false } });
  await rest.patch(inThread, { body: { content: "changed" } });
  discord.setThread(thread, { archived: true });
  await post(thread);
  expect(await rest.get(`/channels/${thread}`)).toMatchObject({ thread_metadata: { archived: false } });
  discord.setThread(thread, { archived: false, locked: true });
  expect(await code(rest.patch(inThread, { body: { content: "changed again" } }))).toBe(160005);
  discord.setThread(thread, { archived: true, locked: true });
  expect(await code(post(thread))).toBe(50083);
  expect(await code(rest.patch(`/channels/${thread}`, { body: { archived: false } }))).toBe(50013);
  expect([...openApi.mismatches]).toEqual([]);
});

test("private messages, changing roles and deleted channels follow the specification, too", async () => {
  const openApi = openApiCheck();
  const discord = await emulatorForTest({
    seed: seedWithBakery,
    checkRequest: openApi.checkRequest,
    checkAnswer: openApi.checkAnswer,
  });
  const { rest } = await botFor(discord, [ping], async (interaction) => {
    if (interaction.isButton()) await interaction.update({ content: "Good.", components: [] });
  });
  const { ada, mia: miaId } = playgroundIds;
  const { guildId, bakerRole, headBakerRole, counter, office } = bakeryIds;
  // The route answers with a channel.
  const { id } = (await rest.post("/users/@me/channels", { body: { recipient_id: ada } })) as APIChannel;
  const button = { type: 2, style: 1, label: "It is me", custom_id: "me" };
  await rest.post(`/channels/${id}/messages`, {
    body: { content: "x", components: [{ type: 1, components: [button] }] },
  });
  const me = discord.inPrivate(ada);
  const [message] = me.read();
  if (message === undefined) throw new Error("expected a message");
  await me.press(message, "It is me");
  for (const path of [`/channels/${id}`, `/channels/${id}/messages`] as const) await rest.get(path);
  discord.refusePrivateMessages(ada);
  await rest.post(`/channels/${id}/messages`, { body: { content: "y" } }).catch(() => undefined);
  discord.setRoles(guildId, miaId, [bakerRole, headBakerRole]);
  discord.setBotPermissions(counter, 0n);
  discord.deleteChannel(office);
  await rest.get(`/guilds/${guildId}/members/${miaId}`);
  await rest.get(`/guilds/${guildId}/channels`);
  await rest.post(`/channels/${counter}/messages`, { body: { content: "y" } }).catch(() => undefined);
  await rest.post(`/channels/${office}/messages`, { body: { content: "y" } }).catch(() => undefined);
  expect([...openApi.mismatches]).toEqual([]);
  expect(openApi.checked()).toBeGreaterThan(15);
});

test("a response without a field that Discord promises is detected", () => {
  const openApi = openApiCheck();
  openApi.checkAnswer({ method: "GET", path: "/users/@me", status: 200, body: { id: "1", stranger: 1 } });
  expect(() => openApi.finish()).toThrow(/username/);
  expect([...openApi.warnings].join()).toContain("stranger");
});
