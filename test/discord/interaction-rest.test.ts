import { DiscordAPIError, type RawFile, Routes } from "discord.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { InteractionRest } from "../../src/discord/interaction-rest.ts";
import { createInteractionRestOptions, createSharedRestParts } from "../../src/discord/rest.ts";
import { minuteMs } from "../../src/time.ts";
import { until } from "../support/wait-for.ts";
import { createPauseClock, silentReports } from "../support/rest-reports.ts";
import {
  type Act,
  answer,
  begin,
  cut,
  type ScriptedService,
  startScriptedService,
} from "../client/scripted-service.ts";

const token = "a".repeat(60);
const callback = Routes.interactionCallback("1310000000000000009", token);
const first = Routes.webhookMessage("1310000000000000001", token, "@original");
const body = { type: 4, data: { content: "Crème brûlée 🍮" } };
const done: Act = (response) => response.writeHead(204).end();

let service: ScriptedService;
let rest: InteractionRest;
let limits: unknown[];
let clock: ReturnType<typeof createPauseClock>;
beforeEach(async () => {
  service = await startScriptedService();
  limits = [];
  clock = createPauseClock();
  rest = new InteractionRest(
    createInteractionRestOptions(`${service.baseUrl}/api`),
    { onTokenRefused: () => undefined, onRateLimited: (limit) => limits.push(limit) },
    undefined,
    createSharedRestParts(clock),
  );
});
afterEach(() => service.close());

test("a reply is sent once, as JSON, without the bot's token", async () => {
  service.script(done);
  rest.setToken("bot.token");
  await rest.post(callback, { auth: false, body, query: new URLSearchParams({ with_response: "false" }) });
  expect(service.received).toHaveLength(1);
  const [request] = service.received;
  expect(request).toMatchObject({
    method: "POST",
    url: `/api/v10${callback}?with_response=false`,
    body: JSON.stringify(body),
  });
  expect(request?.headers).toMatchObject({
    "content-type": "application/json",
    "user-agent": expect.stringContaining("DiscordBot (https://discord.js.org"),
  });
  expect(request?.headers).not.toHaveProperty("authorization");
});

test("an edit returns the message as Discord stores it", async () => {
  service.script(answer(200, { id: "1", content: "as kept" }));
  expect(await rest.patch(first, { auth: false, body: body.data })).toEqual({ id: "1", content: "as kept" });
  expect(service.received[0]).toMatchObject({ method: "PATCH", url: `/api/v10${first}` });
});

test("consecutive replies share a connection", async () => {
  service.script(done);
  for (let n = 0; n < 20; n++) await rest.post(callback, { auth: false, body });
  // Two, because an answer may start in the moment before the connection of the last one counts as free.
  expect(service.connections()).toBeLessThanOrEqual(2);
});

describe("a refusal", () => {
  test("is reported as discord.js reports it, and not retried", async () => {
    service.script(
      answer(400, {
        code: 50_035,
        message: "Invalid Form Body",
        errors: { data: { content: { _errors: [{ code: "BASE_TYPE_MAX_LENGTH", message: "too long" }] } } },
      }),
    );
    const error: unknown = await rest
      .post(callback, { auth: false, body })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DiscordAPIError);
    expect(error).toMatchObject({ code: 50_035, status: 400, method: "POST" });
    expect(String(error)).toContain("data.content[BASE_TYPE_MAX_LENGTH]: too long");
    expect(service.received).toHaveLength(1);
  });

  test("whose body isn't Discord's counts as a refusal too", async () => {
    service.script(answer(403, "<html>", { "content-type": "text/html" }));
    await expect(rest.post(callback, { auth: false, body })).rejects.toMatchObject({ status: 403 });
  });
});

describe("a transient failure is retried", () => {
  test.each([
    ["a failure of Discord", answer(500, "")],
    ["a cut connection", cut],
    ["an answer cut in its middle", begin(200, cut)],
    ["the limit", answer(429, { retry_after: 0.05, message: "slow" }, { "retry-after": "0.05" })],
  ])("after %s", async (_, act) => {
    service.script(act, done);
    await rest.post(callback, { auth: false, body });
    expect(service.received.map((request) => request.body)).toEqual([
      JSON.stringify(body),
      JSON.stringify(body),
    ]);
  });

  test("a first reply only while Discord waits for it", async () => {
    service.script(answer(502, ""));
    await expect(rest.post(callback, { auth: false, body })).rejects.toMatchObject({ status: 502 });
    expect(clock.pauses).toEqual([100, 200, 400, 800]);
    expect(service.received).toHaveLength(5);
  });

  test("an edit, after pauses that grow, for as long as Discord shows it", async () => {
    service.script(cut);
    await expect(rest.patch(first, { auth: false, body })).rejects.toThrow("other side closed");
    expect(clock.pauses.slice(0, 8)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(clock.now()).toBeGreaterThan(11 * minuteMs);
    expect(clock.now()).toBeLessThanOrEqual(12 * minuteMs);
  });

  test("an edit with a picture, too, which takes another way", async () => {
    service.script(answer(503, ""), cut, answer(200, { id: "1" }));
    const files: RawFile[] = [{ name: "card.png", data: Buffer.from("picture") }];
    expect(await rest.patch(first, { auth: false, body, files })).toEqual({ id: "1" });
    expect(clock.pauses).toEqual([500, 1_000]);
  });

  test("but never a further message, which would be there twice", async () => {
    service.script(answer(502, ""));
    const further = Routes.webhook("1310000000000000001", token);
    await expect(rest.post(further, { auth: false, body })).rejects.toMatchObject({ status: 502 });
    expect(service.received).toHaveLength(1);
  });

  test("and an edit that waits for its next try doesn't hold up the end", async () => {
    service.script(answer(500, ""));
    const timers = { now: () => 0, timer: () => () => undefined };
    const waiting = new InteractionRest(
      createInteractionRestOptions(`${service.baseUrl}/api`),
      silentReports,
      undefined,
      createSharedRestParts(timers),
    );
    const edit = waiting.patch(first, { auth: false, body });
    await until("the first try failed", () => service.received.length === 1);
    waiting.cutOff();
    await expect(edit).rejects.toMatchObject({ status: 500 });
    await expect(waiting.patch(first, { auth: false, body })).rejects.toMatchObject({ status: 500 });
  });
});

describe("a rate-limited reply", () => {
  const limited = (seconds: string): Act =>
    answer(429, { retry_after: Number(seconds), message: "slow" }, { "retry-after": seconds });

  test("is sent again after the time Discord asks for", async () => {
    service.script(limited("0.4"), done);
    await rest.post(callback, { auth: false, body });
    expect(clock.pauses).toEqual([400]);
    expect(service.received).toHaveLength(2);
    expect(limits).toEqual([
      { route: "/interactions/:id/:token/callback", global: false, retryAfterMs: 400, isStated: true },
    ]);
  });

  test("is dropped at once when the limit outlasts the interaction", async () => {
    service.script(limited("30"), done);
    await expect(rest.post(callback, { auth: false, body })).rejects.toMatchObject({ retryAfter: 30_000 });
    expect(service.received).toHaveLength(1);
    expect(clock.pauses).toEqual([]);
  });
});

test("files and all other requests go through discord.js", async () => {
  service.script(answer(200, { id: "1" }));
  const files: RawFile[] = [{ name: "card.png", data: Buffer.from("picture") }];
  await rest.setToken("bot.token").post(callback, { auth: false, body, files });
  expect(service.received[0]?.headers["content-type"]).toContain("multipart/form-data");
  expect(service.received[0]?.body).toContain("picture");
  await rest.get("/users/@me/guilds");
  expect(service.received[1]?.headers["authorization"]).toBe("Bot bot.token");
});
