import * as fc from "fast-check";
import type { Names } from "../../src/ui/people.ts";
import type { Account } from "../../src/store/accounts.ts";
import { hostileText, maybe } from "./service-data.ts";

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
