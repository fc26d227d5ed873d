import type { HeldAnswers, RequestFault } from "./types.ts";

interface Slowness {
  /** Milliseconds, or until it resolves. */
  readonly delay: number | Promise<unknown>;
  readonly times?: number;
  readonly pathPart?: string;
}
interface Hold extends HeldAnswers {
  readonly pathPart: string;
  readonly released: Promise<void>;
  count: number;
}
interface Planned<T> {
  readonly fault: T;
  left: number;
}

/** Faults to apply to the next requests. */
export class PlannedFaults {
  #failures: readonly Planned<RequestFault>[] = [];
  #slowness: readonly Planned<Slowness>[] = [];
  #holds: readonly Hold[] = [];

  fail(fault: RequestFault): void {
    this.#failures = [...this.#failures, { fault, left: fault.times ?? 1 }];
  }
  slow(fault: Slowness): void {
    this.#slowness = [...this.#slowness, { fault, left: fault.times ?? 1 }];
  }
  get slowLeft(): number {
    return this.#slowness.reduce((sum, { left }) => sum + left, 0);
  }
  hold(pathPart: string): HeldAnswers {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const hold = { pathPart, released, release, count: 0 };
    this.#holds = [...this.#holds, hold];
    return hold;
  }
  clear(): void {
    this.#failures = [];
    this.#slowness = [];
    for (const { release } of this.#holds) release();
    this.#holds = [];
  }

  /** Each planned fault counts down as it is taken. */
  takeFailure(path: string): RequestFault | undefined {
    return take(this.#failures, path);
  }
  takeDelay(path: string): number | Promise<unknown> {
    return take(this.#slowness, path)?.delay ?? 0;
  }
  async waitWhileHeld(path: string): Promise<void> {
    for (const hold of this.#holds.filter(({ pathPart }) => path.includes(pathPart))) {
      hold.count += 1;
      await hold.released;
      hold.count -= 1;
    }
  }
}

function take<T extends { readonly pathPart?: string; readonly pathEnd?: string }>(
  planned: readonly Planned<T>[],
  path: string,
): T | undefined {
  const found = planned.find(
    ({ fault: { pathPart = "", pathEnd = "" }, left }) =>
      left > 0 && path.includes(pathPart) && path.endsWith(pathEnd),
  );
  if (found === undefined) return undefined;
  found.left -= 1;
  return found.fault;
}
