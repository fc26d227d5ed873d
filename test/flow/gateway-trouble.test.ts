// Depends on: nothing that varies.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { WebSocketServer } from "ws";
import { createDiscordClient } from "../../src/discord/client.ts";
import { createLogger } from "../../src/log/index.ts";
import { startHarness } from "../support/harness.ts";
import { silentReports } from "../support/rest-reports.ts";
import { textOf } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

test("the bot survives events that no gateway should send", async () => {
  await using harness = await startHarness();
  const { faults } = harness.discord;
  const half = { id: "1", application_id: "2", token: "t", version: 1 };
  for (const data of [null, undefined, 7, "x", [], {}, half, { ...half, type: 99 }])
    faults.sendEvent("INTERACTION_CREATE", data);
  for (const type of [2, 3, 4, 5]) {
    faults.sendEvent("INTERACTION_CREATE", { ...half, type });
    faults.sendEvent("INTERACTION_CREATE", { ...half, type, data: null, user: null, member: null });
    faults.sendEvent("INTERACTION_CREATE", { ...half, type, data: { type: 99, component_type: 99 } });
  }
  for (const event of ["GUILD_CREATE", "GUILD_ROLE_UPDATE", "CHANNEL_UPDATE", "MESSAGE_CREATE", "error", "X"])
    for (const data of [null, {}, { guild_id: 5 }]) faults.sendEvent(event, data);
  await until("it was logged", () => harness.logs.some((line) => line.includes("could not be read")));
  expect(textOf(await harness.as("mia").run("help"))).not.toBe("");
  // Said once in a while, not for each.
  expect(harness.logs.filter((line) => line.includes("could not be read"))).toHaveLength(1);
});

test("a gateway that refuses the bot is retried after growing pauses", async () => {
  const server = createServer((_request, response) => {
    const limit = { total: 1_000, remaining: 1_000, reset_after: 0, max_concurrency: 1 };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ url: address("ws"), shards: 1, session_start_limit: limit }));
  });
  const gateway = new WebSocketServer({ server });
  const attempts: number[] = [];
  gateway.on("connection", (socket) => {
    attempts.push(performance.now());
    socket.close(4_000);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has such an address.
  const address = (scheme: string) => `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createDiscordClient(address("http"), {
    log: createLogger({ level: "silent" }),
    random: () => 0.5,
    ...silentReports,
  });
  onTestFinished(async () => {
    await client.destroy();
    server.closeAllConnections();
    server.close();
  });
  client.login("a-token-that-nobody-looks-at").catch(() => undefined);
  await until("it tried four times", () => attempts.length === 4);
  const [first = 0, second = 0, third = 0, fourth = 0] = attempts;
  // Half a second is discord.js's own.
  expect(second - first).toBeLessThan(third - second);
  expect(third - second).toBeGreaterThanOrEqual(990);
  expect(fourth - third).toBeGreaterThanOrEqual(1_490);
});
