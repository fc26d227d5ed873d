import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { RequestEvent } from "../../src/api/transport.ts";
import { until } from "../support/wait-for.ts";
import { chainWorld } from "./resilience-fixture.ts";

const here = chainWorld();
const order = { items: ["Espresso"] };

/** Why a call failed; `undefined` if it waits for a timer or a socket first. */
async function failureWithoutWaiting(call: Promise<unknown>): Promise<unknown> {
  let failure: unknown;
  call.catch((error: unknown) => (failure = error));
  await nextTurn();
  return failure;
}

describe("a service that is down", () => {
  test("gets a few requests and is then left alone, and callers fail at once", async () => {
    const { api, chain, params, service, arrived } = here();
    service.faults.add({ kind: "status", status: 503, times: 10_000 });
    for (let call = 0; call < 50; call++) {
      await api.listPosts({ params }).catch(() => undefined);
      await api.getTaskboard({ params }).catch(() => undefined);
    }
    expect(arrived()).toBe(5);
    expect(chain.status(params.workspaceId)).toMatchObject({ state: "open", reason: "unavailable" });
    expect(await failureWithoutWaiting(api.createOrder({ params, body: order }))).toMatchObject({
      failure: "unreachable",
      operation: "createOrder",
      outcomeUnknown: false,
      retryAfterMs: expect.any(Number),
    });
    expect(arrived("createOrder")).toBe(0);
  });

  test("gets one request per pause, however many callers there are", async () => {
    const { api, params, service, arrived, advance } = here();
    service.faults.add({ kind: "cut", times: 10_000 });
    for (let minute = 0; minute < 10; minute++) {
      for (let second = 0; second < 60; second += 5) {
        await Promise.all(
          [0, 1, 2].map((week) =>
            api.getCalendar({ params, query: { week } }, { timeoutMs: 20 }).catch(() => undefined),
          ),
        );
        advance(5_000);
      }
    }
    // Five or a few more that were on their way together, and probes after 4, 8, 16, 32 and then each 48 seconds.
    expect(arrived()).toBeLessThanOrEqual(30);
    expect(arrived()).toBeGreaterThan(10);
  });

  test("is found to be back by one request, and everyone continues", async () => {
    const { api, chain, params, service, arrived, advance } = here();
    service.faults.add({ kind: "cut", times: 10_000 });
    await api.listPosts({ params }).catch(() => undefined);
    await api.getTaskboard({ params }).catch(() => undefined);
    expect(chain.status(params.workspaceId)).toMatchObject({ state: "open", reason: "connection-lost" });
    service.faults.clear();
    const before = arrived();
    await expect(api.listPosts({ params })).rejects.toMatchObject({ failure: "unreachable" });
    advance(5_000);
    const held = Promise.withResolvers<void>();
    service.faults.add({ kind: "held", until: held.promise, operation: "listPosts" });
    const probe = api.listPosts({ params });
    await until("the probe is out", () => chain.status(params.workspaceId).state === "half-open");
    await expect(api.getCalendar({ params, query: {} })).rejects.toMatchObject({ failure: "unreachable" });
    held.resolve();
    expect((await probe).length).toBeGreaterThan(0);
    expect(chain.status(params.workspaceId)).toEqual({ state: "closed" });
    await api.getCalendar({ params, query: {} });
    expect(arrived() - before).toBe(2);
  });

  test("that doesn't exist is reported as unreachable", async () => {
    const { another, service, params } = here();
    const gone = another({ baseUrl: "http://127.0.0.1:1" });
    const { workspaceId, token } = service;
    const api = gone.connect({ scope: "s", workspaceId, token });
    for (let call = 0; call < 2; call++) {
      await expect(api.listPosts({ params })).rejects.toMatchObject({ failure: "unreachable" });
    }
    expect(gone.status(params.workspaceId)).toMatchObject({ state: "open", reason: "unreachable" });
  });

  test("reports each of its changes once", async () => {
    const { another, service, params, advance } = here();
    const states: string[] = [];
    const chain = another({
      onBreakerChange: ({ state }, { operation = "all" }) => states.push(`${operation} ${state}`),
    });
    const { workspaceId, token } = service;
    const api = chain.connect({ scope: "s", workspaceId, token });
    service.faults.add({ kind: "status", status: 500, times: 5 });
    for (let call = 0; call < 3; call++) await api.listPosts({ params }).catch(() => undefined);
    advance(5_000);
    await api.listPosts({ params });
    expect(states).toEqual(["open", "half-open", "closed"].map((state) => `listPosts ${state}`));
  });
});

describe("a service that refuses", () => {
  test.each([400, 401, 403, 404, 429])("with %i is not considered down", async (status) => {
    const { api, chain, params, service } = here();
    service.faults.add({ kind: "status", status, times: 10_000 });
    for (let call = 0; call < 10; call++) {
      await api.listPosts({ params }, { timeoutMs: 100 }).catch(() => undefined);
    }
    expect(chain.status(params.workspaceId)).toEqual({ state: "closed" });
  });
});

describe("the service's limit", () => {
  test("is never exceeded by people who read without pause, and they learn how long to wait", async () => {
    const { api, params, service, arrived } = here();
    service.setRateLimit(20);
    const answers = await Promise.allSettled(
      Array.from({ length: 150 }, (_, week) =>
        api.getCalendar({ params, query: { week } }, { timeoutMs: 15_000 }),
      ),
    );
    await api.getCalendar({ params, query: { week: 200 } }, { timeoutMs: 15_000 }).catch(() => undefined);
    const refused = answers.filter(({ status }) => status === "rejected");
    expect(refused.length).toBeGreaterThanOrEqual(50);
    for (const answer of refused) {
      expect(answer).toMatchObject({ reason: { failure: "rate-limited", outcomeUnknown: false } });
    }
    expect(arrived()).toBeLessThanOrEqual(100);
    const before = arrived();
    await expect(api.createOrder({ params, body: order })).rejects.toMatchObject({
      failure: "rate-limited",
      retryAfterMs: expect.any(Number),
    });
    expect(arrived()).toBe(before);
  });

  test.each([
    [8, undefined],
    [12, { failure: "rate-limited" }],
  ])("lets a read wait for 10 seconds, not longer: %i", async (resetSeconds, failure) => {
    const { api, params, service } = here();
    service.faults.add({ kind: "status", status: 429, resetSeconds });
    await expect(api.getCalendar({ params, query: {} }, { timeoutMs: 500 })).rejects.toMatchObject({
      failure: "rate-limited",
    });
    const told = await failureWithoutWaiting(api.listPosts({ params }));
    if (failure === undefined) expect(told).toBeUndefined();
    else expect(told).toMatchObject(failure);
  });

  test("leaves a write unsent when less than 3 of its 10 seconds are left", async () => {
    const { api, params, service, arrived } = here();
    service.faults.add({ kind: "status", status: 429, resetSeconds: 8 });
    await expect(api.listPosts({ params }, { timeoutMs: 7_000 })).rejects.toMatchObject({
      failure: "rate-limited",
    });
    expect(await failureWithoutWaiting(api.createOrder({ params, body: order }))).toMatchObject({
      failure: "rate-limited",
      outcomeUnknown: false,
    });
    expect(arrived("createOrder")).toBe(0);
  });

  test("counts the client's own retries", async () => {
    const { another, service, params, arrived } = here();
    const { workspaceId, token } = service;
    const api = another({ limits: { limit: 2 } }).connect({ scope: "s", workspaceId, token });
    service.faults.add({ kind: "status", status: 503, times: 2 });
    await expect(api.listPosts({ params })).rejects.toMatchObject({ failure: "unavailable", status: 503 });
    expect(arrived()).toBe(2);
  });

  test("isn't used by a call that can't be sent", async () => {
    const { another, service, params } = here();
    const { workspaceId, token } = service;
    const api = another({ limits: { limit: 1 } }).connect({ scope: "s", workspaceId, token });
    for (let call = 0; call < 5; call++) {
      await expect(api.getUser({ params: { userId: ".." } })).rejects.toMatchObject({
        failure: "invalid-id",
      });
    }
    expect((await api.listPosts({ params })).length).toBeGreaterThan(0);
  });

  test("is shared by all guilds that link a workspace, and separate for each workspace", async () => {
    const { another, service, params } = here();
    const chain = another({ limits: { limit: 1 } });
    const { workspaceId, token } = service;
    const bakery = service.addWorkspace({ name: "Bakery" });
    await chain.connect({ scope: "1/cafe", workspaceId, token }).listPosts({ params });
    await expect(
      chain.connect({ scope: "2/cafe", workspaceId, token }).listPosts({ params }, { noCache: true }),
    ).rejects.toMatchObject({ failure: "rate-limited" });
    const other = chain.connect({ scope: "1/bakery", workspaceId: bakery.workspaceId, token: bakery.token });
    expect(await other.listPosts({ params: { workspaceId: bakery.workspaceId } })).toBeDefined();
  });

  test("reports only requests that took place", async () => {
    const { another, service, params, arrived } = here();
    const events: RequestEvent[] = [];
    const chain = another({ limits: { limit: 3 }, onRequest: (event) => events.push(event) });
    const { workspaceId, token } = service;
    const api = chain.connect({ scope: "s", workspaceId, token });
    await api.listPosts({ params });
    service.faults.add({ kind: "status", status: 503, times: 5 });
    await api.getTaskboard({ params }).catch(() => undefined);
    await api.getTaskboard({ params }).catch(() => undefined);
    expect(events.map(({ operation, status }) => `${operation} ${status}`)).toEqual([
      "listPosts 200",
      "getTaskboard 503",
      "getTaskboard 503",
    ]);
    expect(arrived()).toBe(3);
    expect(JSON.stringify(events)).not.toContain(token);
  });

  test("refuses all waiting requests when it shuts down", async () => {
    const { another, service, params } = here();
    const chain = another({ limits: { limit: 1 } });
    const { workspaceId, token } = service;
    const api = chain.connect({ scope: "s", workspaceId, token });
    await api.listPosts({ params });
    const waiting = api.getTaskboard({ params }, { timeoutMs: 120_000 });
    chain.close();
    await expect(waiting).rejects.toMatchObject({ failure: "rate-limited" });
  });
});
