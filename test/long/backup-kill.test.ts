import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { openBackup } from "../../src/store/backup-file.ts";
import { startBotProcess } from "../support/bot-process.ts";
import {
  type BotDatabase,
  type Dump,
  dumpFile,
  makeBotDatabase,
  toRestored,
} from "../support/filled-database.ts";

/** Each one is killed a little later. */
const rounds = 12;

function digest(dump: Dump): string {
  const tables = Object.keys(dump)
    .toSorted()
    .map((name) => [name, dump[name]]);
  return createHash("sha256").update(JSON.stringify(tables)).digest("hex");
}
const digestOf = async (database: BotDatabase): Promise<string> => digest(await database.dump());
/** The same, whether or not it was restored. */
const digestRestored = async (database: BotDatabase): Promise<string> =>
  digest(toRestored(await database.dump()));
const isEmpty = (dump: Dump): boolean =>
  Object.entries(dump).every(([table, rows]) => table === "bot_state" || rows.length === 0);

/** How long each run lasts, once the program has started. */
async function timed(database: BotDatabase, args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  expect(await database.tool(args)).toMatchObject({ code: 0 });
  return performance.now() - startedAt;
}

/** @returns how long it took, or `undefined` if it was killed before its end */
async function kill(
  database: BotDatabase,
  args: readonly string[],
  afterMs: number,
): Promise<number | undefined> {
  const startedAt = performance.now();
  const run = startBotProcess(database.environment, args);
  await Promise.race([run.ended, sleep(afterMs)]);
  const tookMs = performance.now() - startedAt;
  return (await run.stop("SIGKILL")) === "SIGKILL" ? undefined : tookMs;
}

/** Kills run after run, each a little later: in the end, as late as the quickest of them ended by itself. */
async function killEach(
  tookMs: number,
  run: (round: number, afterMs: number) => Promise<number | undefined>,
): Promise<void> {
  let [killed, quickestMs] = [0, tookMs];
  for (let round = 0; round < rounds; round++) {
    const endedMs = await run(round, (quickestMs * (round + 1)) / rounds);
    if (endedMs === undefined) killed += 1;
    else quickestMs = Math.min(quickestMs, endedMs);
  }
  expect(killed).toBeGreaterThan(rounds / 3);
}

async function removeThose(folder: string, part: string): Promise<void> {
  for (const name of await readdir(folder)) if (name.includes(part)) await rm(join(folder, name));
}

describe.each(["SQLite", "Postgres"] as const)("with %s, at any moment,", (kind) => {
  const other = kind === "SQLite" ? "Postgres" : "SQLite";

  test("a killed backup has its final name only if it is complete", async () => {
    const database = await makeBotDatabase(kind, "a");
    const whole = await digestOf(database);
    const tookMs = await timed(database, ["--backup", join(database.folder, "first")]);
    await killEach(tookMs, async (round, afterMs) => {
      const name = `backup-${round}`;
      const path = join(database.folder, name);
      const endedMs = await kill(database, ["--backup", path], afterMs);
      const found = (await readdir(database.folder)).filter((each) => each.startsWith(name));
      if (found.includes(name)) expect(digest(await dumpFile(path)), name).toBe(whole);
      for (const part of found.filter((each) => each.endsWith(".part"))) {
        const opened = await openBackup(join(database.folder, part), database.folder).catch(() => undefined);
        await opened?.close();
        if (opened !== undefined)
          expect(digest(await dumpFile(join(database.folder, part))), part).toBe(whole);
      }
      return endedMs;
    });
    expect(await digestOf(database)).toBe(whole);
  });

  test("a killed restore leaves everything as it was, or has restored everything", async () => {
    const database = await makeBotDatabase(kind, "a");
    const states = new Map<string, string>();
    for (const name of ["a", "b"]) {
      if (name === "b") await database.fill(2_000, "b");
      const path = join(database.folder, `${name}.backup`);
      await timed(database, ["--backup", path]);
      states.set(await digestRestored(database), path);
    }
    const [first = "", second = ""] = [...states.values()];
    const tookMs = await timed(database, ["--restore", first]);
    await killEach(tookMs, async (round, afterMs) => {
      const before = await digestRestored(database);
      const wanted = states.get(before) === first ? second : first;
      const endedMs = await kill(database, ["--restore", wanted], afterMs);
      expect([...states.keys()], `round ${round}`).toContain(await digestRestored(database));
      await removeThose(database.folder, "before-restore");
      return endedMs;
    });
    await timed(database, ["--restore", second]);
    expect(states.get(await digestRestored(database))).toBe(second);
  });

  test("a killed move leaves the new database empty or complete, and can be repeated", async () => {
    const database = await makeBotDatabase(kind, "a");
    const whole = await digestOf(database);
    const tookMs = await timed(database, ["--move-to", (await makeBotDatabase(other)).place]);
    let target = await makeBotDatabase(other);
    await killEach(tookMs, async (round, afterMs) => {
      const endedMs = await kill(database, ["--move-to", target.place], afterMs);
      const dump = await target.dump();
      if (isEmpty(dump)) return endedMs;
      expect(digest(dump), `round ${round}`).toBe(whole);
      target = await makeBotDatabase(other);
      return endedMs;
    });
    await timed(database, ["--move-to", target.place]);
    expect(await digestOf(target)).toBe(whole);
    expect(await digestOf(database)).toBe(whole);
  });
});
