import { join, resolve } from "node:path";
import type { Config } from "../config.ts";
import { findLastDue, findNextDue, parseRule } from "../../commands/boards/rule.ts";
import { openBackup, writeBackup } from "../store/backup-file.ts";
import { readTables, countRows, isEmpty, replaceAll } from "../store/copy-tables.ts";
import { createStore } from "../../commands/store.ts";
import { StoreError, TransferError } from "../store/errors.ts";
import { migrations } from "../store/migrations/index.ts";
import { makeFolder } from "../store/open.ts";
import { openAlone, describePlace, type WholeDatabase, withoutChange } from "../store/whole-database.ts";
import { joinParts } from "../ui/lines.ts";
import { formatNumber, pluralize } from "../ui/numbers.ts";
import { loadKeys, SecretKeysError } from "../vault/secret-keys.ts";
import { createVault } from "../vault/vault.ts";
import { openStoredKeys, type StoredKeys } from "./stored-keys.ts";
import { createDeliveryRow } from "../../commands/boards/store.ts";
import { endRestoredAddresses } from "../../commands/calendar/address/store.ts";
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
 * other message is looked for first, too. Calendar addresses end: some may have been turned off.
 * @param findLast `undefined` if the rule can't be read
 * @returns how many addresses ended
 */
export async function settleRestored(
  db: Db,
  now: number,
  findLast: (schedule: DueSchedule) => LastDue | undefined,
): Promise<number> {
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
    const last = nextDueAt === null ? undefined : findLast({ rule: fromJson(rule), zone, nextDueAt });
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
  return endRestoredAddresses(db);
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

/**
 * Writes everything the bot stores to a new file; the bot may be running.
 * @throws TransferError, StoreError
 */
export async function backUp(config: Config, file: string, print: (text: string) => void): Promise<void> {
  const path = resolve(file);
  const { rows, bytes } = await writeBackup(config, path).catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error;
    throw new TransferError(`${error.message} No backup was made.`, { cause: error });
  });
  print(`Backed up ${pluralize(rows, "row")} to ${path} (${formatNumber(bytes / 1_000_000)} MB).`);
  print(`The encryption keys aren't in it. Keep a copy of ${getKeyPlace(config)} somewhere else.`);
}

function getKeyPlace({ secretKeys, dataFolder }: Config): string {
  return secretKeys === undefined ? join(dataFolder, "secret.keys") : "SECRET_KEYS";
}

/**
 * Replaces everything the bot stores by a backup, in one transaction. What was stored is kept in another backup.
 * @throws TransferError, StoreError; nothing has changed then
 */
export async function restore(config: Config, file: string, print: (text: string) => void): Promise<void> {
  const path = resolve(file);
  await using cleanup = new AsyncDisposableStack();
  // A container has hardly any room elsewhere.
  const from = await withoutChange(() => openBackup(path, config.dataFolder));
  cleanup.defer(() => from.close());
  const to = await withoutChange(() => openAlone(config));
  cleanup.defer(() => to.close());
  const keys = await tryKeys(from, config);
  const now = Date.now();
  const kept = await withoutChange(() => keepPresent(to, config, now));
  print(`Restoring ${path}. Keep the bot stopped until this is finished.`);
  let addresses = 0;
  const finish = async (target: Db): Promise<void> => {
    addresses = await settleRestored(target, now, (due) => findMissed(due, now));
  };
  const counts = await withoutChange(() => replaceAll(from, to, { finish }));
  const rows = counts.values().reduce((sum, count) => sum + count, 0);
  const ended =
    addresses > 0 &&
    `All calendar addresses (${formatNumber(addresses)}) were turned off, since some may have been turned off or replaced after this backup. People get a new one from Subscribe… below /calendar, which tells them why.`;
  print(
    joinParts([`Restored ${pluralize(rows, "row")} from ${path} to ${describePlace(config)}.`, ended], " "),
  );
  if (kept !== undefined)
    print(`What was stored before is in ${kept}. Delete that file once everything works.`);
  if (keys.unopened > 0)
    print(
      `${formatNumber(keys.unopened)} of ${pluralize(keys.count, "workspace key")} can't be decrypted with the encryption keys of this machine. Before you start the bot, put back the keys from the time of the backup: ${getKeyPlace(config)}.`,
    );
  else print("You can start the bot now.");
}

/** As the bot would handle them: of several missed due times, only the last is posted. */
function findMissed({ rule: stored, zone, nextDueAt }: DueSchedule, now: number): LastDue | undefined {
  const rule = parseRule(stored, zone);
  if (rule === undefined) return undefined;
  const dueAt = Math.max(nextDueAt, findLastDue(rule, zone, now) ?? nextDueAt);
  return { dueAt, next: findNextDue(rule, zone, now) };
}

/** @returns the file, unless nothing is stored */
async function keepPresent({ db }: WholeDatabase, config: Config, now: number): Promise<string | undefined> {
  if (isEmpty(await countRows(db, await readTables(migrations)))) return undefined;
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, "-");
  const path = resolve(config.dataFolder, `before-restore-${stamp}.backup`);
  try {
    // A bot on Postgres may never have needed it.
    await makeFolder(config.dataFolder);
    await writeBackup(config, path);
    return path;
  } catch (error) {
    if (!(error instanceof TransferError)) throw error;
    throw new TransferError(
      `What is stored now couldn't be kept in ${path}, so nothing was restored. ${error.message}`,
      { cause: error },
    );
  }
}

/** Whether the keys of this machine decrypt what a backup holds. */
async function tryKeys({ db }: WholeDatabase, { secretKeys, dataFolder }: Config): Promise<StoredKeys> {
  const store = createStore({ db, shared: false, now: Date.now, close: () => Promise.resolve() });
  const count = await store.guildLinks.count();
  if (count === 0) return { count, unopened: 0 };
  try {
    const { keys } = await loadKeys({ secretKeys, dataFolder, secretsExist: true });
    return await openStoredKeys(store, createVault(keys));
  } catch (error) {
    if (!(error instanceof SecretKeysError)) throw error;
    return { count, unopened: count };
  }
}
