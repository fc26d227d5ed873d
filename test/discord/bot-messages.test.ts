import { ChannelType, PermissionFlagsBits, type REST, RateLimitError } from "discord.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMessenger, type Messenger } from "../../src/discord/messenger.ts";
import { createPostRest } from "../../src/discord/rest.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import { type Emulators, startEmulators } from "../support/emulators.ts";
import { silentReports, unlimitedPace } from "../support/rest-reports.ts";

const { guildId, calendar: channelId, orders, applicationId } = playgroundIds;
const { ViewChannel, SendMessages, EmbedLinks, ReadMessageHistory } = PermissionFlagsBits;
const inFull = ViewChannel | SendMessages | EmbedLinks | ReadMessageHistory;
let emulators: Emulators;
let rest: REST;
let messenger: Messenger;
beforeAll(async () => {
  emulators = await startEmulators({
    rateLimits: { globalPerSecond: 10_000, perRouteInFiveSeconds: 10_000 },
  });
  const { discord, clock } = emulators;
  rest = createPostRest(discord.apiUrl, discord.botToken, silentReports, unlimitedPace);
  messenger = createMessenger({ posts: rest, lookUps: rest }, () => applicationId, clock.now);
});
afterAll(() => emulators[Symbol.asyncDispose]());

test("messages posted between two moments are read page by page, oldest first, however many follow", async () => {
  const { clock } = emulators;
  await messenger.post(channelId, { content: "before" });
  clock.advance(60_000);
  const since = clock.now() - 1;
  for (let index = 0; index < 230; index++)
    await messenger.post(channelId, { embeds: [{ title: `title ${index}`, description: "text" }] });
  const { messages, isComplete } = await messenger.listOwnSince({ guildId, channelId }, since);
  expect(isComplete).toBe(true);
  expect(messages.map(({ embeds }) => embeds[0]?.title)).toEqual(
    Array.from({ length: 230 }, (_, index) => `title ${index}`),
  );
  expect(messages[0]).not.toHaveProperty("nonce");

  // Nothing of what was posted by then is among the messages that are not read any more.
  const until = clock.now();
  clock.advance(60_000);
  for (let index = 0; index < 780; index++) await messenger.post(channelId, { content: `talk ${index}` });
  const more = await messenger.listOwnSince({ guildId, channelId }, since, until);
  expect(more.isComplete).toBe(true);
  expect(more.messages).toHaveLength(1_000);
});

test("a message in an archived thread is pinned and unpinned once the thread is open again", async () => {
  const { discord } = emulators;
  const thread = "1100000000000000773";
  const parts = { id: thread, name: "rota", parentId: channelId, type: ChannelType.PublicThread } as const;
  discord.addChannel(guildId, parts);
  const { messageId } = await messenger.post(thread, { content: "This week" });
  discord.setThread(thread, { archived: true });
  expect(await messenger.pin(thread, messageId)).toBe(true);
  expect(discord.messagesIn(thread)).toMatchObject([{ pinned: true }]);
  discord.setThread(thread, { archived: true });
  await messenger.unpin(thread, messageId);
  expect(discord.messagesIn(thread)).toMatchObject([{ pinned: false }]);
});

test("without permission to read history, an empty channel proves nothing", async () => {
  const { discord, clock } = emulators;
  const since = clock.now();
  clock.advance(60_000);
  const read = () => messenger.listOwnSince({ guildId, channelId: orders }, since);
  expect(await read()).toEqual({ messages: [], isComplete: true });
  await messenger.post(orders, { content: "there" });
  discord.setBotPermissions(orders, ViewChannel);
  expect(await read()).toEqual({ messages: [], isComplete: false });
  discord.setBotPermissions(orders, inFull);
  expect(await read()).toMatchObject({ messages: [{ content: "there" }], isComplete: true });
});

test("a post that Discord's rate limit delays past its lease is not sent", async () => {
  await using few = await startEmulators({ rateLimits: { perRouteInFiveSeconds: 1 } });
  const { discord, clock } = few;
  const posts = createPostRest(discord.apiUrl, discord.botToken, silentReports, unlimitedPace);
  const hasty = createMessenger({ posts, lookUps: posts }, () => applicationId, clock.now);
  await hasty.post(orders, { content: "first" });
  await expect(hasty.post(orders, { content: "second" }, { withinMs: 500 })).rejects.toThrow(RateLimitError);
  await hasty.post(channelId, { content: "elsewhere" });
  expect(discord.messagesIn(orders).map(({ content }) => content)).toEqual(["first"]);
});
