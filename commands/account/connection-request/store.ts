import type { ExpressionBuilder } from "kysely";
import { type Account, createAccounts } from "../../../src/store/accounts.ts";
import type { InGuildTransaction } from "../../../src/store/guild-transaction.ts";
import { addToOutbox, type OutboxEntry } from "../../../src/store/outbox.ts";
import type { Db, Tables } from "../../../src/store/tables.ts";
import {
  countChanged,
  type IsServed,
  readAll,
  readFirst,
  withNulls,
  withoutNulls,
} from "../../../src/store/sql-values.ts";
import type { Row } from "../../../src/store/sql-values.ts";
import {
  type Announce,
  createRequestTable,
  type Decision,
  type Request,
} from "../../kit/member-request/store.ts";

declare module "../../../src/store/store.ts" {
  interface FeatureStores {
    readonly connectionRequests: ReturnType<typeof createConnectionRequests>;
  }
}

declare module "../../../src/store/tables.ts" {
  interface Tables {
    readonly connectionRequests: Row<ConnectionRequest>;
  }
}

/** `open` waits for a manager; the rest are final. */
export type ConnectionRequestState = "open" | "approved" | "declined" | "withdrawn" | "expired";

/** A member's claim to be a service user, for a manager to decide. */
export interface ConnectionRequest
  extends Request, Omit<Account, "connectedByDiscordUserId" | "connectedAt"> {
  readonly state: ConnectionRequestState;
  readonly reason: string | undefined;
  /** When its member learned that it expired, or turned out to be out of reach; `undefined` for all others. */
  readonly toldAt: number | undefined;
}

export interface ConnectionRequestDecision extends Decision {
  readonly from: "open";
  readonly to: Exclude<ConnectionRequestState, "open">;
}

export interface ConnectionRequestApproval extends Omit<
  ConnectionRequestDecision,
  "from" | "to" | "declineReason"
> {
  /** The account to create; its names are folded as in `Accounts`. */
  readonly account: Account;
  readonly foldedNames: readonly string[];
  /** Why it is declined instead if the member or the user is already connected. */
  readonly reasons: Readonly<Record<"member-taken" | "user-taken", string>>;
}

export function createConnectionRequests(
  db: Db,
  aloneInGuild: InGuildTransaction,
  clock: () => number,
  isServed: IsServed,
) {
  const table = createRequestTable(db, aloneInGuild, {
    table: "connectionRequests",
    undecided: ["open"],
    read: (row): ConnectionRequest => withoutNulls(row),
    toColumns: ({ declineReason }: ConnectionRequestDecision) => ({ reason: declineReason ?? null }),
  });
  const all = db.selectFrom("connectionRequests").selectAll();
  return {
    ...table,

    /**
     * A member has at most one open claim: in one transaction, an earlier one is set to "withdrawn" and returned.
     * @param card what is to be posted, stored with it
     */
    async create(claim: ConnectionRequest, card?: OutboxEntry): Promise<ConnectionRequest | undefined> {
      const { guildId, discordUserId, createdAt } = claim;
      const earlier = await aloneInGuild(guildId, async (transaction) => {
        const withdrawn = await transaction
          .updateTable("connectionRequests")
          .set({ state: "withdrawn", decidedByDiscordUserId: discordUserId, decidedAt: createdAt })
          .where((eb) => eb.and({ guildId, discordUserId, state: "open" }))
          .returningAll()
          .executeTakeFirst();
        await transaction.insertInto("connectionRequests").values(withNulls(claim)).execute();
        if (card !== undefined) await addToOutbox(transaction, [card]);
        return withdrawn;
      });
      return earlier && withoutNulls(earlier);
    },

    findOpen: (guildId: string, discordUserId: string): Promise<ConnectionRequest | undefined> =>
      readFirst(
        all.where((eb) => eb.and({ guildId, discordUserId, state: "open" })),
        withoutNulls,
      ),

    /** Those created before `at` in any guild that are open, or whose members don't know yet that they expired. */
    expiring: (at: number, limit: number): Promise<readonly ConnectionRequest[]> =>
      readAll(
        all
          .where("createdAt", "<", at)
          .where(isExpiring)
          .where(isServed())
          .orderBy("createdAt")
          .orderBy("id")
          .limit(limit),
        withoutNulls,
      ),

    /** @param change where its card is, or that its member was told that it expired */
    async set(
      id: string,
      change: Partial<Pick<ConnectionRequest, "cardChannelId" | "cardMessageId" | "toldAt">>,
    ): Promise<void> {
      await db.updateTable("connectionRequests").set(change).where("id", "=", id).execute();
    },

    /**
     * Approves an `open` request and connects the member in one transaction, or declines it if they can no longer be
     * connected. Only one caller ever succeeds; the others get `undefined`.
     */
    approve: (
      { account, foldedNames, reasons, ...by }: ConnectionRequestApproval,
      announce?: Announce<ConnectionRequest>,
    ): Promise<ConnectionRequest | undefined> =>
      table.move({ ...by, from: "open", to: "approved" }, announce, async (transaction, approved) => {
        const accounts = createAccounts(transaction, clock);
        const outcome = await accounts.connect(account, foldedNames);
        if (outcome === "connected") return approved;
        const own = await accounts.ofMember(account.guildId, account.discordUserId);
        if (own?.userId === account.userId) return approved;
        const declined = transaction
          .updateTable("connectionRequests")
          .set({ state: "declined", reason: reasons[outcome] })
          .where("id", "=", approved.id)
          .returningAll();
        return withoutNulls(await declined.executeTakeFirstOrThrow());
      }),

    /** Removes decided requests created before `at`, once their members know. */
    removeBefore: (at: number): Promise<number> =>
      countChanged(
        db
          .deleteFrom("connectionRequests")
          .where("createdAt", "<", at)
          .where((eb) => eb.not(isExpiring(eb))),
      ),
  };
}

/** It's open, or it expired and its member doesn't know yet. */
function isExpiring(eb: ExpressionBuilder<Tables, "connectionRequests">) {
  return eb.or([eb("state", "=", "open"), eb.and([eb("state", "=", "expired"), eb("toldAt", "is", null)])]);
}
