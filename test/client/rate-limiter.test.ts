import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createRateLimiter,
  type RateLimiter,
  type RateLimiterOptions,
} from "../../src/api/resilience/rate-limiter.ts";
import {
  isRejected,
  type Priority,
  type Rejection,
  type Permit,
} from "../../src/api/resilience/wait-queue.ts";
import { type FakeTime, fakeTime, settled } from "./fake-time.ts";
import { memoryBudget, modelService } from "./fake-window-service.ts";

const minute = 60_000;

function limiterOn(time: FakeTime, options: Partial<RateLimiterOptions> = {}): RateLimiter {
  let ids = 0;
  return createRateLimiter({
    limit: 100,
    maxLimit: 200,
    windowMs: minute,
    reservedShare: 0.4,
    spareShare: 0.4,
    maxQueue: { interactive: 50, background: 200, spare: 50 },
    shared: undefined,
    now: time.now,
    timer: time.alarm,
    newId: () => `lease ${(ids += 1)}`,
    ...options,
  });
}

/** Takes this many permits that are free now. */
async function takeFree(limiter: RateLimiter, priority: Priority, count: number): Promise<readonly Permit[]> {
  const verdicts = await Promise.all(Array.from({ length: count }, () => limiter.acquire("w", priority, 0)));
  return verdicts.flatMap((verdict) => (isRejected(verdict) ? [] : [verdict]));
}

/** Uses a permit as soon as there is one. */
async function use(
  verdict: Promise<Permit | Rejection> | undefined,
  work: (turn: Permit) => void,
): Promise<void> {
  const turn = await verdict;
  if (turn !== undefined && !isRejected(turn)) work(turn);
}

/** A promise's state so far. */
function watched(promise: Promise<Permit | Rejection>): { verdict: "waits" | "turn" | "refused" } {
  const seen: ReturnType<typeof watched> = { verdict: "waits" };
  void promise.then((verdict) => (seen.verdict = isRejected(verdict) ? "refused" : "turn"));
  return seen;
}

describe("at any times and for any durations", () => {
  const arrival = fc.record({
    afterMs: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 0, max: 5_000 })),
    priority: fc.constantFrom<Priority>("interactive", "background", "spare"),
    withinMs: fc.constantFrom(0, 2_000, 10_000, 90_000),
    thereMs: fc.integer({ min: 0, max: 3_000 }),
    backMs: fc.integer({ min: 0, max: 3_000 }),
    limiter: fc.nat({ max: 2 }),
  });
  const world = fc.record({
    arrivals: fc.array(arrival, { minLength: 50, maxLength: 150 }),
    limit: fc.integer({ min: 1, max: 12 }),
    firstWindowAt: fc.option(fc.integer({ min: 1_000_000, max: 1_000_000 + minute }), { nil: undefined }),
    tellsReset: fc.boolean(),
  });

  test.each([
    ["one limiter", false],
    ["three that share a budget", true],
  ])("%s never sends more than the service allows in any of its windows", async (_, sharing) => {
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(world, async ({ arrivals, ...options }) => {
        const time = fakeTime();
        const service = modelService({ ...options, windowMs: minute });
        const shared = sharing ? memoryBudget() : undefined;
        const limiters = Array.from({ length: sharing ? 3 : 1 }, (_each, index) =>
          limiterOn(time, { limit: options.limit, maxLimit: options.limit, shared, newId: idsOf(index) }),
        );
        const verdicts: unknown[] = [];
        for (const { afterMs, priority, withinMs, thereMs, backMs, limiter } of arrivals) {
          await time.advance(afterMs);
          const verdict = limiters[limiter % limiters.length]?.acquire("w", priority, withinMs);
          verdicts.push(verdict);
          void use(verdict, (turn) => {
            sent += 1;
            time.alarm(thereMs, () => {
              const answer = service.receive(time.now());
              time.alarm(backMs, () => turn.complete(answer));
            });
          });
        }
        await time.advance(10 * minute);
        expect(service.refused).toBe(0);
        // Hangs unless every request was settled.
        await Promise.all(verdicts);
      }),
      { numRuns: 100 },
    );
    expect(sent).toBeGreaterThan(1_000);
  });

  function idsOf(index: number): () => string {
    let ids = 0;
    return () => `${index} ${(ids += 1)}`;
  }
});

describe("interactive requests", () => {
  test("may use the whole limit, and the next request learns at once how long to wait", async () => {
    const time = fakeTime();
    const limiter = limiterOn(time);
    const turns = await takeFree(limiter, "interactive", 100);
    expect(turns).toHaveLength(100);
    const headers = { "x-ratelimit-limit": "100", "x-ratelimit-reset": "23" };
    for (const turn of turns) turn.complete({ status: 200, headers });
    expect(await limiter.acquire("w", "interactive", 10_000)).toEqual({ retryAfterMs: 23_000 });
    expect(await limiter.acquire("other", "interactive", 0)).not.toHaveProperty("retryAfterMs");
  });

  test("wait if their timeout allows it, in the order they arrived", async () => {
    const time = fakeTime();
    const limiter = limiterOn(time, { limit: 1 });
    const [first] = await takeFree(limiter, "interactive", 1);
    first?.complete({ status: 200, headers: { "x-ratelimit-reset": "5" } });
    const served: string[] = [];
    for (const name of ["Ada", "Mia"]) {
      void use(limiter.acquire("w", "interactive", 90_000), (turn) => {
        served.push(name);
        turn.complete({ status: 200, headers: { "x-ratelimit-reset": "5" } });
      });
    }
    await time.advance(4_999);
    expect(served).toEqual([]);
    await time.advance(1);
    expect(served).toEqual(["Ada"]);
    await time.advance(5_000);
    expect(served).toEqual(["Ada", "Mia"]);
  });

  test.each([false, true])(
    "get their turn whenever the clock ticks while it is looked at (sharing a budget: %s)",
    async (sharing) => {
      for (let tickAt = 1; tickAt <= 30; tickAt++) {
        const time = fakeTime();
        let looks = 0;
        const limiter = limiterOn(time, {
          limit: 1,
          shared: sharing ? memoryBudget() : undefined,
          now: () => time.now() + ((looks += 1) >= tickAt ? 1 : 0),
          // As real timers do now and then.
          timer: (delayMs, ring) => time.alarm(Math.max(1, delayMs - 1), ring),
        });
        void use(limiter.acquire("w", "interactive", 10_000), (turn) =>
          turn.complete({ status: 200, headers: { "x-ratelimit-reset": "5" } }),
        );
        await settled();
        const next = watched(limiter.acquire("w", "interactive", 10_000));
        await time.advance(9_000);
        expect({ tickAt, ...next }).toEqual({ tickAt, verdict: "turn" });
      }
    },
  );

  test("never wait behind background requests, however many are waiting", async () => {
    const time = fakeTime();
    const limiter = limiterOn(time);
    await takeFree(limiter, "background", 60);
    const work = Array.from({ length: 100 }, () => watched(limiter.acquire("w", "background", 90_000)));
    await settled();
    expect(work.every(({ verdict }) => verdict === "waits")).toBe(true);
    expect(await takeFree(limiter, "interactive", 40)).toHaveLength(40);
  });

  test("that wait go before background requests that arrived earlier", async () => {
    const time = fakeTime();
    const limiter = limiterOn(time, { limit: 2, reservedShare: 0.5 });
    const turns = await takeFree(limiter, "interactive", 2);
    const work = watched(limiter.acquire("w", "background", 90_000));
    const person = watched(limiter.acquire("w", "interactive", 90_000));
    turns[0]?.release();
    await settled();
    expect([person.verdict, work.verdict]).toEqual(["turn", "waits"]);
  });

  test("are refused at once when too many are waiting already", async () => {
    const time = fakeTime();
    const limiter = limiterOn(time, { limit: 1, maxQueue: { interactive: 2, background: 1, spare: 1 } });
    await takeFree(limiter, "interactive", 1);
    const waiting = Array.from({ length: 3 }, () =>
      watched(limiter.acquire("w", "interactive", 10 * minute)),
    );
    await settled();
    expect(waiting.map(({ verdict }) => verdict)).toEqual(["waits", "waits", "refused"]);
  });
});

describe("background requests", () => {
  test("leave the last 40 of 100 to people, and fewer when the service allows less", async () => {
    const time = fakeTime();
    const limiter = limiterOn(time);
    const turns = await takeFree(limiter, "background", 100);
    expect(turns).toHaveLength(60);
    for (const turn of turns)
      turn.complete({ status: 200, headers: { "x-ratelimit-limit": "10", "x-ratelimit-reset": "1" } });
    await time.advance(1_000);
    expect(await takeFree(limiter, "background", 100)).toHaveLength(6);
    expect(await takeFree(limiter, "interactive", 100)).toHaveLength(4);
  });

  test("count by the service's word both ways, up to the most that was set", async () => {
    const time = fakeTime();
    const limiter = limiterOn(time);
    const learn = async (said: string) => {
      const [turn] = await takeFree(limiter, "interactive", 1);
      turn?.complete({ status: 200, headers: { "x-ratelimit-limit": said, "x-ratelimit-reset": "1" } });
      await time.advance(1_000);
      return limiter.usage("w").limit;
    };
    expect(await learn("5000")).toBe(200);
    expect(await learn("30")).toBe(30);
    expect(await learn("none")).toBe(30);
    expect(await learn("150")).toBe(150);
    expect(await takeFree(limiter, "background", 200)).toHaveLength(90);
    expect(await takeFree(limiter, "interactive", 200)).toHaveLength(60);
  });

  test("that can wait are sent only while fewer than 40 of 100 requests are used", async () => {
    const time = fakeTime();
    const limiter = limiterOn(time);
    expect(await takeFree(limiter, "interactive", 30)).toHaveLength(30);
    expect(await takeFree(limiter, "spare", 100)).toHaveLength(10);
    const waiting = watched(limiter.acquire("w", "spare", 90_000));
    expect(await takeFree(limiter, "background", 100)).toHaveLength(20);
    await settled();
    expect(waiting.verdict).toBe("waits");
  });

  test("progress while people are idle, even where only one request is allowed", async () => {
    const time = fakeTime();
    const limiter = limiterOn(time, { limit: 1 });
    let done = 0;
    for (let index = 0; index < 5; index++) {
      void use(limiter.acquire("w", "background", 10 * minute), (turn) => {
        done += 1;
        turn.complete();
      });
    }
    await time.advance(5 * minute);
    expect(done).toBe(5);
  });

  test("progress beside people who use less than their share", async () => {
    const time = fakeTime();
    const limiter = limiterOn(time, { limit: 10 });
    let done = 0;
    const spend = (priority: Priority): void =>
      void use(limiter.acquire("w", priority, 10 * minute), (turn) => {
        if (priority === "background") done += 1;
        turn.complete();
      });
    for (let index = 0; index < 30; index++) spend("background");
    for (let second = 0; second < 10 * 60; second += 20) {
      spend("interactive");
      await time.advance(20_000);
    }
    expect(done).toBeGreaterThanOrEqual(25);
  });
});

describe("a limit reported by the service", () => {
  test("blocks both priorities until the end it names", async () => {
    const time = fakeTime();
    const limiter = limiterOn(time);
    const waiting = watched(limiter.acquire("w", "interactive", 0));
    const [turn] = await takeFree(limiter, "interactive", 1);
    turn?.complete({ status: 429, headers: { "retry-after": "7", "x-ratelimit-reset": "3" } });
    await settled();
    expect(waiting.verdict).toBe("turn");
    expect(await limiter.acquire("w", "interactive", 6_999)).toEqual({ retryAfterMs: 7_000 });
    expect(await limiter.acquire("w", "background", 6_999)).toEqual({ retryAfterMs: 7_000 });
    await time.advance(7_000);
    expect(await takeFree(limiter, "interactive", 1)).toHaveLength(1);
  });

  test("refuses waiting requests that can't wait that long", async () => {
    const time = fakeTime();
    const limiter = limiterOn(time, { limit: 2 });
    const [first, second] = await takeFree(limiter, "interactive", 2);
    first?.complete({ status: 200, headers: { "x-ratelimit-reset": "5" } });
    const hurried = watched(limiter.acquire("w", "interactive", 10_000));
    const patient = watched(limiter.acquire("w", "interactive", 2 * minute));
    second?.complete({ status: 429, headers: { "x-ratelimit-reset": "30" } });
    await settled();
    expect([hurried.verdict, patient.verdict]).toEqual(["refused", "waits"]);
    await time.advance(30_000);
    expect(patient.verdict).toBe("turn");
  });

  test("that is higher than the most that was set doesn't raise it", async () => {
    const time = fakeTime();
    const limiter = limiterOn(time, { limit: 5, maxLimit: 5 });
    const [turn] = await takeFree(limiter, "interactive", 1);
    turn?.complete({ status: 200, headers: { "x-ratelimit-limit": "1000", "x-ratelimit-reset": "0" } });
    await time.advance(1);
    expect(await takeFree(limiter, "interactive", 100)).toHaveLength(5);
  });

  test.each(["soon", "-1", "1795003200", ""])("with a reset of %j is ignored", async (reset) => {
    const time = fakeTime();
    const limiter = limiterOn(time, { limit: 1 });
    const [turn] = await takeFree(limiter, "interactive", 1);
    turn?.complete({ status: 200, headers: { "x-ratelimit-reset": reset } });
    expect(await limiter.acquire("w", "interactive", 0)).toEqual({ retryAfterMs: minute });
  });
});

describe("a shared quota", () => {
  test("is leased once for several requests, and again for what others returned", async () => {
    const time = fakeTime();
    const shared = memoryBudget();
    const [one, other] = [limiterOn(time, { shared }), limiterOn(time, { shared, newId: () => "x" })];
    const turns: Permit[] = [];
    for (let count = 0; count < 100; count++) {
      const turn = await one.acquire("w", "interactive", 10_000);
      if (!isRejected(turn)) turns.push(turn);
    }
    expect(turns).toHaveLength(100);
    expect(shared.leases).toBe(20);
    const late = watched(other.acquire("w", "interactive", 10_000));
    await settled();
    expect(late.verdict).toBe("refused");
    expect(await other.acquire("w", "interactive", 10_000)).toMatchObject({
      retryAfterMs: expect.any(Number),
    });
    for (const turn of turns) turn.release();
    await time.advance(1_000);
    expect(await other.acquire("w", "interactive", 10_000)).not.toHaveProperty("retryAfterMs");
  });

  test("leaves the reserve to people across all replicas", async () => {
    const time = fakeTime();
    const shared = memoryBudget();
    const [one, other] = [limiterOn(time, { shared }), limiterOn(time, { shared, newId: newIds() })];
    const work = [one, other].flatMap((limiter) =>
      Array.from({ length: 100 }, () => watched(limiter.acquire("w", "background", 30_000))),
    );
    await time.advance(0);
    expect(work.filter(({ verdict }) => verdict === "turn")).toHaveLength(60);
    const people = Array.from({ length: 40 }, () => watched(other.acquire("w", "interactive", 2_000)));
    await time.advance(0);
    expect(people.filter(({ verdict }) => verdict === "turn")).toHaveLength(40);
  });

  test("whose database fails doesn't block the service", async () => {
    const time = fakeTime();
    const shared = {
      lease: () => Promise.reject(new Error("gone")),
      complete: () => Promise.reject(new Error("gone")),
    };
    const turn = await limiterOn(time, { shared }).acquire("w", "interactive", 1_000);
    expect(isRejected(turn)).toBe(false);
    if (!isRejected(turn)) turn.complete();
    await settled();
  });

  function newIds(): () => string {
    let ids = 0;
    return () => `other ${(ids += 1)}`;
  }
});
