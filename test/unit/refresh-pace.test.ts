import { describe, expect, it } from "vitest";
import { nextTryAt } from "../../src/schedules/delivery/refresh-backoff.ts";

const minuteMs = 60_000;
const board = { refreshEveryMs: 2 * minuteMs, lastAsOf: 0 };

function waits(trouble: Parameters<typeof nextTryAt>[1], count: number): readonly number[] {
  const found: number[] = [];
  let now = board.refreshEveryMs;
  for (let tries = 0; tries < count; tries += 1) {
    const next = nextTryAt(board, trouble, now);
    found.push((next - now) / minuteMs);
    now = next;
  }
  return found;
}

describe("a board that cannot be brought up to date", () => {
  it("waits twice as long each time while the limit is used up, an hour at most", () => {
    expect(waits({ kind: "limited", retryAfterMs: 0 }, 8)).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it("is never tried before the service said that there is room", () => {
    expect(waits({ kind: "limited", retryAfterMs: 3 * minuteMs }, 2)).toEqual([3, 5]);
  });

  it("is tried every five minutes while nothing answers, so that it is soon true again", () => {
    expect(waits({ kind: "unanswered" }, 5)).toEqual([2, 4, 5, 5, 5]);
  });

  it("continues within a minute when a part of it was read", () => {
    expect(waits({ kind: "under-way", retryAfterMs: 10 * minuteMs }, 2)).toEqual([1, 1]);
  });

  it("is not looked at more often than usual in trouble", () => {
    const slow = { refreshEveryMs: 15 * minuteMs, lastAsOf: undefined };
    expect(nextTryAt(slow, { kind: "unanswered" }, 0)).toBe(15 * minuteMs);
  });
});
