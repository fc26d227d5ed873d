import { expect, test } from "vitest";
import { createConcurrencyLimiter } from "../../src/interactions/dispatch/limits.ts";

test("a guild that floods is refused while another still gets in", () => {
  const crowd = createConcurrencyLimiter({ perGuild: 2, total: 10 });
  const [first, second, third] = [crowd.tryEnter("1"), crowd.tryEnter("1"), crowd.tryEnter("1")];
  expect([first, second].every((leave) => leave !== undefined)).toBe(true);
  expect(third).toBeUndefined();
  expect(crowd.tryEnter("2")).toBeDefined();
  first?.();
  expect(crowd.tryEnter("1")).toBeDefined();
});

test("all guilds together are limited too", () => {
  const crowd = createConcurrencyLimiter({ perGuild: 2, total: 3 });
  const leaves = ["1", "2", "3"].map((guildId) => crowd.tryEnter(guildId));
  expect(crowd.tryEnter("4")).toBeUndefined();
  leaves[0]?.();
  expect(crowd.tryEnter("4")).toBeDefined();
});
