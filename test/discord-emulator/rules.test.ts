import { PermissionFlagsBits } from "discord.js";
import { expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { emulatorForTest, TestClock } from "./bot.ts";
import { catchRefusal, restFor } from "./refusals.ts";

const { orders, managers, guildId } = playgroundIds;

test("an empty message is refused with 50006", async () => {
  const discord = await emulatorForTest();
  const asked = restFor(discord).post(`/channels/${orders}/messages`, { body: { content: "  " } });
  expect((await catchRefusal(asked)).code).toBe(50_006);
});

test("where the bot can't view it gets 50001, where it can't send 50013", async () => {
  const discord = await emulatorForTest();
  const rest = restFor(discord);
  const post = (body: unknown = { content: "x" }, channel: string = managers) =>
    catchRefusal(rest.post(`/channels/${channel}/messages`, { body }));
  expect((await post()).code).toBeUndefined();
  discord.faults.takePermission(managers, PermissionFlagsBits.EmbedLinks);
  expect((await post({ embeds: [{ title: "a" }] })).code).toBe(50_013);
  discord.faults.takePermission(managers, PermissionFlagsBits.SendMessages);
  expect((await post()).code).toBe(50_013);
  discord.faults.takePermission(managers, PermissionFlagsBits.ViewChannel);
  expect((await post()).code).toBe(50_001);
  expect((await post({ content: "x" }, "1")).code).toBe(10_003);
  discord.faults.restorePermissions();
  expect((await post()).code).toBeUndefined();
});

test("a server's channels are listed without those that the bot can't view", async () => {
  const discord = await emulatorForTest();
  const list = async () => {
    const channels = (await restFor(discord).get(`/guilds/${guildId}/channels`)) as { readonly id: string }[];
    return channels.map(({ id }) => id);
  };
  expect(await list()).toContain(managers);
  discord.faults.takePermission(managers, PermissionFlagsBits.ViewChannel);
  expect(await list()).not.toContain(managers);
  expect(await list()).toContain(orders);
});

test("where the bot can't send, it can still edit the text of its messages, but no embeds", async () => {
  const discord = await emulatorForTest();
  const rest = restFor(discord);
  await rest.post(`/channels/${managers}/messages`, { body: { content: "x", embeds: [{ title: "a" }] } });
  const [posted] = discord.messagesIn(managers);
  const edit = (body: unknown) =>
    catchRefusal(rest.patch(`/channels/${managers}/messages/${posted?.id}`, { body }));
  discord.faults.takePermission(managers, PermissionFlagsBits.SendMessages);
  expect((await edit({ content: "y" })).code).toBeUndefined();
  expect(discord.messagesIn(managers)).toMatchObject([{ content: "y", embeds: [{ title: "a" }] }]);
  expect((await edit({ embeds: [{ title: "b" }] })).code).toBe(50_013);
  discord.faults.takePermission(managers, PermissionFlagsBits.ViewChannel);
  expect((await edit({ content: "z" })).code).toBe(50_001);
});

test("the same enforced nonce returns the first message again, until it is forgotten", async () => {
  const clock = new TestClock();
  const discord = await emulatorForTest({ clock });
  const post = () =>
    restFor(discord).post(`/channels/${orders}/messages`, {
      body: { content: "x", nonce: "n1", enforce_nonce: true },
    });
  expect(await post()).toMatchObject({ id: ((await post()) as { readonly id: string }).id });
  expect(discord.messagesIn(orders)).toHaveLength(1);
  clock.advance(6 * 60_000);
  await post();
  expect(discord.messagesIn(orders)).toHaveLength(2);
  await restFor(discord).delete(`/channels/${orders}/messages/${discord.messagesIn(orders)[1]?.id}`);
  expect((await catchRefusal(post())).code).toBe(10_008);
  clock.advance(6 * 60_000);
  expect((await catchRefusal(post())).code).toBeUndefined();
});

test("only allowed mentions ping", async () => {
  const discord = await emulatorForTest();
  const { mia, theo } = playgroundIds;
  const post = (allowed_mentions?: unknown) =>
    restFor(discord).post(`/channels/${orders}/messages`, {
      body: { content: `<@${mia}> <@${theo}> @everyone`, allowed_mentions },
    });
  await post({ parse: [] });
  await post({ users: [mia] });
  await post();
  expect(discord.messagesIn(orders).map(({ pinged }) => pinged)).toEqual([
    { discordUserIds: [], roleIds: [], everyone: false },
    { discordUserIds: [mia], roleIds: [], everyone: false },
    { discordUserIds: [mia, theo], roleIds: [], everyone: false },
  ]);
});

test("files are stored, described and served, and an embed shows them", async () => {
  const discord = await emulatorForTest();
  const body = {
    embeds: [{ title: "Chart", image: { url: "attachment://a.png" } }],
    attachments: [{ id: "0", description: "A chart" }],
  };
  const files = [
    { name: "a.png", data: Buffer.from("not really") },
    { name: "b.csv", data: Buffer.from("a,b") },
  ];
  await restFor(discord).post(`/channels/${orders}/messages`, { body, files });
  const [message] = discord.messagesIn(orders);
  expect(message?.attachments).toMatchObject([{ filename: "b.csv", size: 3 }]);
  const address = message?.embeds[0]?.image?.url ?? "";
  expect(await (await fetch(address)).text()).toBe("not really");
});

test("without the token nothing is revealed, and unknown routes are 404", async () => {
  const discord = await emulatorForTest({ checkRequest: () => undefined });
  expect((await fetch(`${discord.apiUrl}/v10/users/@me`)).status).toBe(401);
  const headers = { authorization: `Bot ${discord.botToken}` };
  expect((await fetch(`${discord.apiUrl}/v10/nothing`, { headers })).status).toBe(404);
  expect((await fetch(`${discord.apiUrl}/v10/guilds/1`, { headers })).status).toBe(404);
});

test("too many messages to one channel hit a rate limit", async () => {
  const discord = await emulatorForTest({ rateLimits: { perRouteInFiveSeconds: 2 } });
  const headers = { authorization: `Bot ${discord.botToken}`, "content-type": "application/json" };
  const post = () =>
    fetch(`${discord.apiUrl}/v10/channels/${orders}/messages`, {
      method: "POST",
      headers,
      body: '{"content":"x"}',
    });
  expect((await post()).headers.get("x-ratelimit-remaining")).toBe("1");
  await post();
  const refused = await post();
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ global: false, retry_after: expect.any(Number) });
});

test("scheduled failures occur once each, and requests are logged without their tokens", async () => {
  const discord = await emulatorForTest();
  discord.faults.failRequests({ status: 500, pathPart: "/guilds/" });
  const read = () => catchRefusal(restFor(discord).get(`/guilds/${guildId}`));
  expect((await read()).code).toBeUndefined();
  await restFor(discord)
    .post("/interactions/1/secret/callback", { body: { type: 1 } })
    .catch(() => undefined);
  expect(discord.requests.map(({ path, status }) => [path, status])).toEqual([
    [`/guilds/${guildId}`, 500],
    ["/interactions/1/***/callback", 404],
  ]);
});
