import { setImmediate as nextTurn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { findLeftOut } from "../../src/api/contract/records.ts";
import { ApiError, ContractError } from "../../src/api/errors.ts";
import { answer, type Act } from "./scripted-service.ts";
import { until } from "../support/wait-for.ts";
import { params, world } from "./client-fixture.ts";
import { fakeTime } from "./fake-time.ts";

const here = world();
const minuteMs = 60_000;
/** However busy the machine is. */
const patient = { timeoutMs: minuteMs };
const firstMs = Date.UTC(2026, 0, 1);

/** As long as those of the service. */
const orderText = (number: number): string =>
  JSON.stringify({
    _id: `66b2a1d3e5c9fa0023${number.toString(16).padStart(6, "0")}`,
    order_number: number,
    items: ['Crème brûlée, \\ "large" [hot]', "☕️"],
    status: "handed_to",
    submitted_by: String(3_000_000_000 + number),
    customer: String(4_000_000_000 + number),
    job_id: "0b7d8f7e-2c7c-4f39-8f53-9d3c9f6f0a11",
    createdAt: new Date(firstMs + number * minuteMs).toISOString(),
    updatedAt: new Date(firstMs + (number + 1) * minuteMs).toISOString(),
  });
const ordersText = (numbers: readonly number[]): string => `[${numbers.map(orderText).join(",")}]`;
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe("a list of thousands of orders", () => {
  test("is read whole, in its order, when it is no longer than the limit", async () => {
    const { api, service } = here();
    const numbers = upTo(5_000).toReversed();
    service.script(answer(200, ordersText(numbers)));
    const orders = await api.searchOrders({ params }, patient);
    expect(orders.map(({ order_number: number }) => number)).toEqual(numbers);
    expect(orders[0]?.items).toEqual(['Crème brûlée, \\ "large" [hot]', "☕️"]);
    expect(findLeftOut(orders)).toEqual([]);
  });

  test.each([
    ["begins with a byte order mark", answer(200, `\uFEFF${ordersText(upTo(2_000))}`)],
    [
      "is compressed",
      ((response) =>
        response
          .writeHead(200, { "content-encoding": "gzip" })
          .end(gzipSync(ordersText(upTo(2_000))))) satisfies Act,
    ],
  ] as const)("is read whole if it %s", async (_, act) => {
    const { api, service } = here();
    service.script(act);
    const orders = await api.searchOrders({ params }, patient);
    expect(orders.map(({ order_number: number }) => number)).toEqual(upTo(2_000));
    expect(findLeftOut(orders)).toEqual([]);
  });

  test.each([
    ["newest first", (numbers: number[]) => numbers.toReversed()],
    ["oldest first", (numbers: number[]) => numbers],
    [
      "mixed",
      (numbers: number[]) => numbers.toSorted((a, b) => ((a * 7919) % 50_021) - ((b * 7919) % 50_021)),
    ],
  ])("past ten thousand keeps the newest and counts the rest: %s", async (_, inOrder) => {
    const { api, service } = here();
    service.script(answer(200, ordersText(inOrder(upTo(50_000)))));
    const orders = await api.searchOrders({ params }, patient);
    expect(orders).toHaveLength(10_000);
    expect(Math.min(...orders.map(({ order_number: number = 0 }) => number))).toBe(40_000);
    expect(findLeftOut(orders)).toMatchObject([
      { noun: "order", unreadable: 0, beyond: 40_000, newest: 10_000 },
    ]);
  });

  test("doesn't block other work while it is read", async () => {
    const { connect, service } = here();
    let pauses = 0;
    const pause = (): Promise<void> =>
      new Promise((resolve) => setImmediate(() => resolve(void (pauses += 1))));
    service.script(answer(200, ordersText(upTo(20_000))));
    await connect({ pause }).searchOrders({ params }, patient);
    // Eight megabytes, of which at most a quarter of one comes in one piece.
    expect(pauses).toBeGreaterThan(30);
  });

  test("costs nothing while the service is slow to send the rest", async () => {
    const { connect, service } = here();
    let pauses = 0;
    const pause = (): Promise<void> =>
      new Promise((resolve) => setImmediate(() => resolve(void (pauses += 1))));
    const text = ordersText(upTo(5_000));
    service.script((response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": String(text.length) });
      response.write(text.slice(0, text.length / 2));
    });
    const time = fakeTime();
    const read = expect(connect({ pause, timer: time.alarm }).searchOrders({ params })).rejects.toMatchObject(
      { failure: "timeout" },
    );
    await until("it arrived", () => service.received.length === 1);
    // Far more turns of the event loop than there are pieces.
    for (let turn = 0; turn < 5_000; turn += 1) await nextTurn();
    await time.advance(10_000);
    await read;
    // A megabyte, in pieces of at least four kilobytes.
    expect(pauses).toBeLessThan(text.length / 4_000);
  });

  test("is read past invalid records, which are counted", async () => {
    const { api, service } = here();
    const texts = upTo(5_000).map((number) => (number % 1_000 === 999 ? '{"_id":7}' : orderText(number)));
    service.script(answer(200, `[${texts.join(",")}]`));
    const orders = await api.searchOrders({ params }, patient);
    expect(orders).toHaveLength(4_995);
    const [left] = findLeftOut(orders);
    expect(left).toMatchObject({ unreadable: 5, beyond: 0 });
    expect(left?.issues[0]?.path).toEqual([999, "_id"]);
  });
});

const long = ordersText(upTo(5_000));
test.each<[string, Act, object]>([
  [
    "whose middle is no JSON",
    answer(200, long.replace('"order_number":2500,', "order_number")),
    ContractError,
  ],
  ["that is no list", answer(200, `{"orders":${long}}`), ContractError],
  ["without an end", answer(200, long.slice(0, -1)), ContractError],
  ["with something behind it", answer(200, `${long} 1`), ContractError],
  ["with a gap", answer(200, long.replace("},{", "},,{")), ContractError],
  ["of other things", answer(200, `[${'{"id":1,"name":"something else"},'.repeat(50_000)}1]`), ContractError],
  ["with an order of megabytes", answer(200, `["${"x".repeat(2 * 2 ** 20)}",${long.slice(1)}`), ApiError],
])("a long answer %s is refused, and the next request is answered", async (_, bad, kind) => {
  const { api, service } = here();
  service.script(bad, answer(200, ordersText([1])));
  await expect(api.searchOrders({ params }, patient)).rejects.toBeInstanceOf(kind);
  await expect(api.searchOrders({ params }, patient)).resolves.toHaveLength(1);
});

/** A hundred orders with a long text that nothing reads, each shorter than the longest record accepted. */
function ordersOfBytes(bytes: number): Act {
  const body = Buffer.alloc(bytes, "x");
  const startOf = (number: number): number => 1 + Math.floor(((bytes - 1) / 100) * number);
  for (const number of upTo(100)) {
    body.write(`{"_id":"${number}","note":"`, startOf(number));
    body.write('"},', startOf(number + 1) - 3);
  }
  body.write("[", 0);
  body.write("]", bytes - 1);
  return (response) => void response.writeHead(200, { "content-type": "application/json" }).end(body);
}

test("an answer of 64 MiB is accepted, and one of a byte more is refused", async () => {
  const { api, service } = here();
  const most = 67_108_864;
  service.script(ordersOfBytes(most), ordersOfBytes(most + 1));
  await expect(api.searchOrders({ params }, patient)).resolves.toHaveLength(100);
  await expect(api.searchOrders({ params }, patient)).rejects.toMatchObject({ failure: "too-large" });
});

test("a long answer that is cut off, or doesn't end in time, is reported as such", async () => {
  const { api, connect, service } = here();
  const half = long.slice(0, long.length / 2);
  const partly =
    (then: (destroy: () => void) => void): Act =>
    (response, socket) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": String(long.length) });
      response.write(half, () => then(() => socket.destroy()));
    };
  service.script(partly((destroy) => destroy()));
  await expect(api.searchOrders({ params }, patient)).rejects.toMatchObject({ failure: "connection-lost" });
  service.script(partly(() => {}));
  const before = service.received.length;
  const time = fakeTime();
  const late = expect(connect({ timer: time.alarm }).searchOrders({ params })).rejects.toMatchObject({
    failure: "timeout",
  });
  await until("it arrived", () => service.received.length > before);
  await time.advance(10_000);
  await late;
});
