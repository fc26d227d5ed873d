import type { ExpressionBuilder } from "kysely";
import { type InGuildTransaction, runInTransaction } from "../../src/store/guild-transaction.ts";
import { addToOutbox, type OutboxEntry } from "../../src/store/outbox.ts";
import {
  countChanged,
  countRows,
  hasChanged,
  type IsServed,
  readAll,
  readFirst,
  toJson,
  withNulls,
} from "../../src/store/sql-values.ts";
import type { Db, Tables } from "../../src/store/tables.ts";
import { createRequestTable, type Decision } from "../kit/request/store.ts";
import {
  type NewTimeRequest,
  createRow,
  type RequestedWeek,
  toTimeRequest,
  type TimeRequest,
  type TimeRequestRow,
  type TimeRequestState,
} from "./rows.ts";

export type * from "./rows.ts";

const undecided: readonly TimeRequestState[] = ["open", "sending", "unknown"];

/** @see TimeRequest.dueAt */
type Due = Pick<TimeRequest, "dueAt">;

export interface TimeRequestDecision
  extends Decision, Partial<Pick<TimeRequest, "approvedMinutes" | "draftId" | "dueAt">> {
  readonly from: TimeRequestState;
  readonly to: TimeRequestState;
}

/** A leased request. */
type Leased = Pick<TimeRequest, "id" | "dueAt">;

interface PostedCard extends Due, Pick<TimeRequest, "proof"> {
  readonly channelId: string;
  readonly messageId: string;
}

/**
 * Requests for time: who did what when, why, and where the proof is. `removeByMember` deletes everything stored about a
 * person.
 */
export function createTimeRequests(db: Db, aloneInGuild: InGuildTransaction, isServed: IsServed) {
  const all = db.selectFrom("timeRequests").selectAll();
  const update = db.updateTable("timeRequests");
  return {
    ...createRequestTable(db, aloneInGuild, {
      table: "timeRequests",
      undecided,
      read: toTimeRequest,
      toColumns: ({ approvedMinutes, declineReason, draftId, dueAt }: TimeRequestDecision) =>
        withNulls({ approvedMinutes, declineReason, draftId, dueAt, attempts: 0 }),
    }),

    /** Why `create` would refuse a request as things stand. */
    findObstacle: (request: AskedLength, maxOpen: number) => findObstacle(db, request, maxOpen),

    /**
     * @param maxOpen how many undecided requests a member may have
     * @param card what is to be posted, stored with it
     * @returns the existing undecided request for the same day and number of minutes, if there is one
     */
    create: (
      request: NewTimeRequest,
      maxOpen: number,
      card?: OutboxEntry,
    ): Promise<"created" | "full" | TimeRequest> =>
      aloneInGuild(request.guildId, async (transaction) => {
        const obstacle = await findObstacle(transaction, request, maxOpen);
        if (obstacle !== undefined) return obstacle;
        await transaction.insertInto("timeRequests").values(createRow(request)).execute();
        if (card !== undefined) await addToOutbox(transaction, [card]);
        return "created";
      }),

    /** Newest first. */
    listByMember: (guildId: string, discordUserId: string, limit: number) =>
      readAll(
        all
          .where((eb) => eb.and({ guildId, discordUserId }))
          .orderBy("createdAt", "desc")
          .orderBy("id")
          .limit(limit),
        toTimeRequest,
      ),

    /** How many are by this member or about this user. */
    countAbout: (guildId: string, person: RequestPerson) =>
      countRows(db.selectFrom("timeRequests").where("guildId", "=", guildId).where(isAbout(person))),

    /** Whatever became of it meanwhile; its due time is only an `open` request's. */
    async setCard(id: string, { channelId, messageId, proof, dueAt }: PostedCard): Promise<void> {
      await update
        .set((eb) => ({
          cardChannelId: channelId,
          cardMessageId: messageId,
          proof: toJson(proof),
          dueAt: eb
            .case()
            .when("state", "=", "open")
            .then(dueAt ?? null)
            .else(eb.ref("dueAt"))
            .end(),
          attempts: 0,
        }))
        .where("id", "=", id)
        .execute();
    },

    /** Changes what an `open` request says about its week. @returns the request as it is then */
    setWeek: ({ id, guildId }: Pick<TimeRequest, "id" | "guildId">, week: RequestedWeek) =>
      readFirst(
        update
          .set({ week: toJson(week) })
          .where((eb) => eb.and({ id, guildId, state: "open" }))
          .returningAll(),
        toTimeRequest,
      ),

    /** Requests with something to do. */
    due: (now: number, limit: number) =>
      readAll(
        all.where("dueAt", "<=", now).where(isServed()).orderBy("dueAt").orderBy("id").limit(limit),
        toTimeRequest,
      ),

    /** Leases a request to one caller, across replicas, until the lease ends. @returns the request as it is then */
    lease: ({ id, dueAt }: Leased, leaseUntil: number) =>
      readFirst(
        update
          .set((eb) => ({ dueAt: leaseUntil, attempts: eb("attempts", "+", 1) }))
          .where("id", "=", id)
          .where("dueAt", "=", dueAt ?? null)
          .returningAll(),
        toTimeRequest,
      ),

    /** Sets another due time, or none. Does nothing if someone else took the lease meanwhile. */
    async setDue(leased: Leased, { dueAt }: Due): Promise<void> {
      await setDue(db, leased, { dueAt: dueAt ?? null });
    },

    /**
     * Stores that leased requests are brought up, and one message about them.
     * @param requests each with when it's due again
     * @param announce of those still leased
     */
    bringUp: (
      requests: readonly { readonly leased: Leased; readonly dueAt: number }[],
      broughtUpAt: number,
      announce: (ids: readonly string[]) => OutboxEntry,
    ): Promise<OutboxEntry | undefined> =>
      runInTransaction(db, async (transaction) => {
        const ids: string[] = [];
        for (const { leased, dueAt } of requests)
          if (await setDue(transaction, leased, { broughtUpAt, dueAt })) ids.push(leased.id);
        if (ids.length === 0) return undefined;
        const message = announce(ids);
        await addToOutbox(transaction, [message]);
        return message;
      }),

    /** Nobody could be reminded of these: those still open are brought up later. */
    async bringUpAgain(ids: readonly string[], dueAt: number): Promise<void> {
      await update
        .set({ broughtUpAt: null, dueAt })
        .where("id", "in", ids)
        .where("state", "=", "open")
        .execute();
    },

    /** Stores what is to be said of a leased request, which has nothing else to do until then. */
    handOver: (leased: Leased, message: OutboxEntry, dueAt?: number): Promise<void> =>
      runInTransaction(db, async (transaction) => {
        if (await setDue(transaction, leased, { dueAt: dueAt ?? null }))
          await addToOutbox(transaction, [message]);
      }),

    /** How the member was notified of the outcome decided then. */
    async setTold(
      { id, state, decidedAt }: Pick<TimeRequest, "id" | "decidedAt" | "state">,
      told: TimeRequest["told"],
    ): Promise<void> {
      await update
        .set({ told: told ?? null })
        .where((eb) => eb.and({ id, state }))
        .where("decidedAt", "=", decidedAt ?? null)
        .execute();
    },

    /** Makes requests due whose card was in a deleted channel. */
    loseCards: (guildId: string, cardChannelId: string, now: number): Promise<number> =>
      countChanged(
        update
          .set({ cardChannelId: null, cardMessageId: null, dueAt: now, attempts: 0 })
          .where((eb) => eb.and({ guildId, cardChannelId, state: "open" })),
      ),

    /** Deletes everything stored about a person's requests. @returns the requests, for deleting their cards */
    removeByMember: (guildId: string, discordUserId: string) =>
      readAll(
        db
          .deleteFrom("timeRequests")
          .where((eb) => eb.and({ guildId, discordUserId }))
          .returningAll(),
        toTimeRequest,
      ),

    /** Removes decided requests created before `at`. */
    removeBefore: (at: number): Promise<number> =>
      countChanged(
        db.deleteFrom("timeRequests").where("createdAt", "<", at).where("state", "not in", undecided),
      ),
  };
}

/** False if someone else took the lease meanwhile. */
function setDue(
  db: Db,
  { id, dueAt: leased }: Leased,
  change: Partial<Pick<TimeRequestRow, "dueAt" | "broughtUpAt">>,
): Promise<boolean> {
  return hasChanged(
    db
      .updateTable("timeRequests")
      .set(change)
      .where("id", "=", id)
      .where("dueAt", "=", leased ?? null),
  );
}

type AskedLength = Pick<TimeRequest, "guildId" | "discordUserId" | "day" | "minutes">;

async function findObstacle(
  db: Pick<Db, "selectFrom">,
  { guildId, discordUserId, day, minutes }: AskedLength,
  maxOpen: number,
): Promise<"full" | TimeRequest | undefined> {
  const own = await db
    .selectFrom("timeRequests")
    .selectAll()
    .where((eb) => eb.and({ guildId, discordUserId }))
    .where("state", "in", undecided)
    .execute();
  const same = own.find((other) => other.day === day && other.minutes === minutes);
  if (same !== undefined) return toTimeRequest(same);
  return own.length >= maxOpen ? "full" : undefined;
}

export interface RequestPerson {
  readonly discordUserId: string | undefined;
  /** The service's; they may have been disconnected since. */
  readonly userIds: readonly string[];
}

/** Requests by a member or about a user. */
export function isAbout({ discordUserId, userIds }: RequestPerson) {
  return (eb: ExpressionBuilder<Tables, "timeRequests">) =>
    eb.or([
      ...(discordUserId === undefined ? [] : [eb("discordUserId", "=", discordUserId)]),
      ...userIds.map((userId) => eb("userId", "=", userId)),
    ]);
}
