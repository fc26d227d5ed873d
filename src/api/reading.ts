import type { Alarm } from "./alarm.ts";
import type { AnswerCache, Kept } from "./answer-cache.ts";
import type { CallOptions } from "./client.ts";
import { type Asked, familyOf, keyOf } from "./connection.ts";
import { ApiError, type ApiFailure } from "./errors.ts";
import type { Flight, Flights } from "./flights.ts";
import { freeze } from "./freeze.ts";
import type { Age, Freshness } from "./freshness.ts";
import type { GuardedCall } from "./guarded-call.ts";

export interface ReadingParts {
  readonly cache: AnswerCache;
  readonly flights: Flights;
  readonly freshness: Freshness;
  readonly call: GuardedCall;
  readonly now: () => number;
  readonly alarm: Alarm;
}

export type ReadOptions = Required<Omit<CallOptions, "mayBeSent">>;

export interface Reading {
  /** @throws ApiError, ContractError */
  read(asked: Asked, options: ReadOptions): Promise<unknown>;
  /** What is kept, however old or outdated, without asking. */
  kept(asked: Asked): Kept | undefined;
}

/** The service said no: what was kept is no longer to be shown. */
const refusals: readonly ApiFailure[] = ["unauthorized", "forbidden", "not-found", "rejected"];
/** The service said nothing about the question itself: an older answer is better than none. */
const outages: readonly ApiFailure[] = ["unavailable", "unreachable", "timeout", "cut", "rate-limited"];
/** Failures that more time may have spared. */
const tooShort: readonly ApiFailure[] = ["timeout", "rate-limited", "unreachable"];
/** The service gives requests back by then, when it does not say when. */
const aMinuteMs = 60_000;
/** Whoever has so much more time than those whose request they share asks again when it fails. */
const MUCH_LONGER_MS = 1_000;

/** Reads that share one request, are answered from what is kept, and in an outage from what is older. */
export function createReading({ cache, flights, freshness, call, now, alarm }: ReadingParts): Reading {
  let begun = 0;

  async function land(asked: Asked, key: string, flight: Flight, budgetMs: number): Promise<unknown> {
    const order = (begun += 1);
    const onTurn = (): void => void (flight.out = true);
    const { operation, endpoint, input, connection } = asked;
    try {
      const { data, bytes } = await call(
        { operation, endpoint, input, connection },
        { lane: flight.lane, budgetMs, onTurn },
      );
      freeze(data);
      const isKept = flight.kept || cache.recall(key) !== undefined;
      if (isKept && !flight.spoiled && connection.current) {
        cache.set(key, { family: flight.family, data, at: now(), order, bytes });
      }
      return data;
    } finally {
      flights.remove(key, flight);
    }
  }

  function begin(asked: Asked, key: string, { lane, budgetMs, keep }: ReadOptions): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const flight: Flight = {
      family: familyOf(asked.connection, asked.operation),
      lane,
      until: now() + budgetMs,
      answer: promise,
      out: false,
      kept: keep,
      spoiled: false,
    };
    flights.add(key, flight);
    resolve(land(asked, key, flight, budgetMs));
    return promise;
  }

  async function share(flight: Flight, operation: string, budgetMs: number): Promise<unknown> {
    const late = Promise.withResolvers<never>();
    const callOff = alarm(budgetMs, () =>
      late.reject(new ApiError(operation, "timeout", { repeatable: true })),
    );
    try {
      return await Promise.race([flight.answer, late.promise]);
    } finally {
      callOff();
    }
  }

  async function ask(asked: Asked, key: string, options: ReadOptions): Promise<unknown> {
    const { lane, fresh, keep } = options;
    const until = now() + options.budgetMs;
    for (;;) {
      const budgetMs = Math.max(1, until - now());
      const flight = fresh ? undefined : flights.get(key);
      // People do not wait behind background work.
      const behind = lane === "people" && flight?.lane === "background" && !flight.out;
      if (flight === undefined || behind) return begin(asked, key, { ...options, budgetMs });
      flight.kept ||= keep;
      try {
        return await share(flight, asked.operation, budgetMs);
      } catch (error) {
        const endedEarly = flight.until + MUCH_LONGER_MS < until;
        if (!endedEarly || !(error instanceof ApiError) || !tooShort.includes(error.failure)) throw error;
      }
    }
  }

  function remembered({ data, at }: Kept, staleness: Omit<Age, "at">): unknown {
    freshness.mark(data, { at, ...staleness });
    return data;
  }

  /** Why an answer is older than it should be. */
  function staleFor({ failure, retryAfterMs = aMinuteMs }: ApiError): Omit<Age, "at"> {
    return { isStale: true, ...(failure === "rate-limited" && { limitedUntil: now() + retryAfterMs }) };
  }

  return {
    kept: (asked) => cache.recall(keyOf(asked)),

    async read(asked, options) {
      const key = keyOf(asked);
      const lifetimeMs = asked.endpoint.cacheMs ?? 0;
      const kept = options.fresh ? undefined : cache.get(key);
      if (kept !== undefined && now() - kept.at < lifetimeMs) return remembered(kept, { isStale: false });
      try {
        return await ask(asked, key, options);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (refusals.includes(error.failure)) cache.drop(key);
        const older = options.fresh || !outages.includes(error.failure) ? undefined : cache.get(key);
        if (older === undefined) throw error;
        const isStale = now() - older.at >= lifetimeMs;
        return remembered(older, isStale ? staleFor(error) : { isStale });
      }
    },
  };
}
