// Depends on: nothing that varies.
import { expect, test } from "vitest";
import type { App } from "../../src/app.ts";
import { startPostgresProxy } from "../support/postgres-proxy.ts";
import { shown } from "../support/replies.ts";
import { startTwoApps, type TwoApps } from "../support/two-apps.ts";
import { until } from "../support/wait-for.ts";

const overHttp = { DISCORD_INTERACTIONS: "http", HTTP_PORT: "0" };

/** Where Discord sends interactions from now on. */
function use(two: TwoApps, app: App): Promise<void> {
  return two.discord.endpoints.setInteractionsUrl(`http://127.0.0.1:${app.httpPort ?? 0}/interactions`);
}

async function search(two: TwoApps, app: App, item: string): Promise<string> {
  await use(two, app);
  return shown(await two.as("mia").run("order search", { item })).text;
}

async function logOrder(two: TwoApps, app: App, items: string): Promise<void> {
  await use(two, app);
  const mia = two.as("mia");
  await mia.press(shown(await mia.run("order create", { items })), "Log order");
}

/** 1 if it says that it notices at once what others change. */
async function receivesChanges({ httpPort = 0 }: App): Promise<string | undefined> {
  const scraped = await (await fetch(`http://127.0.0.1:${httpPort}/metrics`)).text();
  return /^workspace_bot_hears_changes (\S+)$/m.exec(scraped)?.[1];
}

test("an order logged through one replica is found through another whose kept orders are still fresh", async () => {
  const startedAt = Date.now();
  // Nothing that is kept gets older.
  await using two = await startTwoApps(() => 0, overHttp, { isCaching: true, realNow: () => startedAt });
  const [first, second] = two.apps;
  await until("the second one hears changes", () => second.ctx.store.receivesChanges());
  expect(await receivesChanges(second)).toBe("1");
  for (const round of ["first", "second", "third", "fourth", "fifth"]) {
    await search(two, second, `the ${round}`);
    await logOrder(two, first, `Mocha the ${round}`);
    await until("it is found", async () =>
      (await search(two, second, `the ${round}`)).includes(`Mocha the ${round}`),
    );
  }
});

test("a replica that doesn't hear of changes asks the service each time, and says so once", async () => {
  await using stack = new AsyncDisposableStack();
  const logs: string[] = [];
  let tries = 0;
  await using two = await startTwoApps(() => 0, overHttp, {
    isCaching: true,
    logs,
    async throughProxy(url) {
      const isListening = (data: string) => data.includes("listen workspace_bot") && (tries += 1) > 0;
      return stack.use(await startPostgresProxy(url, isListening)).url;
    },
  });
  const [first, second] = two.apps;
  await search(two, second, "lavender");
  await logOrder(two, first, "Lavender mocha");
  expect(await search(two, second, "lavender")).toContain("Lavender mocha");
  const asked = two.service.requests.length;
  await search(two, second, "lavender");
  expect(two.service.requests.length).toBe(asked + 1);
  expect([await receivesChanges(first), await receivesChanges(second)]).toEqual(["1", "0"]);
  await until("it tried again twice", () => tries > 2);
  expect(logs.filter((line) => line.includes("go unnoticed")).length).toBe(1);
});
