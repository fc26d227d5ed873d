import { expect, test } from "vitest";
import { renderOnNow } from "../../commands/team-board/on-now/render.ts";
import { someContext } from "../support/render-context.ts";

const unread = {
  userId: "4711",
  discordUserId: "1100000000000000203",
  state: "unread",
  since: undefined,
  readAt: undefined,
} as const;
const off = {
  ...unread,
  userId: "4712",
  discordUserId: "1100000000000000204",
  state: "off",
  readAt: 1,
} as const;
const textOf = (people: readonly (typeof unread | typeof off)[]) => {
  const view = { people, roles: [], rolesByMember: new Map<string, readonly string[]>(), maxLength: 3_000 };
  const [embed] = renderOnNow(view, someContext()).embeds ?? [];
  return `${embed?.title}\n${embed?.description}`;
};

test("nobody is called off before anyone was read", () => {
  expect(textOf([unread, unread])).toMatch(
    /^Not read yet who's on\n-# 2\speople not read yet: I read up to eight/,
  );
  expect(textOf([unread, off])).toMatch(/^Nobody on now so far\n/);
  expect(textOf([off])).toMatch(/^Nobody on now\n/);
});
