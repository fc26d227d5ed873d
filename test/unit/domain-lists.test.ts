import * as fc from "fast-check";
import { expect, test } from "vitest";
import { mayBeFirstPage, rank } from "../../src/domain/lists.ts";

const entries = fc.array(
  fc.record({
    id: fc.string(),
    value: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
  }),
);
type Entry = { readonly id: string; readonly value: number | undefined };
const valueOf = ({ value }: Entry) => value;

test("a place is one more than the number of people with more", () => {
  fc.assert(
    fc.property(entries, (all) => {
      for (const { value, place } of rank(all, valueOf))
        expect(place).toBe(1 + all.filter((other) => (other.value ?? 0) > value).length);
    }),
  );
});

test("everyone with more than nothing has a place, and nobody else", () => {
  fc.assert(
    fc.property(entries, (all) => {
      const ranked = rank(all, valueOf).map(({ entry }) => entry);
      expect(new Set(ranked)).toEqual(new Set(all.filter(({ value = 0 }) => value > 0)));
      expect(ranked).toHaveLength(new Set(ranked).size);
    }),
  );
});

test("the best come first, and ties keep their order", () => {
  fc.assert(
    fc.property(entries, (all) => {
      const ranked = rank(all, valueOf);
      for (const [index, { value, entry }] of ranked.entries()) {
        const next = ranked[index + 1];
        if (next === undefined) continue;
        expect(value).toBeGreaterThanOrEqual(next.value);
        if (value === next.value) expect(all.indexOf(entry)).toBeLessThan(all.indexOf(next.entry));
      }
    }),
  );
});

test("places after a shared one are left out", () => {
  const all = [3, 5, 5, 1, 0, undefined].map((value, id) => ({ id: String(id), value }));
  expect(rank(all, valueOf).map(({ entry, place }) => [entry.id, place])).toEqual([
    ["1", 1],
    ["2", 1],
    ["0", 3],
    ["3", 4],
  ]);
});

test("a list as long as a usual page may be the first of several, and one more or fewer may not", () => {
  for (const length of [
    10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 250, 300, 500, 1_000, 2_000, 5_000, 10_000,
  ])
    expect([length - 1, length, length + 1].map(mayBeFirstPage), String(length)).toEqual([
      false,
      true,
      false,
    ]);
  expect([0, 1, 5].map(mayBeFirstPage)).toEqual([false, false, false]);
});
