import type { Db } from "./tables.ts";
import { hourMs } from "../time.ts";
import type { Reminder, ReminderWork } from "./rows.ts";

export type { Reminder, ReminderWork } from "./rows.ts";

/** A reminder whose time has come, with whose it is and which week it is about. */
export interface DueReminder extends Reminder {
  readonly workspaceId: string;
  readonly userId: string;
  readonly weekStart: string;
  readonly endsAt: number;
}

/** Which week of whose reminder is worked on. */
export type ReminderWeek = Pick<DueReminder, "guildId" | "discordUserId" | "weekStart">;

export interface Reminders {
  /** Replaces the earlier one; a week that was checked stays checked. */
  set(reminder: Omit<Reminder, "remindedWeek">): Promise<void>;
  find(guildId: string, discordUserId: string): Promise<Reminder | undefined>;
  /** False when there was none. */
  remove(guildId: string, discordUserId: string): Promise<boolean>;
  /** Of people who are connected, in weeks that are not over. Nobody works on them, and none waits for its next try. */
  due(now: number, limit: number): Promise<readonly DueReminder[]>;
  /**
   * For one caller only, on whichever replica, until the lease is over.
   * @returns the attempt number (1-based) for this week; `undefined` if another process was faster, or it was turned off
   */
  claim(of: ReminderWeek, now: number, leaseUntil: number): Promise<number | undefined>;
  /** Not due for that week any more, whatever came of it. Only what is claimed. */
  settle(of: ReminderWeek): Promise<void>;
  /** Due again from a later moment on. Only what is claimed. */
  postpone(of: ReminderWeek, until: number): Promise<void>;
}

const columns = [
  "reminders.guildId",
  "reminders.discordUserId",
  "reminders.linkKey",
  "reminders.channelId",
  "reminders.hours",
  "reminders.setAt",
  "reminders.remindedWeek",
] as const;
const unclaimed: ReminderWork = { claimedWeek: null, until: 0, attempts: 0 };

export function createReminders(db: Db): Reminders {
  const claimed = ({ guildId, discordUserId, weekStart }: ReminderWeek) =>
    db
      .updateTable("reminders")
      .where("guildId", "=", guildId)
      .where("discordUserId", "=", discordUserId)
      .where("claimedWeek", "=", weekStart);
  return {
    async set(reminder) {
      const { guildId: _guildId, discordUserId: _discordUserId, ...changes } = reminder;
      await db
        .insertInto("reminders")
        .values({ ...reminder, ...unclaimed, remindedWeek: null })
        .onConflict((conflict) => conflict.columns(["guildId", "discordUserId"]).doUpdateSet(changes))
        .execute();
    },

    async find(guildId, discordUserId) {
      const row = await db
        .selectFrom("reminders")
        .select(columns)
        .where("guildId", "=", guildId)
        .where("discordUserId", "=", discordUserId)
        .executeTakeFirst();
      return row && { ...row, remindedWeek: row.remindedWeek ?? undefined };
    },

    async remove(guildId, discordUserId) {
      const { numDeletedRows } = await db
        .deleteFrom("reminders")
        .where("guildId", "=", guildId)
        .where("discordUserId", "=", discordUserId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async due(now, limit) {
      const rows = await db
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
            .onRef("weeks.userId", "=", "accounts.userId"),
        )
        .where("reminders.until", "<=", now)
        .where("weeks.endsAt", ">", now)
        .where((eb) => eb(eb("weeks.endsAt", "-", now), "<=", eb("reminders.hours", "*", hourMs)))
        .where((eb) =>
          eb.or([
            eb("reminders.remindedWeek", "is", null),
            eb("reminders.remindedWeek", "<", eb.ref("weeks.weekStart")),
          ]),
        )
        .select(columns)
        .select(["guildLinks.workspaceId", "accounts.userId", "weeks.weekStart", "weeks.endsAt"])
        .orderBy("weeks.endsAt")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...row, remindedWeek: row.remindedWeek ?? undefined }));
    },

    async claim({ guildId, discordUserId, weekStart }, now, leaseUntil) {
      const row = await db
        .updateTable("reminders")
        .set((eb) => ({
          claimedWeek: weekStart,
          until: leaseUntil,
          attempts: eb
            .case()
            .when("claimedWeek", "=", weekStart)
            .then(eb("attempts", "+", 1))
            .else(1)
            .end(),
        }))
        .where("guildId", "=", guildId)
        .where("discordUserId", "=", discordUserId)
        .where("until", "<=", now)
        .where((eb) => eb.or([eb("remindedWeek", "is", null), eb("remindedWeek", "<", weekStart)]))
        .returning("attempts")
        .executeTakeFirst();
      return row?.attempts;
    },

    async settle(of) {
      await claimed(of)
        .set({ ...unclaimed, remindedWeek: of.weekStart })
        .execute();
    },

    async postpone(of, until) {
      await claimed(of).set({ until }).execute();
    },
  };
}
