import { afterEach, beforeEach, expect, test } from "vitest";
import { contract, type OperationName } from "../../src/api/contract/index.ts";
import { until } from "../support/wait-for.ts";
import { firstOf, startSubject, type Subject } from "./calling.ts";

let subject: Subject;
beforeEach(async () => {
  subject = await startSubject();
});
afterEach(() => subject.emulator.close());

const order = { body: { items: ["Flat white"] } };
const orders = () => subject.emulator.state.orders.size;

test("a fault occurs once, and only for its operation", async () => {
  subject.emulator.faults.add({ kind: "status", status: 500, operation: "createOrder" });
  expect(await subject.call("listPosts")).toMatchObject({ status: 200 });
  expect((await subject.call("createOrder", order)).json()).toMatchObject({ statusCode: 500 });
  expect(orders()).toBe(80);
  expect(await subject.call("createOrder", order)).toMatchObject({ status: 200 });
  expect(subject.emulator.faults.active).toEqual([]);
});

test("a fault may occur several times, for a while, or until it is removed", async () => {
  const { faults } = subject.emulator;
  faults.add({ kind: "status", status: 503, times: 2 });
  for (const status of [503, 503, 200]) expect(await subject.call("listPosts")).toMatchObject({ status });

  faults.add({ kind: "status", status: 502, forMs: 5000 });
  for (const status of [502, 502]) expect(await subject.call("listPosts")).toMatchObject({ status });
  subject.pass(5000);
  expect(await subject.call("listPosts")).toMatchObject({ status: 200 });

  const removeFault = faults.add({ kind: "status", status: 403 });
  removeFault();
  faults.add({ kind: "status", status: 403, times: 10 });
  faults.clear();
  expect(await subject.call("listPosts")).toMatchObject({ status: 200 });
});

test("a fault may affect every second request, and leaves the others to a later one", async () => {
  const { faults } = subject.emulator;
  const removeFault = faults.add({ kind: "status", status: 500, every: 2, times: 10 });
  for (const status of [200, 500, 200, 500])
    expect(await subject.call("listPosts")).toMatchObject({ status });
  faults.add({ kind: "status", status: 503, times: 10 });
  for (const status of [503, 500]) expect(await subject.call("listPosts")).toMatchObject({ status });
  removeFault();
  expect(await subject.call("listPosts")).toMatchObject({ status: 503 });
});

test("a simulated 429 says when to retry", async () => {
  subject.emulator.faults.add({ kind: "status", status: 429, resetSeconds: 2 });
  const answer = await subject.call("listPosts");
  expect(answer.json()).toMatchObject({ statusCode: 429, error: "Too Many Requests" });
  expect(answer.headers["x-ratelimit-reset"]).toBe("2");
});

test("a connection cut before the order is written leaves no order", async () => {
  subject.emulator.faults.add({ kind: "cut" });
  await expect(subject.call("createOrder", order)).rejects.toThrow();
  expect(orders()).toBe(80);
});

test.each([
  { kind: "cut", when: "after" },
  { kind: "silent", when: "after" },
  { kind: "status", status: 500, when: "after" },
  { kind: "nonsense", when: "after" },
] as const)("$kind after the order is written: it exists, and the caller never finds out", async (fault) => {
  subject.emulator.faults.add(fault);
  const caller = new AbortController();
  const learned = subject.call("createOrder", { ...order, signal: caller.signal }).then(
    ({ status, text }) => status === 200 && text.includes('"_id"'),
    () => false,
  );
  if (fault.kind === "silent") {
    await until("the order is written", () => orders() === 81);
    caller.abort();
  }
  expect(await learned).toBe(false);
  expect(orders()).toBe(81);
});

test("a slow response arrives late, and complete", async () => {
  subject.emulator.faults.add({ kind: "slow", ms: 80 });
  const began = performance.now();
  expect(await subject.call("createOrder", order)).toMatchObject({ status: 200 });
  expect(performance.now() - began).toBeGreaterThan(70);
});

test("a slow service still executes a request whose caller has left", async () => {
  subject.emulator.faults.add({ kind: "slow", ms: 300 });
  const caller = new AbortController();
  const refused = expect(subject.call("createOrder", { ...order, signal: caller.signal })).rejects.toThrow();
  await until("the request has arrived", () => subject.emulator.faults.active.length === 0);
  caller.abort();
  await refused;
  await until("the order is written", () => orders() === 81);
  expect(await subject.call("listPosts")).toMatchObject({ status: 200 });
});

test("an HTML page and broken JSON come with status 200", async () => {
  subject.emulator.faults.add({ kind: "nonsense", form: "html" });
  expect(await subject.call("listPosts")).toMatchObject({
    status: 200,
    text: expect.stringContaining("<h1>"),
  });
  subject.emulator.faults.add({ kind: "nonsense", form: "truncated" });
  const broken = await subject.call("listPosts");
  expect(broken.status).toBe(200);
  expect(() => broken.json()).toThrow(SyntaxError);
});

test("JSON of a wrong shape fits no read, while a write answered with it is done", async () => {
  subject.emulator.faults.add({ kind: "nonsense", form: "wrong-shape" });
  const wrong = (await subject.call("listPosts")).json();
  // The keys are the contract's own.
  const fitting = (Object.keys(contract) as OperationName[]).filter(
    (operation) => contract[operation].response.safeParse(wrong).success,
  );
  expect(fitting.toSorted()).toEqual([
    "createOrder",
    "createRole",
    "createSessionServer",
    "giftActivity",
    "setTaskboardBoard",
    "updateWorkspace",
  ]);
});

test("a service that reports failure has done nothing, and says so only where it reports", async () => {
  const { faults, state } = subject.emulator;
  const params = { postId: firstOf(state.posts.keys()) };
  faults.add({ kind: "unsuccessful" });
  expect(await subject.call("listPosts")).toMatchObject({ status: 200, text: expect.stringContaining("[{") });
  const answer = await subject.call("deletePost", { params });
  expect([answer.status, answer.json()]).toEqual([200, { success: false }]);
  expect(state.posts.has(params.postId)).toBe(true);
  expect((await subject.call("deletePost", { params })).json()).toEqual({ success: true });

  faults.add({ kind: "unsuccessful", operation: "setTaskboardFormat", when: "after" });
  const [board = ""] = state.taskboard.boards.keys();
  const formatted = await subject.call("setTaskboardFormat", { body: { board, format: { position: 4 } } });
  expect(formatted.json()).toEqual({ success: false });
  expect(state.taskboard.positions.get(board)).toBe(4);
});

test("closing doesn't wait for responses that are slow or never come", async () => {
  subject.emulator.faults.add({ kind: "slow", ms: 600_000 });
  subject.emulator.faults.add({ kind: "silent" });
  const calls = Promise.allSettled([subject.call("listPosts"), subject.call("listPosts")]);
  await until("both have arrived", () => subject.emulator.faults.active.length === 0);
  await subject.emulator.close();
  expect((await calls).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
