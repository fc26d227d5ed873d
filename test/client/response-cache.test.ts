import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createResponseCache, type CacheEntry } from "../../src/api/resilience/response-cache.ts";

const hour = 60 * 60_000;
const kept = (change: Partial<CacheEntry> = {}): CacheEntry => ({
  tag: "1 listPosts",
  response: { data: {} },
  at: 0,
  ttlMs: hour,
  requestedSeq: 1,
  bytes: 1_000,
  ...change,
});

function cacheOf(maxBytes: number) {
  const clock = { now: 0 };
  return { clock, cache: createResponseCache({ maxBytes, now: () => clock.now }) };
}

test("the least recently used answer makes room", () => {
  const { cache } = cacheOf(5_000);
  for (const key of ["a", "b", "c"]) cache.set(key, kept());
  cache.get("a");
  cache.set("d", kept());
  expect(["a", "b", "c", "d"].filter((key) => cache.get(key) !== undefined)).toEqual(["a", "c", "d"]);
});

test("an answer larger than the whole cache isn't stored, and evicts no others", () => {
  const { cache } = cacheOf(5_000);
  cache.set("a", kept());
  cache.set("b", kept({ bytes: 6_000 }));
  expect(cache.get("b")).toBeUndefined();
  expect(cache.get("a")).toBeDefined();
});

test("nothing is kept for more than an hour", () => {
  const { cache, clock } = cacheOf(5_000);
  cache.set("a", kept());
  clock.now = hour;
  expect(cache.get("a")).toBeDefined();
  clock.now = hour + 1;
  expect(cache.get("a")).toBeUndefined();
});

test("of two answers the one requested later is kept, whichever arrives last", () => {
  const { cache } = cacheOf(5_000);
  cache.set("a", kept({ requestedSeq: 2, response: { data: ["newer"] } }));
  cache.set("a", kept({ requestedSeq: 1, response: { data: ["older"] } }));
  expect(cache.get("a")?.response?.data).toEqual(["newer"]);
});

test("a tag is invalidated whole, and no other with it", () => {
  const { cache } = cacheOf(50_000);
  for (const key of ["a", "b"]) cache.set(key, kept());
  cache.set("c", kept({ tag: "2 listPosts" }));
  cache.invalidateTag("1 listPosts");
  expect(["a", "b", "c"].filter((key) => cache.get(key) !== undefined)).toEqual(["c"]);
});

test("whatever is stored, invalidated and stored again, it never exceeds its size limit", () => {
  const step = fc.record({
    key: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"),
    family: fc.constantFrom("1 x", "2 x"),
    bytes: fc.integer({ min: 0, max: 3_000 }),
    act: fc.constantFrom("set", "set", "set", "drop", "dropFamily", "wait"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const { cache, clock } = cacheOf(5_000);
      const keys = new Set<string>();
      for (const [order, { key, family, bytes, act }] of steps.entries()) {
        keys.add(`${family} ${key}`);
        if (act === "drop") cache.drop(`${family} ${key}`);
        else if (act === "dropFamily") cache.invalidateTag(family);
        else if (act === "wait") clock.now += hour / 3;
        else cache.set(`${family} ${key}`, kept({ tag: family, bytes, requestedSeq: order, at: clock.now }));
        const held = [...keys].reduce((sum, one) => sum + (cache.get(one)?.bytes ?? 0), 0);
        expect(held).toBeLessThanOrEqual(5_000);
      }
    }),
  );
});

test("all of its space is regained, however often something was stored and dropped", () => {
  const { cache } = cacheOf(5_000);
  for (let round = 0; round < 10_000; round += 1) {
    cache.set("a", kept());
    cache.drop("a");
  }
  cache.set("large", kept({ bytes: 4_500 }));
  expect(cache.get("large")).toBeDefined();
});

test("what a write invalidated is served only to callers that take stale answers", () => {
  const { cache } = cacheOf(50_000);
  cache.set("a", kept());
  cache.set("b", kept({ tag: "2 listPosts" }));
  cache.markStale("1 listPosts");
  expect(["a", "b"].map((key) => cache.get(key) !== undefined)).toEqual([false, true]);
  expect(cache.getStale("a")?.response?.data).toEqual({});
  cache.set("a", kept({ requestedSeq: 2, response: { data: ["asked again"] } }));
  expect(cache.get("a")?.response?.data).toEqual(["asked again"]);
});
