import { describe, expect, test } from "vitest";
import { Agent } from "undici";
import { answer, begin, cut, stall } from "./scripted-service.ts";
import { until } from "../support/wait-for.ts";
import { order, params, world } from "./client-fixture.ts";
import { type FakeTime, fakeTime } from "./fake-time.ts";

const here = world();
const calm = answer(200, []);
const created = answer(200, { _id: "o1" });
/** A client's pauses, each of them so long by this time. */
function pausesOf(time: FakeTime, ms: number) {
  let begun = 0;
  const sleep = () => {
    begun += 1;
    return new Promise<void>((resolve) => void time.alarm(ms, resolve));
  };
  return { sleep, isPausing: () => begun > 0 };
}
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
    const { connect, service } = here();
    service.script(stall);
    const time = fakeTime();
    const api = connect({ timer: time.alarm });
    const ended: number[] = [];
    const endCall = async (timeoutMs: number): Promise<void> => {
      await expect(api.searchOrders({ params }, { timeoutMs })).rejects.toMatchObject({ failure: "timeout" });
      ended.push(timeoutMs);
    };
    const calls = Promise.all([1_500, 1_000.5].map(endCall));
    await until("both arrived", () => service.received.length === 2);
    await time.advance(1_000);
    expect(ended).toEqual([]);
    await time.advance(1);
    await until("the shorter one ended", () => ended.length > 0);
    expect(ended).toEqual([1_000.5]);
    await time.advance(499);
    await calls;
    expect(ended).toEqual([1_000.5, 1_500]);
    expect(service.received).toHaveLength(2);
  });

  test("covers all retries and the waits between them", async () => {
    const { connect, service } = here();
    service.script(answer(503, {}), stall);
    const time = fakeTime();
    const { sleep, isPausing } = pausesOf(time, 3_000);
    let isOver = false;
    const retried = connect({ sleep, timer: time.alarm, now: time.now }).searchOrders({ params });
    const ended = expect(retried)
      .rejects.toMatchObject({ failure: "timeout" })
      .then(() => (isOver = true));
    await until("it pauses", isPausing);
    await time.advance(3_000);
    await until("it is sent again", () => service.received.length === 2);
    await time.advance(6_999);
    expect(isOver).toBe(false);
    await time.advance(1);
    await ended;
    expect(service.received).toHaveLength(2);
  });

  test("while waiting to retry reports the failure that caused the wait", async () => {
    const { connect, service } = here();
    service.script(limited({}));
    const time = fakeTime();
    const { sleep, isPausing } = pausesOf(time, 11_000);
    // This clock is stopped, so the client cannot see that its wait exceeds the timeout.
    const api = connect({ now: () => 0, sleep, timer: time.alarm });
    const call = expect(api.createOrder(order)).rejects.toMatchObject({ failure: "rate-limited" });
    await until("it pauses", isPausing);
    await time.advance(11_000);
    await call;
    expect(service.received).toHaveLength(1);
  });

  test("of one call does not end another", async () => {
    const { connect, service } = here();
    const held = Promise.withResolvers<void>();
    service.script(stall, (response, socket) => void held.promise.then(() => calm(response, socket)));
    const time = fakeTime();
    const api = connect({ timer: time.alarm });
    const doomed = api.searchOrders({ params }, { timeoutMs: 2_000 });
    const ended = expect(doomed).rejects.toMatchObject({ failure: "timeout" });
    await until("it arrived", () => service.received.length === 1);
    const other = api.searchOrders({ params });
    await until("the other one arrived", () => service.received.length === 2);
    await time.advance(2_000);
    await ended;
    held.resolve();
    expect(await other).toEqual([]);
  });
});
