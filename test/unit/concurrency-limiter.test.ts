import { expect, test } from "vitest";
import { createConcurrencyLimiter } from "../../src/interactions/dispatch/limits.ts";

test("a guild that floods is refused while another still gets in", () => {
  const limiter = createConcurrencyLimiter({ perGuild: 2, total: 10 });
  const [first, second, third] = [limiter.tryEnter("1"), limiter.tryEnter("1"), limiter.tryEnter("1")];
  expect([first, second].every((leave) => leave !== undefined)).toBe(true);
  expect(third).toBeUndefined();
  expect(limiter.tryEnter("2")).toBeDefined();
  first?.();
  expect(limiter.tryEnter("1")).toBeDefined();
});

test("all guilds together are limited too", () => {
  const limiter = createConcurrencyLimiter({ perGuild: 2, total: 3 });
  const exits = ["1", "2", "3"].map((guildId) => limiter.tryEnter(guildId));
  expect(limiter.tryEnter("4")).toBeUndefined();
  exits[0]?.();
  expect(limiter.tryEnter("4")).toBeDefined();
});
