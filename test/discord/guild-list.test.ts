import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { REST } from "discord.js";
import { afterEach, expect, test } from "vitest";
import { listGuildIds } from "../../src/jobs/housekeeping.ts";

const server = createServer();
afterEach(() => void server.close());

test("every guild is listed, page by page", async () => {
  const all = Array.from({ length: 401 }, (_, index) => String(1_000 + index));
  server.on("request", ({ url = "" }, response) => {
    const after = new URL(url, "http://discord").searchParams.get("after") ?? "0";
    const page = all.filter((id) => Number(id) > Number(after)).slice(0, 200);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(page.map((id) => ({ id }))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  const rest = new REST({ api: `http://127.0.0.1:${port}` }).setToken("token");
  expect([...(await listGuildIds(rest))]).toEqual(all);
});
