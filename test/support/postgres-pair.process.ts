import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { postgresServer } from "./postgres-server.ts";

/**
 * A Postgres and a second one that follows it, each commit on both before it is acknowledged: says both addresses.
 * Told `crash`, the first one ends in the middle of whatever it does. Ends when its standard input does.
 */
const folders = await mkdtemp(join(tmpdir(), "workspace-bot-postgres-"));
await promisify(execFile)("chmod", ["755", folders]);
const password = randomBytes(12).toString("hex");
const [primaryFolder, standbyFolder] = [join(folders, "primary"), join(folders, "standby")];
const primary = postgresServer(primaryFolder, password);
const standby = postgresServer(standbyFolder, password);

process.on("SIGINT", () => undefined);
process.stderr.on("error", () => undefined);
try {
  await primary.server.initialise();
  // What was never started is copied like any file.
  await promisify(execFile)("cp", ["-a", primaryFolder, standbyFolder]);
  await writeFile(join(standbyFolder, "standby.signal"), "");
  const follows = `host=${primaryFolder} port=5432 user=tester password=${password}`;
  await appendFile(join(standbyFolder, "postgresql.auto.conf"), `primary_conninfo = '${follows}'\n`);
  await primary.server.start();
  // Resolves once it has become a primary.
  standby.server.start().catch(() => undefined);
  await followed();
  process.stdout.write(`${JSON.stringify({ primary: primary.url, standby: standby.url })}\n`);
  for await (const line of createInterface(process.stdin)) if (line === "crash") await quit(primaryFolder);
} finally {
  await Promise.all([primaryFolder, standbyFolder].map(quit));
  await rm(folders, { recursive: true, force: true });
  // The library would stop its servers before this process ends, and wait for the one that crashed for ever.
  process.kill(process.pid, "SIGKILL");
}

/** Waits until the second one follows; from then on, no commit is acknowledged without it. */
async function followed(): Promise<void> {
  const client = new Client({ connectionString: primary.url });
  await client.connect();
  for (;;) {
    const { rowCount } = await client.query("select from pg_stat_replication where state = 'streaming'");
    if (rowCount === 1) break;
    await sleep(50);
  }
  await client.query("alter system set synchronous_standby_names = '*'");
  await client.query("select pg_reload_conf()");
  await client.end();
}

/** Without finishing or saving anything. */
async function quit(folder: string): Promise<void> {
  const text = await readFile(join(folder, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  if (Number.isNaN(pid)) return;
  try {
    process.kill(pid, "SIGQUIT");
    for (;;) {
      await sleep(20);
      process.kill(pid, 0);
    }
  } catch {
    // It's gone. What it left says otherwise.
    await rm(join(folder, "postmaster.pid"), { force: true });
  }
}
