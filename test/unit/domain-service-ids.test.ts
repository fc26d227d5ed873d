import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { buildPath } from "../../src/api/transport.ts";
import { idKinds, formatId, isServiceId, looksLikeId, readServiceId } from "../../src/domain/service-ids.ts";
import { anyCharacter } from "../support/any-character.ts";

const { user, event, ban, workspace } = idKinds;
const w = "64f1c0ffee64f1c0ffee64f1";
const e = "0123456789abcdef01234567";

test.each([
  ["4711", true],
  [e, true],
  ["usr_9f2c-A.b~c", true],
  ["b7e23ec2-9af1-4c1c-8d1e-2f7f6f5b1a10", true],
  ["a".repeat(64), true],
  ["a".repeat(65), false],
  ["é".repeat(11), false],
  ["", false],
  [".", false],
  ["..", false],
  ["../1", false],
  ["a/b", false],
  ["a\\b", false],
  ["1 2", false],
  ["a\u0000b", false],
  ["a\u200bb", false],
  ["\ud800", false],
])("%j could be an id: %s", (text, is) => {
  expect(isServiceId(text)).toBe(is);
});

test("every accepted id stays in one address segment and can be read back from it", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: anyCharacter }), fc.constantFrom("%2e%2e", "%2F", "?")),
      (id) => {
        fc.pre(isServiceId(id));
        const path = buildPath("/users/{userId}", { userId: id }) ?? "";
        const { pathname } = new URL(`https://example.com${path}/end`);
        expect(pathname.split("/")).toHaveLength(4);
        expect(decodeURIComponent(pathname.split("/")[2] ?? "")).toBe(id);
      },
    ),
  );
});

describe("an id is read", () => {
  test.each([
    ["as it is", " 4711 ", user, "4711"],
    ["as it is, whatever it looks like", "usr_9f2c", user, "usr_9f2c"],
    ["behind id:", "id: abc", user, "abc"],
    ["behind the colon of another keyboard, in its digits", "ID：４７１１", user, "4711"],
    ["in digits of another keyboard", "٤٧١١", user, "4711"],
    ["out of the link to a profile", "https://example.com/users/4711/profile", user, "4711"],
    ["out of a link without https", "app.example.com/users/4711", user, "4711"],
    ["out of a link in pointed brackets", "<https://example.com/profile/usr_9f2c>", user, "usr_9f2c"],
    ["out of a link with a workspace in it", `https://example.com/${w}/staff/4711?tab=1`, user, "4711"],
    ["out of a link with numbers in it", `https://example.com/v2/users/usr_9f2c/posts/12`, user, "usr_9f2c"],
    ["out of the part behind #", `https://example.com/#/workspace/${w}/users/4711`, user, "4711"],
    ["out of a question", "https://example.com/profile?id=4711", user, "4711"],
    ["out of the end of a link", "https://example.com/x/usr-1", user, "usr-1"],
    ["out of the link to an event", `https://example.com/workspace/${w}/events/${e}?tab=crew#top`, event, e],
    ["of the event, not of its server", `https://example.com/events/${e}/servers/${w}`, event, e],
    ["of an event, of another form", "https://example.com/events/ev-1/edit", event, "ev-1"],
    ["of the last thing, where none is named", `https://example.com/${w}/${e}`, ban, e],
    ["of a workspace", `https://example.com/workspaces/${w}/settings`, workspace, w],
    ["out of a sentence", `Event: ${e}!`, event, e],
  ])("%s", (_case, text, kind, id) => {
    expect(readServiceId(text, kind)).toBe(id);
  });

  it.each([
    "",
    "  ",
    "two words",
    "../1",
    "https://example.com/",
    "https://example.com/..%2f..",
    "https://",
    "id:..",
    "id:a b",
  ])("not out of %j", (text) => {
    expect(readServiceId(text, user)).toBeUndefined();
  });

  it("never as anything but an id, whatever is typed", () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom("https://", "/", "..", "%2e", "#", "?", "users", "id:", w),
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 8 }),
        fc.constantFrom(...Object.values(idKinds)),
        (parts, kind) => {
          const id = readServiceId(parts.join(""), kind);
          expect(id === undefined || isServiceId(id)).toBe(true);
        },
      ),
    );
  });
});

test("text that names an id among names reads as that id again", () => {
  for (const id of ["4711", "abc", "usr_9"]) expect(readServiceId(formatId(id), user)).toBe(id);
  expect(formatId("4711")).toBe("4711");
});

test.each([
  ["usr_9f2c", true],
  ["bramble7", true],
  ["Zebulon", false],
  ["@mia7", false],
  ["../1", false],
  ["🥐1", false],
])("where names are allowed, %j looks like an id: %s", (text, looks) => {
  expect(looksLikeId(text)).toBe(looks);
});
