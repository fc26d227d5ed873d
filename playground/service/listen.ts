import { once } from "node:events";
import type { Server } from "node:http";

/** Gives back the port, which the system chooses for 0. */
export async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, "127.0.0.1");
  // `once` rejects when the port is taken.
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}
