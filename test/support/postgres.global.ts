import { once } from "node:events";
import { createServer } from "node:http";
import type { TestProject } from "vitest/node";
import { startPostgres, type TestPostgres } from "./databases.ts";

/** One Postgres for the whole run, started when a test file first asks for it: a run without such a file pays nothing. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<TestPostgres> | undefined;
  const broker = createServer((_request, response) => {
    starting ??= startPostgres();
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
  project.provide("postgresBroker", `http://127.0.0.1:${address.port}/`);

  return async () => {
    broker.close();
    broker.closeAllConnections();
    const server = await starting?.catch(() => undefined);
    await server?.stop();
  };
}
