import { expect, test } from "vitest";
import { trackAge } from "../../src/interactions/dispatch/track-age.ts";
import { params, world } from "./client-fixture.ts";
import { answer } from "./scripted-service.ts";

const here = world();
const service = {
  readStale: () => Promise.resolve(undefined),
  status: () => ({ state: "closed" }) as const,
  usage: () => undefined,
  invalidate: () => undefined,
  leftOut: () => [],
};

test.each([
  ["the older first", ["posts", "calendar"]],
  ["the newer first", ["calendar", "posts"]],
])("of two answers the age of the older is told, %s", async (_order, reads) => {
  // The list of posts is from memory, and older than the calendar.
  const ageOf = (data: object) => ({ at: Array.isArray(data) ? 1_000 : 2_000, isStale: false });
  const { api, oldest } = trackAge(here().api, { ageOf, service, fresh: false });
  for (const read of reads) {
    here().service.script(answer(200, read === "posts" ? [] : { days: [] }));
    if (read === "posts") await api.listPosts({ params });
    else await api.getCalendar({ params, query: {} });
  }
  expect(oldest()).toMatchObject({ at: 1_000 });
});
