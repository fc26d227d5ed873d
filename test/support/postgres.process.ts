import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { postgresServer } from "./postgres-server.ts";

/**
 * A real Postgres: says its address, and ends when its standard input does, so also when
 * whoever started it is killed. Told `stop`, `crash` or `start`, it does that and says so. A process of its own,
 * because the library ends the process that loads it with exit code 0, which would turn a failed test run into a green
 * one.
 */
const folder = await mkdtemp(join(tmpdir(), "workspace-bot-postgres-"));
const pidFile = join(folder, "postmaster.pid");
const { server, url } = postgresServer(folder, randomBytes(12).toString("hex"));

// What the terminal sends to all its processes is for the one that started this: it closes the input.
process.on("SIGINT", () => undefined);
// With the starter killed nobody reads any more, and the files are still to be removed.
process.stderr.on("error", () => undefined);
try {
  await server.initialise();
  await server.start();
  process.stdout.write(`${url}\n`);
  for await (const told of createInterface(process.stdin)) {
    if (told === "crash") process.kill(Number((await readFile(pidFile, "utf8")).split("\n")[0]), "SIGQUIT");
    await (told === "start" ? server.start() : server.stop());
    process.stdout.write(`${told}\n`);
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
