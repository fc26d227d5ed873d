import type { ExpressionBuilder } from "kysely";
import { z } from "zod";
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
  fromJson,
  type Row,
  withoutNulls,
} from "../../src/store/sql-values.ts";
import type { Db, Tables } from "../../src/store/tables.ts";
import { createRequestTable, type Decision, newRequest, type Request } from "../kit/member-request/store.ts";

declare module "../../src/store/store.ts" {
  interface FeatureStores {
    readonly timeRequests: ReturnType<typeof createTimeRequests>;
  }
}

declare module "../../src/store/guild-settings.ts" {
  interface FeatureSettings {
    /** Where requests for time are posted; without it, nobody can make one. */
    readonly "time-requests-channel": string;
  }
}

declare module "../../src/store/tables.ts" {
  interface Tables {
    readonly timeRequests: TimeRequestRow;
  }
}

/**
 * `open` waits for a manager; `sending`: an approval is in progress in its draft; `unknown`: the time may have been
 * given; the rest are final.
 */
export type TimeRequestState =
  "open" | "sending" | "unknown" | "approved" | "declined" | "withdrawn" | "expired";

/** Time that a member asks to have counted, for a manager to decide. */
export interface TimeRequest extends Request {
  /** The workspace it counts in. */
  readonly linkKey: string;
  /** The service user id the member was connected to then. */
  readonly userId: string;
  readonly minutes: number;
  /** For example `2026-11-18`. */
  readonly day: string;
  readonly reason: string;
  /** Their week at that time, if it could be read. */
  readonly week: RequestedWeek | undefined;
  /** How many pictures were attached as proof. */
  readonly pictures: number;
  /** The pictures' locations until they are posted with the card; if it is posted without them, they stay here. */
  readonly proof: readonly ProofPicture[];
  readonly state: TimeRequestState;
  /** The minutes a manager gave, which may differ from the request. */
  readonly approvedMinutes: number | undefined;
  readonly declineReason: string | undefined;
  /** The gift's draft. */
  readonly draftId: string | undefined;
  /** When the managers were reminded that it is still waiting. */
  readonly broughtUpAt: number | undefined;
  /** How the member was notified of the outcome; `later` is never stored. */
  readonly told: "private" | "channel" | "nobody" | "later" | undefined;
  /** When there is next something to do for it; also the end of the lease while someone does it. */
  readonly dueAt: number | undefined;
  /** How often that was attempted. */
  readonly attempts: number;
}

const RequestedWeek = z.object({
  minutes: z.number().optional(),
  /** The week's goals, one line each. */
  goals: z.array(z.string()).readonly(),
  /** The day belongs to a past week, in which no time can be given any more. */
  isOver: z.boolean().optional(),
  /** When the card began to say so, if it didn't from the start; epoch milliseconds. */
  isOverSince: z.number().optional(),
  /** When the day's week begins, if it hadn't when they asked: the service's may begin later than the guild's. */
  beginsAt: z.number().optional(),
});
export type RequestedWeek = z.output<typeof RequestedWeek>;

const Proof = z.array(z.object({ name: z.string(), url: z.string() }));
export type ProofPicture = z.output<typeof Proof>[number];
/** In place of those that were on a card that is gone: nobody has them any more. */
const lostPicture: ProofPicture = { name: "", url: "" };

const filledInLater = {
  ...newRequest,
  approvedMinutes: undefined,
  declineReason: undefined,
  draftId: undefined,
  broughtUpAt: undefined,
  told: undefined,
  attempts: 0,
} as const;

/** The member's input. */
export type NewTimeRequest = Omit<TimeRequest, keyof typeof filledInLater>;

type TimeRequestRow = Row<Omit<TimeRequest, "week" | "proof">> & {
  readonly week: string | null;
  readonly proof: string;
};

function createRow({ week, proof, ...request }: NewTimeRequest): TimeRequestRow {
  const row = withNulls({ ...request, ...filledInLater });
  return { ...row, week: week === undefined ? null : toJson(week), proof: toJson(proof) };
}

export function toTimeRequest(row: TimeRequestRow): TimeRequest {
  return {
    ...withoutNulls(row),
    week: row.week === null ? undefined : RequestedWeek.safeParse(fromJson(row.week)).data,
    proof: Proof.safeParse(fromJson(row.proof)).data ?? [],
  };
}

const undecided: readonly TimeRequestState[] = ["open", "sending", "unknown"];

/** @see TimeRequest.dueAt */
type Due = Pick<TimeRequest, "dueAt">;

interface TimeRequestDecision
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
     * @returns the existing undecided request for the same day and number of minutes in the same workspace, if there is
     * one
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
    listByMember: (guildId: string, discordUserId: string, limit: number, offset = 0) =>
      readAll(
        ofMember(db, { guildId, discordUserId })
          .selectAll()
          .orderBy("createdAt", "desc")
          .orderBy("id")
          .limit(limit)
          .offset(offset),
        toTimeRequest,
      ),

    countByMember: (guildId: string, discordUserId: string) =>
      countRows(ofMember(db, { guildId, discordUserId })),

    /** Those of a member that a manager can still decide, newest first. */
    listOpenByMember: (guildId: string, discordUserId: string) =>
      readAll(
        ofMember(db, { guildId, discordUserId })
          .selectAll()
          .where("state", "=", "open")
          .orderBy("createdAt", "desc")
          .orderBy("id"),
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

    /** Makes requests due whose cards are gone, and the pictures with them. @returns how many */
    loseCards: (
      cards: { readonly guildId: string; readonly cardChannelId: string; readonly cardMessageId?: string },
      now: number,
    ): Promise<number> =>
      countChanged(
        update
          .set((eb) => ({
            cardChannelId: null,
            cardMessageId: null,
            proof: eb
              .case()
              .when(eb.and([eb("pictures", ">", 0), eb("proof", "=", toJson([]))]))
              .then(toJson([lostPicture]))
              .else(eb.ref("proof"))
              .end(),
            dueAt: now,
            attempts: 0,
          }))
          .where((eb) => eb.and({ ...cards, state: "open" })),
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

    /** Removes requests created before `at` that nobody is deciding: whether an unclear one was given, nobody said. */
    removeBefore: (at: number): Promise<number> =>
      countChanged(
        db
          .deleteFrom("timeRequests")
          .where("createdAt", "<", at)
          .where("state", "not in", ["open", "sending"]),
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

const ofMember = (
  db: Pick<Db, "selectFrom">,
  { guildId, discordUserId }: Pick<TimeRequest, "guildId" | "discordUserId">,
) => db.selectFrom("timeRequests").where((eb) => eb.and({ guildId, discordUserId }));

type AskedLength = Pick<TimeRequest, "guildId" | "linkKey" | "discordUserId" | "day" | "minutes">;

async function findObstacle(
  db: Pick<Db, "selectFrom">,
  { guildId, linkKey, discordUserId, day, minutes }: AskedLength,
  maxOpen: number,
): Promise<"full" | TimeRequest | undefined> {
  const own = await ofMember(db, { guildId, discordUserId })
    .selectAll()
    .where("state", "in", undecided)
    .execute();
  const same = own.find(
    (other) => other.linkKey === linkKey && other.day === day && other.minutes === minutes,
  );
  if (same !== undefined) return toTimeRequest(same);
  return own.length >= maxOpen ? "full" : undefined;
}

interface RequestPerson {
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
