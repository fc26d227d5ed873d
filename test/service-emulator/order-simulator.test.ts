import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { Order } from "../../src/api/contract/orders.ts";
import { type Given, startSubject, type Subject } from "./calling.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const over = new Set(["handed_to", "cancelled"]);
let subject: Subject;
afterEach(() => subject.emulator.close());

async function orders(given: Given = {}): Promise<readonly Order[]> {
  return z.array(Order).parse((await subject.call("searchOrders", given)).json());
}
async function open(given: Given = {}): Promise<readonly Order[]> {
  return (await orders(given)).filter(({ status }) => !over.has(status ?? ""));
}

async function busy(): Promise<void> {
  subject = await startSubject({ isBusy: true });
  subject.emulator.setRateLimit(10_000);
}

test("a busy café always has some open orders, in every status over time", async () => {
  await busy();
  const seen = new Set<string | undefined>();
  for (let minute = 0; minute < 4 * 60; minute += 1) {
    subject.pass(minuteMs);
    const now = await open();
    expect(now.length).toBeGreaterThanOrEqual(1);
    expect(now.length).toBeLessThanOrEqual(20);
    for (const { status } of now) seen.add(status);
  }
  expect(seen.size).toBe(6);
});

test("after days without a request it is as busy as before, and no order lies in the future", async () => {
  await busy();
  for (const days of [3, 30, 1, 400]) {
    subject.pass(days * dayMs);
    const now = await open();
    expect(now.length).toBeGreaterThanOrEqual(2);
    const moments = (await orders()).map(({ createdAt = "" }) => Date.parse(createdAt));
    expect(Math.max(...moments)).toBeLessThanOrEqual(subject.now());
  }
});

test("guests' orders don't accumulate, and those logged by hand are kept", async () => {
  await busy();
  const made = await subject.call("createOrder", { body: { items: ["Flat white"] } });
  const mine = Order.parse(made.json());
  for (let hour = 0; hour < 30; hour += 1) {
    subject.pass(60 * minuteMs);
    await orders();
  }
  const all = await orders();
  expect(all.length).toBeLessThanOrEqual(80 + 1 + 600);
  expect(all.map(({ _id }) => _id)).toContain(mine._id);
  expect(new Set(all.map(({ order_number }) => order_number)).size).toBe(all.length);
});

test("the same seed and clock produce the same guests; another seed produces others", async () => {
  const lists = [];
  for (const seed of [1, 1, 2]) {
    subject = await startSubject({ isBusy: true, seed });
    subject.pass(dayMs);
    lists.push(await orders());
    await subject.emulator.close();
  }
  const [first, again, other] = lists;
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

test("nobody orders unless it is busy", async () => {
  subject = await startSubject();
  subject.pass(dayMs);
  expect(await orders()).toHaveLength(80);
  expect(await open()).toEqual([]);
});

test("a second workspace of a busy service is busy too", async () => {
  await busy();
  const bakery = subject.emulator.addWorkspace({ name: "Mill Bakery" });
  subject.pass(dayMs);
  const now = await open({
    params: { workspaceId: bakery.workspaceId },
    authorization: `Bearer ${bakery.token}`,
  });
  expect(now.length).toBeGreaterThanOrEqual(2);
});

test("guests ordered in the last two weeks, and on every day over which the clock was moved", async () => {
  await busy();
  const days = async (): Promise<readonly string[]> => {
    const placed = (await orders()).map(({ createdAt = "" }) => createdAt.slice(0, 10));
    return [...new Set(placed)].toSorted();
  };
  expect(await days()).toHaveLength(15);
  subject.pass(7 * dayMs);
  expect((await days()).slice(-8)).toEqual(
    ["20", "21", "22", "23", "24", "25", "26", "27"].map((day) => `2025-11-${day}`),
  );
});
