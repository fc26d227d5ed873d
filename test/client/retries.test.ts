import { describe, expect, test } from "vitest";
import { Agent } from "undici";
import { answer, begin, cut, stall } from "./scripted-service.ts";
import { order, params, world } from "./client-fixture.ts";

const here = world();
const calm = answer(200, []);
const created = answer(200, { _id: "o1" });
const limited = (headers: Readonly<Record<string, string>>) => answer(429, { message: "slow down" }, headers);

describe("a read", () => {
  test.each([
    ["500", answer(500, {})],
    ["503", answer(503, "")],
    ["a cut connection", cut],
    ["an answer cut in its middle", begin(200, cut)],
    ["429", limited({})],
  ])("is retried after %s", async (_, act) => {
    const { api, service, waits } = here();
    service.script(act, act, calm);
    expect(await api.searchOrders({ params })).toEqual([]);
    expect(service.received).toHaveLength(3);
    expect(waits).toEqual([250, 500]);
  });

  test("is retried when an answer takes longer than the agent allows", async () => {
    const { connect, service } = here();
    const dispatcher = new Agent({ headersTimeout: 100 });
    service.script(stall, calm);
    expect(await connect({ dispatcher }).searchOrders({ params })).toEqual([]);
    expect(service.received).toHaveLength(2);
    await dispatcher.destroy();
  });

  test("is sent three times at most", async () => {
    const { api, service } = here();
    service.script(answer(503, { message: "closed for cleaning" }));
    await expect(api.searchOrders({ params })).rejects.toMatchObject({
      failure: "unavailable",
      status: 503,
      serverMessage: "closed for cleaning",
    });
    expect(service.received).toHaveLength(3);
  });
});

describe("a write", () => {
  test("refused by the rate limit is sent again, since it wasn't processed", async () => {
    const { api, service, waits } = here();
    service.script(limited({ "retry-after": "2" }), created);
    expect(await api.createOrder(order)).toMatchObject({ _id: "o1" });
    expect(service.received.map(({ body }) => body)).toEqual([
      '{"items":["Espresso"]}',
      '{"items":["Espresso"]}',
    ]);
    expect(waits).toEqual([2_000]);
  });

  test("whose connection failed to open is sent when it does", async () => {
    const { connect, service } = here();
    let tries = 0;
    const refused = Object.assign(new Error("getaddrinfo EAI_AGAIN"), { code: "EAI_AGAIN" });
    const dispatcher = new Agent({
      connect: {
        lookup: (_host, _options, done) => {
          tries += 1;
          if (tries === 1) done(refused, []);
          else done(null, [{ address: "127.0.0.1", family: 4 }]);
        },
      },
    });
    service.script(created);
    const baseUrl = service.baseUrl.replace("127.0.0.1", "workspace.invalid");
    expect(await connect({ dispatcher, baseUrl }).createOrder(order)).toMatchObject({ _id: "o1" });
    expect(tries).toBe(2);
    expect(service.received).toHaveLength(1);
    await dispatcher.destroy();
  });

  test("that met the rate limit and then a cut connection has an unknown outcome", async () => {
    const { api, service } = here();
    service.script(limited({}), cut);
    await expect(api.createOrder(order)).rejects.toMatchObject({
      failure: "connection-lost",
      outcomeUnknown: true,
    });
    expect(service.received).toHaveLength(2);
  });
});

describe("the wait that the service asks for", () => {
  const nowMs = Date.parse("2026-11-18T12:00:00Z");
  test.each([
    ["seconds", { "retry-after": "3" }, 3_000],
    ["a fraction of seconds", { "retry-after": "0.5" }, 500],
    ["a date", { "retry-after": "Wed, 18 Nov 2026 12:00:04 GMT" }, 4_000],
    ["a date gone by", { "retry-after": "Wed, 18 Nov 2026 11:00:00 GMT" }, 0],
    ["the reset of the limit", { "x-ratelimit-limit": "100", "x-ratelimit-reset": "7" }, 7_000],
    ["both, of which the clearer one counts", { "retry-after": "1", "x-ratelimit-reset": "7" }, 1_000],
    ["words", { "retry-after": "soon" }, 250],
    ["a point in time as a number", { "x-ratelimit-reset": "1795003200" }, 250],
  ])("as %s is respected", async (_, headers, waitMs) => {
    const { connect, service, waits } = here();
    service.script(limited(headers), calm);
    await connect({ now: () => nowMs }).searchOrders({ params });
    expect(waits).toEqual([waitMs]);
  });

  test("ignores the limit's reset after a failure unrelated to the limit", async () => {
    const { api, service, waits } = here();
    service.script(answer(503, {}, { "x-ratelimit-reset": "7" }), calm);
    await api.searchOrders({ params });
    expect(waits).toEqual([250]);
  });

  test("is reported, not waited for, when it is longer than the timeout", async () => {
    const { api, service, waits } = here();
    service.script(limited({ "x-ratelimit-reset": "23" }));
    await expect(api.createOrder(order)).rejects.toMatchObject({
      failure: "rate-limited",
      retryAfterMs: 23_000,
      outcomeUnknown: false,
    });
    expect(service.received).toHaveLength(1);
    expect(waits).toEqual([]);
  });
});

describe("the timeout", () => {
  test("ends a call to a silent service, as the caller set it", async () => {
    const { api, service } = here();
    service.script(stall);
    const ended: number[] = [];
    const endCall = async (timeoutMs: number): Promise<void> => {
      await expect(api.searchOrders({ params }, { timeoutMs })).rejects.toMatchObject({ failure: "timeout" });
      ended.push(timeoutMs);
    };
    await Promise.all([1_500, 1_000.5].map(endCall));
    expect(ended).toEqual([1_000.5, 1_500]);
    expect(service.received).toHaveLength(2);
  });

  test("covers all retries and the waits between them", async () => {
    const { api, connect, service } = here();
    service.script(answer(503, {}), stall);
    const sleep = () => new Promise((resolve) => setTimeout(resolve, 300));
    const ended: string[] = [];
    const retried = connect({ sleep }).searchOrders({ params }, { timeoutMs: 900 });
    const first = expect(retried)
      .rejects.toMatchObject({ failure: "timeout" })
      .then(() => ended.push("retried"));
    await expect.poll(() => service.received.length).toBe(1);
    // If the timeout began with the second request, this call would end sooner.
    const other = expect(api.searchOrders({ params }, { timeoutMs: 1_100 }))
      .rejects.toMatchObject({ failure: "timeout" })
      .then(() => ended.push("other"));
    await Promise.all([first, other]);
    expect(ended).toEqual(["retried", "other"]);
    expect(service.received).toHaveLength(3);
  });

  test("while waiting to retry reports the failure that caused the wait", async () => {
    const { connect, service } = here();
    service.script(limited({}));
    // This clock is stopped, so the client cannot see that its wait exceeds the timeout.
    const api = connect({ now: () => 0, sleep: () => new Promise((resolve) => setTimeout(resolve, 1_700)) });
    await expect(api.createOrder(order, { timeoutMs: 1_500 })).rejects.toMatchObject({
      failure: "rate-limited",
    });
    expect(service.received).toHaveLength(1);
  });

  test("of one call does not end another", async () => {
    const { api, service } = here();
    service.script(stall, calm);
    const doomed = api.searchOrders({ params }, { timeoutMs: 2_000 });
    // Looked at from the start: it may well end while the others are waited for.
    const ended = expect(doomed).rejects.toMatchObject({ failure: "timeout" });
    await expect.poll(() => service.received.length).toBe(1);
    expect(await api.searchOrders({ params })).toEqual([]);
    await ended;
  });
});
