import { expect, test } from "vitest";
import { readLinkInput } from "../../commands/link/input.ts";
import { keyExpiry } from "../../commands/link/key-expiry.ts";

const workspaceId = "64b000000000000000000001";
const jwt = (payload: unknown) =>
  ["e30", Buffer.from(JSON.stringify(payload)).toString("base64url"), "signature"].join(".");

test("what pasting adds around an id and a key is taken off", () => {
  expect(readLinkInput(` ${workspaceId}\n`, "\u200bBearer  abc.def \t")).toEqual({
    workspaceId,
    token: "abc.def",
  });
});

test("an id of another form than usual is let through", () => {
  expect(readLinkInput("my-cafe", "k")).toEqual({ workspaceId: "my-cafe", token: "k" });
});

test.each(["", "  ", ".", "..", "a/b", "a\\b", "a b", "\ud800"])(
  "the workspace id %j is refused before anything is sent",
  (id) => {
    expect(readLinkInput(id, "k")).toEqual({
      problem: expect.stringContaining("nothing was tried or stored"),
    });
  },
);

test.each(["", "Bearer ", "two words", "schlüssel", "a\u0007b"])(
  "the key %j is refused before anything is sent",
  (key) => {
    expect(readLinkInput(workspaceId, key)).toEqual({
      problem: expect.stringContaining("nothing was tried or stored"),
    });
  },
);

test("a key that is a JWT tells when it ends", () => {
  expect(keyExpiry(jwt({ exp: 1_773_306_000.9 }))?.toString()).toBe("2026-03-12T09:00:00Z");
});

test.each([
  "64hexcharacters",
  "a.b.c",
  "..",
  jwt({}),
  jwt({ exp: "soon" }),
  jwt({ exp: -1 }),
  jwt({ exp: 1e300 }),
  jwt(null),
  `${jwt({ exp: 1 })}.more`,
])("the key %j tells no end", (key) => {
  expect(keyExpiry(key)).toBeUndefined();
});
