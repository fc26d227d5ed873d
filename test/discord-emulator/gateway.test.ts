import { Client, Events, GatewayIntentBits } from "discord.js";
import { expect, onTestFinished, test } from "vitest";
import { playgroundIds, seedWithGuilds } from "../../playground/discord/index.ts";
import { botFor, mia, ping, emulatorForTest } from "./bot.ts";
import { until } from "../support/wait-for.ts";

async function answering(options: Parameters<typeof botFor>[3] = {}) {
  const discord = await emulatorForTest();
  const client = await botFor(
    discord,
    [ping],
    async (interaction) => {
      if (interaction.isChatInputCommand()) await interaction.reply("Hello");
    },
    options,
  );
  const resumed: number[] = [];
  client.on(Events.ShardResume, (_, replayed) => resumed.push(replayed));
  return { discord, client, resumed };
}

test("what happened while the socket was cut is replayed on resume", async () => {
  const { discord, resumed } = await answering();
  discord.faults.dropSockets();
  await until("nobody is connected", () => discord.connectedShards() === 0);
  const outcome = await mia(discord).run("ping");
  expect(outcome).toMatchObject({ kind: "message", message: { content: "Hello" } });
  expect(resumed).toHaveLength(1);
});

test("a bot that is asked to reconnect resumes its session", async () => {
  const { discord, resumed } = await answering();
  discord.faults.askReconnect();
  await until("the session was resumed", () => resumed.length === 1);
  expect(await mia(discord).run("ping")).toMatchObject({ kind: "message" });
});

test("a session that is invalid but resumable is resumed", async () => {
  const { discord, resumed } = await answering();
  discord.faults.invalidateSessions(true);
  await until("the session was resumed", () => resumed.length === 1);
});

test("an expired session makes the bot identify again", async () => {
  const { discord, client, resumed } = await answering();
  const ready = new Promise((resolve) => client.once(Events.ShardReady, resolve));
  discord.faults.invalidateSessions(false);
  await ready;
  expect(resumed).toEqual([]);
  expect(await mia(discord).run("ping")).toMatchObject({ kind: "message" });
});

test("a wrong token is rejected", async () => {
  const discord = await emulatorForTest();
  const client = new Client({ intents: [], rest: { api: discord.apiUrl } });
  onTestFinished(() => client.destroy());
  await expect(client.login("wrong")).rejects.toThrow(/token/i);
});

test("privileged intents are rejected", async () => {
  const discord = await emulatorForTest();
  const client = new Client({ intents: [GatewayIntentBits.GuildMembers], rest: { api: discord.apiUrl } });
  onTestFinished(() => client.destroy());
  await expect(client.login(discord.botToken)).rejects.toThrow(/intents/i);
});

test("heartbeats keep a session alive, and a bot that stops sending them is disconnected", async () => {
  const discord = await emulatorForTest({ heartbeatIntervalMs: 60 });
  const client = await botFor(discord, [], async () => undefined);
  const pings: number[] = [];
  client.ws.shards.first()?.on("close", () => pings.push(-1));
  await until("a heartbeat was answered", () => client.ws.ping >= 0);
  expect(discord.connectedShards()).toBe(1);
  const silent = new WebSocket(`${discord.url.replace("http", "ws")}/gateway?v=10&encoding=json`);
  const code = await new Promise((resolve) =>
    silent.addEventListener("close", (event) => resolve(event.code)),
  );
  expect(code).toBe(4_009);
});

test("with two shards each interaction goes to the shard of its guild", async () => {
  const seed = seedWithGuilds(2);
  const guilds = seed.guilds.slice(1);
  const discord = await emulatorForTest({ seed });
  const shards: (number | undefined)[] = [];
  await botFor(
    discord,
    [ping],
    async (interaction) => {
      shards.push(
        interaction.guildId === null ? undefined : Number((BigInt(interaction.guildId) >> 22n) % 2n),
      );
      if (interaction.isChatInputCommand()) await interaction.reply("here");
    },
    { shardCount: 2 },
  );
  expect(discord.connectedShards()).toBe(2);
  for (const guild of guilds)
    expect(await discord.as(playgroundIds.mia, guild.channels[0]?.id ?? "").run("ping")).toMatchObject({
      kind: "message",
    });
  expect(shards.toSorted((a, b) => Number(a) - Number(b))).toEqual([0, 1]);
});

test("a shard that identifies too early gets no session", async () => {
  const discord = await emulatorForTest({ gateway: { maxConcurrency: 1, identifyEveryMs: 60_000 } });
  await botFor(discord, [], async () => undefined);
  const second = new Client({ intents: [], rest: { api: discord.apiUrl } });
  // It may wait for its next turn.
  onTestFinished(() => void second.destroy());
  second.login(discord.botToken).catch(() => undefined);
  await until("it tried", () => discord.identifies.length === 2);
  expect(discord.identifies.map(({ isTooEarly }) => isTooEarly)).toEqual([false, true]);
  expect(discord.connectedShards()).toBe(1);
});

test.each([
  [2, 5, undefined],
  [2, 6, 4_011],
])("%d shards where %d are recommended close the connection with %s", async (shardCount, shards, code) => {
  const discord = await emulatorForTest({ gateway: { shards } });
  const client = new Client({ intents: [], rest: { api: discord.apiUrl }, shardCount });
  onTestFinished(() => client.destroy());
  const codes: number[] = [];
  client.on(Events.ShardDisconnect, (event) => codes.push(event.code));
  await client.login(discord.botToken).catch(() => undefined);
  expect(codes[0]).toBe(code);
});

test("guilds are sent only to a bot that asked for them", async () => {
  const { client } = await answering();
  expect(client.guilds.cache.get(playgroundIds.guildId)?.name).toBeUndefined();
  const { client: asking } = await answering({ intents: [GatewayIntentBits.Guilds] });
  expect(asking.guilds.cache.get(playgroundIds.guildId)?.name).toBe("Harbour Café");
});

test("a removed bot no longer sees the guild, and people there lose its commands", async () => {
  const { discord, client } = await answering();
  discord.removeBotFromGuild(playgroundIds.guildId);
  expect((await client.guilds.fetch()).size).toBe(0);
  expect(mia(discord).commands()).toEqual([]);
  const post = client.rest.post(`/channels/${playgroundIds.orders}/messages`, { body: { content: "x" } });
  await expect(post).rejects.toMatchObject({ code: 50_001 });
});
