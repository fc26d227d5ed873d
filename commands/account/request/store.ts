import type { ExpressionBuilder } from "kysely";
import { type Account, createAccounts } from "../../../src/store/accounts.ts";
import type { InGuildTransaction } from "../../../src/store/guild-transaction.ts";
import { addToOutbox, type OutboxEntry } from "../../../src/store/outbox.ts";
import type { Db, Tables } from "../../../src/store/tables.ts";
import { countChanged, readAll, readFirst, withNulls, withoutNulls } from "../../../src/store/sql-values.ts";
import type { Row } from "../../../src/store/sql-values.ts";
import { type Announce, type Decision, defineRequestTable, type Request } from "../../kit/request/store.ts";

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

export interface ConnectionRequests {
  /**
   * A member has at most one open claim: in one transaction, an earlier one is set to "withdrawn" and returned.
   * @param card what is to be posted, stored with it
   */
  create(claim: ConnectionRequest, card?: OutboxEntry): Promise<ConnectionRequest | undefined>;
  find(id: string): Promise<ConnectionRequest | undefined>;
  findOpen(guildId: string, discordUserId: string): Promise<ConnectionRequest | undefined>;
  /** Oldest first. */
  listOpen(guildId: string, limit: number): Promise<readonly ConnectionRequest[]>;
  /** Those created before `at` in any guild that are open, or whose members don't know yet that they expired. */
  expiring(at: number, limit: number): Promise<readonly ConnectionRequest[]>;
  /** @see ConnectionRequest.toldAt */
  setTold(id: string, toldAt: number): Promise<void>;
  setCard(id: string, cardChannelId: string, cardMessageId: string): Promise<void>;
  /** Only one caller ever succeeds; the others get `undefined`. */
  move(
    decision: ConnectionRequestDecision,
    announce?: Announce<ConnectionRequest>,
  ): Promise<ConnectionRequest | undefined>;
  /**
   * Approves an `open` request and connects the member in one transaction, or declines it if they can no longer be
   * connected. Only one caller ever succeeds; the others get `undefined`.
   */
  approve(
    approval: ConnectionRequestApproval,
    announce?: Announce<ConnectionRequest>,
  ): Promise<ConnectionRequest | undefined>;
  /** Removes decided requests created before `at`, once their members know. */
  removeBefore(at: number): Promise<number>;
}

const table = defineRequestTable({
  table: "connectionRequests",
  read: (row): ConnectionRequest => withoutNulls(row),
  toColumns: ({ declineReason }: ConnectionRequestDecision) => ({ reason: declineReason ?? null }),
});

export function createConnectionRequests(
  db: Db,
  aloneInGuild: InGuildTransaction,
  clock: () => number,
): ConnectionRequests {
  const all = () => db.selectFrom("connectionRequests").selectAll();
  return {
    async create(claim, card) {
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

    find: (id) => table.find(db, id),

    findOpen: (guildId, discordUserId) =>
      readFirst(
        all().where((eb) => eb.and({ guildId, discordUserId, state: "open" })),
        withoutNulls,
      ),

    listOpen: (guildId, limit) => table.list(db, guildId, ["open"], limit),

    expiring: (at, limit) =>
      readAll(
        all()
          .where("createdAt", "<", at)
          .where((eb) => eb.or([eb("state", "=", "open"), isUnnoticed(eb)]))
          .orderBy("createdAt")
          .orderBy("id")
          .limit(limit),
        withoutNulls,
      ),

    async setCard(id, cardChannelId, cardMessageId) {
      await db
        .updateTable("connectionRequests")
        .set({ cardChannelId, cardMessageId })
        .where("id", "=", id)
        .execute();
    },

    async setTold(id, toldAt) {
      await db.updateTable("connectionRequests").set({ toldAt }).where("id", "=", id).execute();
    },

    move: (decision, announce) => table.move(db, decision, announce),

    async approve({ account, foldedNames, reasons, ...by }, announce) {
      const decideAndConnect = async (transaction: Db): Promise<ConnectionRequest | undefined> => {
        const approved = await table.moveIn(transaction, { ...by, from: "open", to: "approved" });
        if (approved === undefined) return undefined;
        const accounts = createAccounts(transaction, clock);
        const outcome = await accounts.connect(account, foldedNames);
        if (outcome === "connected") return approved;
        const own = await accounts.ofMember(account.guildId, account.discordUserId);
        if (own?.userId === account.userId) return approved;
        const row = await transaction
          .updateTable("connectionRequests")
          .set({ state: "declined", reason: reasons[outcome] })
          .where("id", "=", approved.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        return withoutNulls(row);
      };
      return aloneInGuild(by.guildId, async (transaction) => {
        const decided = await decideAndConnect(transaction);
        if (decided !== undefined && announce !== undefined)
          await addToOutbox(transaction, [announce(decided)]);
        return decided;
      });
    },

    removeBefore: (at) =>
      countChanged(
        db
          .deleteFrom("connectionRequests")
          .where("createdAt", "<", at)
          .where((eb) => eb.not(eb.or([eb("state", "=", "open"), isUnnoticed(eb)]))),
      ),
  };
}

/** It expired, and its member doesn't know yet. */
function isUnnoticed(eb: ExpressionBuilder<Tables, "connectionRequests">) {
  return eb.and([eb("state", "=", "expired"), eb("toldAt", "is", null)]);
}
