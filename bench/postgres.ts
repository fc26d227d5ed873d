import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** An empty Postgres of its own, with its disk writes not waited for; it ends with this process at the latest. */
export interface BenchPostgres extends AsyncDisposable {
  readonly url: string;
}

export async function startPostgres(): Promise<BenchPostgres> {
  const script = join(import.meta.dirname, "../test/support/postgres.process.ts");
  const server = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "pipe"] });
  const log: string[] = [];
  server.stderr.on("data", (chunk) => log.push(String(chunk)));
  const closed = once(server, "close");
  const [said] = await Promise.race([once(server.stdout, "data"), closed]);
  const url = String(said).trim();
  if (!url.startsWith("postgres://")) throw new Error(`Postgres did not start:\n${log.join("")}`);
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.stdin.end();
      await closed;
    },
  };
}
