import { expect, test } from "vitest";
import { computeReconnectPauseMs } from "../../src/discord/sharding.ts";

const refused = Number.NEGATIVE_INFINITY;
const pausesMs = (failures: readonly number[], lastedMs: number) =>
  failures.map((each) => computeReconnectPauseMs(each, lastedMs, () => 1));

test("the first lost connection is opened again at once", () => {
  expect(pausesMs([1], refused)).toEqual([0]);
});

test("connections that are refused are tried again after growing pauses of at most a minute", () => {
  expect(pausesMs([2, 3, 4, 5, 8, 1_000], refused)).toEqual([1_000, 2_000, 4_000, 8_000, 60_000, 60_000]);
});

test("the time that a connection lasted counts towards the pause", () => {
  expect(pausesMs([3, 4, 5], 3_500)).toEqual([0, 500, 4_500]);
});

test("pauses are spread over their second half", () => {
  expect([0, 0.5].map((random) => computeReconnectPauseMs(4, refused, () => random))).toEqual([2_000, 3_000]);
});
