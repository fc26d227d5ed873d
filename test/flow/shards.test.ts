import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createDiscordClient, logIn } from "../../src/discord/client.ts";
import { createLogger } from "../../src/log/index.ts";
import { startEmulators } from "../support/emulators.ts";
import { silentReports } from "../support/rest-reports.ts";

test("the bot opens as many shards as Discord asks for", async () => {
  await using emulators = await startEmulators();
  const { discord } = emulators;
  const origin = new URL(discord.apiUrl).origin;
  const forward = async ({ url = "", headers }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { authorization = "" } = headers;
    const reply = await fetch(origin + url, { headers: { authorization } });
    const text = await reply.text();
    response.setHeader("content-type", "application/json");
    response.end(text.replace('"shards":1', '"shards":2'));
  };
  const asksForTwo = createServer((request, response) => void forward(request, response));
  await new Promise<void>((resolve) => asksForTwo.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has such an address.
  const { port } = asksForTwo.address() as AddressInfo;
  const log = createLogger({ level: "silent" });
  const client = createDiscordClient(`http://127.0.0.1:${port}/api`, {
    log,
    random: () => 0.5,
    ...silentReports,
  });
  await logIn(client, discord.botToken);
  expect(discord.connectedShards()).toBe(2);
  await client.destroy();
  asksForTwo.closeAllConnections();
  asksForTwo.close();
});
