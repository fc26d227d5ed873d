import { describe, expect, it } from "vitest";
import { type OrderStep, computeOrderTimes } from "../../commands/order/times.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const start = Date.parse("2026-11-02T00:00:00Z");
const chosen = { end: "handed_to", zone: "Europe/Berlin" } as const;

/** The same numbers in every run, from 0 to 1. */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** An order that was made at a moment and stays in each status for so long before the next. */
function lifeOf(
  orderId: string,
  createdAt: number,
  stays: readonly (readonly [string, number])[],
): OrderStep[] {
  let at = createdAt;
  return stays.map(([status, stayMs]) => {
    const step = { orderId, status, seenAt: at, createdAt };
    at += stayMs;
    return step;
  });
}

describe("usual order times", () => {
  it("aren't told by orders first seen at their end that don't say when they got there", () => {
    const found = (order: number) => lifeOf(`f${order}`, start + order, [["handed_to", 0]]);
    const watched = (order: number) =>
      lifeOf(`w${order}`, start + order, [
        ["preparing", minuteMs],
        ["handed_to", 0],
      ]);
    const steps = Array.from({ length: 12 }, (_, order) => [...found(order), ...watched(order)]).flat();
    expect(computeOrderTimes(steps, chosen).total).toEqual({ medianMs: minuteMs, count: 12 });
  });

  it("are the exact medians of each step and of the whole, for seeded orders", () => {
    const random = drawn(7);
    const steps: OrderStep[] = [];
    const [waits, preparings, wholes]: number[][] = [[], [], []];
    for (let order = 0; order < 120; order += 1) {
      const [wait, preparing] = [Math.floor(random() * 300_000), Math.floor(random() * 900_000)];
      waits?.push(wait);
      preparings?.push(preparing);
      wholes?.push(wait + preparing);
      const createdAt = start + order * hourMs;
      steps.push(
        ...lifeOf(`o${order}`, createdAt, [
          ["submitted", wait],
          ["preparing", preparing],
          ["handed_to", 0],
        ]),
      );
    }
    // The 60th and the 61st of 120 in order, halved.
    const middle = (times: readonly number[] = []) => {
      const sorted = times.toSorted((a, b) => a - b);
      return ((sorted[59] ?? 0) + (sorted[60] ?? 0)) / 2;
    };
    const times = computeOrderTimes(steps.toReversed(), chosen);
    expect(times.total).toEqual({ medianMs: middle(wholes), count: 120 });
    expect(times.steps.get("submitted")).toEqual({ medianMs: middle(waits), count: 120 });
    expect(times.steps.get("preparing")).toEqual({ medianMs: middle(preparings), count: 120 });
    expect([...times.steps.keys()]).not.toContain("handed_to");
    expect([...times.steps.keys()][0]).toBe("preparing");
  });

  it("are given from ten orders on, whose middle one is the median", () => {
    const some = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        lifeOf(`o${index}`, start, [
          ["submitted", (index + 1) * minuteMs],
          ["handed_to", 0],
        ]),
      ).flat();
    expect(computeOrderTimes(some(9), chosen)).toMatchObject({ total: undefined, steps: new Map() });
    expect(computeOrderTimes(some(10), chosen).total).toEqual({ medianMs: 5.5 * minuteMs, count: 10 });
    expect(computeOrderTimes(some(11), chosen).total).toEqual({ medianMs: 6 * minuteMs, count: 11 });
  });

  it("leave out the step an order was cancelled in, and end where the workspace's orders end", () => {
    const cancelled = Array.from({ length: 12 }, (_, index) =>
      lifeOf(`c${index}`, start, [
        ["preparing", 50 * minuteMs],
        ["cancelled", 0],
      ]),
    ).flat();
    const completed = Array.from({ length: 12 }, (_, index) =>
      lifeOf(`d${index}`, start, [
        ["preparing", 4 * minuteMs],
        ["completed", 0],
      ]),
    ).flat();
    const times = computeOrderTimes([...cancelled, ...completed], { ...chosen, end: undefined });
    expect(times.end).toBe("completed");
    expect(times.total).toEqual({ medianMs: 4 * minuteMs, count: 12 });
    expect(times.steps.get("preparing")).toEqual({ medianMs: 4 * minuteMs, count: 12 });
  });

  it("have rush hours in the zone's time, from thirty orders over three days on", () => {
    const at = (day: number, hour: number) => start + day * 24 * hourMs + hour * hourMs;
    const made = (moments: readonly number[]) =>
      moments.flatMap((moment, index) => lifeOf(`o${index}`, moment, [["submitted", 0]]));
    // 11:00 and 12:00 UTC are noon and 13:00 in Berlin in November.
    const day = (number: number) => [
      ...Array(5).fill(at(number, 11)),
      ...Array(4).fill(at(number, 12)),
      at(number, 20),
    ];
    expect(computeOrderTimes(made([...day(0), ...day(1), ...day(2)]), chosen).rush).toEqual({
      from: 12,
      until: 14,
    });
    expect(
      computeOrderTimes(made([...day(0), ...day(0), ...day(1), ...day(1)]), chosen).rush,
    ).toBeUndefined();
    expect(computeOrderTimes(made([...day(0), ...day(1)]), chosen).rush).toBeUndefined();
  });
});
