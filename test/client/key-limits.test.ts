import { expect, test } from "vitest";
import { chainWorld } from "./resilience-fixture.ts";

const here = chainWorld();
const week = (number: number) => ({ query: { week: number } });

test("a key being verified uses up none of the workspace's limit", async () => {
  const { another, service, params } = here();
  const chain = another({ limits: { limit: 2 } });
  const { workspaceId, token } = service;
  for (let trial = 0; trial < 5; trial++) {
    const key = { scope: `trial ${trial}`, workspaceId, token: `wrong-${trial}`, isTrial: true };
    await expect(chain.connect(key).listPosts({ params })).rejects.toMatchObject({ failure: "unauthorized" });
  }
  const api = chain.connect({ scope: "guild/cafe", workspaceId, token });
  expect((await api.listPosts({ params })).length).toBeGreaterThan(0);
});

test.each([401, 403])(
  "a key that is refused with %i stops counting against the workspace",
  async (status) => {
    const { another, service, params } = here();
    const chain = another({ limits: { limit: 3 } });
    const { workspaceId, token } = service;
    const foreign = chain.connect({ scope: "other guild", workspaceId, token: "foreign" });
    service.faults.add({ kind: "status", status, times: 3 });
    for (let call = 0; call < 3; call++) await foreign.listPosts({ params }).catch(() => undefined);
    const api = chain.connect({ scope: "guild/cafe", workspaceId, token });
    for (const number of [0, 1]) await api.getCalendar({ params, ...week(number) });
  },
);

test("a verified key counts with all its requests", async () => {
  const { another, service, params } = here();
  const chain = another({ limits: { limit: 2 } });
  const { workspaceId, token } = service;
  const trial = chain.connect({ scope: "trial", workspaceId, token, isTrial: true });
  service.faults.add({ kind: "status", status: 403, operation: "getCalendar" });
  await trial.getCalendar({ params, query: {} }).catch(() => undefined);
  await trial.listPosts({ params });
  expect(chain.usage(workspaceId)).toEqual({ used: 2, limit: 2, spare: 0 });
  const api = chain.connect({ scope: "guild/cafe", workspaceId, token });
  await expect(api.listPosts({ params })).rejects.toMatchObject({ failure: "rate-limited" });
});
