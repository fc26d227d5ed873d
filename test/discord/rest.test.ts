import { ChannelType, RateLimitError, Routes } from "discord.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createMessenger, type Messenger } from "../../src/discord/messenger.ts";
import {
  createLookUpRest,
  createPostRest,
  createSharedRestParts,
  type RateLimit,
  type RestReports,
  type SharedRestParts,
} from "../../src/discord/rest.ts";
import { type Emulators, startEmulators } from "../support/emulators.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import { fakeTime } from "../client/fake-time.ts";
import { patient } from "../support/patience.ts";
import { unlimitedPace } from "../support/rest-reports.ts";

const { guildId, calendar: channelId, ada, applicationId } = playgroundIds;
const firstAnswer = Routes.webhookMessage(applicationId, "a".repeat(60), "@original");

let emulators: Emulators;
let refused: number;
let limits: RateLimit[];
let reports: RestReports;
/** @param parts of the client that posts */
let createMessengerWith: (parts?: SharedRestParts) => Messenger;
let messenger: Messenger;
beforeEach(async () => {
  emulators = await startEmulators();
  const { discord, clock } = emulators;
  refused = 0;
  limits = [];
  reports = {
    onTokenRefused: () => void (refused += 1),
    onRateLimited: (limit) => void limits.push(limit),
  };
  const lookUpParts = createSharedRestParts(undefined, patient);
  const lookUps = createLookUpRest(discord.apiUrl, discord.botToken, reports, undefined, lookUpParts);
  createMessengerWith = (parts) => {
    const posts = createPostRest(discord.apiUrl, discord.botToken, reports, unlimitedPace, parts);
    return createMessenger({ posts, lookUps }, () => applicationId, clock.now);
  };
  messenger = createMessengerWith();
});
afterEach(() => emulators[Symbol.asyncDispose]());

const posted = () => emulators.discord.messagesIn(channelId).map(({ content }) => content);
const requests = () => emulators.discord.requests.map(({ method, status }) => `${method} ${status}`);

describe("a refused token", () => {
  test("is tried once more, and the refused request arrives", async () => {
    emulators.discord.faults.failRequests({ status: 401 });
    await messenger.post(channelId, { content: "first" });
    expect(posted()).toEqual(["first"]);
    expect(refused).toBe(0);
  });

  test("that is refused again is reported, and the next request is still sent", async () => {
    emulators.discord.faults.failRequests({ status: 401, times: 2 });
    await expect(messenger.post(channelId, { content: "first" })).rejects.toMatchObject({ status: 401 });
    expect(refused).toBe(1);
    await messenger.post(channelId, { content: "second" });
    expect(posted()).toEqual(["second"]);
    expect(requests()).toEqual(["POST 401", "POST 401", "POST 200"]);
  });

  test("of an interaction says nothing about the bot's own", async () => {
    const rest = createPostRest(emulators.discord.apiUrl, emulators.discord.botToken, reports, unlimitedPace);
    emulators.discord.faults.failRequests({ status: 401 });
    const sent = rest.patch(firstAnswer, {
      auth: false,
      body: { content: "x", allowed_mentions: { parse: [] } },
    });
    await expect(sent).rejects.toMatchObject({ status: 401 });
    expect(refused).toBe(0);
    expect(requests()).toEqual(["PATCH 401"]);
  });
});

describe("a lookup that a person waits for", () => {
  test("doesn't wait for posts that Discord delays", async () => {
    emulators.discord.faults.failRequests({ status: 429, global: true, retryAfterSeconds: 1 });
    const time = fakeTime();
    const pausing = createMessengerWith(createSharedRestParts({ now: time.now, timer: time.alarm }));
    let isPosted = false;
    const post = pausing.post(channelId, { content: "late" }).then(() => (isPosted = true));
    await expect.poll(() => limits).toHaveLength(1);
    expect(await pausing.missingPermissions(guildId, channelId)).toEqual([]);
    expect(isPosted).toBe(false);
    // discord.js waits a moment longer than it has to.
    await time.advance(1_100);
    await post;
    expect(limits).toEqual([
      { route: "/channels/:id/messages", global: true, retryAfterMs: 1_000, isStated: true },
    ]);
  });

  test("waits 1.2 s for an answer, and a limit of 1 s, but not 2.5 s", async () => {
    const { faults } = emulators.discord;
    faults.slowRequests({ delay: patient(2_500), pathPart: `/guilds/${guildId}/channels` });
    faults.slowRequests({ delay: patient(1_200), pathPart: `/members/${ada}` });
    faults.failRequests({ status: 429, retryAfterSeconds: 1, pathPart: `/channels/${channelId}` });
    const [names, isMember, type] = await Promise.allSettled([
      messenger.channelNames(guildId),
      messenger.isMember(guildId, ada),
      messenger.channelType(channelId),
    ]);
    expect(names.status).toBe("rejected");
    expect([isMember, type]).toEqual([
      { status: "fulfilled", value: true },
      { status: "fulfilled", value: ChannelType.GuildText },
    ]);
    // Another try is a new one.
    expect((await messenger.channelNames(guildId)).get(channelId)).toBe("calendar");
  });

  test("that Discord limits for longer is given up, and not sent again before", async () => {
    emulators.discord.faults.failRequests({ status: 429, retryAfterSeconds: 60 });
    for (let asked = 0; asked < 2; asked += 1)
      await expect(messenger.channelNames(guildId)).rejects.toBeInstanceOf(RateLimitError);
    expect(requests()).toEqual(["GET 429"]);
    expect(await messenger.isMember(guildId, ada)).toBe(true);
  });
});
