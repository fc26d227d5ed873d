import { jsonArrayFrom } from "kysely/helpers/postgres";
import { type AccessRole, selectAccessRoles } from "./access-roles.ts";
import { type Account, fewAccounts, selectSomeAccounts } from "./accounts.ts";
import {
  type ChannelLink,
  selectChannelLinks,
  type GuildLink,
  selectGuildLinks,
  toGuildLink,
} from "./guild-links.ts";
import { selectGuildSettings, type StoredSettings } from "./guild-settings.ts";
import { prepareQuery } from "./prepared-query.ts";
import { withoutNulls } from "./sql-values.ts";
import type { Db } from "./tables.ts";

/** What nearly every interaction reads about its guild. */
export interface GuildFacts {
  readonly links: readonly GuildLink[];
  readonly channels: readonly ChannelLink[];
  readonly roles: readonly AccessRole[];
  readonly settings: StoredSettings;
  /** `undefined` if there are more than a few. */
  readonly accounts: readonly Account[] | undefined;
}

export type ReadGuildFacts = (guildId: string) => Promise<GuildFacts>;

/** All of it in one round trip, for Postgres. */
export function createReadGuildFacts(db: Db): ReadGuildFacts {
  const read = prepareQuery(db, ["guildId"], ({ guildId }) =>
    db.selectNoFrom([
      jsonArrayFrom(selectGuildLinks(db, guildId)).as("links"),
      jsonArrayFrom(selectChannelLinks(db, guildId)).as("channels"),
      jsonArrayFrom(selectAccessRoles(db, guildId)).as("roles"),
      jsonArrayFrom(selectGuildSettings(db, guildId)).as("settings"),
      jsonArrayFrom(selectSomeAccounts(db, guildId)).as("accounts"),
    ]),
  );
  return async (guildId) => {
    const [row] = await read({ guildId });
    const { links = [], channels = [], roles = [], settings = [], accounts = [] } = row ?? {};
    return {
      links: links.map(toGuildLink),
      channels,
      roles,
      settings: new Map(settings.map(({ key, value }) => [key, value])),
      accounts: accounts.length > fewAccounts ? undefined : accounts.map(withoutNulls),
    };
  };
}
