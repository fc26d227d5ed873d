import { Refusal } from "../reply.ts";

/** Refuses with 404 when there is no such thing. */
export function found<T>(thing: T | undefined, what: string): T {
  if (thing === undefined) throw new Refusal(404, `${what} not found.`);
  return thing;
}

export function requireThat(holds: boolean, message: string): void {
  if (!holds) throw new Refusal(400, message);
}
