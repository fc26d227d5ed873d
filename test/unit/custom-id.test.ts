import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  toReloadId,
  getCustomIdName,
  defineCustomId,
  isReload,
  findLinkKey,
  withContent,
  withLinkKey,
} from "../../src/interactions/custom-id.ts";
import { anyCharacter } from "../support/any-character.ts";

const page = defineCustomId("orders.page", { filter: z.string(), page: z.coerce.number().int().min(0) });

test("encoded values are decoded unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 5 }), fc.nat(9999), (filter, number) => {
      const values = { filter: filter.toWellFormed(), page: number };
      expect(page.decode(page.encode(values))).toEqual(values);
    }),
  );
});

test("digits stay text", () => {
  const user = defineCustomId("user", { userId: z.string() });
  expect(user.decode(user.encode({ userId: "0012" }))).toEqual({ userId: "0012" });
});

test.each([
  "orders.page",
  "orders.page:x",
  "orders.page:x:-1",
  "orders.page:x:1:2",
  "orders.page:%:1",
  "other:x:1",
  "",
])("a foreign id is refused: %j", (raw) => expect(page.decode(raw)).toBeUndefined());

test("no text makes decoding throw", () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (raw) => void page.decode(raw)));
});

test("an id longer than Discord accepts is not made", () => {
  expect(() => page.encode({ filter: "x".repeat(100), page: 0 })).toThrow(RangeError);
});

test("an id bound to a link can still be read, names its link, and is bound to one at a time", () => {
  const raw = page.encode({ filter: "a:b#c", page: 2 });
  const bindings = withLinkKey(withLinkKey(raw, "old1"), "abc9");
  expect(page.decode(bindings)).toEqual({ filter: "a:b#c", page: 2 });
  expect(getCustomIdName(bindings)).toBe("orders.page");
  expect([findLinkKey(bindings), findLinkKey(raw)]).toEqual(["abc9", undefined]);
  expect(bindings.length).toBeLessThanOrEqual(100);
});

test("an id may ask to reload everything, before and after it is bound", () => {
  const raw = page.encode({ filter: "a!b", page: 2 });
  const reload = withLinkKey(toReloadId(raw), "abc9");
  expect(page.decode(reload)).toEqual({ filter: "a!b", page: 2 });
  expect([isReload(reload), isReload(withLinkKey(raw, "abc9"))]).toEqual([true, false]);
  expect([getCustomIdName(reload), findLinkKey(reload)]).toEqual(["orders.page", "abc9"]);
});

test("a form's id differs by what the form shows, and can still be read", () => {
  const raw = withLinkKey(page.encode({ filter: "a~b", page: 2 }), "abc9");
  const form = withContent(raw, "nine");
  expect(page.decode(form)).toEqual({ filter: "a~b", page: 2 });
  expect([getCustomIdName(form), findLinkKey(form)]).toEqual(["orders.page", "abc9"]);
  expect(withContent(raw, "nine")).toBe(form);
  expect(withContent(raw, "ten")).not.toBe(form);
});
