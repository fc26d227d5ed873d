import { describe, expect, it } from "vitest";
import { computeNextTryAt } from "../../commands/boards/attempts.ts";

const minuteMs = 60_000;
const board = { refreshEveryMs: 2 * minuteMs, lastAsOf: 0 };

function waits(trouble: Parameters<typeof computeNextTryAt>[1], count: number): readonly number[] {
  const found: number[] = [];
  let now = board.refreshEveryMs;
  for (let tries = 0; tries < count; tries += 1) {
    const next = computeNextTryAt(board, trouble, now);
    found.push((next - now) / minuteMs);
    now = next;
  }
  return found;
}

describe("a board that can't be refreshed", () => {
  it("waits twice as long each time while the limit is used up, up to an hour", () => {
    expect(waits({ kind: "limited", retryAfterMs: 0 }, 8)).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it("is never retried before the service said that requests are available", () => {
    expect(waits({ kind: "limited", retryAfterMs: 3 * minuteMs }, 2)).toEqual([3, 5]);
  });

  it("is retried every five minutes while nothing answers, so that it is soon current again", () => {
    expect(waits({ kind: "unanswered" }, 5)).toEqual([2, 4, 5, 5, 5]);
  });

  it("continues within a minute when a part of it was read", () => {
    expect(waits({ kind: "under-way", retryAfterMs: 10 * minuteMs }, 2)).toEqual([1, 1]);
  });

  it("isn't refreshed more often than usual while something fails", () => {
    const slow = { refreshEveryMs: 15 * minuteMs, lastAsOf: undefined };
    expect(computeNextTryAt(slow, { kind: "unanswered" }, 0)).toBe(15 * minuteMs);
  });
});
