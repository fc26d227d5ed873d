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

test("of so many that not all fit, it says how many more are on, and how many of each role", () => {
  const on = Array.from({ length: 500 }, (_, index) => {
    const [userId, discordUserId] = [
      String(1_000 + index),
      String(1_100_000_000_000_001_000n + BigInt(index)),
    ];
    return { userId, discordUserId, state: "on", since: 1_700_000_000_000, readAt: 1 } as const;
  });
  const roles = ["1100000000000000301", "1100000000000000302"];
  const rolesByMember = new Map(
    on.map(({ discordUserId }, index) => [discordUserId, [roles[index % 2] ?? ""]]),
  );
  const [embed] =
    renderOnNow({ people: on, roles, rolesByMember, maxLength: 3_000 }, someContext()).embeds ?? [];
  const text = embed?.description ?? "";
  const shown = text.match(/^<@/gm)?.length ?? 0;
  const more = [...text.matchAll(/^… and (\d+) more$/gm)].map(([, count]) => Number(count));
  expect(shown + more.reduce((sum, count) => sum + count, 0)).toBe(500);
  expect(shown).toBeGreaterThan(30);
  for (const roleId of roles) expect(text).toContain(`**250 of 250** <@&${roleId}>`);
  expect(text.length).toBeLessThanOrEqual(3_000);
});
