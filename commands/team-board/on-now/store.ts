import { type ExpressionBuilder, sql } from "kysely";
import { type InGuildTransaction, runInTransaction } from "../../../src/store/guild-transaction.ts";
import { addToOutbox, type OutboxEntry } from "../../../src/store/outbox.ts";
import {
  countChanged,
  countRows,
  hasChanged,
  readAll,
  type Row,
  withoutNulls,
} from "../../../src/store/sql-values.ts";
import type { Account } from "../../../src/store/accounts.ts";
import type { LinkPosition } from "../../../src/store/guild-links.ts";
import type { Db, Tables } from "../../../src/store/tables.ts";
import { minuteMs } from "../../../src/time.ts";

declare module "../../../src/store/store.ts" {
  interface FeatureStores {
    readonly presences: ReturnType<typeof createPresences>;
  }
}

declare module "../../../src/store/tables.ts" {
  interface Tables {
    readonly presences: Row<Presence>;
    readonly hiddenMembers: HiddenMember;
    readonly shortages: Shortage;
  }
}

/** `unread` until the first answer; of `unreadable` nobody can tell. */
export type PresenceState = "unread" | "on" | "off" | "unreadable";

/** Whether a connected person is in the game, as last read through a link. All times are epoch milliseconds. */
export interface Presence {
  readonly guildId: string;
  readonly linkKey: string;
  readonly discordUserId: string;
  readonly state: PresenceState;
  /** When they joined, if they are on and that can be read. */
  readonly since: number | undefined;
  /** When the service was last asked. */
  readonly askedAt: number;
  /** When its last answer was read. */
  readonly readAt: number | undefined;
}

/** Someone who doesn't want to be shown as in the game. */
interface HiddenMember {
  readonly guildId: string;
  readonly discordUserId: string;
  readonly hiddenAt: number;
}

/** A live board that told that too few people are on, until enough are. */
interface Shortage {
  readonly scheduleId: string;
  readonly guildId: string;
  readonly toldAt: number;
}

type Person = Pick<Account, "discordUserId" | "userId">;

/** Of someone who may be shown. */
export type SeenPerson = Person & Pick<Presence, "state" | "since" | "readAt">;

/** People are asked about in turns, so many a minute for each link, whoever wants to know on whichever replica. */
export const askedPerMinute = 8;

export function createPresences(db: Db, aloneInGuild: InGuildTransaction) {
  return {
    /** Those to be asked about now, for this caller alone: the longest not asked about first. */
    claim: ({ guildId, linkKey }: LinkPosition, now: number): Promise<readonly Person[]> =>
      aloneInGuild(guildId, async (transaction) => {
        // Clocks of replicas differ a little. Later ones are from before a clock was set back.
        const isLately = (eb: ExpressionBuilder<Tables, "presences">) =>
          eb.between("presences.askedAt", now - minuteMs + 1, now + minuteMs);
        const asked = await countRows(
          transaction
            .selectFrom("presences")
            .where((eb) => eb.and({ guildId, linkKey }))
            .where(isLately),
        );
        if (asked >= askedPerMinute) return [];
        const people = await selectVisible(transaction, { guildId, linkKey })
          .select(["accounts.discordUserId", "accounts.userId"])
          .where((eb) => eb.or([eb("presences.askedAt", "is", null), eb.not(isLately(eb))]))
          .orderBy(sql`case when presences.asked_at <= ${now} then presences.asked_at else 0 end`)
          .orderBy("accounts.discordUserId")
          .limit(askedPerMinute - asked)
          .execute();
        if (people.length > 0)
          await transaction
            .insertInto("presences")
            .values(
              people.map(({ discordUserId }) => ({
                guildId,
                linkKey,
                discordUserId,
                state: "unread" as const,
                since: null,
                askedAt: now,
                readAt: null,
              })),
            )
            .onConflict((conflict) =>
              conflict.columns(["guildId", "linkKey", "discordUserId"]).doUpdateSet({ askedAt: now }),
            )
            .execute();
        return people;
      }),

    /**
     * What was read of someone claimed at `askedAt`. Nothing is stored for people who were disconnected or hidden
     * meanwhile.
     */
    async note(
      { guildId, linkKey }: LinkPosition,
      discordUserId: string,
      { state, since, askedAt, readAt }: Pick<Presence, "state" | "since" | "askedAt" | "readAt">,
    ): Promise<void> {
      await db
        .updateTable("presences")
        .set({ state, since: since ?? null, readAt: readAt ?? null })
        .where((eb) => eb.and({ guildId, linkKey, discordUserId, askedAt }))
        .execute();
    },

    /** For people who were claimed and not asked about: they keep their turn. */
    async release({ guildId, linkKey }: LinkPosition, discordUserIds: readonly string[]): Promise<void> {
      if (discordUserIds.length === 0) return;
      await db
        .updateTable("presences")
        .set({ askedAt: sql`coalesce(read_at, 0)` })
        .where((eb) => eb.and({ guildId, linkKey }))
        .where("discordUserId", "in", discordUserIds)
        .execute();
    },

    /** Everyone connected who isn't hidden, by name. */
    list: (link: LinkPosition): Promise<readonly SeenPerson[]> =>
      readAll(
        selectVisible(db, link)
          .select(["accounts.discordUserId", "accounts.userId", "presences.since", "presences.readAt"])
          .select((eb) => eb.fn.coalesce("presences.state", sql<PresenceState>`'unread'`).as("state"))
          .orderBy("accounts.sortName")
          .orderBy("accounts.discordUserId"),
        withoutNulls,
      ),

    /** Stores since when someone is hidden, if they are; hiding deletes what was read of them. False if it was so. */
    setHidden: (guildId: string, discordUserId: string, hiddenAt: number | undefined): Promise<boolean> =>
      aloneInGuild(guildId, async (transaction) => {
        const own = { guildId, discordUserId };
        if (hiddenAt === undefined)
          return hasChanged(transaction.deleteFrom("hiddenMembers").where((eb) => eb.and(own)));
        await removePresences(transaction, own);
        return hasChanged(
          transaction
            .insertInto("hiddenMembers")
            .values({ ...own, hiddenAt })
            .onConflict((conflict) => conflict.doNothing()),
        );
      }),

    /** Records that too few people are on, and stores the message about it, unless that was told and lasts. */
    beginShortage: (shortage: Shortage, message: OutboxEntry): Promise<void> =>
      runInTransaction(db, async (transaction) => {
        const isNew = await hasChanged(
          transaction
            .insertInto("shortages")
            .values(shortage)
            .onConflict((conflict) => conflict.doNothing()),
        );
        if (isNew) await addToOutbox(transaction, [message]);
      }),

    async endShortage(scheduleId: string): Promise<void> {
      await db.deleteFrom("shortages").where("scheduleId", "=", scheduleId).execute();
    },

    /** Removes what was last asked before `at`. */
    removeBefore: (at: number): Promise<number> =>
      countChanged(db.deleteFrom("presences").where("askedAt", "<", at)),
  };
}

/** What was read of a member, when they are disconnected or don't want it shown. */
export async function removePresences(
  db: Db,
  { guildId, discordUserId }: Pick<Account, "guildId" | "discordUserId">,
): Promise<void> {
  await db
    .deleteFrom("presences")
    .where((eb) => eb.and({ guildId, discordUserId }))
    .execute();
}

/** Connected people who aren't hidden, with what was read of them through a link. */
function selectVisible(db: Db, { guildId, linkKey }: LinkPosition) {
  return db
    .selectFrom("accounts")
    .leftJoin("presences", (join) =>
      join
        .onRef("presences.guildId", "=", "accounts.guildId")
        .onRef("presences.discordUserId", "=", "accounts.discordUserId")
        .on("presences.linkKey", "=", linkKey),
    )
    .where("accounts.guildId", "=", guildId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("hiddenMembers")
            .select("hiddenMembers.hiddenAt")
            .whereRef("hiddenMembers.guildId", "=", "accounts.guildId")
            .whereRef("hiddenMembers.discordUserId", "=", "accounts.discordUserId"),
        ),
      ),
    );
}
