import { type InGuildTransaction, runInTransaction } from "../../../src/store/guild-transaction.ts";
import { addToOutbox, type OutboxEntry } from "../../../src/store/outbox.ts";
import { countRows, readAll, readFirst } from "../../../src/store/sql-values.ts";
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

/** A new request, as far as all kinds have that in common. */
export const newRequest = {
  cardChannelId: undefined,
  cardMessageId: undefined,
  state: "open",
  decidedByDiscordUserId: undefined,
  decidedAt: undefined,
} as const;

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
  /** The states of those that wait for someone. */
  readonly undecided: readonly State[];
  readonly read: (row: Tables[Table]) => R;
  /** What else a decision sets. */
  readonly toColumns: (decision: D) => Partial<Tables[Table]>;
}

/** The statements that tables of requests have in common. */
export function createRequestTable<
  Table extends RequestTable,
  R extends Request,
  D extends Decision & Record<"from" | "to", State>,
>(db: Db, aloneInGuild: InGuildTransaction, { table, undecided, read, toColumns }: TableParts<Table, R, D>) {
  // Kysely takes the names of both tables for a join of them, whose columns these have in common.
  const name: RequestTable = table;
  const readRow = (row: unknown): R => read(row as Tables[Table]);
  const all = db.selectFrom(name).selectAll();

  function moveIn(transaction: Db, decision: D): Promise<R | undefined> {
    const { id, guildId, from, to, decidedByDiscordUserId = null, decidedAt = null } = decision;
    const update = transaction
      .updateTable(name)
      .set({ ...toColumns(decision), state: to, decidedByDiscordUserId, decidedAt } as object)
      .where((eb) => eb.and({ id, guildId, state: from }))
      .returningAll();
    return readFirst(update, readRow);
  }

  return {
    find: (id: string): Promise<R | undefined> => readFirst(all.where("id", "=", id), readRow),

    /** Oldest first. */
    listUndecided: (guildId: string, limit: number, offset = 0): Promise<readonly R[]> =>
      readAll(
        all
          .where("guildId", "=", guildId)
          .where("state", "in", undecided)
          .orderBy("createdAt")
          .orderBy("id")
          .limit(limit)
          .offset(offset),
        readRow,
      ),

    /** @param states some of those */
    countUndecided: (guildId: string, states: readonly State[] = undecided): Promise<number> =>
      countRows(db.selectFrom(name).where("guildId", "=", guildId).where("state", "in", states)),

    /**
     * Decides, and stores what is to be said of that. Only one caller succeeds; the others get `undefined`.
     * @param act what follows from it in the same transaction, exclusively in the guild. @returns the request as it is then
     */
    async move(
      decision: D,
      announce?: Announce<R>,
      act?: (transaction: Db, moved: R) => Promise<R>,
    ): Promise<R | undefined> {
      if (announce === undefined && act === undefined) return moveIn(db, decision);
      const work = async (transaction: Db): Promise<R | undefined> => {
        const moved = await moveIn(transaction, decision);
        if (moved === undefined) return undefined;
        const done = act === undefined ? moved : await act(transaction, moved);
        if (announce !== undefined) await addToOutbox(transaction, [announce(done)]);
        return done;
      };
      return act === undefined ? runInTransaction(db, work) : aloneInGuild(decision.guildId, work);
    },
  };
}
