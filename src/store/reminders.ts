import type { Db } from "./tables.ts";

/** That a member wants to hear of what is missing before the week is over. One for each member of a guild. */
export interface Reminder {
  readonly guildId: string;
  readonly discordUserId: string;
  /** Of which workspace. */
  readonly linkKey: string;
  /** Where it was asked for; the reminder goes there when no private message gets through. */
  readonly channelId: string;
  /** So many before the reset. */
  readonly hours: number;
  /** Epoch milliseconds. */
  readonly setAt: number;
  /** The first day of the last week that was looked at. */
  readonly remindedWeek: string | undefined;
}

/** A reminder whose time has come, with whose it is and which week it is about. */
export interface DueReminder extends Reminder {
  readonly workspaceId: string;
  readonly userId: string;
  readonly weekStart: string;
  readonly endsAt: number;
}

export interface Reminders {
  /** Replaces the earlier one; a week that was looked at stays looked at. */
  set(reminder: Omit<Reminder, "remindedWeek">): Promise<void>;
  find(guildId: string, discordUserId: string): Promise<Reminder | undefined>;
  /** False when there was none. */
  remove(guildId: string, discordUserId: string): Promise<boolean>;
  /** Of people who are connected, in weeks that are not over. */
  due(now: number, limit: number): Promise<readonly DueReminder[]>;
  /** True for the first caller for a week, on whichever replica. False too when it was turned off. */
  mark(guildId: string, discordUserId: string, weekStart: string): Promise<boolean>;
}

const hourMs = 60 * 60_000;

export function createReminders(db: Db): Reminders {
  return {
    async set(reminder) {
      const { guildId: _guildId, discordUserId: _discordUserId, ...changes } = reminder;
      await db
        .insertInto("reminders")
        .values({ ...reminder, remindedWeek: null })
        .onConflict((conflict) => conflict.columns(["guildId", "discordUserId"]).doUpdateSet(changes))
        .execute();
    },

    async find(guildId, discordUserId) {
      const row = await db
        .selectFrom("reminders")
        .selectAll()
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
        .where("weeks.endsAt", ">", now)
        .where((eb) => eb(eb("weeks.endsAt", "-", now), "<=", eb("reminders.hours", "*", hourMs)))
        .where((eb) =>
          eb.or([
            eb("reminders.remindedWeek", "is", null),
            eb("reminders.remindedWeek", "<", eb.ref("weeks.weekStart")),
          ]),
        )
        .selectAll("reminders")
        .select(["guildLinks.workspaceId", "accounts.userId", "weeks.weekStart", "weeks.endsAt"])
        .orderBy("weeks.endsAt")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...row, remindedWeek: row.remindedWeek ?? undefined }));
    },

    async mark(guildId, discordUserId, weekStart) {
      const { numUpdatedRows } = await db
        .updateTable("reminders")
        .set({ remindedWeek: weekStart })
        .where("guildId", "=", guildId)
        .where("discordUserId", "=", discordUserId)
        .where((eb) => eb.or([eb("remindedWeek", "is", null), eb("remindedWeek", "<", weekStart)]))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
