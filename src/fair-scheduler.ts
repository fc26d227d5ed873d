/** Long work in small steps: between two of them, the event loop serves everyone else. */
export type FairScheduler = ReturnType<typeof createFairScheduler>;

export function createFairScheduler() {
  /** The key whose turn it is comes first. */
  const waiting = new Map<string, (() => void)[]>();
  const lastJobs = new Map<string, Promise<void>>();
  let isRunning = false;

  function step(): void {
    const [next] = waiting;
    if (next === undefined) {
      isRunning = false;
      return;
    }
    const [key, line] = next;
    const resume = line.shift();
    waiting.delete(key);
    if (line.length > 0) waiting.set(key, line);
    setImmediate(step);
    resume?.();
  }

  return {
    /**
     * Resolves in a turn of the event loop that no other step shares. Waiters with different keys take turns,
     * so that many steps of one don't delay the others.
     */
    pause(key: string): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const line = waiting.get(key);
      if (line === undefined) waiting.set(key, [resolve]);
      else line.push(resolve);
      if (!isRunning) {
        isRunning = true;
        setImmediate(step);
      }
      return promise;
    },

    /** Runs jobs with the same key one after another. */
    runExclusive<T>(key: string, job: () => Promise<T>): Promise<T> {
      const result = lastJobs.get(key)?.then(job) ?? job();
      const forget = (): void => {
        if (lastJobs.get(key) === done) lastJobs.delete(key);
      };
      // Keeps no result alive.
      const done = result.then(forget, forget);
      lastJobs.set(key, done);
      return result;
    },
  };
}
