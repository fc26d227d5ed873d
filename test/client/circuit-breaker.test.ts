import { expect, test } from "vitest";
import { type CircuitBreakerStatus, createCircuitBreaker } from "../../src/api/resilience/circuit-breaker.ts";

function world() {
  const clock = { now: 1_000_000 };
  const changes: CircuitBreakerStatus["state"][] = [];
  const breaker = createCircuitBreaker({
    failureThreshold: 5,
    initialOpenMs: 5_000,
    maxOpenMs: 60_000,
    now: () => clock.now,
    random: () => 1,
    onChange: ({ state }) => changes.push(state),
  });
  const fail = (times: number): void => {
    for (let time = 0; time < times; time++) breaker.tryEnter()?.fail("connection-lost");
  };
  return { clock, changes, breaker, fail };
}

test("five consecutive failures open it, and it reports since when, why and until when", () => {
  const { breaker, fail, clock } = world();
  fail(4);
  expect(breaker.status()).toEqual({ state: "closed" });
  fail(1);
  expect(breaker.status()).toEqual({
    state: "open",
    since: clock.now,
    reason: "connection-lost",
    retryAt: clock.now + 5_000,
  });
  expect(breaker.tryEnter()).toBeUndefined();
  expect(breaker.blockedForMs()).toBe(5_000);
});

test("the next attempt is at a whole millisecond", () => {
  for (const random of [0, 0.123_456_789, 0.999_999]) {
    const breaker = createCircuitBreaker({
      failureThreshold: 1,
      initialOpenMs: 5_000,
      maxOpenMs: 60_000,
      now: () => 1_000_000,
      random: () => random,
    });
    breaker.tryEnter()?.fail("connection-lost");
    const status = breaker.status();
    expect(status.state !== "closed" && Number.isInteger(status.retryAt)).toBe(true);
  }
});

test("replicas try again at different moments: up to a fifth earlier, never later", () => {
  const pauses = [0, 0.5, 1].map((random) => {
    const breaker = createCircuitBreaker({
      failureThreshold: 1,
      initialOpenMs: 5_000,
      maxOpenMs: 60_000,
      now: () => 1_000_000,
      random: () => random,
    });
    breaker.tryEnter()?.fail("connection-lost");
    const status = breaker.status();
    return status.state === "open" ? status.retryAt - 1_000_000 : undefined;
  });
  expect(pauses).toEqual([4_000, 4_500, 5_000]);
});

test("failures with a success in between don't open it", () => {
  const { breaker, fail } = world();
  for (let round = 0; round < 10; round++) {
    fail(4);
    breaker.tryEnter()?.succeed();
  }
  expect(breaker.status()).toEqual({ state: "closed" });
});

test("after the pause exactly one request is let through, and its success closes it", () => {
  const { breaker, fail, clock, changes } = world();
  fail(5);
  clock.now += 4_999;
  expect(breaker.tryEnter()).toBeUndefined();
  clock.now += 1;
  expect(breaker.blockedForMs()).toBe(0);
  const probe = breaker.tryEnter();
  expect(probe).toBeDefined();
  expect(breaker.tryEnter()).toBeUndefined();
  expect(breaker.blockedForMs()).toBeGreaterThan(0);
  probe?.succeed();
  expect(breaker.tryEnter()).toBeDefined();
  expect(changes).toEqual(["open", "half-open", "closed"]);
});

test("each failed probe lengthens the pause, up to a minute; the outage keeps its start", () => {
  const { breaker, fail, clock } = world();
  const since = clock.now;
  fail(5);
  const pauses = Array.from({ length: 6 }, () => {
    const status = breaker.status();
    if (status.state === "closed") throw new Error("it is closed");
    expect(status.since).toBe(since);
    const pauseMs = status.retryAt - clock.now;
    clock.now = status.retryAt;
    fail(1);
    return pauseMs;
  });
  expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  clock.now += 60_000;
  breaker.tryEnter()?.succeed();
  fail(5);
  expect(breaker.blockedForMs()).toBe(5_000);
});

test("a probe that wasn't sent gives its place to the next", () => {
  const { breaker, fail, clock } = world();
  fail(5);
  clock.now += 5_000;
  breaker.tryEnter()?.release();
  expect(breaker.tryEnter()).toBeDefined();
});

test("requests sent before it opened don't count afterwards", () => {
  const { breaker, fail, clock } = world();
  const [early, late] = [breaker.tryEnter(), breaker.tryEnter()];
  fail(5);
  early?.succeed();
  expect(breaker.status().state).toBe("open");
  clock.now += 5_000;
  breaker.tryEnter();
  late?.fail("timeout");
  expect(breaker.status().state).toBe("half-open");
});

test("only the first report about a request counts", () => {
  const { breaker } = world();
  const pass = breaker.tryEnter();
  for (let time = 0; time < 10; time++) pass?.fail("timeout");
  expect(breaker.status()).toEqual({ state: "closed" });
});
