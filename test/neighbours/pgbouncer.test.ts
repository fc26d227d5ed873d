import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../../commands/store.ts";
import { createPostgresDatabase } from "../support/databases.ts";
import type { PoolMode } from "../support/pooler.ts";
import { findTool } from "../support/tools.ts";
import { until } from "../support/wait-for.ts";

const program = findTool("pgbouncer") ?? "";
const guildId = "1100000000000000001";

/** With what docs/operating.md says that it needs. Reached by a socket file, so that it takes no port. */
async function startPgBouncer(databaseUrl: string, mode: PoolMode) {
  const folder = await mkdtemp(join(tmpdir(), "workspace-bot-pgbouncer-"));
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const host = decodeURIComponent(hostname);
  const server = `host=${host} port=${port} user=${username} password=${password} dbname=${pathname.slice(1)}`;
  const settings = [
    "[databases]",
    `bot = ${server}`,
    "[pgbouncer]",
    "listen_addr =",
    "listen_port = 6432",
    `unix_socket_dir = ${folder}`,
    "unix_socket_mode = 0777",
    "auth_type = any",
    `pool_mode = ${mode}`,
    "ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout",
  ];
  await writeFile(join(folder, "pgbouncer.ini"), `${settings.join("\n")}\n`);
  await chmod(folder, 0o777);
  // It refuses to run as root. This user, under which Postgres then runs, reaches its socket.
  const asOther = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const child = spawn(program, [...asOther, join(folder, "pgbouncer.ini")], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += String(data)));
  const ended = once(child, "exit");
  const socket = join(folder, ".s.PGSQL.6432");
  await until("it listens", () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended:\n${output}`);
    return existsSync(socket);
  });
  return {
    url: `postgres://bot@${encodeURIComponent(folder)}:6432/bot`,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test.skipIf(program === "").each(["session", "transaction"] as const)(
  "behind PgBouncer in %s mode, a tier taken away by one replica is gone at the other",
  async (mode) => {
    await using cleanup = new AsyncDisposableStack();
    const database = await createPostgresDatabase();
    cleanup.defer(() => database.drop());
    const pooler = cleanup.use(await startPgBouncer(database.url, mode));
    const said: string[] = [];
    const open = async () => {
      const store = await openStore({
        databaseUrl: pooler.url,
        dataFolder: "/nowhere",
        now: Date.now,
        listens: true,
        onListening: (trouble) => void said.push(trouble ?? "heard"),
      });
      cleanup.defer(() => store.close());
      return store;
    };
    const [first, second] = [await open(), await open()];
    if (mode === "session")
      await until("changes are heard", () => first.receivesChanges() && second.receivesChanges());
    else
      await until("it is said of both", () => said.filter((each) => each === "not passed on").length === 2);
    expect(second.receivesChanges()).toBe(mode === "session");

    for (const roleId of ["10", "11", "12"]) {
      await first.accessRoles.set(guildId, roleId, "admin");
      const isThere = async () =>
        (await second.accessRoles.list(guildId)).some((role) => role.roleId === roleId);
      await until("it is read", isThere);
      await first.accessRoles.remove(guildId, roleId);
      if (mode === "transaction") expect(await isThere()).toBe(false);
      else await until("it is gone", async () => !(await isThere()));
    }
    expect(second.receivesChanges()).toBe(mode === "session");
  },
);
