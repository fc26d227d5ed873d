import { expect, test } from "vitest";
import { trackAge } from "../../src/interactions/dispatch/annotate.ts";
import { chainWorld } from "./resilience-fixture.ts";

const here = chainWorld();

test.each([
  ["the older first", ["posts", "calendar"]],
  ["the newer first", ["calendar", "posts"]],
])("the age of the older of two cached answers is reported, %s", async (_order, reads) => {
  const { api, chain, params, advance } = here();
  await api.listPosts({ params });
  advance(30_000);
  await api.getCalendar({ params, query: {} });
  advance(10_000);
  const getAge = (data: object) => chain.getAge(data);
  const tracked = trackAge(api, { getAge, service: chain }, false);
  const ages: (number | undefined)[] = [];
  for (const read of reads) {
    const data =
      read === "posts"
        ? await tracked.api.listPosts({ params })
        : await tracked.api.getCalendar({ params, query: {} });
    ages.push(chain.getAge(data)?.at);
  }
  const [one = 0, other = 0] = ages;
  expect(Math.abs(one - other)).toBeGreaterThanOrEqual(30_000);
  expect(tracked.oldest()?.at).toBe(Math.min(one, other));
});
