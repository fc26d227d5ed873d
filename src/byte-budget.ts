import { startSystemTimer, type Timer } from "./time.ts";

/** Bounds the bytes that work in progress keeps in memory, in all and for each key, such as a guild. */
export interface ByteBudget {
  /**
   * Resolves once there is room for so many bytes, which count until it is disposed. Waiters of different keys take turns.
   * @param wanted more than a key may have counts as all that it may have
   * @throws NoRoomError if there is none in time
   */
  reserve(key: string, wanted: number): Promise<Disposable>;
}

/** Others' work kept all the room for too long. */
export class NoRoomError extends Error {
  override readonly name = "NoRoomError";

  constructor() {
    super("there was no room in memory in time");
  }
}

export interface ByteLimits {
  readonly total: number;
  readonly perKey: number;
  readonly waitMs: number;
  readonly timer?: Timer;
}

interface Waiter {
  readonly bytes: number;
  readonly enter: () => void;
}

export function createByteBudget({
  total,
  perKey,
  waitMs,
  timer = startSystemTimer,
}: ByteLimits): ByteBudget {
  const spentByKey = new Map<string, number>();
  /** The key whose turn it is comes first. */
  const waiting = new Map<string, readonly Waiter[]>();
  let spent = 0;

  const fitsKey = (key: string, bytes: number): boolean => (spentByKey.get(key) ?? 0) + bytes <= perKey;

  function leave(key: string, waiter: Waiter): void {
    const left = (waiting.get(key) ?? []).filter((other) => other !== waiter);
    if (left.length === 0) waiting.delete(key);
    else waiting.set(key, left);
  }

  function add(key: string, bytes: number): void {
    spent += bytes;
    const now = (spentByKey.get(key) ?? 0) + bytes;
    if (now === 0) spentByKey.delete(key);
    else spentByKey.set(key, now);
  }

  /** Admits all that fit. Whoever fits their own key's share isn't overtaken for want of room in all. */
  function admit(): void {
    for (const [key, [next, ...others]] of waiting) {
      if (next === undefined || !fitsKey(key, next.bytes)) continue;
      if (spent + next.bytes > total) return;
      add(key, next.bytes);
      // At the end of the turns, where this loop meets it again.
      waiting.delete(key);
      if (others.length > 0) waiting.set(key, others);
      next.enter();
    }
  }

  function enter(key: string, bytes: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { bytes, enter: resolve };
    waiting.set(key, [...(waiting.get(key) ?? []), waiter]);
    admit();
    const cancel = timer(waitMs, () => {
      if (waiting.get(key)?.includes(waiter) !== true) return;
      leave(key, waiter);
      reject(new NoRoomError());
      admit();
    });
    return promise.finally(cancel);
  }

  return {
    async reserve(key, wanted) {
      const bytes = Math.min(wanted, perKey, total);
      await enter(key, bytes);
      let isHeld = true;
      return {
        [Symbol.dispose]() {
          if (!isHeld) return;
          isHeld = false;
          add(key, -bytes);
          admit();
        },
      };
    },
  };
}
