import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { addressBehind, connectPostgres } from "./postgres-server.ts";

/** Stands between a program and Postgres. */
export interface PostgresProxy extends AsyncDisposable {
  readonly url: string;
  /** Holds whatever either side sends or ends, until `release`; then all of it arrives. */
  hold(): void;
  release(): void;
}

/**
 * @param isSilenced whether a connection carries nothing from now on, though it stays open: asked with what the program
 * sends, and how many connections were made before
 */
export async function startPostgresProxy(
  databaseUrl: string,
  isSilenced: (data: string, before: number) => boolean,
): Promise<PostgresProxy> {
  const sockets = new Set<Socket>();
  let made = 0;
  const proxy = createServer((near) => {
    const before = made++;
    const far = connectPostgres(databaseUrl);
    let isSilent = false;
    near.on("data", (data) => {
      isSilent ||= isSilenced(String(data), before);
      if (!isSilent) far.write(data);
    });
    far.on("data", (data) => void near.write(data));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => undefined).on("close", () => other.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    // It listens on a port.
    url: addressBehind(databaseUrl, (proxy.address() as AddressInfo).port),
    hold: () => sockets.forEach((socket) => socket.pause()),
    release: () => sockets.forEach((socket) => socket.resume()),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
