import { expect, test } from "vitest";
import { parseChoice } from "../../commands/kit/options.ts";

test("a choice is one of those offered, including numbers, or none if none was made", () => {
  expect(parseChoice("mode", ["new", "live"], "live")).toBe("live");
  expect(parseChoice("week", [0, 1], "1")).toBe(1);
  expect(parseChoice("week", [0, 1], null)).toBeUndefined();
});

test("a choice no longer offered is refused, not replaced by another", () => {
  expect(() => parseChoice("what", ["minutes", "orders"], "`speed`")).toThrow(
    "`'speed'` is no longer a choice for `what`, so nothing was done.",
  );
});
