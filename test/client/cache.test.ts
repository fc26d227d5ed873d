import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { contract } from "../../src/api/contract/index.ts";
import type { Contract } from "../../src/api/endpoint.ts";
import { sortOrdersNewestFirst } from "../../commands/order/filter.ts";
import { until } from "../support/wait-for.ts";
import { chainWorld } from "./resilience-fixture.ts";
import { answer, startScriptedService } from "./scripted-service.ts";

const here = chainWorld();
const minute = 60_000;

describe("a read", () => {
  test("by fifty callers at once is one request, and all get its answer", async () => {
    const { api, params, arrived } = here();
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.listPosts({ params })));
    expect(arrived()).toBe(1);
    expect(answers[0]?.length).toBeGreaterThan(0);
    expect(new Set(answers).size).toBe(1);
  });

  test("is served from the cache for as long as the contract allows, then sent again", async () => {
    const { api, chain, params, arrived, advance } = here();
    const first = await api.listPosts({ params });
    expect(chain.getAge(first)).toBeUndefined();
    advance(59_000);
    const second = await api.listPosts({ params });
    expect(second).toEqual(first);
    // What is worked out from an answer is kept beside it.
    expect(await api.listPosts({ params })).toBe(second);
    const age = chain.getAge(second);
    expect(age).toMatchObject({ isStale: false });
    expect(arrived()).toBe(1);
    advance(1_000);
    expect(chain.getAge(await api.listPosts({ params }))).toBeUndefined();
    expect(arrived()).toBe(2);
  });

  // 100 kB, read as a whole, and 350 kB, read as they arrive. Shorter lists are parsed again each time.
  test.each([1_000, 4_500])(
    "of %i orders is put in order once, however often they are searched",
    async (count) => {
      const { api, params, service, arrived } = here();
      for (const index of Array.from({ length: count }).keys()) {
        const order = { _id: `long${index}`, items: ["Tea"], createdAt: new Date(index).toISOString() };
        service.state.orders.set(order._id, { order, steps: [] });
      }
      const first = sortOrdersNewestFirst(await api.searchOrders({ params }));
      expect(sortOrdersNewestFirst(await api.searchOrders({ params }))).toBe(first);
      expect(arrived()).toBe(1);
    },
  );

  test("begun before a write and answered after it isn't kept", async () => {
    const { api, params, service, arrived } = here();
    const [id = ""] = service.state.posts.keys();
    service.faults.add({ kind: "slow", ms: 500, operation: "listPosts" });
    const early = api.listPosts({ params });
    await api.deletePost({ params: { ...params, postId: id } });
    // Nobody reads in between, which would be kept instead.
    await early;
    await api.listPosts({ params });
    expect(arrived("listPosts")).toBe(2);
  });

  test("begun before another replica's write and answered after it isn't kept", async () => {
    const { api, chain, params, service, arrived } = here();
    service.faults.add({ kind: "slow", ms: 500, operation: "listPosts" });
    const early = api.listPosts({ params });
    chain.invalidateReads(params.workspaceId, ["listPosts"]);
    await early;
    await api.listPosts({ params });
    expect(arrived("listPosts")).toBe(2);
  });

  test("is sent again with `noCache`, and later reads get the new answer", async () => {
    const { api, params, arrived } = here();
    const first = await api.listPosts({ params });
    const second = await api.listPosts({ params }, { noCache: true });
    expect(second).not.toBe(first);
    expect(await api.listPosts({ params })).toEqual(second);
    expect(arrived()).toBe(2);
  });

  test("with other parameters is another request", async () => {
    const { api, params, arrived } = here();
    await api.getCalendar({ params, query: {} });
    await api.getCalendar({ params, query: { week: 1 } });
    await api.getCalendar({ params, query: { week: undefined } });
    expect(arrived()).toBe(2);
  });

  test("returns frozen data", async () => {
    const { api, params } = here();
    for (const posts of [await api.listPosts({ params }), await api.listPosts({ params })]) {
      expect(() => posts.pop()).toThrow(TypeError);
      expect(() => Object.assign(posts[0] ?? {}, { title: "Mine" })).toThrow(TypeError);
    }
  });

  test("that is shared times out for each caller by their own timeout", async () => {
    const { api, params, service, arrived } = here();
    service.faults.add({ kind: "slow", ms: 400 });
    const patient = api.listPosts({ params });
    await expect(api.listPosts({ params }, { timeoutMs: 50 })).rejects.toMatchObject({ failure: "timeout" });
    expect((await patient).length).toBeGreaterThan(0);
    expect(arrived()).toBe(1);
  });

  test("doesn't fail because it was shared with a caller who had less time", async () => {
    const { api, params, service, arrived } = here();
    service.faults.add({ kind: "silent" });
    const hurried = api.listPosts({ params }, { timeoutMs: 2_000 });
    const patient = api.listPosts({ params });
    await expect(hurried).rejects.toMatchObject({ failure: "timeout" });
    expect((await patient).length).toBeGreaterThan(0);
    expect(arrived()).toBe(2);
  });

  test("in the background is cached only if asked for, or if someone had already asked", async () => {
    const { api, params, arrived } = here();
    const background = { priority: "background" } as const;
    await api.listPosts({ params }, background);
    const asked = await api.listPosts({ params });
    expect(arrived()).toBe(2);
    const renewed = await api.listPosts({ params }, { ...background, noCache: true });
    expect(await api.listPosts({ params })).toEqual(renewed);
    expect(renewed).not.toBe(asked);
    await api.searchOrders({ params }, { ...background, ttlMs: 3_600_000 });
    await api.searchOrders({ params });
    expect([arrived("listPosts"), arrived("searchOrders")]).toEqual([3, 1]);
  });

  test("in the background is parsed in a turn of its own, with three for others, however many are answered at once", async () => {
    const { another, params } = here();
    const service = await startScriptedService();
    await using stack = new AsyncDisposableStack();
    stack.defer(() => service.close());
    const waiting: ServerResponse[] = [];
    service.script((response) => void waiting.push(response));
    const chain = another({ baseUrl: service.baseUrl });
    const api = chain.connect({ scope: "s", workspaceId: params.workspaceId, token: "t".repeat(40) });
    let turn = 0;
    const countTurns = (): void => {
      turn += 1;
      if (waiting.length > 0) setImmediate(countTurns);
    };
    const turns: number[] = [];
    const reads = Array.from({ length: 20 }, () =>
      api
        .searchOrders({ params }, { priority: "background", noCache: true })
        .then(() => void turns.push(turn)),
    );
    await until("all have arrived", () => waiting.length === 20);
    countTurns();
    for (const response of waiting) answer(200, [])(response, response.req.socket);
    await Promise.all(reads);
    waiting.length = 0;
    const between = turns.slice(1).map((each, index) => each - (turns[index] ?? 0));
    expect(between).toHaveLength(19);
    // This counter may be before or after the other one in a turn.
    expect(Math.min(...between)).toBeGreaterThanOrEqual(3);
  });

  test("for a person that joins one in the background is cached", async () => {
    const { api, chain, params, service, arrived } = here();
    const held = Promise.withResolvers<void>();
    service.faults.add({ kind: "held", until: held.promise });
    const work = api.listPosts({ params }, { priority: "background" });
    await until("it has its turn", () => chain.usage(params.workspaceId)?.used === 1);
    const joined = api.listPosts({ params });
    held.resolve();
    expect(await joined).toBe(await work);
    expect(await api.listPosts({ params })).toEqual(await work);
    expect(arrived()).toBe(1);
  });

  test("for a person doesn't wait for the same background read while that is queued", async () => {
    const { another, service, params } = here();
    const limits = { limit: 2, reservedShare: 0.5 };
    const { workspaceId, token } = service;
    const api = another({ limits }).connect({ scope: "s", workspaceId, token });
    await api.getUser({ params: { userId: "1" } }).catch(() => undefined);
    const work = api.listPosts({ params }, { priority: "background", timeoutMs: 90_000 });
    expect((await api.listPosts({ params })).length).toBeGreaterThan(0);
    void work.catch(() => undefined);
  });
});

describe("a cached answer", () => {
  test("serves only callers that accept an older one", async () => {
    const { api, params, advance, arrived } = here();
    await api.listPosts({ params });
    advance(4 * minute);
    await api.listPosts({ params }, { maxAgeMs: 5 * minute });
    expect(arrived()).toBe(1);
    advance(minute);
    await api.listPosts({ params }, { maxAgeMs: 5 * minute });
    expect(arrived()).toBe(2);
  });

  test("lasts as long as requested, and no longer", async () => {
    const { api, params, advance, arrived } = here();
    const background = { priority: "background", maxAgeMs: 60 * minute } as const;
    await api.listPosts({ params }, { ...background, ttlMs: 2 * minute });
    await api.searchOrders({ params }, { ...background, ttlMs: 60 * minute });
    advance(2 * minute + 1);
    await api.listPosts({ params }, background);
    await api.searchOrders({ params }, background);
    expect([arrived("listPosts"), arrived("searchOrders")]).toEqual([2, 1]);
  });

  test("is not used where an older one is not accepted", async () => {
    const { api, params, service, advance } = here();
    await api.listPosts({ params });
    advance(10 * minute);
    service.faults.add({ kind: "status", status: 503, times: 3 });
    const strict = api.listPosts({ params }, { staleOnError: false });
    await expect(strict).rejects.toMatchObject({ failure: "unavailable" });
  });

  test("that says not found serves callers that accept an older one, not people", async () => {
    const { api, params, arrived } = here();
    const read = { params: { ...params, staffId: "987654321" } };
    const older = { maxAgeMs: 5 * minute, ttlMs: 60 * minute } as const;
    for (const options of [older, older, {}])
      await expect(api.getAssignments(read, options)).rejects.toMatchObject({ failure: "not-found" });
    expect(arrived()).toBe(2);
  });
});

describe("what was read through one link", () => {
  test("is shared with another link of the same key, until the last of them is gone", async () => {
    const { chain, api, params, service, arrived } = here();
    const { workspaceId, token } = service;
    const posts = await api.listPosts({ params });
    const connect = (scope: string) => chain.connect({ scope, workspaceId, token });
    expect(await connect("other guild/cafe").listPosts({ params })).toEqual(posts);
    chain.invalidate("guild/cafe");
    expect(await connect("guild/cafe").listPosts({ params })).toEqual(posts);
    expect(arrived()).toBe(1);
    for (const scope of ["guild/cafe", "other guild/cafe"]) chain.invalidate(scope);
    expect(await connect("guild/cafe").listPosts({ params })).toEqual(posts);
    expect(arrived()).toBe(2);
  });

  test("isn't shared with a link of another key, of the same workspace or not", async () => {
    const { chain, api, params, service, arrived } = here();
    const { workspaceId } = service;
    const bakery = service.addWorkspace({ name: "Bakery" });
    const posts = await api.listPosts({ params });
    const token = service.issueToken();
    const same = chain.connect({ scope: "other guild/cafe", workspaceId, token });
    expect(await same.listPosts({ params })).not.toBe(posts);
    const other = chain.connect({
      scope: "guild/bakery",
      workspaceId: bakery.workspaceId,
      token: bakery.token,
    });
    expect(await other.listPosts({ params: { workspaceId: bakery.workspaceId } })).not.toEqual(posts);
    await expect(other.listPosts({ params })).rejects.toMatchObject({ name: "ApiError" });
    expect(arrived("listPosts")).toBe(4);
  });

  test("is served to every link with the same key, and to no other", async () => {
    const { chain, api, params, service } = here();
    const { workspaceId, token } = service;
    await api.listPosts({ params });
    const again = chain.connect({ scope: "guild/cafe", workspaceId, token });
    expect(again).toBe(api);
    const wrong = chain.connect({ scope: "guild/cafe", workspaceId, token: "a-wrong-key" });
    await expect(wrong.listPosts({ params })).rejects.toMatchObject({ failure: "unauthorized" });
    const right = chain.connect({ scope: "guild/cafe", workspaceId, token });
    expect(chain.getAge(await right.listPosts({ params }))).toBeUndefined();
  });

  test("is dropped when the link is forgotten, and so is what is in flight", async () => {
    const { chain, api, params, service, arrived } = here();
    const { workspaceId, token } = service;
    await api.getCalendar({ params, query: {} });
    const reading = api.listPosts({ params });
    chain.invalidate("guild/cafe");
    await reading;
    expect(await chain.readStale("guild/cafe", "listPosts", { params }, 0)).toBeUndefined();
    const anew = chain.connect({ scope: "guild/cafe", workspaceId, token });
    await anew.listPosts({ params });
    await anew.getCalendar({ params, query: {} });
    expect(arrived()).toBe(4);
    await api.listPosts({ params });
    await api.listPosts({ params });
    expect(arrived()).toBe(6);
  });
});

describe("a write", () => {
  test("invalidates the reads that it affects, and no others", async () => {
    const { api, params, arrived } = here();
    const [post] = await api.listPosts({ params });
    await api.getCalendar({ params, query: {} });
    await api.deletePost({ params: { ...params, postId: post?._id ?? "" } });
    expect(await api.listPosts({ params })).not.toContainEqual(expect.objectContaining({ _id: post?._id }));
    await api.getCalendar({ params, query: {} });
    expect(arrived("listPosts")).toBe(2);
    expect(arrived("getCalendar")).toBe(1);
  });

  test("invalidates them for every link of the workspace, also those with another key", async () => {
    const { service, chain, api, params, arrived } = here();
    const { workspaceId, token } = service;
    const other = service.addWorkspace({ name: "Other" });
    const elsewhere = chain.connect({ scope: "guild-c/cafe", ...other });
    const elsewhereParams = { workspaceId: other.workspaceId };
    const before = await api.listPosts({ params });
    await elsewhere.listPosts({ params: elsewhereParams });
    const newer = chain.connect({ scope: "guild-b/cafe", workspaceId, token: service.issueToken() });
    await newer.deletePost({ params: { ...params, postId: before[0]?._id ?? "" } });
    service.issueToken(token);
    expect(await api.listPosts({ params })).toHaveLength(before.length - 1);
    await elsewhere.listPosts({ params: elsewhereParams });
    expect(arrived("listPosts")).toBe(3);
  });

  test("of unknown outcome does so too", async () => {
    const { api, params, service } = here();
    const [post] = await api.listPosts({ params });
    service.faults.add({ kind: "cut", operation: "deletePost", when: "after" });
    await expect(api.deletePost({ params: { ...params, postId: post?._id ?? "" } })).rejects.toMatchObject({
      outcomeUnknown: true,
    });
    expect(await api.listPosts({ params })).not.toContainEqual(expect.objectContaining({ _id: post?._id }));
  });

  test("invalidates a read that was in flight when it began", async () => {
    const { api, params, service, arrived } = here();
    const held = await api.listPosts({ params }, { noCache: true });
    const postId = held[0]?._id ?? "";
    // The service has read the posts when the write comes; its answer takes longer than the write.
    service.faults.add({ kind: "slow", ms: 400, operation: "listPosts", when: "after" });
    const before = api.listPosts({ params }, { noCache: true });
    await api.deletePost({ params: { ...params, postId } });
    const meanwhile = await api.listPosts({ params });
    expect(meanwhile).not.toContainEqual(expect.objectContaining({ _id: postId }));
    expect(await before).toContainEqual(expect.objectContaining({ _id: postId }));
    expect(await api.listPosts({ params })).toEqual(meanwhile);
    expect(arrived("listPosts")).toBe(3);
  });

  test("invalidates a read that began while it was in flight", async () => {
    const { api, params, service, arrived } = here();
    const [post] = await api.listPosts({ params });
    const postId = post?._id ?? "";
    const held = Promise.withResolvers<void>();
    service.faults.add({ kind: "held", until: held.promise, operation: "deletePost" });
    const writing = api.deletePost({ params: { ...params, postId } });
    expect(await api.listPosts({ params })).toContainEqual(expect.objectContaining({ _id: postId }));
    expect(arrived("listPosts")).toBe(2);
    held.resolve();
    await writing;
    expect(await api.listPosts({ params })).not.toContainEqual(expect.objectContaining({ _id: postId }));
  });
});

describe("when the service fails", () => {
  test.each([
    ["answers that it has trouble", { kind: "status", status: 503 }],
    ["says that it had enough", { kind: "status", status: 429, resetSeconds: 50 }],
    ["cuts the connection", { kind: "cut" }],
    ["is silent", { kind: "silent" }],
  ] as const)("and %s, a read gets the older answer, marked as such", async (_, fault) => {
    const { api, chain, params, service, advance } = here();
    const posts = await api.listPosts({ params });
    advance(30 * 60_000);
    service.faults.add({ ...fault, times: 3 });
    const older = await api.listPosts({ params }, { timeoutMs: 1_000 });
    expect(older).toEqual(posts);
    const age = chain.getAge(older);
    expect(age?.isStale).toBe(true);
    expect(age?.rateLimitedUntil !== undefined).toBe("status" in fault && fault.status === 429);
    service.faults.clear();
    service.resetRateLimit();
    advance(60_000);
    expect(chain.getAge(await api.listPosts({ params }))).toBeUndefined();
  });

  test("an answer over an hour old is not served, nor is any to a caller who asked for a fresh one", async () => {
    const { api, params, service, advance } = here();
    await api.listPosts({ params });
    service.faults.add({ kind: "status", status: 503, times: 100 });
    await expect(api.listPosts({ params }, { noCache: true })).rejects.toMatchObject({
      failure: "unavailable",
    });
    advance(60 * 60_000 + 1_000);
    await expect(api.listPosts({ params })).rejects.toMatchObject({ failure: "unavailable" });
  });

  test.each([400, 401, 403, 404])(
    "but not when it refuses with %i, which also drops the cached answer",
    async (status) => {
      const { api, params, service, advance } = here();
      await api.listPosts({ params });
      advance(60_000);
      service.faults.add({ kind: "status", status });
      await expect(api.listPosts({ params })).rejects.toMatchObject({ status });
      service.faults.add({ kind: "status", status: 503, times: 3 });
      await expect(api.listPosts({ params })).rejects.toMatchObject({ failure: "unavailable" });
    },
  );

  test("a write fails", async () => {
    const { api, params, service } = here();
    service.faults.add({ kind: "status", status: 503, operation: "createOrder" });
    await expect(api.createOrder({ params, body: { items: ["Espresso"] } })).rejects.toMatchObject({
      failure: "unavailable",
      operation: "createOrder",
      outcomeUnknown: true,
    });
    expect(here().arrived("createOrder")).toBe(1);
  });
});

describe("an autocomplete read", () => {
  const scope = "guild/cafe";

  test("gets the first answer if it arrives in time, and nothing otherwise", async () => {
    const { chain, params, service, arrived } = here();
    expect(await chain.readStale("never connected", "listPosts", { params }, 10_000)).toBeUndefined();
    service.faults.add({ kind: "slow", ms: 300 });
    expect(await chain.readStale(scope, "listPosts", { params }, 20)).toBeUndefined();
    expect((await chain.readStale(scope, "listPosts", { params }, 10_000))?.length).toBeGreaterThan(0);
    expect(arrived()).toBe(1);
  });

  test("gets the older answer at once while a new one is read", async () => {
    const { api, chain, params, service, arrived, advance } = here();
    const posts = await api.listPosts({ params });
    advance(50 * 60_000);
    service.faults.add({ kind: "slow", ms: 300 });
    const recalled = () => chain.readStale(scope, "listPosts", { params }, 10_000);
    const older = await recalled();
    expect(older).toEqual(posts);
    await until("the posts are read again", async () => (await recalled()) !== older);
    expect(await recalled()).toBeDefined();
    expect(arrived()).toBe(2);
  });

  test("of items keeps using the orders from before one was logged, which nothing else does", async () => {
    const { api, chain, params, arrived, advance } = here();
    const orders = await api.searchOrders({ params });
    await api.createOrder({ params, body: { items: ["Espresso"] } });
    const recalled = () => chain.readStale(scope, "searchOrders", { params }, 10_000);
    expect(await recalled()).toEqual(orders);
    advance(10 * 60_000 - 1_000);
    expect(await recalled()).toEqual(orders);
    expect(arrived("searchOrders")).toBe(1);
    const shown = await api.searchOrders({ params });
    expect(shown).toHaveLength(orders.length + 1);
    expect(await recalled()).toEqual(shown);
  });

  test("of items is refreshed in the background once it expires", async () => {
    const { api, chain, params, arrived, advance } = here();
    const orders = await api.searchOrders({ params });
    await api.createOrder({ params, body: { items: ["Espresso"] } });
    advance(10 * 60_000);
    const recalled = () => chain.readStale(scope, "searchOrders", { params }, 10_000);
    const older = await recalled();
    expect(older).toEqual(orders);
    await until("the orders are read again", async () => (await recalled()) !== older);
    expect(await recalled()).toHaveLength(orders.length + 1);
    expect(arrived("searchOrders")).toBe(2);
  });

  test("offers no post from before one was deleted", async () => {
    const { api, chain, params } = here();
    const [post] = await api.listPosts({ params });
    await api.deletePost({ params: { ...params, postId: post?._id ?? "" } });
    const recalled = await chain.readStale(scope, "listPosts", { params }, 10_000);
    expect(recalled?.some(({ _id }) => _id === post?._id)).toBe(false);
  });

  test("gets nothing from before the key changed", async () => {
    const { api, chain, params, service } = here();
    await api.searchOrders({ params });
    await api.createOrder({ params, body: { items: ["Espresso"] } });
    chain.connect({ scope, workspaceId: service.workspaceId, token: "a-wrong-key" });
    expect(await chain.readStale(scope, "searchOrders", { params }, 10_000)).toBeUndefined();
  });

  test("that keeps failing sends one request every few seconds, however fast someone types", async () => {
    const { another, params, service, arrived, advance } = here();
    const chain = another({});
    const { workspaceId, token } = service;
    chain.connect({ scope, workspaceId, token });
    service.setForbidden(["listPosts"]);
    const press = (withinMs: number) => chain.readStale(scope, "listPosts", { params }, withinMs);
    const type = (): void => {
      for (let key = 0; key < 20; key++) void press(0);
    };
    type();
    // This one hears of the refusal, and asks nothing more.
    expect(await press(10_000)).toBeUndefined();
    type();
    expect(arrived()).toBe(1);
    advance(5_000);
    type();
    expect(await press(10_000)).toBeUndefined();
    expect(arrived()).toBe(2);
  });
});

describe("the contract", () => {
  const rows: Contract = contract;

  test("says for each read how long it is cached, and for each write what it invalidates", () => {
    for (const [operation, { method, cacheMs, invalidates }] of Object.entries(rows)) {
      expect(cacheMs !== undefined && cacheMs <= 10 * 60_000, operation).toBe(method === "GET");
      expect(invalidates !== undefined, operation).toBe(method !== "GET");
    }
  });
});
