import { describe, expect, onTestFinished, test } from "vitest";
import { databaseKinds, makePlace } from "../store/test-databases.ts";
import { chainWorld } from "./resilience-fixture.ts";

const here = chainWorld();

describe.each(databaseKinds)("replicas on one %s", (kind) => {
  test("together send no more than the service allows, and waste little of it", async () => {
    const { another, service, params } = here();
    const place = await makePlace(kind);
    onTestFinished(() => place.remove());
    const store = await place.open({ now: Date.now });
    onTestFinished(() => store.close());
    const { workspaceId, token } = service;
    const replicas = Array.from({ length: 3 }, () =>
      another({ sharedBudget: store.quotas }).connect({ scope: "guild/cafe", workspaceId, token }),
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
});
