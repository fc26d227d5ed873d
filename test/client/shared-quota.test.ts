import { describe, expect, onTestFinished, test } from "vitest";
import { databaseKinds, makePlace } from "../store/test-databases.ts";
import { chainWorld } from "./resilience-fixture.ts";

const here = chainWorld();

describe.each(databaseKinds)("replicas on one %s", (kind) => {
  test("together send no more than the service allows, and nearly as much", async () => {
    const { another, service, params } = here();
    const place = await makePlace(kind);
    onTestFinished(() => place.remove());
    const store = await place.open({ now: Date.now });
    onTestFinished(() => store.close());
    const { workspaceId, token } = service;
    const replicas = Array.from({ length: 3 }, () =>
      another({ sharedQuota: store.quotas }).connect({ scope: "guild/cafe", workspaceId, token }),
    );
    const reads = Array.from({ length: 60 }, (_, week) =>
      replicas.map((api) => api.getCalendar({ params, query: { week } }, { timeoutMs: 20_000 })),
    ).flat();
    const answers = await Promise.allSettled(reads);
    const statuses = service.requests.map(({ status }) => status);
    expect(statuses).not.toContain(429);
    expect(statuses.length).toBeGreaterThan(80);
    expect(statuses.length).toBeLessThanOrEqual(100);
    for (const answer of answers) {
      if (answer.status === "rejected") expect(answer.reason).toMatchObject({ failure: "rate-limited" });
    }
  });

  test("together spend at most 40 of 100 requests on background work, even alongside people", async () => {
    const { another, service, params, arrived, advance } = here();
    const place = await makePlace(kind);
    onTestFinished(() => place.remove());
    const store = await place.open({ now: Date.now });
    onTestFinished(() => store.close());
    const { workspaceId, token } = service;
    const replicas = Array.from({ length: 3 }, () =>
      another({ sharedQuota: store.quotas }).connect({ scope: "guild/cafe", workspaceId, token }),
    );
    const lookUps = (from: number) =>
      Promise.allSettled(
        replicas.flatMap((api, replica) =>
          Array.from({ length: 20 }, (_, index) =>
            api.getUser(
              { params: { userId: String(from + 100 * replica + index) } },
              { priority: "spare", timeoutMs: 5_000 },
            ),
          ),
        ),
      );
    await lookUps(4_000);
    expect(arrived("getUser")).toBeGreaterThan(30);
    expect(arrived("getUser")).toBeLessThanOrEqual(40);

    advance(61_000);
    const before = arrived("getUser");
    const [first, second] = replicas;
    for (let week = 0; week < 30; week += 1)
      await (week % 2 === 0 ? first : second)?.getCalendar({ params, query: { week } });
    await lookUps(5_000);
    expect(arrived("getUser") - before).toBeLessThanOrEqual(10);
    expect(service.requests.map(({ status }) => status)).not.toContain(429);
  });
});
