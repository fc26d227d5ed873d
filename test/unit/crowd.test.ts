import { expect, test } from "vitest";
import { createCrowd } from "../../src/interactions/crowd.ts";

test("a guild that floods is turned away while another still gets in", () => {
  const crowd = createCrowd({ perGuild: 2, inAll: 10 });
  const [first, second, third] = [crowd.enter("1"), crowd.enter("1"), crowd.enter("1")];
  expect([first, second].every((leave) => leave !== undefined)).toBe(true);
  expect(third).toBeUndefined();
  expect(crowd.enter("2")).toBeDefined();
  first?.();
  expect(crowd.enter("1")).toBeDefined();
});

test("all guilds together are bounded too", () => {
  const crowd = createCrowd({ perGuild: 2, inAll: 3 });
  const leaves = ["1", "2", "3"].map((guildId) => crowd.enter(guildId));
  expect(crowd.enter("4")).toBeUndefined();
  leaves[0]?.();
  expect(crowd.enter("4")).toBeDefined();
});
