import { runInTransaction } from "../../../src/store/guild-transaction.ts";
import { addToOutbox, type OutboxEntry } from "../../../src/store/outbox.ts";
import { readAll, readFirst } from "../../../src/store/sql-values.ts";
import type { Db, Tables } from "../../../src/store/tables.ts";

/** What every request has, whatever it asks for. Times are epoch milliseconds. */
export interface Request {
  readonly id: string;
  readonly guildId: string;
  readonly discordUserId: string;
  /** Where it was asked; the outcome goes there if private messages don't get through. */
  readonly channelId: string;
  /** The card in the managers' channel, once posted. */
  readonly cardChannelId: string | undefined;
  readonly cardMessageId: string | undefined;
  readonly createdAt: number;
  /** `open` waits for a manager; `sending`: its approval is in progress. */
  readonly state: string;
  /** `undefined` if nobody did, and it expired. */
  readonly decidedByDiscordUserId: string | undefined;
  readonly decidedAt: number | undefined;
}

/** Moves a request between states. What was decided before is forgotten. */
export interface Decision {
  readonly id: string;
  readonly guildId: string;
  readonly from: string;
  readonly to: string;
  readonly decidedByDiscordUserId?: string | undefined;
  readonly decidedAt?: number | undefined;
  readonly declineReason?: string | undefined;
}

/** What is to be said of a change. */
export type Announce<R> = (changed: R) => OutboxEntry;

type RequestTable = "connectionRequests" | "timeRequests";
type State = Tables[RequestTable]["state"];

interface TableParts<Table extends RequestTable, R, D> {
  readonly table: Table;
  readonly read: (row: Tables[Table]) => R;
  /** What else a decision sets. */
  readonly toColumns: (decision: D) => Partial<Tables[Table]>;
}

/** The statements about a table of requests. */
export function defineRequestTable<
  Table extends RequestTable,
  R,
  D extends Decision & Record<"from" | "to", State>,
>({ table, read, toColumns }: TableParts<Table, R, D>) {
  // Kysely takes the names of both tables for a join of them, whose columns these have in common.
  const name: RequestTable = table;
  const readRow = (row: unknown): R => read(row as Tables[Table]);

  function moveIn(db: Db, decision: D): Promise<R | undefined> {
    const { id, guildId, from, to, decidedByDiscordUserId = null, decidedAt = null } = decision;
    const update = db
      .updateTable(name)
      .set({ ...toColumns(decision), state: to, decidedByDiscordUserId, decidedAt } as object)
      .where((eb) => eb.and({ id, guildId, state: from }))
      .returningAll();
    return readFirst(update, readRow);
  }

  return {
    moveIn,

    /** Stores what is to be said of it, too. Only one caller succeeds; the others get `undefined`. */
    move: (db: Db, decision: D, announce?: Announce<R>): Promise<R | undefined> =>
      announce === undefined
        ? moveIn(db, decision)
        : runInTransaction(db, async (transaction) => {
            const moved = await moveIn(transaction, decision);
            if (moved !== undefined) await addToOutbox(transaction, [announce(moved)]);
            return moved;
          }),

    find: (db: Db, id: string): Promise<R | undefined> =>
      readFirst(db.selectFrom(name).selectAll().where("id", "=", id), readRow),

    /** Oldest first. */
    list: (db: Db, guildId: string, states: readonly State[], limit: number): Promise<readonly R[]> =>
      readAll(
        db
          .selectFrom(name)
          .selectAll()
          .where("guildId", "=", guildId)
          .where("state", "in", states)
          .orderBy("createdAt")
          .orderBy("id")
          .limit(limit),
        readRow,
      ),
  };
}
