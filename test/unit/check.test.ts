import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { checkService, isDatabaseInClear } from "../../src/start/check.ts";

/** @returns its address without the protocol */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  // A server on a port has such an address.
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

// A single-page application answers every path with its page, also those that only the service below /api has.
test("the check of the service says that a web page answers instead of it", async () => {
  const page = await serve((_, response) =>
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<!doctype html>"),
  );
  const { warnings } = await checkService({ workspaceApiUrl: `http://${page}` });
  expect(warnings).toEqual([
    "A web page answers instead of the service. Check WORKSPACE_API_URL, above all its end, which is often /api.",
  ]);

  const refusing = await serve((_, response) =>
    response.writeHead(401, { "content-type": "text/html" }).end("<h1>Unauthorized</h1>"),
  );
  expect(await checkService({ workspaceApiUrl: `http://${refusing}` })).toMatchObject({ warnings: [] });
});

test("the check of the service says why there is no answer", async () => {
  const plain = await serve((_, response) => response.end());
  await expect(checkService({ workspaceApiUrl: `https://${plain}` })).rejects.toThrow(
    /^The connection to WORKSPACE_API_URL can't be encrypted \(ERR_SSL_\w+\)\. Check its name, its port and that https:\/\/ is right\. If its certificate.*NODE_EXTRA_CA_CERTS/,
  );
  await expect(checkService({ workspaceApiUrl: "http://127.0.0.1:9" })).rejects.toThrow(
    "WORKSPACE_API_URL isn't responding (ECONNREFUSED). Check the address for typos, and this machine's network.",
  );
});

test.each([
  ["another machine without TLS", "postgres://u:p@db.example.com/bot", true],
  ["another machine with TLS switched off", "postgres://u:p@db:5432/bot?sslmode=disable", true],
  ["another machine, named by a parameter", "postgres://u:p@/bot?host=10.0.0.7", true],
  ["another machine with TLS", "postgres://u:p@db.example.com/bot?sslmode=verify-full", false],
  ["another machine with TLS by its other name", "postgres://u:p@db.example.com/bot?ssl=true", false],
  ["another machine with a certificate that isn't there", "postgres://u@db/bot?sslrootcert=/nowhere", false],
  ["this machine", "postgres://u:p@localhost/bot", false],
  ["this machine by its address", "postgres://u:p@[::1]:5432/bot", false],
  ["a socket", "postgres:///bot?host=/run/postgresql", false],
])("a database on %s is reached in the clear: %#", (_case, address, isInClear) => {
  expect(isDatabaseInClear(address)).toBe(isInClear);
});
