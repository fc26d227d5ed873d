import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { Client } from "pg";
import { addressBehind, connectPostgres } from "./postgres-server.ts";

/** Two Postgres servers, the second following the first, behind one address. */
export interface PostgresPair extends AsyncDisposable {
  /** Leads to the first one, until `failOver`. */
  readonly url: string;
  /** The first one ends in the middle of whatever it does. */
  crash(): void;
  /** The second one becomes the primary, and the address leads there; open connections are cut. */
  failOver(): Promise<void>;
  /** On whichever the address leads to. */
  query(statement: string): Promise<void>;
  /** Whatever the server sends arrives so much later from now on. */
  delay(ms: number): void;
}

export async function startPostgresPair(): Promise<PostgresPair> {
  const script = join(import.meta.dirname, "postgres-pair.process.ts");
  const servers = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "pipe"] });
  const log: string[] = [];
  servers.stderr.on("data", (chunk) => log.push(String(chunk)));
  const closed = once(servers, "close");
  const [said] = await Promise.race([once(servers.stdout, "data"), closed]);
  if (!String(said).startsWith("{")) throw new Error(`Postgres did not start:\n${log.slice(-20).join("")}`);
  // What the script says.
  const { primary, standby } = JSON.parse(String(said)) as Record<"primary" | "standby", string>;

  let target = primary;
  let delayMs = 0;
  const sockets = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = connectPostgres(target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    near.on("data", (data) => void far.write(data));
    far.on("data", (data) => {
      if (delayMs === 0) near.write(data);
      else setTimeout(() => near.write(data), delayMs);
    });
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  // It listens on a port.
  const address = addressBehind(primary, (proxy.address() as AddressInfo).port);

  const query = async (url: string, statement: string): Promise<void> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  return {
    url: address,
    crash: () => void servers.stdin.write("crash\n"),
    async failOver() {
      await query(standby, "alter system set synchronous_standby_names = ''");
      await query(standby, "select pg_promote()");
      target = standby;
      for (const socket of sockets) socket.destroy();
    },
    query: (statement) => query(target, statement),
    delay: (ms) => void (delayMs = ms),
    async [Symbol.asyncDispose]() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
      servers.stdin.end();
      await closed;
    },
  };
}
