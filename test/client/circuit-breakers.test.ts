import { expect, test } from "vitest";
import type { WorkspaceEmulator } from "../../playground/service/index.ts";
import { createBreakers } from "../../src/api/resilience/circuit-breaker.ts";
import { createResiliencePipeline, type ResiliencePipeline } from "../../src/api/resilience/pipeline.ts";
import { createAgent } from "../../src/api/transport.ts";
import { chainWorld } from "./resilience-fixture.ts";
import { begin, cut, startScriptedService } from "./scripted-service.ts";

const here = chainWorld();
const until503 = { kind: "status", status: 503, times: 10_000 } as const;

const reads = ["listPosts", "searchOrders", "getTaskboard", "listTaskboardBoards"] as const;
type Read = (typeof reads)[number];

/** Reads in a workspace, and gives what came of it. */
async function read(
  chain: ResiliencePipeline,
  { workspaceId, token }: WorkspaceEmulator,
  operation: Read = "listPosts",
): Promise<string> {
  const api = chain.connect({ scope: `guild/${workspaceId}`, workspaceId, token });
  return api[operation]({ params: { workspaceId } }, { noCache: true }).then(
    () => "read",
    (error: { readonly failure: string }) => error.failure,
  );
}

/** Reads different things by turns. */
async function readAll(
  chain: ResiliencePipeline,
  workspace: WorkspaceEmulator,
  rounds: number,
): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const operation of ["listPosts", "searchOrders"] as const) await read(chain, workspace, operation);
}

test.each([
  ["an error", until503],
  ["silence that ends with a lost connection", { kind: "cut", times: 10_000 }],
] as const)(
  "an operation that answers with %s is spared alone, and everything else goes on",
  async (_, fault) => {
    const { service, chain, arrived, advance } = here();
    const [workspace] = workspaces(1);
    if (workspace === undefined) throw new Error("there is one");
    const { workspaceId } = workspace;
    const repair = service.faults.add({ ...fault, workspaceId, operation: "listPosts" });
    for (let call = 0; call < 10; call++) await read(chain, workspace);
    expect(arrived("listPosts")).toBe(5);
    expect(await read(chain, workspace)).toBe("unreachable");
    expect(chain.status(workspaceId)).toEqual({ state: "closed" });
    expect(chain.status(workspaceId, "listPosts")).toMatchObject({ state: "open", scope: "operation" });
    for (let minute = 0; minute < 5; minute++) {
      advance(61_000);
      await read(chain, workspace);
      for (const operation of reads.slice(1)) expect(await read(chain, workspace, operation)).toBe("read");
    }
    expect(arrived("listPosts")).toBe(10);
    repair();
    advance(61_000);
    expect(await read(chain, workspace)).toBe("read");
    expect(chain.status(workspaceId, "listPosts")).toEqual({ state: "closed" });
  },
);

test("a write that fails is spared alone, and was not sent while it is", async () => {
  const { service, chain, api, params, arrived } = here();
  service.faults.add({ ...until503, operation: "createOrder" });
  const write = () => api.createOrder({ params, body: { items: ["Tea"] } });
  for (let call = 0; call < 5; call++) await expect(write()).rejects.toMatchObject({ outcomeUnknown: true });
  await expect(write()).rejects.toMatchObject({
    failure: "unreachable",
    isOnlyOperation: true,
    outcomeUnknown: false,
  });
  expect(arrived("createOrder")).toBe(5);
  expect(Array.isArray(await api.searchOrders({ params }))).toBe(true);
  expect(chain.status(params.workspaceId)).toEqual({ state: "closed" });
});

test("where no connection can be made, one operation is enough to spare the workspace", async () => {
  const { another, service, params } = here();
  const { workspaceId, token } = service;
  const gone = another({ baseUrl: "http://127.0.0.1:1" });
  const api = gone.connect({ scope: "s", workspaceId, token });
  for (let call = 0; call < 2; call++) await api.listPosts({ params }).catch(() => undefined);
  expect(gone.status(workspaceId)).toMatchObject({ state: "open", scope: "workspace" });
});

test("two operations that stay broken don't keep the others of their workspace waiting", async () => {
  const { service, chain, advance } = here();
  const [workspace] = workspaces(1);
  if (workspace === undefined) throw new Error("there is one");
  const { workspaceId } = workspace;
  for (const operation of ["listPosts", "searchOrders"] as const)
    service.faults.add({ ...until503, workspaceId, operation });
  await readAll(chain, workspace, 5);
  expect(chain.status(workspaceId)).toMatchObject({ state: "open", scope: "workspace" });
  advance(5_000);
  // The broken ones ask first, and learn nothing about the others.
  await readAll(chain, workspace, 1);
  expect(await read(chain, workspace, "getTaskboard")).toBe("read");
  for (let minute = 0; minute < 10; minute++) {
    advance(61_000);
    await readAll(chain, workspace, 1);
    expect(await read(chain, workspace, "getTaskboard")).toBe("read");
  }
});

test("when a workspace is back, no operation waits for a pause of its own", async () => {
  const { service, chain, advance } = here();
  const [workspace] = workspaces(1);
  if (workspace === undefined) throw new Error("there is one");
  service.faults.add({ ...until503, workspaceId: workspace.workspaceId });
  await readAll(chain, workspace, 5);
  for (let minute = 0; minute < 5; minute++) {
    advance(61_000);
    await readAll(chain, workspace, 1);
  }
  service.faults.clear();
  advance(61_000);
  for (const operation of reads) expect(await read(chain, workspace, operation)).toBe("read");
});

function workspaces(count: number): readonly WorkspaceEmulator[] {
  return Array.from({ length: count }, (_, index) => here().service.addWorkspace({ name: `Shop ${index}` }));
}

test("a workspace whose requests fail is spared, and no other one waits for it", async () => {
  const { service, chain, arrived } = here();
  const [failing, healthy] = workspaces(2);
  if (failing === undefined || healthy === undefined) throw new Error("there are two");
  service.faults.add({ ...until503, workspaceId: failing.workspaceId });
  await readAll(chain, failing, 5);
  expect(chain.status(failing.workspaceId)).toMatchObject({
    state: "open",
    reason: "unavailable",
    scope: "workspace",
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
  for (const each of [one, two]) await readAll(chain, each, 5);
  expect(chain.status(one.workspaceId).state).toBe("open");
  expect(await read(chain, healthy)).toBe("read");
});

test("three unresponsive workspaces count as a service outage, and one reply ends it for all", async () => {
  const { service, chain, arrived, advance } = here();
  const [healthy, ...silent] = workspaces(4);
  if (healthy === undefined) throw new Error("there are four");
  for (const { workspaceId } of silent) service.faults.add({ kind: "cut", times: 10_000, workspaceId });
  for (const each of silent) await readAll(chain, each, 1);
  expect(chain.status(healthy.workspaceId)).toMatchObject({
    state: "open",
    reason: "connection-lost",
    scope: "service",
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
  for (const each of failing) await readAll(chain, each, 4);
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
  for (let number = 0; number <= 2_000; number++)
    breakers.enter({ workspaceId: `w${number}`, operation: "listPosts" })?.fail("unavailable");
  expect(breakers.status("w0", "listPosts").state).toBe("closed");
  expect(breakers.status("w1", "listPosts").state).toBe("open");
  expect(breakers.status("w2000", "listPosts").state).toBe("open");
});

test("a workspace that is down is spared however many others are used meanwhile", () => {
  let now = 0;
  const breakers = createBreakers({
    failureThreshold: 5,
    initialOpenMs: 5_000,
    maxOpenMs: 60_000,
    now: () => now,
    random: () => 0,
  });
  const down = { workspaceId: "down", operation: "listPosts" };
  const also = { workspaceId: "down", operation: "searchOrders" };
  for (let call = 0; call < 6; call++) breakers.enter(call % 2 === 0 ? down : also)?.fail("unavailable");
  expect(breakers.enter(down)).toBeUndefined();
  const useOthers = () => {
    for (let other = 0; other < 5_000; other++)
      breakers.enter({ workspaceId: `w${other}`, operation: "listPosts" })?.succeed();
  };
  useOthers();
  expect(breakers.blockedForMs(down)).toBeGreaterThan(0);
  expect(breakers.status("down")).toMatchObject({ state: "open", scope: "workspace" });
  now += 60_000;
  breakers.enter(down)?.succeed();
  useOthers();
  expect(breakers.status("down")).toEqual({ state: "closed" });
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
      await api.listPosts(params(workspaceId)).catch(() => undefined);
    }
  expect(chain.status("a")).toMatchObject({ state: "open", scope: "workspace" });
  expect(chain.status("d")).toEqual({ state: "closed" });
});
