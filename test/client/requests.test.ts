import { brotliCompressSync, gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RequestEvent } from "../../src/api/transport.ts";
import { type Act, answer } from "./scripted-service.ts";
import { order, params, token, world } from "./client-fixture.ts";
import { anyCharacter } from "../support/any-character.ts";
import { conditionWithinMs } from "../support/patience.ts";

const here = world();

test("a read carries the token, asks for JSON and has no body", async () => {
  const { api, service } = here();
  service.script(answer(200, { id: "7", username: "mia", extra: 1 }));
  expect(await api.getUser({ params: { userId: "7" } })).toEqual({ id: "7", username: "mia" });
  const [request] = service.received;
  expect(request).toMatchObject({ method: "GET", url: "/users/7", body: "" });
  expect(request?.headers).toMatchObject({ authorization: `Bearer ${token}`, accept: "application/json" });
  expect(request?.headers).not.toHaveProperty("content-type");
});

test("an answer may start with a byte order mark", async () => {
  const { api, service } = here();
  service.script(answer(200, `\uFEFF${JSON.stringify({ id: "7" })}`));
  expect(await api.getUser({ params: { userId: "7" } })).toEqual({ id: "7" });
});

describe("an answer that is compressed though nobody asked for it", () => {
  // rbren/rss-parser#280, npm/public-api#18: a server that always does, and a cache that forgot who asked.
  const compress = { gzip: gzipSync, br: brotliCompressSync };
  const compressed =
    (status: number, body: unknown, encoding: keyof typeof compress = "gzip"): Act =>
    (response) =>
      response
        .writeHead(status, { "content-encoding": encoding })
        .end(compress[encoding](JSON.stringify(body)));

  test("is read like any other", async () => {
    const { api, service } = here();
    service.script(compressed(200, { id: "7" }), compressed(200, { id: "8" }, "br"));
    expect(await api.getUser({ params: { userId: "7" } })).toEqual({ id: "7" });
    expect(await api.getUser({ params: { userId: "8" } })).toEqual({ id: "8" });
    service.script(compressed(201, { _id: "o1", order_number: 7 }));
    expect(await api.createOrder(order)).toMatchObject({ _id: "o1", order_number: 7 });
  });

  test("is read for what it says if it is a refusal", async () => {
    const { api, service } = here();
    service.script(compressed(400, { message: "No such item" }));
    await expect(api.createOrder(order)).rejects.toMatchObject({ serverMessage: "No such item" });
  });

  test("is as long as it is before, for the limit", async () => {
    const { api, service } = here();
    service.script(compressed(200, { id: "7", username: "x".repeat(9 * 2 ** 20) }));
    await expect(api.getUser({ params: { userId: "7" } })).rejects.toMatchObject({ failure: "too-large" });
  });
});

test("a write sends its body as JSON, without fields that the contract doesn't name", async () => {
  const { api, service } = here();
  service.script(answer(200, { _id: "o1" }));
  const body = { items: ["Crème brûlée 🍮"], customer: "22", oops: true };
  await api.createOrder({ params, body });
  expect(service.received[0]).toMatchObject({
    method: "POST",
    url: `/players/orders/${params.workspaceId}`,
    body: '{"items":["Crème brûlée 🍮"],"customer":"22"}',
  });
  expect(service.received[0]?.headers["content-type"]).toBe("application/json");
});

test("a write without a body declares an empty one", async () => {
  const { api, service } = here();
  service.script(answer(200, { _id: "s1" }));
  await api.createSessionServer({ params: { ...params, eventId: "e1" } });
  expect(service.received[0]).toMatchObject({ method: "POST", body: "" });
  expect(service.received[0]?.headers["content-length"]).toBe("0");
});

test("the base address may have a path, with or without a slash at its end", async () => {
  const { connect, service } = here();
  service.script(answer(200, { id: "7" }));
  for (const base of ["/v2", "/v2/"]) {
    await connect({ baseUrl: service.baseUrl + base }).getUser({ params: { userId: "7" } });
  }
  expect(service.received.map(({ url }) => url)).toEqual(["/v2/users/7", "/v2/users/7"]);
});

test("query values are sent under the configured names", async () => {
  const { connect, service } = here();
  service.script(answer(200, { days: [], totals: {} }));
  const api = connect({ queryNames: { week: "week index", game: "includeGame" } });
  await api.getCalendar({ params, query: { week: -1 } });
  await api.getCalendar({ params, query: {} });
  await api.getActivity({ params: { ...params, userId: "7" }, query: { game: false } });
  expect(service.received.map(({ url }) => url.split("?")[1])).toEqual([
    "week+index=-1",
    undefined,
    "includeGame=false",
  ]);
});

test("a query value without a name isn't sent", async () => {
  const { connect, service } = here();
  service.script(answer(200, { totals: {} }));
  const api = connect({ queryNames: { week: "week", game: undefined } });
  await api.getActivity({ params: { ...params, userId: "7" }, query: { game: true } });
  expect(service.received.map(({ url }) => url.includes("?"))).toEqual([false]);
});

describe("a service that refuses unknown query values", () => {
  const strict = answer(400, { message: "property game should not exist" });
  const read = (userId: string, workspaceId = params.workspaceId) =>
    here().api.getActivity({ params: { workspaceId, userId }, query: { game: true } });
  const queries = () => here().service.received.map(({ url }) => url.split("?")[1]);

  test("is asked again without the extra query, which is remembered for its workspace alone", async () => {
    here().service.script(strict, answer(200, { totals: {} }));
    expect(await read("7")).toMatchObject({ last_25: [] });
    await read("8");
    await read("8", "another");
    expect(queries()).toEqual(["game=true", undefined, undefined, "game=true"]);
  });

  test("for another reason isn't remembered as one", async () => {
    here().service.script(strict, strict, answer(200, { totals: {} }));
    await expect(read("7")).rejects.toMatchObject({ failure: "rejected" });
    await read("7");
    expect(queries()).toEqual(["game=true", undefined, "game=true"]);
  });

  test("is asked for no week other than the requested one", async () => {
    here().service.script(strict);
    const far = here().api.getCalendar({ params, query: { week: 900 } });
    await expect(far).rejects.toMatchObject({ failure: "rejected" });
    expect(queries()).toEqual(["week=900"]);
  });
});

test.each([
  "a/b",
  "../../users/1",
  "a b",
  "☕️",
  "%2e%2e",
  "%2F",
  "?x=1",
  "#top",
  "a\\b",
  "...",
  "\u0000",
  ";v=1",
])("the id %j stays within its path segment", async (userId) => {
  const { api, service } = here();
  service.script(answer(200, { id: "7" }));
  await api.getUser({ params: { userId } });
  const segments = service.received[0]?.url.split("/") ?? [];
  expect(segments).toHaveLength(3);
  expect(decodeURIComponent(segments[2] ?? "")).toBe(userId);
});

test("so does any other text", async () => {
  const { api, service } = here();
  service.script(answer(200, { success: true }));
  const id = fc
    .string({ unit: anyCharacter, minLength: 1, maxLength: 40 })
    .filter((text) => text !== "." && text !== "..");
  await fc.assert(
    fc.asyncProperty(id, id, async (workspaceId, postId) => {
      await api.deletePost({ params: { workspaceId, postId } });
      const path = new URL(service.received.at(-1)?.url ?? "", service.baseUrl);
      expect(path.search + path.hash).toBe("");
      expect(path.pathname.split("/").map(decodeURIComponent)).toEqual([
        "",
        "workspace",
        "posts",
        workspaceId,
        postId,
      ]);
    }),
    { numRuns: 150 },
  );
});

test.each(["", ".", "..", "\uD800", "tail \uDC00"])(
  "the id %j is refused before anything is sent",
  async (postId) => {
    const { api, service } = here();
    await expect(api.deletePost({ params: { ...params, postId } })).rejects.toMatchObject({
      name: "ApiError",
      failure: "invalid-id",
      outcomeUnknown: false,
    });
    expect(service.connections()).toBe(0);
  },
);

test.each(["", "two words", "line\nbreak", "clé", "🗝️"])(
  "the token %j, which no header can carry, counts as refused",
  async (unsendable) => {
    const { connect, service } = here();
    const call = connect({ token: unsendable }).getUser({ params: { userId: "7" } });
    await expect(call).rejects.toMatchObject({ failure: "unauthorized", status: undefined });
    expect(service.connections()).toBe(0);
  },
);

test("consecutive calls share connections, reads, writes and refusals alike", async () => {
  const { api, service } = here();
  service.script(answer(200, { _id: "o1" }), answer(404, "<h1>no</h1>"), answer(200, []));
  await api.createOrder(order);
  await expect(api.getUser({ params: { userId: "7" } })).rejects.toThrow("not-found");
  for (let call = 0; call < 98; call++) await api.searchOrders({ params });
  expect(service.received).toHaveLength(100);
  // Two, because a call may start in the moment before the connection of the last one counts as free.
  expect(service.connections()).toBeLessThanOrEqual(2);
});

test("seven hundred concurrent calls use at most 600 connections", async () => {
  const { api, service } = here();
  service.script(answer(200, []));
  // A busy machine takes longer for all of them than one call may.
  const timeoutMs = conditionWithinMs;
  await Promise.all(Array.from({ length: 700 }, () => api.searchOrders({ params }, { timeoutMs })));
  expect(service.received).toHaveLength(700);
  expect(service.connections()).toBeLessThanOrEqual(600);
});

test("every request is reported, without ids and without the token", async () => {
  const { connect, service } = here();
  const events: RequestEvent[] = [];
  let clockMs = 1_000;
  service.script(answer(503, "busy"), answer(200, []));
  const api = connect({ onRequest: (event) => events.push(event), now: () => (clockMs += 5) });
  await api.searchOrders({ params });
  const common = { operation: "searchOrders", method: "GET", path: "/players/orders/{workspaceId}/search" };
  expect(events).toEqual([
    { ...common, status: 503, durationMs: expect.any(Number), bytes: 4 },
    { ...common, status: 200, durationMs: expect.any(Number), bytes: 2 },
  ]);
  expect(events.every(({ durationMs }) => durationMs > 0)).toBe(true);
  expect(JSON.stringify(events)).not.toContain(token);
});
