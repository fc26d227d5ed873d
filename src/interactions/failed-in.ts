import type { Stamp } from "./stamping.ts";

const stamps = new WeakMap<object, Stamp>();

/** Remembers which link an error came from, so that its sentence can name the workspace and its buttons stay with it. */
export function failedIn(error: unknown, stamp: Stamp): unknown {
  if (typeof error === "object" && error !== null) stamps.set(error, stamp);
  return error;
}

export function stampOf(error: unknown): Stamp | undefined {
  return typeof error === "object" && error !== null ? stamps.get(error) : undefined;
}
