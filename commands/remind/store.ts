import { type Compilable, type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from "kysely";
import { runInTransaction } from "../../src/store/guild-transaction.ts";
import {
  hasChanged,
  type IsServed,
  readAll,
  readFirst,
  withoutNulls,
  type Row,
} from "../../src/store/sql-values.ts";
import { removeNotices } from "./notice/store.ts";
import { addToOutbox, type OutboxEntry } from "../../src/store/outbox.ts";
import type { Db, Tables } from "../../src/store/tables.ts";
import { hourMs } from "../../src/time.ts";
import { prepareQuery } from "../../src/store/prepared-query.ts";
import { nextTurn } from "../../src/turns.ts";
import type { LinkPosition } from "../../src/store/rows.ts";
import type { NoticeKind, ReminderKind } from "./kinds.ts";

declare module "../../src/store/store.ts" {
  interface FeatureStores {
    readonly reminders: ReturnType<typeof createReminders>;
  }
}

declare module "../../src/store/tables.ts" {
  interface Tables {
    readonly reminders: Row<Reminder> & ReminderWork;
  }
}

/** A reminder that a member turned on. One of each kind per member of a guild. */
export interface Reminder {
  readonly guildId: string;
  readonly discordUserId: string;
  readonly kind: ReminderKind;
  /** The workspace it is about. */
  readonly linkKey: string;
  /**
   * Where it was requested; the reminder goes there if private messages don't get through. The guild's id if it was
   * requested in private, where there is no such channel.
   */
  readonly channelId: string;
  /** Hours before the reset; 0 for other kinds. */
  readonly hours: number;
  /** Epoch milliseconds. */
  readonly setAt: number;
  /** The first day of the last week that was checked. */
  readonly remindedWeek: string | undefined;
}

/** A reminder's progress in the week being worked on. */
interface ReminderWork {
  /** The last week claimed. */
  readonly claimedWeek: string | null;
  /** When the claim or the wait for the next attempt ends, in epoch milliseconds; not to be touched before. */
  readonly until: number;
  /** How often that week was claimed. */
  readonly attempts: number;
}

/** A reminder that is due, with its owner and week. */
export interface DueReminder extends Reminder {
  readonly workspaceId: string;
  readonly userId: string;
  readonly weekStart: string;
  readonly endsAt: number;
}

/** Identifies the week of a person's reminder. */
type ReminderWeek = Pick<DueReminder, "guildId" | "discordUserId" | "weekStart">;

/** A kind of notice that a connected person wants. */
export interface WantedNotice<Kind extends NoticeKind> extends Pick<Reminder, "guildId" | "discordUserId"> {
  readonly kind: Kind;
  readonly userId: string;
}

const columns = [
  "reminders.guildId",
  "reminders.discordUserId",
  "reminders.kind",
  "reminders.linkKey",
  "reminders.channelId",
  "reminders.hours",
  "reminders.setAt",
  "reminders.remindedWeek",
] as const;
const unclaimed: ReminderWork = { claimedWeek: null, until: 0, attempts: 0 };

/** Looked through in one statement, during which nothing else runs on SQLite. */
const remindersAtOnce = 500;
const position = ["guildId", "discordUserId"] as const;

/** Reminders of a kind after a position, up to another; to the end without that. */
interface Slice {
  readonly kind: ReminderKind;
  readonly after: MemberPosition;
  readonly end: MemberPosition | undefined;
}

type MemberPosition = Pick<Reminder, "guildId" | "discordUserId">;

const openSliceFields = ["kind", "afterGuildId", "afterUserId"] as const;

/** The same query for a slice, and for one that has no end: with a condition for both, SQLite would read to the end. */
function prepareForSlices<Found>(
  db: Db,
  build: (isInSlice: RawBuilder<SqlBool>, now: RawBuilder<number>) => Compilable<Found>,
): (slice: Slice, now: number) => Promise<readonly Found[]> {
  const starts = ({
    kind,
    afterGuildId,
    afterUserId,
  }: Readonly<Record<(typeof openSliceFields)[number], string>>) =>
    sql<SqlBool>`reminders.kind = ${kind}
      and (reminders.guild_id, reminders.discord_user_id) > (${afterGuildId}, ${afterUserId})`;
  const last = prepareQuery(db, [...openSliceFields, "now"], ({ now, ...slice }) =>
    build(starts(slice), sql<number>`cast(${now} as bigint)`),
  );
  const others = prepareQuery(
    db,
    [...openSliceFields, "lastGuildId", "lastUserId", "now"],
    ({ now, lastGuildId, lastUserId, ...slice }) =>
      build(
        sql<SqlBool>`${starts(slice)}
          and (reminders.guild_id, reminders.discord_user_id) <= (${lastGuildId}, ${lastUserId})`,
        sql<number>`cast(${now} as bigint)`,
      ),
  );
  return ({ kind, after, end }, at) => {
    const begin = {
      kind,
      afterGuildId: after.guildId,
      afterUserId: after.discordUserId,
      now: at,
    };
    return end === undefined
      ? last(begin)
      : others({ ...begin, lastGuildId: end.guildId, lastUserId: end.discordUserId });
  };
}

export function createReminders(db: Db, shared: boolean, isServed: IsServed) {
  const ofConnected = db
    .selectFrom("reminders")
    .innerJoin("accounts", (join) =>
      join
        .onRef("accounts.guildId", "=", "reminders.guildId")
        .onRef("accounts.discordUserId", "=", "reminders.discordUserId"),
    );
  const lastOfSlice = prepareQuery(db, ["kind", ...position], ({ kind, ...after }) =>
    db
      .selectFrom("reminders")
      .select(["guildId", "discordUserId"])
      .where("kind", "=", sql<ReminderKind>`${kind}`)
      .where((eb) => eb(eb.refTuple(...position), ">", eb.tuple(after.guildId, after.discordUserId)))
      .orderBy("guildId")
      .orderBy("discordUserId")
      .limit(sql<number>`1`)
      .offset(sql<number>`${sql.lit(remindersAtOnce - 1)}`),
  );

  /**
   * Lets others in before each: to look through all reminders at once takes long where many people want some. Postgres
   * does that beside this process, and in less time than it takes for many slices.
   */
  async function* slicesOf(kind: ReminderKind): AsyncGenerator<Slice> {
    for (let after: MemberPosition = { guildId: "", discordUserId: "" }; ;) {
      await nextTurn();
      const { guildId, discordUserId } = after;
      const [end] = shared ? [] : await lastOfSlice({ kind, guildId, discordUserId });
      yield { kind, after, end };
      if (end === undefined) return;
      after = end;
    }
  }

  const wantingIn = prepareForSlices(db, (isInSlice) =>
    ofConnected
      .where(isInSlice)
      .where(isServed("reminders.guildId"))
      .select(["reminders.guildId", "reminders.linkKey"])
      .distinct(),
  );
  const dueIn = prepareForSlices(db, (isInSlice, now) =>
    db
      .selectFrom("reminders")
      .innerJoin("guildLinks", (join) =>
        join
          .onRef("guildLinks.guildId", "=", "reminders.guildId")
          .onRef("guildLinks.linkKey", "=", "reminders.linkKey"),
      )
      .innerJoin("accounts", (join) =>
        join
          .onRef("accounts.guildId", "=", "reminders.guildId")
          .onRef("accounts.discordUserId", "=", "reminders.discordUserId"),
      )
      .innerJoin("weeks", (join) =>
        join
          .onRef("weeks.guildId", "=", "reminders.guildId")
          .onRef("weeks.workspaceId", "=", "guildLinks.workspaceId")
          .onRef("weeks.userId", "=", "accounts.userId")
          // Only later weeks than the last one they were told of are read.
          .on((eb) => eb("weeks.weekStart", ">", eb.fn.coalesce("reminders.remindedWeek", sql<string>`''`))),
      )
      .where(isInSlice)
      .where(isServed("reminders.guildId"))
      .where("reminders.until", "<=", now)
      .where("weeks.endsAt", ">", now)
      .where((eb) => eb(eb("weeks.endsAt", "-", now), "<=", eb("reminders.hours", "*", sql.lit(hourMs))))
      .select(columns)
      .select(["guildLinks.workspaceId", "accounts.userId", "weeks.weekStart", "weeks.endsAt"]),
  );
  return {
    /**
     * Replaces the earlier one; a week already checked stays checked. Moved to another link, it loses its notices and
     * its checked week, which are of the link before.
     */
    set: (reminder: Omit<Reminder, "remindedWeek">): Promise<void> =>
      runInTransaction(db, async (transaction) => {
        const { guildId, discordUserId, kind, ...changes } = reminder;
        const before = await transaction
          .selectFrom("reminders")
          .select("linkKey")
          .where((eb) => eb.and({ guildId, discordUserId, kind }))
          .executeTakeFirst();
        const isMoved = before !== undefined && before.linkKey !== changes.linkKey;
        const anew = { ...unclaimed, remindedWeek: null };
        await transaction
          .insertInto("reminders")
          .values({ ...reminder, ...anew })
          .onConflict((conflict) =>
            conflict
              .columns(["guildId", "discordUserId", "kind"])
              .doUpdateSet({ ...changes, ...(isMoved && anew) }),
          )
          .execute();
        if (kind !== "week" && isMoved) await removeNotices(transaction, { guildId, discordUserId, kind });
      }),

    find: (guildId: string, discordUserId: string, kind: ReminderKind): Promise<Reminder | undefined> =>
      readFirst(
        db
          .selectFrom("reminders")
          .select(columns)
          .where((eb) => eb.and({ guildId, discordUserId, kind })),
        withoutNulls,
      ),

    list: (guildId: string, discordUserId: string): Promise<readonly Reminder[]> =>
      readAll(
        db
          .selectFrom("reminders")
          .select(columns)
          .where((eb) => eb.and({ guildId, discordUserId }))
          .orderBy("setAt")
          .orderBy("kind"),
        withoutNulls,
      ),

    /** Also removes its notices. `undefined` if there was none. */
    remove: (guildId: string, discordUserId: string, kind: ReminderKind): Promise<Reminder | undefined> =>
      runInTransaction(db, async (transaction) => {
        const row = await transaction
          .deleteFrom("reminders")
          .where((eb) => eb.and({ guildId, discordUserId, kind }))
          .returning(columns)
          .executeTakeFirst();
        if (kind !== "week") await removeNotices(transaction, { guildId, discordUserId, kind });
        return row && withoutNulls(row);
      }),

    /** Wanted notices of connected people in this link. */
    async wanted<Kind extends NoticeKind>({ guildId, linkKey }: LinkPosition, kinds: readonly Kind[]) {
      const rows = await ofConnected
        .where("reminders.kind", "in", kinds)
        .where((eb) => eb.and({ "reminders.guildId": guildId, "reminders.linkKey": linkKey }))
        .select(["reminders.guildId", "reminders.discordUserId", "reminders.kind", "accounts.userId"])
        .execute();
      return rows.flatMap((row) =>
        kinds.filter((kind) => kind === row.kind).map((kind) => ({ ...row, kind })),
      );
    },

    /** Links in which a connected person wants notices of one of these kinds. */
    async linksWanting(kinds: readonly NoticeKind[]): Promise<readonly LinkPosition[]> {
      const links = new Map<string, LinkPosition>();
      for (const kind of kinds)
        for await (const slice of slicesOf(kind))
          for (const link of await wantingIn(slice, 0)) links.set(`${link.guildId} ${link.linkKey}`, link);
      return [...links.values()];
    },

    /** Reminders of kind `week`, of connected people, in weeks that aren't over and of which nobody was told yet. */
    async due(now: number, limit: number): Promise<readonly DueReminder[]> {
      let soonest: readonly DueReminder[] = [];
      for await (const slice of slicesOf("week")) {
        const rows = await dueIn(slice, now);
        if (rows.length === 0) continue;
        const found = [...soonest, ...rows.map(withoutNulls)];
        soonest = found.toSorted((a, b) => a.endsAt - b.endsAt).slice(0, limit);
      }
      return soonest;
    },

    /**
     * Ends the reminder for that week and stores the message about it, for one caller across replicas. `undefined` if
     * another was faster, or it was turned off.
     */
    handOver: (
      { guildId, discordUserId, weekStart }: ReminderWeek,
      now: number,
      announce: () => OutboxEntry,
    ): Promise<OutboxEntry | undefined> =>
      runInTransaction(db, async (transaction) => {
        const isOfWeek = (eb: ExpressionBuilder<Tables, "reminders">) =>
          eb.and({ guildId, discordUserId, kind: "week" });
        const before = await transaction
          .selectFrom("reminders")
          .select(["claimedWeek", "attempts"])
          .where(isOfWeek)
          .executeTakeFirst();
        const update = transaction
          .updateTable("reminders")
          .set({ ...unclaimed, remindedWeek: weekStart })
          .where(isOfWeek)
          .where("until", "<=", now)
          .where((eb) => eb.or([eb("remindedWeek", "is", null), eb("remindedWeek", "<", weekStart)]));
        if (!(await hasChanged(update))) return undefined;
        const message = announce();
        // Attempts of a version that sent its reminders from this table.
        const earlier = before?.claimedWeek === weekStart ? before.attempts : 0;
        const stored = { ...message, attempts: message.attempts + earlier };
        await addToOutbox(transaction, [stored]);
        return stored;
      }),
  };
}
