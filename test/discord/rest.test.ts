import { Routes } from "discord.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createMessenger, type Messenger } from "../../src/discord/messenger.ts";
import {
  createLookUpRest,
  createPostRest,
  type RateLimit,
  type RestReports,
} from "../../src/discord/rest.ts";
import { type Emulators, startEmulators } from "../support/emulators.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import { unlimitedPace } from "../support/rest-reports.ts";

const { guildId, calendar: channelId, applicationId } = playgroundIds;
const firstAnswer = Routes.webhookMessage(applicationId, "a".repeat(60), "@original");

let emulators: Emulators;
let refused: number;
let limits: RateLimit[];
let reports: RestReports;
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
  const posts = createPostRest(discord.apiUrl, discord.botToken, reports, unlimitedPace);
  const lookUps = createLookUpRest(discord.apiUrl, discord.botToken, reports);
  messenger = createMessenger({ posts, lookUps }, () => applicationId, clock.now);
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
    let isPosted = false;
    const post = messenger.post(channelId, { content: "late" }).then(() => (isPosted = true));
    await expect.poll(() => limits).toHaveLength(1);
    expect(await messenger.missingPermissions(guildId, channelId)).toEqual([]);
    expect(isPosted).toBe(false);
    await post;
    expect(limits).toEqual([{ route: "/channels/:id/messages", global: true, retryAfterMs: 1_000 }]);
  });

  test.each([
    ["that Discord answers too late", { delayMs: 2_500 }, undefined],
    ["that Discord limits for longer", undefined, { status: 429, retryAfterSeconds: 60 }],
  ] as const)("%s is given up", async (_, slow, fault) => {
    if (slow !== undefined) emulators.discord.faults.slowRequests(slow);
    if (fault !== undefined) emulators.discord.faults.failRequests(fault);
    await expect(messenger.channelNames(guildId)).rejects.toThrow();
    // Another try is a new one.
    expect((await messenger.channelNames(guildId)).get(channelId)).toBe("calendar");
  });
});
