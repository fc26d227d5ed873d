import { expect, test } from "vitest";
import { parseName, readLinkInput, readName } from "../../commands/link/parse-input.ts";
import { findKeyExpiry } from "../../commands/link/verify-key.ts";

const workspaceId = "64b000000000000000000001";
const jwt = (payload: unknown) =>
  ["e30", Buffer.from(JSON.stringify(payload)).toString("base64url"), "signature"].join(".");

test("extra characters pasted around an id and a key are removed", () => {
  expect(readLinkInput(` ${workspaceId}\n`, "\u200bBearer  abc.def \t", " Harbour \n Café ")).toEqual({
    workspaceId,
    token: "abc.def",
    name: "Harbour Café",
  });
});

test("an id of an unusual form is accepted", () => {
  expect(readLinkInput("my-cafe", "k", "")).toEqual({ workspaceId: "my-cafe", token: "k", name: "" });
});

test("a workspace id is taken from a link to a page of the workspace", () => {
  expect(readLinkInput(`https://example.com/workspace/${workspaceId}/posts`, "k", "")).toMatchObject({
    workspaceId,
  });
});

test.each(["", "  ", ".", "..", "a".repeat(65), "https://example.com/", "a/b", "a\\b", "a b", "\ud800"])(
  "the workspace id %j is refused before anything is sent",
  (id) => {
    expect(() => readLinkInput(id, "k", "")).toThrow("nothing was saved");
  },
);

test.each([
  '"abc.def"',
  "`abc.def`",
  "“abc.def”",
  "Authorization: Bearer abc.def",
  '"Bearer abc.def"',
  "```abc.def```",
])("the key in %s is taken", (typed) => {
  expect(readLinkInput(workspaceId, typed, "").token).toBe("abc.def");
});

test.each(["", "Bearer ", "two words", "schlüssel", "a\u0007b"])(
  "the key %j is refused before anything is sent",
  (key) => {
    expect(() => readLinkInput(workspaceId, key, "")).toThrow("nothing was saved");
  },
);

test("a key that is a JWT states when it expires", () => {
  expect(findKeyExpiry(jwt({ exp: 1_773_306_000.9 }))?.toString()).toBe("2026-03-12T09:00:00Z");
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
])("the key %j has no known expiry", (key) => {
  expect(findKeyExpiry(key)).toBeUndefined();
});

test.each([
  ["\u202eeman\u0007", "eman"],
  ["\u200d \u200b", ""],
  ["👩\u200d🍳 Kitchen", "👩\u200d🍳 Kitchen"],
  ["\ud800x", "\ufffdx"],
])("the name %j is read as %j", (typed, name) => {
  expect(readName(typed)).toBe(name);
});

const own = {
  guildId: "1",
  linkKey: "a1b2",
  workspaceId,
  name: "Harbour Café",
  sealedToken: "sealed",
  linkedByDiscordUserId: "2",
  linkedAt: 1,
  createdAt: 1,
  isReadOnly: false,
};
const other = { ...own, linkKey: "c3d4", workspaceId: "other", name: "Bakery" };

test("the first workspace needs no name, and a renewed one keeps its own", () => {
  expect(parseName("", [], undefined)).toBe("Workspace");
  expect(parseName("", [own, other], other)).toBe("Bakery");
  expect(() => parseName("", [own], undefined)).toThrow("needs a name");
});

test("a taken name is recognized without case and accents, and a workspace may keep its own", () => {
  expect(() => parseName("HARBOUR CAFE", [own, other], undefined)).toThrow("nothing was saved");
  expect(parseName("HARBOUR CAFE", [own, other], own)).toBe("HARBOUR CAFE");
  expect(() => parseName("x".repeat(41), [own], undefined)).toThrow("nothing was saved");
});

test("an id and a key in each other's fields are told before anything is sent", () => {
  expect(() => readLinkInput("k".repeat(64), workspaceId, "")).toThrow("look swapped");
  expect(() => readLinkInput(jwt({}).repeat(3), workspaceId, "")).toThrow("look swapped");
  const link = `https://example.com/workspace/${workspaceId}/posts`;
  expect(readLinkInput(link, workspaceId, "").workspaceId).toBe(workspaceId);
});
