import { setTimeout as wait } from "node:timers/promises";
import type { RequestFault } from "./types.ts";

interface Slowness {
  readonly delayMs?: number;
  readonly until?: Promise<void>;
  readonly times?: number;
  readonly pathPart?: string;
}
interface Planned<T> {
  readonly fault: T;
  left: number;
}

/** Faults to apply to the next requests. */
export class PlannedFaults {
  #failures: readonly Planned<RequestFault>[] = [];
  #slowness: readonly Planned<Slowness>[] = [];

  fail(fault: RequestFault): void {
    this.#failures = [...this.#failures, { fault, left: fault.times ?? 1 }];
  }
  slow(fault: Slowness): void {
    this.#slowness = [...this.#slowness, { fault, left: fault.times ?? 1 }];
  }
  get slowLeft(): number {
    return this.#slowness.reduce((sum, { left }) => sum + left, 0);
  }
  clear(): void {
    this.#failures = [];
    this.#slowness = [];
  }

  /** Each planned fault counts down as it is taken. */
  takeFailure(path: string): RequestFault | undefined {
    return take(this.#failures, path);
  }
  takeDelay(path: string): Promise<void> {
    const fault = take(this.#slowness, path);
    return fault?.until ?? wait(fault?.delayMs ?? 0);
  }
}

function take<T extends { readonly pathPart?: string }>(
  planned: readonly Planned<T>[],
  path: string,
): T | undefined {
  const found = planned.find(({ fault, left }) => left > 0 && path.includes(fault.pathPart ?? ""));
  if (found === undefined) return undefined;
  found.left -= 1;
  return found.fault;
}
