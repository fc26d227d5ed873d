import { once } from "node:events";
import { createServer } from "node:http";

/** Resources shared by all test files of a run. */
export interface SharedServer {
  readonly url: string;
  stop(): Promise<void>;
}

export interface Broker {
  /** Answers with the address of the server. */
  readonly url: string;
  /** Also stops the server, if it was started. */
  close(): Promise<void>;
}

/** Starts a server when a test file first asks for it, so that a run without such a file pays nothing. */
export async function startBroker(start: () => Promise<SharedServer>): Promise<Broker> {
  let starting: Promise<SharedServer> | undefined;
  const broker = createServer((_request, response) => {
    starting ??= start();
    starting.then(
      ({ url }) => response.end(url),
      (error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      },
    );
  });
  broker.listen(0, "127.0.0.1");
  await once(broker, "listening");
  const address = broker.address();
  if (address === null || typeof address === "string") throw new Error("the broker has no port");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async close() {
      broker.close();
      broker.closeAllConnections();
      const server = await starting?.catch(() => undefined);
      await server?.stop();
    },
  };
}

/** @throws Error with what kept the server from starting */
export async function askBroker(broker: string): Promise<string> {
  const response = await fetch(broker);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
