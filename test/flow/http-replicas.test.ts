// Depends on: nothing that varies.
import { expect, test } from "vitest";
import { startBalancer } from "../support/balancer.ts";
import { shown } from "../support/replies.ts";
import { startTwoApps } from "../support/two-apps.ts";

test("an interaction that reaches two replicas over HTTP is answered by one of them", async () => {
  await using two = await startTwoApps(() => 0, { DISCORD_INTERACTIONS: "http", HTTP_PORT: "0" });
  const { discord, service, apps } = two;
  const urls = apps.map(({ httpPort }) => `http://127.0.0.1:${httpPort ?? 0}/interactions`);
  const statuses: number[] = [];
  await using balancer = await startBalancer(async (send) => {
    const responses = await Promise.all(urls.map((url) => send(url)));
    statuses.push(...responses.map(({ status }) => status));
    return responses.find(({ status }) => status === 200) ?? responses[0] ?? Response.error();
  });
  await discord.endpoints.setInteractionsUrl(balancer.url);
  // Discord's own tries of the address reached both.
  expect(statuses.splice(0)).toEqual([200, 200, 401, 401]);

  const mia = two.as("mia");
  const preview = shown(await mia.run("order create", { items: "Flat white" }));
  const before = service.state.orders.size;
  expect((await mia.press(preview, "Log order")).kind).toBe("updated");
  expect(service.state.orders.size - before).toBe(1);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 202, 202]);
});
