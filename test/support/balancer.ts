import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

export interface Balancer extends AsyncDisposable {
  /** Of the interactions endpoint behind it. */
  readonly url: string;
}

export type Send = (url: string, signal?: AbortSignal) => Promise<Response>;

export interface Passed {
  readonly id: string;
  readonly token: string;
}

/** Between Discord and the bot. @param pass sends the request on, perhaps several times, and gives what Discord hears */
export async function startBalancer(
  pass: (send: Send, interaction: Passed) => Promise<Response>,
): Promise<Balancer> {
  const server = createServer((request, response) => void serve(request, response));
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const names = ["content-type", "x-signature-ed25519", "x-signature-timestamp"];
    const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]));
    const answer = await pass(
      (url, signal) => fetch(url, { method: "POST", body, headers, ...(signal && { signal }) }),
      // What Discord sends.
      JSON.parse(body.toString("utf8")) as Passed,
    );
    response.writeHead(answer.status).end(await answer.text());
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return {
    url: `http://127.0.0.1:${port}/interactions`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
