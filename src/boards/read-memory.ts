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

export interface ReadMemory {
  /** What was read lately under this key, or is being read; else what `ask` gives. @throws what `ask` throws */
  read<T>(
    key: string,
    ask: () => Promise<Reading<T>>,
    need: { readonly maxAgeMs: number; readonly now: number },
  ): Promise<Reading<T>>;
  /** The last answer under this key. */
  last<T>(key: string): Reading<T> | undefined;
}

/** Answers that are kept; the one that was read the longest ago goes first. */
const mostKept = 5_000;
const keptForMs = 60 * 60_000;

/** What boards read, so that one question is asked once for all of them. */
export function createReadMemory(): ReadMemory {
  const answers = new Map<string, Reading<unknown>>();
  const underWay = new Map<string, Promise<Reading<unknown>>>();

  function keep(key: string, reading: Reading<unknown>): void {
    answers.delete(key);
    answers.set(key, reading);
  }

  function forgetOld(now: number): void {
    for (const [key, { at }] of answers) {
      if (answers.size <= mostKept && now - at < keptForMs) return;
      answers.delete(key);
    }
  }

  async function begin(key: string, ask: () => Promise<Reading<unknown>>): Promise<Reading<unknown>> {
    try {
      const reading = await ask();
      keep(key, reading);
      return reading;
    } finally {
      underWay.delete(key);
    }
  }

  return {
    async read<T>(
      key: string,
      ask: () => Promise<Reading<T>>,
      { maxAgeMs, now }: { readonly maxAgeMs: number; readonly now: number },
    ) {
      forgetOld(now);
      const kept = answers.get(key);
      const isYoung = kept !== undefined && !kept.isStale && now - kept.at < maxAgeMs;
      const reading = isYoung ? kept : await (underWay.get(key) ?? start(key, ask));
      // A key stands for one question, so what is kept under it came from its `ask`.
      return reading as Reading<T>;
    },

    last<T>(key: string) {
      // The same.
      return answers.get(key) as Reading<T> | undefined;
    },
  };

  function start(key: string, ask: () => Promise<Reading<unknown>>): Promise<Reading<unknown>> {
    const answer = begin(key, ask);
    underWay.set(key, answer);
    return answer;
  }
}
