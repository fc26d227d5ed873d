import { expect, test } from "vitest";
import { objectIdsIn } from "../../src/domain/object-ids.ts";

const workspace = "64f1c0ffee64f1c0ffee64f1";
const event = "0123456789abcdef01234567";

test("an id is found as it is, with space around it, and in a link", () => {
  expect(objectIdsIn(event)).toEqual([event]);
  expect(objectIdsIn(`  ${event}\n`)).toEqual([event]);
  expect(objectIdsIn(`https://example.com/events/${event}?tab=crew#top`)).toEqual([event]);
});

test("several ids of one link stand in their order, each once", () => {
  expect(objectIdsIn(`https://example.com/${workspace}/events/${event}/${workspace}`)).toEqual([
    workspace,
    event,
  ]);
});

test("ids of people, of Discord, and longer or shorter hexadecimal texts are none", () => {
  for (const text of ["104872391", "1100000000000000203", `${event}0`, event.slice(1), "", "events"])
    expect(objectIdsIn(text)).toEqual([]);
});
