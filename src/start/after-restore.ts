import { createDeliveryRow } from "../../commands/boards/store.ts";
import { fromJson } from "../store/sql-values.ts";
import type { Db } from "../store/tables.ts";

/** A schedule that fell due after its backup was made. */
export interface DueSchedule {
  /** JSON; parsed by the domain. */
  readonly rule: unknown;
  readonly zone: string;
  readonly nextDueAt: number;
}

/** The last of its due times so far, and the one to come. */
export interface LastDue {
  readonly dueAt: number;
  readonly next: number | undefined;
}

const schedulesPerPage = 200;
/** What was sent since the backup was made is not on record. */
const never = -1;

/**
 * What happened since a backup was made isn't known, so nothing is sent that may have been sent already. A post is looked
 * for in its channel first, as after an interruption; an announcement or notice that waited is dropped, and any
 * other message is looked for first, too.
 * @param findLastDue `undefined` if the rule can't be read
 */
export async function settleRestored(
  db: Db,
  now: number,
  findLastDue: (schedule: DueSchedule) => LastDue | undefined,
): Promise<void> {
  // Discord may have a later version's commands: the next start registers its own.
  await db.deleteFrom("botState").where("key", "like", "registered-commands:%").execute();
  // A server may have been linked since.
  await db.deleteFrom("unlinkedGuilds").execute();
  await db.updateTable("outbox").set({ attempts: 1 }).where("attempts", "=", 0).execute();
  for (const table of ["orderAlerts", "notices"] as const)
    await db
      .updateTable(table)
      .set({ state: "dropped" })
      .where("state", "in", ["waiting", "claimed"])
      .execute();
  await db
    .updateTable("deliveries")
    .set((eb) => ({ uncertainSince: eb.fn.coalesce("uncertainSince", "dueAt"), recordedAttempts: never }))
    .where("state", "in", ["waiting", "claimed"])
    .execute();
  for await (const { id, guildId, rule, zone, nextDueAt } of readSchedulesDue(db, now)) {
    const last = nextDueAt === null ? undefined : findLastDue({ rule: fromJson(rule), zone, nextDueAt });
    if (last === undefined) continue;
    const { dueAt, next } = last;
    await db
      .updateTable("schedules")
      .set({ nextDueAt: next ?? null })
      .where("id", "=", id)
      .execute();
    const delivery = createDeliveryRow(
      { scheduleId: id, guildId },
      { dueAt, isLate: true, skipReason: undefined },
    );
    await db
      .insertInto("deliveries")
      .values({ ...delivery, uncertainSince: dueAt, recordedAttempts: never })
      .onConflict((conflict) => conflict.columns(["scheduleId", "dueAt"]).doNothing())
      .execute();
  }
}

async function* readSchedulesDue(db: Db, now: number) {
  let last: string | undefined = "";
  while (last !== undefined) {
    const page = await db
      .selectFrom("schedules")
      .select(["id", "guildId", "rule", "zone", "nextDueAt"])
      .where("state", "=", "active")
      .where("nextDueAt", "<=", now)
      .where("id", ">", last)
      .orderBy("id")
      .limit(schedulesPerPage)
      .execute();
    yield* page;
    last = page.at(-1)?.id;
  }
}
