import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { Order, orderStatuses } from "../../src/api/contract/orders.ts";
import { startSubject, type Subject } from "./calling.ts";

let subject: Subject;
beforeEach(async () => {
  subject = await startSubject();
});
afterEach(() => subject.emulator.close());

async function search(): Promise<readonly Order[]> {
  return z.array(Order).parse((await subject.call("searchOrders")).json());
}

test("all eight statuses exist from the start", async () => {
  const statuses = new Set((await search()).map((order) => order.status));
  expect(statuses).toEqual(new Set(orderStatuses));
});

test("a new order gets an id, a number and the workspace, which a search omits", async () => {
  const answer = await subject.call("createOrder", {
    body: { items: ["Flat white", "Bagel"], customer: "2" },
  });
  const created = Order.parse(answer.json());
  expect(created).toMatchObject({
    order_number: 1042,
    status: "submitted",
    items: ["Flat white", "Bagel"],
    customer: "2",
  });
  expect(answer.json()).toMatchObject({ workspace: subject.emulator.workspaceId });
  const found = (await search()).find((order) => order._id === created._id);
  expect(found).toEqual(created);
});

test("an order keeps its given number, and two orders may share one", async () => {
  for (const _ of [1, 2]) {
    const answer = await subject.call("createOrder", { body: { items: ["Tea"], order_number: 7 } });
    expect(answer.json()).toMatchObject({ order_number: 7 });
  }
  expect((await search()).filter((order) => order.order_number === 7)).toHaveLength(2);
});

test("an order progresses with the clock, and keeps its given people", async () => {
  const body = { items: ["Espresso"], customer: "310442876", prepared_by: "118203774" };
  const created = Order.parse((await subject.call("createOrder", { body })).json());
  const seen = new Set<string | undefined>();
  for (let seconds = 0; seconds < 20 * 60; seconds += 10) {
    subject.pass(10_000);
    subject.emulator.resetRateLimit();
    const now = (await search()).find((order) => order._id === created._id);
    seen.add(now?.status);
    expect(now?.prepared_by).toBe("118203774");
  }
  expect([...seen]).toEqual([
    "submitted",
    "waiting_for_preparation",
    "preparing",
    "completed",
    "waiting_for_pickup",
    "handed_to",
  ]);
  const over = (await search()).find((order) => order._id === created._id);
  expect(over?.picked_up_by).toBe("310442876");
  expect(over?.createdAt).toBe(created.createdAt);
  expect(Date.parse(over?.updatedAt ?? "")).toBeGreaterThan(Date.parse(created.createdAt ?? ""));
});

test.each([
  ["no items", { items: [] }],
  ["101 items", { items: Array.from({ length: 101 }, () => "Tea") }],
  ["an empty item", { items: [" "] }],
  ["an item of 201 characters", { items: ["x".repeat(201)] }],
  ["a negative number", { items: ["Tea"], order_number: -1 }],
  ["half a number", { items: ["Tea"], order_number: 1.5 }],
])("an order with %s is refused and not stored", async (_what, body) => {
  const answer = await subject.call("createOrder", { body });
  expect(answer.json()).toMatchObject({ statusCode: 400, error: "Bad Request" });
  expect(subject.emulator.state.orders.size).toBe(80);
});

test("the largest allowed order is accepted", async () => {
  const items = Array.from({ length: 100 }, () => "x".repeat(200));
  expect(await subject.call("createOrder", { body: { items } })).toMatchObject({ status: 200 });
});

test("a search returns what a test puts into the state", async () => {
  const order = { _id: "x", items: ["@everyone **bold**"], status: "lost_at_sea", createdAt: null };
  subject.emulator.state.orders.set("x", { order, steps: [] });
  expect((await search()).at(-1)).toMatchObject({ items: ["@everyone **bold**"], status: "lost_at_sea" });
});
