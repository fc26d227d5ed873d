import type { Accounts } from "../store/accounts.ts";
import type { People } from "../store/people.ts";

/** What a picture shows of a person. */
export interface Portrait {
  /** As the service names the person. */
  readonly name: string;
  readonly username?: string | undefined;
  /** Six hexadecimal digits, as the service writes it. */
  readonly colour?: string | undefined;
}

interface PortraitContext {
  readonly guildId: string;
  /** The link whose people are shown. */
  readonly linkKey: string | undefined;
  readonly store: {
    readonly accounts: Pick<Accounts, "ofUsers">;
    readonly people: Pick<People, "ofUsers">;
  };
}

/** By user id, in the requested order; unknown people have no name. */
export async function readPortraits(
  userIds: readonly string[],
  { guildId, linkKey, store }: PortraitContext,
): Promise<ReadonlyMap<string, Portrait>> {
  const [accounts, people] = await Promise.all([
    store.accounts.ofUsers(guildId, userIds),
    store.people.ofUsers(guildId, linkKey, userIds),
  ]);
  const accountOf = new Map(accounts.map((account) => [account.userId, account]));
  const personOf = new Map(people.map((person) => [person.userId, person]));
  return new Map(
    userIds.map((userId) => {
      const [account, person] = [accountOf.get(userId), personOf.get(userId)];
      const name = account?.displayName ?? person?.displayName ?? "";
      return [userId, { name, username: account?.username ?? person?.username, colour: person?.colour }];
    }),
  );
}
