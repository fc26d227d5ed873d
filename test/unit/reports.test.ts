import { expect, test } from "vitest";
import { createLogger, createSparingly } from "../../src/log/index.ts";
import { noMetrics } from "../../src/metrics/metrics.ts";
import { createReports } from "../../src/start/reports.ts";

const begin = Date.UTC(2026, 10, 18, 12);

/** The bot's reports, with the lines they log and a clock that the test moves. */
function reporting() {
  const lines: unknown[] = [];
  const clock = { now: begin };
  const limits: boolean[] = [];
  const reports = createReports({
    log: createLogger({
      level: "debug",
      destination: { write: (line) => void lines.push(JSON.parse(line)) },
    }),
    metrics: { ...noMetrics, rateLimited: (isGlobal) => limits.push(isGlobal) },
    now: () => clock.now,
    onFatal: undefined,
  });
  return { lines, clock, limits, reports };
}

test("Discord's limits are logged at once, then every ten seconds at most, with how many there were", () => {
  const { lines, clock, limits, reports } = reporting();
  const limited = (): void =>
    reports.onRateLimited({
      route: "/channels/:id/messages",
      global: false,
      retryAfterMs: 640,
      isStated: true,
    });
  const line = {
    level: "warn",
    message: "Discord limits the bot's requests",
    route: "/channels/:id/messages",
    global: false,
    retryAfterMs: 640,
  };
  limited();
  expect(lines).toMatchObject([{ ...line, times: 1 }]);
  for (let more = 0; more < 3; more += 1) {
    clock.now += 3_000;
    limited();
  }
  expect(lines).toHaveLength(1);
  clock.now = begin + 10_000;
  limited();
  expect(lines).toMatchObject([line, { ...line, times: 5 }]);
  expect(limits).toEqual([false, false, false, false, false]);
});

test("a limit says until when, also one of 18 hours, and each that doesn't say how long is logged", () => {
  const { lines, reports } = reporting();
  const route = "/channels/:id/messages";
  reports.onRateLimited({ route, global: false, retryAfterMs: 64_800_000, isStated: true });
  for (const retryAfterMs of [5_000, 10_000])
    reports.onRateLimited({ route, global: false, retryAfterMs, isStated: false });
  const unstated = "Discord refuses the bot's requests without saying for how long";
  expect(lines).toMatchObject([
    { level: "warn", retryAfterMs: 64_800_000, until: "2026-11-19T06:00:00.000Z" },
    { level: "warn", message: unstated, route, until: "2026-11-18T12:00:05.000Z" },
    { level: "warn", message: unstated, route, until: "2026-11-18T12:00:10.000Z" },
  ]);
});

test("an answer that doesn't arrive in full is a warning with its route", () => {
  const { lines, reports } = reporting();
  reports.onCutAnswer?.({ route: "/channels/:id/messages", status: 200 });
  expect(lines).toMatchObject([{ level: "warn", route: "/channels/:id/messages", status: 200, times: 1 }]);
});

test("events from Discord that can't be read are logged as errors, with how many there were", () => {
  const { lines, clock, reports } = reporting();
  const dropped = (): void => reports.onDispatchDropped(new TypeError("the event has no id"));
  const line = {
    level: "error",
    message: "an event from Discord could not be read",
    error: { message: "the event has no id" },
  };
  dropped();
  dropped();
  expect(lines).toMatchObject([{ ...line, times: 1 }]);
  clock.now += 10_000;
  dropped();
  expect(lines).toMatchObject([line, { ...line, times: 3 }]);
});

test("rate limits and unreadable events are counted separately", () => {
  const { lines, reports } = reporting();
  reports.onDispatchDropped(new TypeError("the event has no id"));
  reports.onRateLimited({ route: "/gateway/bot", global: true, retryAfterMs: 1, isStated: true });
  expect(lines).toMatchObject([{ times: 1 }, { times: 1, global: true }]);
});

test("repeated events are logged once per pause, and a clock set back doesn't silence them", () => {
  const clock = { now: begin };
  const said: number[] = [];
  const sparingly = createSparingly(() => clock.now, 500);
  const happen = (afterMs: number): void => {
    clock.now += afterMs;
    sparingly((times) => said.push(times));
  };
  happen(0);
  happen(499);
  expect(said).toEqual([1]);
  happen(1);
  expect(said).toEqual([1, 3]);
  happen(-60_000);
  expect(said).toEqual([1, 3, 4]);
  happen(499);
  expect(said).toEqual([1, 3, 4]);
});
