import { jsonArrayFrom } from "kysely/helpers/postgres";
import { type AccessRole, rolesOf } from "./access-roles.ts";
import { accountOf } from "./account-search.ts";
import { type Account, fewAccounts, someAccounts } from "./accounts.ts";
import { type ChannelLink, channelsOf, type GuildLink, linksOf } from "./guild-links.ts";
import { settingsOf } from "./guild-settings.ts";
import { prepared } from "./prepared-query.ts";
import type { Db } from "./tables.ts";

/** What nearly every interaction reads about its guild. */
export interface GuildFacts {
  readonly links: readonly GuildLink[];
  readonly channels: readonly ChannelLink[];
  readonly roles: readonly AccessRole[];
  readonly settings: ReadonlyMap<string, string>;
  /** `undefined` if there are more than a few. */
  readonly accounts: readonly Account[] | undefined;
}

export type ReadGuildFacts = (guildId: string) => Promise<GuildFacts>;

/** All of it in one round trip, for Postgres. */
export function createReadGuildFacts(db: Db): ReadGuildFacts {
  const read = prepared(db, ["guildId"], ({ guildId }) =>
    db.selectNoFrom([
      jsonArrayFrom(linksOf(db, guildId)).as("links"),
      jsonArrayFrom(channelsOf(db, guildId)).as("channels"),
      jsonArrayFrom(rolesOf(db, guildId)).as("roles"),
      jsonArrayFrom(settingsOf(db, guildId)).as("settings"),
      jsonArrayFrom(someAccounts(db, guildId)).as("accounts"),
    ]),
  );
  return async (guildId) => {
    const [row] = await read({ guildId });
    const { links = [], channels = [], roles = [], settings = [], accounts = [] } = row ?? {};
    return {
      links,
      channels,
      roles,
      settings: new Map(settings.map(({ key, value }) => [key, value])),
      accounts: accounts.length > fewAccounts ? undefined : accounts.map(accountOf),
    };
  };
}
