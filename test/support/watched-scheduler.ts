import { AsyncLocalStorage } from "node:async_hooks";
import type { AppContext } from "../../src/context.ts";

/** A job that ran by itself among those of its guild. */
interface ExclusiveJob {
  /** How often it let other work continue. */
  pauses: number;
}

/**
 * Watches the long work of one guild from now on. The first job starts once as many were asked for as should be, so
 * that they would run side by side if nothing prevented that.
 */
export function watchScheduler({ scheduler }: Pick<AppContext, "scheduler">, guildId: string, awaited = 1) {
  const own = { ...scheduler };
  const jobs: ExclusiveJob[] = [];
  const current = new AsyncLocalStorage<ExclusiveJob>();
  const allAsked = Promise.withResolvers<void>();
  let asked = 0;
  let running = 0;
  let mostAtOnce = 0;
  Object.assign(scheduler, {
    pause(key: string) {
      const job = current.getStore();
      if (job !== undefined && key === guildId) job.pauses += 1;
      return own.pause(key);
    },
    runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
      if (key !== guildId) return own.runExclusive(key, work);
      asked += 1;
      if (asked >= awaited) allAsked.resolve();
      return own.runExclusive(key, async () => {
        const job = { pauses: 0 };
        jobs.push(job);
        running += 1;
        mostAtOnce = Math.max(mostAtOnce, running);
        try {
          await allAsked.promise;
          return await current.run(job, work);
        } finally {
          running -= 1;
        }
      });
    },
  });
  return {
    jobs: jobs as readonly Readonly<ExclusiveJob>[],
    asked: () => asked,
    mostAtOnce: () => mostAtOnce,
    [Symbol.dispose]: () => void Object.assign(scheduler, own),
  };
}
