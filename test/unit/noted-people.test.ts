import { expect, test } from "vitest";
import { createNotedPeople } from "../../src/noted-people.ts";

const linkOf = (guildId: string) => ({ guildId, linkKey: "main" });

test("people are taken link by link up to about the wanted number, the earliest first", () => {
  const noted = createNotedPeople();
  noted.note(linkOf("1"), ["a", "b"]);
  noted.note(linkOf("2"), ["a", "c"]);
  noted.note(linkOf("3"), ["d"]);
  noted.note(linkOf("1"), ["b", "e"]);
  expect(noted.take(4)).toEqual([
    { link: linkOf("1"), userIds: ["a", "b", "e"] },
    { link: linkOf("2"), userIds: ["a", "c"] },
  ]);
  expect(noted.take(4)).toEqual([{ link: linkOf("3"), userIds: ["d"] }]);
  expect(noted.take(4)).toEqual([]);
});
