/** An answer, and when it was true. */
export interface Reading<T> {
  readonly data: T;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The service could not be asked, so this is an older answer. */
  readonly isStale: boolean;
  /** When requests are free again, in epoch milliseconds, where it is stale only because they are used up. */
  readonly limitedUntil?: number | undefined;
}

export interface Need {
  readonly maxAgeMs: number;
  /** For how long an answer is kept that is read now. */
  readonly keptForMs: number;
  readonly now: number;
}

export interface ReadMemory {
  /** What was read lately under this key, or is being read; else what `ask` gives. @throws what `ask` throws */
  read<T>(key: string, ask: () => Promise<Reading<T>>, need: Need): Promise<Reading<T>>;
  /** The last answer under this key, while it is kept. */
  last<T>(key: string): Reading<T> | undefined;
}

/** Of the texts of all answers together; what was read the longest ago goes first. In memory they take about twice as much. */
const mostCharacters = 8_000_000;
/** What an answer takes beside its text. */
const entryCharacters = 300;
const sweepEveryMs = 5_000;
/** To tell how long a list of thousands is. */
const samples = 100;

interface Kept {
  readonly reading: Reading<unknown>;
  readonly characters: number;
  readonly until: number;
}

/** What boards read, so that one question is asked once for all of them. */
export function createReadMemory(): ReadMemory {
  const answers = new Map<string, Kept>();
  const underWay = new Map<string, Promise<Reading<unknown>>>();
  let characters = 0;
  let sweptAt = 0;

  function drop(key: string): void {
    characters -= answers.get(key)?.characters ?? 0;
    answers.delete(key);
  }

  function keep(key: string, reading: Reading<unknown>, keptForMs: number): void {
    drop(key);
    const kept = { reading, characters: charactersOf(reading.data), until: reading.at + keptForMs };
    answers.set(key, kept);
    characters += kept.characters;
    for (const first of answers.keys()) {
      if (characters <= mostCharacters) return;
      drop(first);
    }
  }

  function forgetOld(now: number): void {
    if (Math.abs(now - sweptAt) < sweepEveryMs) return;
    sweptAt = now;
    for (const [key, { until }] of answers) if (until <= now) drop(key);
  }

  async function begin(
    key: string,
    ask: () => Promise<Reading<unknown>>,
    keptForMs: number,
  ): Promise<Reading<unknown>> {
    try {
      const reading = await ask();
      keep(key, reading, keptForMs);
      return reading;
    } finally {
      underWay.delete(key);
    }
  }

  function start(
    key: string,
    ask: () => Promise<Reading<unknown>>,
    keptForMs: number,
  ): Promise<Reading<unknown>> {
    const answer = begin(key, ask, keptForMs);
    underWay.set(key, answer);
    return answer;
  }

  return {
    async read<T>(key: string, ask: () => Promise<Reading<T>>, { maxAgeMs, keptForMs, now }: Need) {
      forgetOld(now);
      const kept = answers.get(key)?.reading;
      // From after now is what was read before the clock was set back.
      const isYoung = kept !== undefined && !kept.isStale && Math.abs(now - kept.at) < maxAgeMs;
      const reading = isYoung ? kept : await (underWay.get(key) ?? start(key, ask, keptForMs));
      // A key stands for one question, so what is kept under it came from its `ask`.
      return reading as Reading<T>;
    },

    last<T>(key: string) {
      // The same.
      return answers.get(key)?.reading as Reading<T> | undefined;
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
