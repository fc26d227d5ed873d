import { expect, test } from "vitest";
import type { WorkspaceEmulator } from "../../playground/service/index.ts";
import { createBreakers } from "../../src/api/resilience/circuit-breaker.ts";
import { createResiliencePipeline, type ResiliencePipeline } from "../../src/api/resilience/pipeline.ts";
import { createAgent } from "../../src/api/transport.ts";
import { chainWorld } from "./resilience-fixture.ts";
import { begin, cut, startScriptedService } from "./scripted-service.ts";

const here = chainWorld();
const until503 = { kind: "status", status: 503, times: 10_000 } as const;

/** Reads in a workspace, and gives what came of it. */
async function read(chain: ResiliencePipeline, { workspaceId, token }: WorkspaceEmulator): Promise<string> {
  const api = chain.connect({ scope: `guild/${workspaceId}`, workspaceId, token });
  return api.listPosts({ params: { workspaceId } }, { noCache: true }).then(
    () => "read",
    (error: { readonly failure: string }) => error.failure,
  );
}

function workspaces(count: number): readonly WorkspaceEmulator[] {
  return Array.from({ length: count }, (_, index) => here().service.addWorkspace({ name: `Shop ${index}` }));
}

test("a workspace whose requests fail is spared, and no other one waits for it", async () => {
  const { service, chain, arrived } = here();
  const [failing, healthy] = workspaces(2);
  if (failing === undefined || healthy === undefined) throw new Error("there are two");
  service.faults.add({ ...until503, workspaceId: failing.workspaceId });
  for (let call = 0; call < 10; call++) await read(chain, failing);
  expect(chain.status(failing.workspaceId)).toMatchObject({
    state: "open",
    reason: "unavailable",
    isServiceWide: false,
  });
  const before = arrived();
  expect(await read(chain, failing)).toBe("unreachable");
  expect(arrived()).toBe(before);
  for (let call = 0; call < 5; call++) expect(await read(chain, healthy)).toBe("read");
  expect(chain.status(healthy.workspaceId)).toEqual({ state: "closed" });
});

test("two unresponsive workspaces open their own circuit breakers only", async () => {
  const { service, chain } = here();
  const [one, two, healthy] = workspaces(3);
  if (one === undefined || two === undefined || healthy === undefined) throw new Error("there are three");
  for (const { workspaceId } of [one, two]) service.faults.add({ kind: "cut", times: 10_000, workspaceId });
  for (let call = 0; call < 5; call++) for (const each of [one, two]) await read(chain, each);
  expect(chain.status(one.workspaceId).state).toBe("open");
  expect(await read(chain, healthy)).toBe("read");
});

test("three unresponsive workspaces count as a service outage, and one reply ends it for all", async () => {
  const { service, chain, arrived, advance } = here();
  const [healthy, ...silent] = workspaces(4);
  if (healthy === undefined) throw new Error("there are four");
  for (const { workspaceId } of silent) service.faults.add({ kind: "cut", times: 10_000, workspaceId });
  for (let call = 0; call < 2; call++) for (const each of silent) await read(chain, each);
  expect(chain.status(healthy.workspaceId)).toMatchObject({
    state: "open",
    reason: "connection-lost",
    isServiceWide: true,
  });
  const before = arrived();
  expect(await read(chain, healthy)).toBe("unreachable");
  expect(arrived()).toBe(before);
  advance(5_000);
  expect(await read(chain, healthy)).toBe("read");
  expect(chain.status(healthy.workspaceId)).toEqual({ state: "closed" });
});

test("many workspaces' own failures aren't a service outage", async () => {
  const { service, chain } = here();
  const [healthy, ...failing] = workspaces(6);
  if (healthy === undefined) throw new Error("there are six");
  for (const { workspaceId } of failing) service.faults.add({ ...until503, workspaceId });
  for (let call = 0; call < 4; call++) for (const each of failing) await read(chain, each);
  expect(await read(chain, healthy)).toBe("read");
});

test("a key being verified opens no circuit breaker", async () => {
  const { service, chain, api, params } = here();
  service.faults.add({ kind: "cut", times: 30 });
  for (let trial = 0; trial < 10; trial++) {
    const access = { scope: `trial ${trial}`, workspaceId: `${trial % 5}`, token: "a", isTrial: true };
    await chain
      .connect(access)
      .listPosts({ params: { workspaceId: access.workspaceId } })
      .catch(() => undefined);
  }
  expect(chain.status("0")).toEqual({ state: "closed" });
  service.faults.clear();
  expect((await api.listPosts({ params })).length).toBeGreaterThan(0);
});

test("memory for thousands of workspaces is bounded", () => {
  const breakers = createBreakers({
    failureThreshold: 1,
    initialOpenMs: 5_000,
    maxOpenMs: 60_000,
    now: () => 0,
    random: () => 1,
  });
  for (let number = 0; number <= 2_000; number++) breakers.enter(`w${number}`)?.fail("unavailable");
  expect(breakers.status("w0").state).toBe("closed");
  expect(breakers.status("w1").state).toBe("open");
  expect(breakers.status("w2000").state).toBe("open");
});

test("replies that break off halfway open only their own workspaces' circuit breakers", async () => {
  await using stack = new AsyncDisposableStack();
  const service = await startScriptedService();
  stack.defer(() => service.close());
  service.script(begin(200, cut));
  const dispatcher = createAgent();
  stack.defer(() => dispatcher.destroy());
  const chain = createResiliencePipeline({
    baseUrl: service.baseUrl,
    dispatcher,
    queryNames: { week: "week", game: "game" },
    random: () => 0,
  });
  stack.defer(() => chain.close());
  const params = (workspaceId: string) => ({ params: { workspaceId } });
  for (let call = 0; call < 5; call += 1)
    for (const workspaceId of ["a", "b", "c"]) {
      const api = chain.connect({ scope: workspaceId, workspaceId, token: "t" });
      await api.searchOrders(params(workspaceId)).catch(() => undefined);
    }
  expect(chain.status("a")).toMatchObject({ state: "open", isServiceWide: false });
  expect(chain.status("d")).toEqual({ state: "closed" });
});
