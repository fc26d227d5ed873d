import { type Account, createAccounts } from "./accounts.ts";
import type { AloneInGuild } from "./guild-lock.ts";
import type { Db, Tables } from "./tables.ts";

/** `open` waits for a manager; the rest are ends. */
export type AccountClaimState = "open" | "approved" | "declined" | "withdrawn";

/** A member's word that a user of the service is them, for a manager to decide. */
export interface AccountClaim {
  readonly id: string;
  readonly guildId: string;
  readonly discordUserId: string;
  /** Of the service. */
  readonly userId: string;
  readonly displayName: string;
  readonly username: string | undefined;
  readonly avatarUrl: string | undefined;
  readonly memberName: string;
  /** Where it was asked; the answer goes there when no private message gets through. */
  readonly channelId: string;
  /** The card in the managers' channel, once posted. */
  readonly cardChannelId: string | undefined;
  readonly cardMessageId: string | undefined;
  /** Epoch milliseconds, like all times here. */
  readonly createdAt: number;
  readonly state: AccountClaimState;
  readonly decidedByDiscordUserId: string | undefined;
  readonly decidedAt: number | undefined;
  readonly reason: string | undefined;
}

export interface AccountClaimDecision {
  readonly id: string;
  readonly guildId: string;
  readonly state: Exclude<AccountClaimState, "open">;
  readonly decidedByDiscordUserId: string;
  readonly decidedAt: number;
  readonly reason: string | undefined;
}

export interface AccountClaimApproval extends Omit<AccountClaimDecision, "state" | "reason"> {
  /** What the member is connected as; its names folded as `Accounts` wants them. */
  readonly account: Account;
  readonly foldedNames: readonly string[];
  /** Why it is declined after all, should the member or the user be connected to another one. */
  readonly reasons: Readonly<Record<"member-taken" | "user-taken", string>>;
}

export interface AccountClaims {
  /**
   * One open claim a member: an earlier open one becomes "withdrawn" by its member and is given back, in one
   * transaction.
   */
  create(claim: AccountClaim): Promise<AccountClaim | undefined>;
  find(id: string): Promise<AccountClaim | undefined>;
  openOf(guildId: string, discordUserId: string): Promise<AccountClaim | undefined>;
  /** Oldest first. */
  listOpen(guildId: string, limit: number): Promise<readonly AccountClaim[]>;
  setCard(id: string, cardChannelId: string, cardMessageId: string): Promise<void>;
  /** `open` to an end, for one caller only, ever. `undefined` for everybody else. */
  decide(decision: AccountClaimDecision): Promise<AccountClaim | undefined>;
  /**
   * `open` to "approved", for one caller only, ever, and the member connected in the same transaction; to "declined"
   * when that cannot be any more. `undefined` for everybody else.
   */
  approve(approval: AccountClaimApproval): Promise<AccountClaim | undefined>;
  /** Removes what was created before `at`, in any state. */
  removeBefore(at: number): Promise<number>;
}

export function createAccountClaims(db: Db, aloneInGuild: AloneInGuild): AccountClaims {
  return {
    async create(claim) {
      const { guildId, discordUserId, createdAt } = claim;
      const earlier = await aloneInGuild(guildId, async (transaction) => {
        const withdrawn = await transaction
          .updateTable("accountClaims")
          .set({ state: "withdrawn", decidedByDiscordUserId: discordUserId, decidedAt: createdAt })
          .where("guildId", "=", guildId)
          .where("discordUserId", "=", discordUserId)
          .where("state", "=", "open")
          .returningAll()
          .executeTakeFirst();
        await transaction.insertInto("accountClaims").values(rowOf(claim)).execute();
        return withdrawn;
      });
      return earlier && claimOf(earlier);
    },

    async find(id) {
      const row = await db.selectFrom("accountClaims").selectAll().where("id", "=", id).executeTakeFirst();
      return row && claimOf(row);
    },

    async openOf(guildId, discordUserId) {
      const row = await db
        .selectFrom("accountClaims")
        .selectAll()
        .where("guildId", "=", guildId)
        .where("discordUserId", "=", discordUserId)
        .where("state", "=", "open")
        .executeTakeFirst();
      return row && claimOf(row);
    },

    async listOpen(guildId, limit) {
      const rows = await db
        .selectFrom("accountClaims")
        .selectAll()
        .where("guildId", "=", guildId)
        .where("state", "=", "open")
        .orderBy("createdAt")
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map(claimOf);
    },

    async setCard(id, cardChannelId, cardMessageId) {
      await db
        .updateTable("accountClaims")
        .set({ cardChannelId, cardMessageId })
        .where("id", "=", id)
        .execute();
    },

    decide: (decision) => decideIn(db, decision),

    async approve({ account, foldedNames, reasons, ...by }) {
      return aloneInGuild(by.guildId, async (transaction) => {
        const approved = await decideIn(transaction, { ...by, state: "approved", reason: undefined });
        if (approved === undefined) return undefined;
        const accounts = createAccounts(transaction);
        const outcome = await accounts.connect(account, foldedNames);
        if (outcome === "connected") return approved;
        const own = await accounts.ofMember(account.guildId, account.discordUserId);
        if (own?.userId === account.userId) return approved;
        const row = await transaction
          .updateTable("accountClaims")
          .set({ state: "declined", reason: reasons[outcome] })
          .where("id", "=", approved.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        return claimOf(row);
      });
    },

    async removeBefore(at) {
      const { numDeletedRows } = await db
        .deleteFrom("accountClaims")
        .where("createdAt", "<", at)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

async function decideIn(
  db: Db,
  { id, guildId, state, decidedByDiscordUserId, decidedAt, reason }: AccountClaimDecision,
): Promise<AccountClaim | undefined> {
  const row = await db
    .updateTable("accountClaims")
    .set({ state, decidedByDiscordUserId, decidedAt, reason: reason ?? null })
    .where("id", "=", id)
    .where("guildId", "=", guildId)
    .where("state", "=", "open")
    .returningAll()
    .executeTakeFirst();
  return row && claimOf(row);
}

function rowOf(claim: AccountClaim): Tables["accountClaims"] {
  return {
    ...claim,
    username: claim.username ?? null,
    avatarUrl: claim.avatarUrl ?? null,
    cardChannelId: claim.cardChannelId ?? null,
    cardMessageId: claim.cardMessageId ?? null,
    decidedByDiscordUserId: claim.decidedByDiscordUserId ?? null,
    decidedAt: claim.decidedAt ?? null,
    reason: claim.reason ?? null,
  };
}

function claimOf(row: Tables["accountClaims"]): AccountClaim {
  return {
    ...row,
    username: row.username ?? undefined,
    avatarUrl: row.avatarUrl ?? undefined,
    cardChannelId: row.cardChannelId ?? undefined,
    cardMessageId: row.cardMessageId ?? undefined,
    decidedByDiscordUserId: row.decidedByDiscordUserId ?? undefined,
    decidedAt: row.decidedAt ?? undefined,
    reason: row.reason ?? undefined,
  };
}
