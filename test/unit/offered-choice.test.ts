import { expect, test } from "vitest";
import { offeredChoice } from "../../commands/shared/offered-choice.ts";

test("a choice is one of those that are offered, numbers among them, and none when none was made", () => {
  expect(offeredChoice("mode", ["new", "standing"], "standing")).toBe("standing");
  expect(offeredChoice("week", [0, 1], "1")).toBe(1);
  expect(offeredChoice("week", [0, 1], null)).toBeUndefined();
});

test("a choice that is offered no more is refused, not replaced by another", () => {
  expect(() => offeredChoice("what", ["minutes", "orders"], "`speed`")).toThrow(
    "`'speed'` is no choice of `what` any more, so nothing was done.",
  );
});
