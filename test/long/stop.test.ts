import { createServer } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { startBotProcess } from "../support/bot-process.ts";
import { until } from "../support/wait-for.ts";

test("a stop ends the program even when Discord's gateway doesn't respond", async () => {
  const folder = await mkdtemp(join(tmpdir(), "workspace-bot-stop-"));
  const server = createServer((_request, response) => {
    const limit = { total: 1_000, remaining: 1_000, reset_after: 0, max_concurrency: 1 };
    response.setHeader("content-type", "application/json");
    const application = { id: "1100000000000000100", verify_key: "0".repeat(64) };
    response.end(
      JSON.stringify({ ...application, url: address("ws"), shards: 1, session_start_limit: limit }),
    );
  });
  const gateway = new WebSocketServer({ server });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has such an address.
  const address = (scheme: string) => `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const bot = startBotProcess({
    DISCORD_TOKEN: "a-token-that-nobody-looks-at",
    DISCORD_API_URL: address("http"),
    WORKSPACE_API_URL: "http://127.0.0.1:9",
    DATA_FOLDER: folder,
  });
  await until("the bot waits for the gateway", () => gateway.clients.size === 1, 15_000);
  expect(await bot.stop("SIGTERM")).toBe(0);
  expect(bot.output()).not.toMatch(/took too long/);
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});
