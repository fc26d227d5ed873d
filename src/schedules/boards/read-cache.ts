/** An answer, and when it was true. */
export interface CachedRead<T> {
  readonly data: T;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The service could not be asked, so this is an older answer. */
  readonly isStale: boolean;
  /** When requests are free again, in epoch milliseconds, where it is stale only because they are used up. */
  readonly rateLimitedUntil?: number | undefined;
}

export interface ReadPolicy {
  readonly maxAgeMs: number;
  /** For how long an answer is kept that is read now. */
  readonly ttlMs: number;
  readonly now: number;
}

export interface ReadCache {
  /** What was read lately under this key, or is being read; else what `ask` gives. @throws what `ask` throws */
  read<T>(key: string, ask: () => Promise<CachedRead<T>>, need: ReadPolicy): Promise<CachedRead<T>>;
  /** The last answer under this key, while it is kept. */
  last<T>(key: string): CachedRead<T> | undefined;
}

/** Of the texts of all answers together; what was read the longest ago goes first. In memory they take about twice as much. */
const maxCharacters = 8_000_000;
/** What an answer takes beside its text. */
const entryCharacters = 300;
const sweepEveryMs = 5_000;
/** To tell how long a list of thousands is. */
const samples = 100;

interface CacheEntry {
  readonly reading: CachedRead<unknown>;
  readonly characters: number;
  readonly until: number;
}

/** What boards read, so that one question is asked once for all of them. */
export function createReadCache(): ReadCache {
  const answers = new Map<string, CacheEntry>();
  const underWay = new Map<string, Promise<CachedRead<unknown>>>();
  let characters = 0;
  let sweptAt = 0;

  function drop(key: string): void {
    characters -= answers.get(key)?.characters ?? 0;
    answers.delete(key);
  }

  function keep(key: string, reading: CachedRead<unknown>, ttlMs: number): void {
    drop(key);
    const kept = { reading, characters: charactersOf(reading.data), until: reading.at + ttlMs };
    answers.set(key, kept);
    characters += kept.characters;
    for (const first of answers.keys()) {
      if (characters <= maxCharacters) return;
      drop(first);
    }
  }

  function evictExpired(now: number): void {
    if (Math.abs(now - sweptAt) < sweepEveryMs) return;
    sweptAt = now;
    for (const [key, { until }] of answers) if (until <= now) drop(key);
  }

  async function begin(
    key: string,
    ask: () => Promise<CachedRead<unknown>>,
    ttlMs: number,
  ): Promise<CachedRead<unknown>> {
    try {
      const reading = await ask();
      keep(key, reading, ttlMs);
      return reading;
    } finally {
      underWay.delete(key);
    }
  }

  function start(
    key: string,
    ask: () => Promise<CachedRead<unknown>>,
    ttlMs: number,
  ): Promise<CachedRead<unknown>> {
    const answer = begin(key, ask, ttlMs);
    underWay.set(key, answer);
    return answer;
  }

  return {
    async read<T>(key: string, ask: () => Promise<CachedRead<T>>, { maxAgeMs, ttlMs, now }: ReadPolicy) {
      evictExpired(now);
      const kept = answers.get(key)?.reading;
      // From after now is what was read before the clock was set back.
      const isYoung = kept !== undefined && !kept.isStale && Math.abs(now - kept.at) < maxAgeMs;
      const reading = isYoung ? kept : await (underWay.get(key) ?? start(key, ask, ttlMs));
      // A key stands for one question, so what is kept under it came from its `ask`.
      return reading as CachedRead<T>;
    },

    last<T>(key: string) {
      // The same.
      return answers.get(key)?.reading as CachedRead<T> | undefined;
    },
  };
}

/** What stands for nothing, as who is not on the staff, has no text. A long list has as much as some of it let expect. */
function charactersOf(data: unknown): number {
  if (!Array.isArray(data) || data.length <= 2 * samples)
    return entryCharacters + (data === undefined ? 0 : JSON.stringify(data).length);
  const every = Math.floor(data.length / samples);
  const some: unknown[] = data.filter((_, index) => index % every === 0);
  return entryCharacters + Math.ceil((JSON.stringify(some).length * data.length) / some.length);
}
