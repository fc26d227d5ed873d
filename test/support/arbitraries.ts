import * as fc from "fast-check";
import type { Account } from "../../src/store/accounts.ts";
import { usualMachines } from "../../src/domain/machines.ts";
import type { Names } from "../../src/ui/people.ts";
import { anyCharacter } from "./any-character.ts";

/** Texts a service may send that were never meant for Discord. */
export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: anyCharacter, maxLength: 60 }) },
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.constantFrom(
    "",
    " ",
    "\n\n",
    "@everyone",
    "@here <@1> <@&2> <#3> </x:4> <t:1:R> <:a:5>",
    "**`||~~__*_",
    "```\n# big",
    "[a](https://example.com)",
    "\u202egnp.exe",
    "\u200b\u200b",
    "\ud800",
    "-# small",
    "> quoted\n- list\n1. one",
    "👩‍🍳".repeat(400),
    "`".repeat(6_000),
    "*".repeat(6_000),
  ),
);

/** Any number that JSON can carry. */
export const anyNumber = fc.oneof(
  fc.integer({ min: -10, max: 500 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1e21, -1e21, Number.MAX_VALUE, Number.MIN_VALUE, 0.1 + 0.2),
);

/** Moments from year 0 to 9999, in UTC or with an offset. */
export const moment = fc.oneof(
  fc
    .date({
      min: new Date("2026-01-01T00:00:00Z"),
      max: new Date("2026-12-31T00:00:00Z"),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString()),
  fc.constantFrom(
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999999Z",
    "2026-02-28T23:59:00Z",
    "2026-11-16T00:00:00+23:59",
    "2026-11-16T00:00:00.5-23:59",
  ),
);

export const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 3 });

/** Ids are opaque, so they may be any text at all. */
export const anyId = fc.oneof(
  fc.stringMatching(/^[0-9a-f]{24}$/),
  hostileText.filter((text) => text !== ""),
);
export const userId = fc.oneof(fc.constantFrom("1", "2", "3", "4"), fc.stringMatching(/^[0-9]{1,20}$/));

export const aboutNow = Temporal.Instant.from("2026-11-18T12:00:00Z");

export const someMember = "1100000000000000203";

export function accountOf(parts: Partial<Account> = {}): Account {
  return {
    guildId: "1100000000000000001",
    discordUserId: someMember,
    userId: "4711",
    displayName: "Mia",
    username: "mia_brews",
    avatarUrl: undefined,
    memberName: "Mia",
    connectedByDiscordUserId: someMember,
    connectedAt: Date.UTC(2026, 10, 18),
    ...parts,
  };
}

export function namesOfOne(parts: Partial<Account> = {}): Names {
  const account = accountOf(parts);
  return new Map([[account.userId, account]]);
}

/** As names are read where machines have their usual ids. */
export const namesOfMachines: Names = new Map(
  usualMachines.map(({ userId: id, name }) => [id, { userId: id, displayName: name, isMachine: true }]),
);

/** Someone whose every name may be anything. */
export const anyAccount: fc.Arbitrary<Account> = fc
  .record({
    userId: fc.stringMatching(/^[0-9]{1,20}$/),
    displayName: hostileText,
    username: maybe(hostileText),
    avatarUrl: maybe(hostileText),
    memberName: hostileText,
  })
  .map(accountOf);

/** The account of user 4711, or nobody's. */
export const anyNames: fc.Arbitrary<Names> = fc.oneof(
  fc.constant(new Map<string, Account>()),
  anyAccount.map((account) => namesOfOne({ ...account, userId: "4711" })),
);
