import { MessageFlags, RateLimitError, type REST, Routes } from "discord.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { InteractionRest } from "../../src/discord/interaction-rest.ts";
import { EdgeBans, readRefusal, StatedLimits } from "../../src/discord/refusals.ts";
import {
  type CutAnswer,
  createInteractionRestOptions,
  createLookUpRest,
  createPostRest,
  createSharedRestParts,
  type RateLimit,
} from "../../src/discord/rest.ts";
import { playgroundIds, type RequestFault } from "../../playground/discord/index.ts";
import { type Emulators, startEmulators } from "../support/emulators.ts";
import { createPauseClock, silentReports, unlimitedPace } from "../support/rest-reports.ts";
import { until } from "../support/wait-for.ts";

const { guildId, calendar: channelId, orders, ada, applicationId } = playgroundIds;
const token = "a".repeat(60);
const always = Number.MAX_SAFE_INTEGER;
const body = { content: "Soup of the day", allowed_mentions: { parse: [] } };
const picture = [{ name: "card.png", data: Buffer.from("picture") }];

let emulators: Emulators;
let clock: ReturnType<typeof createPauseClock>;
let limits: RateLimit[];
let cuts: CutAnswer[];
let posts: REST & { cutOff(): void; stopWaiting(): void };
let lookUps: REST;
let replies: REST;
beforeEach(async () => {
  emulators = await startEmulators();
  const { apiUrl, botToken } = emulators.discord;
  clock = createPauseClock();
  limits = [];
  cuts = [];
  const reports = {
    ...silentReports,
    onRateLimited: (limit: RateLimit) => void limits.push(limit),
    onCutAnswer: (answer: CutAnswer) => void cuts.push(answer),
  };
  const shared = createSharedRestParts(clock);
  posts = createPostRest(apiUrl, botToken, reports, unlimitedPace, shared);
  lookUps = createLookUpRest(apiUrl, botToken, reports, undefined, shared);
  replies = new InteractionRest(createInteractionRestOptions(apiUrl), reports, undefined, shared);
  replies.setToken(botToken);
});
afterEach(() => emulators[Symbol.asyncDispose]());

/** discord.js adds 50 ms. */
const toSeconds = (ms: number) => Math.floor(ms / 100) / 10;
const sent = () => emulators.discord.requests.length;
const fail = (fault: RequestFault) => emulators.discord.faults.failRequests(fault);

const reply = Routes.webhookMessage(applicationId, token, "@original");
/** Each way a request takes to Discord. */
const ways: readonly (readonly [name: string, send: () => Promise<unknown>])[] = [
  ["a post", () => posts.post(Routes.channelMessages(channelId), { body })],
  ["a post with a picture", () => posts.post(Routes.channelMessages(channelId), { body, files: picture })],
  ["an edit of a post", () => posts.patch(Routes.channelMessage(channelId, applicationId), { body })],
  ["a look-up", () => lookUps.get(Routes.guildMember(guildId, ada))],
  [
    "a first reply",
    () => replies.post(Routes.interactionCallback(ada, token), { auth: false, body: { type: 5 } }),
  ],
  ["an edit of a reply", () => replies.patch(reply, { auth: false, body })],
  ["an edit of a reply with a picture", () => replies.patch(reply, { auth: false, body, files: picture })],
  ["the gateway's address", () => replies.get(Routes.gatewayBot())],
  ["the application", () => posts.get(Routes.currentApplication())],
];
const unstated: readonly RequestFault[] = [
  { status: 429, form: "page", times: always },
  { status: 429, form: "static", times: always },
  { status: 429, form: "body", retryAfterSeconds: 0, times: always },
];

describe("a refusal that doesn't say for how long", () => {
  test.each(
    ways.flatMap(([name, send]) => unstated.map((fault) => [name, fault.form, send, fault] as const)),
  )("gives %s few tries, with pauses that grow from 5 s (%s)", async (_name, _form, send, fault) => {
    fail(fault);
    await expect(send()).rejects.toBeInstanceOf(RateLimitError);
    expect(sent()).toBeLessThanOrEqual(4);
    expect(sent()).toBe(limits.length);
    expect(clock.pauses.map(toSeconds)).toEqual([5, 10, 20].slice(0, clock.pauses.length));
    for (const [index, limit] of limits.entries())
      expect(limit).toMatchObject({ retryAfterMs: 5_000 * 2 ** index, isStated: false });
    // Whoever comes next to other routes asks once at most.
    const before = sent();
    await expect(lookUps.get(Routes.guildRoles(guildId))).rejects.toThrow();
    await expect(lookUps.get(Routes.guild(guildId))).rejects.toThrow();
    expect(sent() - before).toBeLessThanOrEqual(1);
  });

  test("of one route leaves the others alone, and of two routes holds everything", async () => {
    fail({ status: 429, form: "page", pathPart: "/webhooks/", times: always });
    const further = { auth: false, body: { ...body, flags: MessageFlags.Ephemeral } };
    await expect(replies.post(Routes.webhook(applicationId, token), further)).rejects.toThrow();
    await posts.post(Routes.channelMessages(channelId), { body });
    fail({ status: 429, form: "page", retryAfterSeconds: 3_600, times: always });
    await expect(lookUps.get(Routes.guild(guildId))).rejects.toThrow();
    const before = sent();
    await expect(posts.post(Routes.channelMessages(orders), { body })).rejects.toBeInstanceOf(RateLimitError);
    expect(sent()).toBe(before);
  });

  test("is over when Discord answers: nothing waits any longer", async () => {
    fail({ status: 429, form: "page" });
    await posts.post(Routes.channelMessages(channelId), { body });
    expect(clock.pauses.map(toSeconds)).toEqual([5]);
    await posts.post(Routes.channelMessages(channelId), { body });
    expect(clock.pauses.map(toSeconds)).toEqual([5]);
  });
});

describe("a refusal that says for how long", () => {
  test.each([
    ["in the header of a page", { status: 429, form: "page", retryAfterSeconds: 7 }, 7],
    ["in the body alone", { status: 429, form: "body", retryAfterSeconds: 0.4 }, 0.4],
    ["as Discord's own", { status: 429, retryAfterSeconds: 1 }, 1],
  ] satisfies readonly (readonly [string, RequestFault, number])[])(
    "%s is waited for once",
    async (_, fault, seconds) => {
      fail(fault);
      await posts.post(Routes.channelMessages(channelId), { body });
      expect(clock.pauses.map(toSeconds)).toEqual([seconds]);
      expect(sent()).toBe(2);
    },
  );

  test.each(ways.filter(([name]) => name !== "the application"))(
    "of 18 hours isn't waited for by %s, and nothing more is sent there",
    async (_, send) => {
      fail({ status: 429, retryAfterSeconds: 64_800, times: always });
      const error: unknown = await send().catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(RateLimitError);
      expect(error instanceof RateLimitError && error.retryAfter).toBeGreaterThanOrEqual(64_800_000);
      expect(clock.pauses).toEqual([]);
      expect(sent()).toBe(1);
    },
  );

  test.each([
    ["a post", 11, []],
    ["a post", 9, [9]],
    ["an edit of a reply", 301, []],
    ["an edit of a reply", 299, [299]],
    ["an edit of a reply with a picture", 301, []],
    ["the gateway's address", 31, []],
    ["the gateway's address", 29, [29]],
  ] as const)("is waited for by %s no longer than makes sense there (%i s)", async (way, seconds, pauses) => {
    fail({ status: 429, retryAfterSeconds: seconds });
    await (ways.find(([name]) => name === way)?.[1]() ?? expect.fail(way)).catch(() => undefined);
    // discord.js goes by the real time, and may hold the next try back by itself.
    expect(clock.pauses.slice(0, 1).map(toSeconds)).toEqual(pauses);
    if (pauses.length === 0) expect(sent()).toBe(1);
  });

  test("and repeats it each time ends after a few tries", async () => {
    fail({ status: 429, form: "body", retryAfterSeconds: 0.05, times: always });
    await expect(posts.post(Routes.channelMessages(channelId), { body })).rejects.toBeInstanceOf(
      RateLimitError,
    );
    expect(sent()).toBe(4);
  });

  test("isn't waited for by a bot that stops", async () => {
    const pausing = createPostRest(
      emulators.discord.apiUrl,
      emulators.discord.botToken,
      silentReports,
      unlimitedPace,
      createSharedRestParts({ now: () => 0, timer: () => () => undefined }),
    );
    fail({ status: 429, retryAfterSeconds: 4, times: always });
    const post = pausing.post(Routes.channelMessages(channelId), { body });
    await until("it was refused", () => sent() === 1);
    pausing.stopWaiting();
    await expect(post).rejects.toBeInstanceOf(RateLimitError);
    // discord.js, which says of which channel, doesn't hold the next one back either.
    const next = pausing.post(Routes.channelMessages(channelId), { body });
    await expect(next).rejects.toMatchObject({ name: /^RateLimitError/, majorParameter: channelId });
    expect(sent()).toBe(1);
  });
});

describe("an answer of which only the headers arrive", () => {
  test("ends as a failure that nobody knows the outcome of, and is reported", async () => {
    fail({ status: "stall-after", pathPart: channelId });
    const posting = posts.post(Routes.channelMessages(channelId), { body });
    const failed = expect(posting).rejects.toThrow(/abort/i);
    await until("the answer began", () => emulators.discord.messagesIn(channelId).length === 1);
    // Other posts go on meanwhile.
    await posts.post(Routes.channelMessages(orders), { body });
    posts.cutOff();
    await failed;
    expect(cuts).toEqual([{ route: "/channels/:id/messages", status: 200 }]);
  });

  test.each(ways.filter(([name]) => ["a look-up", "the application"].includes(name)))(
    "doesn't hold %s beyond its time",
    async (_, send) => {
      fail({ status: "stall-after" });
      await expect(send()).rejects.toThrow();
    },
  );
});

describe("an answer that isn't Discord's", () => {
  test.each(ways.filter(([name]) => name !== "an edit of a post"))("is an error for %s", async (_, send) => {
    fail({ status: 200, form: "page", times: always });
    await expect(send()).rejects.toThrow(/isn't Discord's/);
    expect(sent()).toBe(1);
  });

  test("is a refusal with 403 as a page, whose code means nothing", async () => {
    fail({ status: 403, form: "page" });
    const post = posts.post(Routes.channelMessages(channelId), { body });
    await expect(post).rejects.toMatchObject({ status: 403, code: 0 });
  });
});

describe("what a refusal says", () => {
  const read = (retryAfter: string | undefined, json?: unknown, isEmpty = json === undefined) =>
    readRefusal((name) => (name === "retry-after" ? retryAfter : undefined), json, isEmpty);

  test.each([
    ["a fraction", "0.4", 400],
    ["a day at most", "1e9", undefined],
    ["a day at most", "999999999", 86_400_000],
    ["no number", "", undefined],
    ["no time", "0", undefined],
    ["a date", "Wed, 18 Nov 2026 12:00:00 GMT", undefined],
    ["less than nothing", "-1", undefined],
    ["infinity", "Infinity", undefined],
  ])("%s in the header (%s)", (_, header, waitMs) => {
    expect(read(header).waitMs).toBe(waitMs);
  });

  test("a proxy's header without a body is about the route, a page's about the address", () => {
    expect(read("5")).toEqual({ waitMs: 5_000, global: false, fromEdge: false });
    expect(read("5", undefined, false)).toEqual({ waitMs: 5_000, global: false, fromEdge: true });
    expect(read(undefined)).toEqual({ waitMs: undefined, global: false, fromEdge: true });
    expect(read("0", { retry_after: 0.5 }).waitMs).toBe(500);
    expect(read("1", { retry_after: 1_163.097 }).waitMs).toBe(1_163_097);
    expect(read("1", { retry_after: 0.3 }).waitMs).toBe(1_000);
    expect(read(undefined, { retry_after: 0 }).waitMs).toBeUndefined();
    expect(read(undefined, { retry_after: 0.5, global: true })).toEqual({
      waitMs: 500,
      global: true,
      fromEdge: false,
    });
  });
});

describe("what Discord itself refuses for long", () => {
  const placed = ways.filter(([name]) => ["a post", "an edit of a post", "a look-up"].includes(name));

  test.each(placed)(
    "is left for as long as its body says, though its header says less: %s",
    async (_, send) => {
      fail({ status: 429, form: "short-header", retryAfterSeconds: 1_200, times: 1 });
      const before = sent();
      await expect(send()).rejects.toThrow(RateLimitError);
      expect(sent()).toBe(before + 1);
      expect(limits).toMatchObject([{ retryAfterMs: 1_200_000, isStated: true }]);
    },
  );

  test.each(placed)("is asked once, also where %s was the first to its route", async (_name, send) => {
    fail({ status: 429, retryAfterSeconds: 3_600, times: 1 });
    await expect(send()).rejects.toThrow(RateLimitError);
    // Discord says with another channel or server how it counts this route.
    await posts.post(Routes.channelMessages(orders), { body });
    await lookUps.get(Routes.guildMember(playgroundIds.guildId, playgroundIds.mia)).catch(() => undefined);
    const before = sent();
    await expect(send()).rejects.toThrow(RateLimitError);
    expect(sent()).toBe(before);
  });

  test("holds back neither other channels nor what is sent once the time is over", async () => {
    fail({ status: 429, retryAfterSeconds: 3_600, times: 1 });
    const post = (id: string) => posts.post(Routes.channelMessages(id), { body });
    await expect(post(channelId)).rejects.toThrow(RateLimitError);
    await expect(post(orders)).resolves.toMatchObject({ channel_id: orders });
    let now = 0;
    const stated = new StatedLimits(() => now);
    stated.refused("POST here", 3_600_000);
    const ask = (place: string) => () => stated.assertOver(place, "/channels/:id/messages", "POST");
    expect(ask("POST here")).toThrow(RateLimitError);
    expect(ask("POST there")).not.toThrow();
    now = 3_600_000;
    expect(ask("POST here")).not.toThrow();
  });
});

describe("a ban", () => {
  test("that many requests under way meet together grows once, and one asks first when it is over", () => {
    let now = 0;
    const bans = new EdgeBans(() => now);
    const route = "/channels/:id/messages";
    const underWay = Array.from({ length: 20 }, () => bans.begin(route, "POST"));
    for (const request of underWay) expect(bans.refused(route, request, undefined)).toBe(5_000);
    now = 5_000;
    const probe = bans.begin(route, "POST");
    expect(() => bans.begin(route, "POST")).toThrow(RateLimitError);
    expect(bans.refused(route, probe, undefined)).toBe(10_000);
    now = 15_000;
    const last = bans.begin(route, "POST");
    // What was under way before the ban says nothing about its end.
    bans.passed(route, underWay[0] ?? 0);
    expect(() => bans.begin(route, "POST")).toThrow(RateLimitError);
    bans.passed(route, last);
    expect(() => bans.begin(route, "POST")).not.toThrow();
  });

  test("grows to ten minutes at most", () => {
    let now = 0;
    const bans = new EdgeBans(() => now);
    const waits = Array.from({ length: 9 }, () => {
      const waitMs = bans.refused("/gateway/bot", bans.begin("/gateway/bot", "GET"), undefined);
      now += waitMs;
      return waitMs / 1_000;
    });
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600]);
  });
});
