import { expect, test } from "vitest";
import { createReadCache, type ReadPolicy, type CachedRead } from "../../src/schedules/boards/read-cache.ts";

const minute = 60_000;

function memoryAt(start: number) {
  const memory = createReadCache();
  let asked = 0;
  const answer = async <T>(data: T, at: number): Promise<CachedRead<T>> => {
    asked += 1;
    return { data, at, isStale: false };
  };
  return {
    memory,
    asked: () => asked,
    read: (key: string, data: string, at = start, need: Partial<ReadPolicy> = {}) =>
      memory.read(key, () => answer(data, at), { maxAgeMs: minute, ttlMs: 2 * minute, now: at, ...need }),
  };
}

test("one question is asked once for all who ask it at the same time, and again when its answer is too old", async () => {
  const { read, asked } = memoryAt(0);
  await Promise.all([read("orders", "first"), read("orders", "second")]);
  expect([(await read("orders", "third", minute - 1)).data, asked()]).toEqual(["first", 1]);
  expect([(await read("orders", "fourth", minute)).data, asked()]).toEqual(["fourth", 2]);
});

test("a question that failed is asked again by the next one", async () => {
  const { memory, read } = memoryAt(0);
  const need = { maxAgeMs: minute, ttlMs: minute, now: 0 };
  await expect(memory.read("orders", () => Promise.reject(new Error("down")), need)).rejects.toThrow("down");
  expect((await read("orders", "there")).data).toBe("there");
});

test("an answer is kept for as long as was asked for, and then for nobody", async () => {
  const { memory, read } = memoryAt(0);
  await read("orders", "old");
  await read("team", "old", 0, { ttlMs: 60 * minute });
  await read("anything", "new", 2 * minute);
  expect([memory.last("orders"), memory.last("team")?.data]).toEqual([undefined, "old"]);
});

test("however many answers there are, together they take no more than eight million characters", async () => {
  const { memory, read } = memoryAt(0);
  const keys = Array.from({ length: 20 }, (_, index) => `orders ${index}`);
  for (const [index, key] of keys.entries()) await read(key, "x".repeat(1_000_000), index);
  expect(keys.filter((key) => memory.last(key) !== undefined)).toEqual(keys.slice(-7));
});

test("an answer from memory stands in for nobody else's question", async () => {
  const { memory, read, asked } = memoryAt(0);
  const need = { maxAgeMs: minute, ttlMs: minute, now: 0 };
  const stale = async () => ({ data: "old", at: 0, isStale: true });
  expect((await memory.read("orders", stale, need)).data).toBe("old");
  expect([(await read("orders", "new", 1)).data, asked()]).toEqual(["new", 1]);
});
