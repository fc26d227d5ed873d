import type { Kysely } from "kysely";
import type {
  AccessRole,
  Account,
  AuditEntry,
  ChannelLink,
  Draft,
  GuildLinkRow,
  KnownPerson,
  OutboxRow,
  QuotaLease,
  SendRow,
  SentMessage,
  UnlinkedGuild,
} from "./rows.ts";
import type { Row } from "./sql-values.ts";

/** The tables as queries name them; in the database the names are in snake_case. */
export interface Tables {
  readonly guildLinks: GuildLinkRow;
  readonly channelLinks: ChannelLink & { readonly guildId: string };
  readonly accessRoles: AccessRole & { readonly guildId: string; readonly addedAt: number };
  readonly guildSettings: {
    readonly guildId: string;
    readonly key: string;
    readonly value: string;
    readonly changedAt: number;
  };
  /** `forgottenAt`: no names are stored for this connection. */
  readonly accounts: Row<Account> & {
    readonly names: string;
    readonly sortName: string;
    readonly forgottenAt: number | null;
  };
  /** By user, the member who was connected to them last. */
  readonly formerAccounts: {
    readonly guildId: string;
    readonly userId: string;
    readonly discordUserId: string;
    readonly disconnectedAt: number;
  };
  /** Names looked up, and weeks that were over by then, are never stored again for them, whoever is connected. */
  readonly forgottenUsers: {
    readonly guildId: string;
    readonly userId: string;
    readonly forgottenAt: number;
  };
  readonly people: Row<KnownPerson> & { readonly names: string; readonly sortName: string };
  readonly drafts: Row<Omit<Draft, "payload">> & { readonly payload: string };
  readonly auditEntries: Row<Omit<AuditEntry, "detail">> & { readonly detail: string };
  readonly outbox: OutboxRow;
  readonly sends: SendRow;
  readonly sentMessages: SentMessage;
  readonly homeGuilds: {
    readonly discordUserId: string;
    readonly guildId: string;
    readonly chosenAt: number;
  };
  readonly departures: { readonly guildId: string; readonly noticedAt: number };
  readonly unlinkedGuilds: UnlinkedGuild & { readonly seenAt: number };
  readonly quotaLeases: QuotaLease;
  readonly idempotencyKeys: { readonly key: string; readonly at: number };
  readonly postPaces: { readonly replicaId: string; readonly wanted: number; readonly seenAt: number };
  readonly identifyTurns: { readonly bucket: number; readonly lastAt: number };
  readonly shardRanges: {
    readonly replicaId: string;
    readonly firstShard: number;
    readonly lastShard: number;
    readonly shardCount: number;
    readonly seenAt: number;
  };
  readonly botState: { readonly key: string; readonly value: string; readonly changedAt: number };
}

export type Db = Kysely<Tables>;

export type TableWith<Column extends string> = {
  [T in keyof Tables]: Column extends keyof Tables[T] ? T : never;
}[keyof Tables];

/** Tables whose rows belong to a guild. */
export type GuildTable = TableWith<"guildId">;

export type LinkTable = GuildTable & TableWith<"linkKey">;

export type MessageTable = GuildTable & TableWith<"messageId">;
