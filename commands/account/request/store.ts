import type { ExpressionBuilder } from "kysely";
import { type Account, createAccounts } from "../../../src/store/accounts.ts";
import { type InGuildTransaction, runInTransaction } from "../../../src/store/guild-transaction.ts";
import { addToOutbox, type OutboxEntry } from "../../../src/store/outbox.ts";
import type { Db, Tables } from "../../../src/store/tables.ts";
import { countChanged, readAll, readFirst, withNulls, withoutNulls } from "../../../src/store/sql-values.ts";
import type { Row } from "../../../src/store/sql-values.ts";

declare module "../../../src/store/tables.ts" {
  interface Tables {
    readonly connectionRequests: Row<ConnectionRequest>;
  }
}

/** `open` waits for a manager; the rest are final. */
export type ConnectionRequestState = "open" | "approved" | "declined" | "withdrawn" | "expired";

/** A member's claim to be a service user, for a manager to decide. */
export interface ConnectionRequest extends Omit<Account, "connectedByDiscordUserId" | "connectedAt"> {
  readonly id: string;
  /** Where it was requested; the reply goes there if private messages don't get through. */
  readonly channelId: string;
  /** The card in the managers' channel, once posted. */
  readonly cardChannelId: string | undefined;
  readonly cardMessageId: string | undefined;
  /** Epoch milliseconds, like all times here. */
  readonly createdAt: number;
  readonly state: ConnectionRequestState;
  readonly decidedByDiscordUserId: string | undefined;
  readonly decidedAt: number | undefined;
  readonly reason: string | undefined;
  /** When its member learned that it expired, or turned out to be out of reach; `undefined` for all others. */
  readonly toldAt: number | undefined;
}

export interface ConnectionRequestDecision {
  readonly id: string;
  readonly guildId: string;
  readonly state: Exclude<ConnectionRequestState, "open">;
  /** `undefined` if nobody did, and it expired. */
  readonly decidedByDiscordUserId: string | undefined;
  readonly decidedAt: number;
  readonly reason: string | undefined;
}

export interface ConnectionRequestApproval extends Omit<ConnectionRequestDecision, "state" | "reason"> {
  /** The account to create; its names are folded as in `Accounts`. */
  readonly account: Account;
  readonly foldedNames: readonly string[];
  /** Why it is declined instead if the member or the user is already connected. */
  readonly reasons: Readonly<Record<"member-taken" | "user-taken", string>>;
}

export interface ConnectionRequests {
  /** A member has at most one open claim: in one transaction, an earlier one is set to "withdrawn" and returned. */
  create(claim: ConnectionRequest): Promise<ConnectionRequest | undefined>;
  find(id: string): Promise<ConnectionRequest | undefined>;
  findOpen(guildId: string, discordUserId: string): Promise<ConnectionRequest | undefined>;
  /** Oldest first. */
  listOpen(guildId: string, limit: number): Promise<readonly ConnectionRequest[]>;
  /** Those created before `at` in any guild that are open, or whose members don't know yet that they expired. */
  expiring(at: number, limit: number): Promise<readonly ConnectionRequest[]>;
  /** @see ConnectionRequest.toldAt */
  setTold(id: string, toldAt: number): Promise<void>;
  setCard(id: string, cardChannelId: string, cardMessageId: string): Promise<void>;
  /**
   * Moves an `open` request to a final state, and stores what is to be said of that. Only one caller ever succeeds; the
   * others get `undefined`.
   */
  decide(decision: ConnectionRequestDecision, announce?: Announce): Promise<ConnectionRequest | undefined>;
  /**
   * Approves an `open` request and connects the member in one transaction, or declines it if they can no longer be
   * connected. Only one caller ever succeeds; the others get `undefined`.
   */
  approve(approval: ConnectionRequestApproval, announce?: Announce): Promise<ConnectionRequest | undefined>;
  /** Removes decided requests created before `at`, once their members know. */
  removeBefore(at: number): Promise<number>;
}

type Announce = (decided: ConnectionRequest) => OutboxEntry;

export function createConnectionRequests(
  db: Db,
  aloneInGuild: InGuildTransaction,
  clock: () => number,
): ConnectionRequests {
  const all = () => db.selectFrom("connectionRequests").selectAll();
  return {
    async create(claim) {
      const { guildId, discordUserId, createdAt } = claim;
      const earlier = await aloneInGuild(guildId, async (transaction) => {
        const withdrawn = await transaction
          .updateTable("connectionRequests")
          .set({ state: "withdrawn", decidedByDiscordUserId: discordUserId, decidedAt: createdAt })
          .where((eb) => eb.and({ guildId, discordUserId, state: "open" }))
          .returningAll()
          .executeTakeFirst();
        await transaction.insertInto("connectionRequests").values(withNulls(claim)).execute();
        return withdrawn;
      });
      return earlier && withoutNulls(earlier);
    },

    find: (id) => readFirst(all().where("id", "=", id), withoutNulls),

    findOpen: (guildId, discordUserId) =>
      readFirst(
        all().where((eb) => eb.and({ guildId, discordUserId, state: "open" })),
        withoutNulls,
      ),

    listOpen: (guildId, limit) =>
      readAll(
        all()
          .where((eb) => eb.and({ guildId, state: "open" }))
          .orderBy("createdAt")
          .orderBy("id")
          .limit(limit),
        withoutNulls,
      ),

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

    decide: (decision, announce) =>
      announce === undefined
        ? decideIn(db, decision)
        : runInTransaction(db, async (transaction) => {
            const decided = await decideIn(transaction, decision);
            if (decided !== undefined) await addToOutbox(transaction, [announce(decided)]);
            return decided;
          }),

    async approve({ account, foldedNames, reasons, ...by }, announce) {
      const decideAndConnect = async (transaction: Db): Promise<ConnectionRequest | undefined> => {
        const approved = await decideIn(transaction, { ...by, state: "approved", reason: undefined });
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

function decideIn(
  db: Db,
  { id, guildId, state, decidedByDiscordUserId, decidedAt, reason }: ConnectionRequestDecision,
): Promise<ConnectionRequest | undefined> {
  const update = db
    .updateTable("connectionRequests")
    .set(withNulls({ state, decidedByDiscordUserId, decidedAt, reason }))
    .where((eb) => eb.and({ id, guildId, state: "open" }));
  return readFirst(update.returningAll(), withoutNulls);
}
