import { z } from "zod";

/** What came of trying a read of the workspace service with a link's key. */
export const Finding = z.object({
  /**
   * - `fits`: it was answered as the contract says.
   * - `refused`: the key may not do that.
   * - `absent`: the workspace has no such thing.
   * - `unreadable`: it was answered in a form that can't be read.
   * - `unknown`: it wasn't answered, which says nothing about the key.
   */
  state: z.enum(["fits", "refused", "absent", "unreadable", "unknown"]),
  /** Documented fields that no record had; some are there only at times. */
  without: z.array(z.string()).optional(),
});
export type Finding = z.output<typeof Finding>;

/** What a link's key could do when that was tried last. */
export const Capabilities = z.object({
  /** Epoch milliseconds. */
  at: z.number(),
  /** By operation. */
  reads: z.record(z.string(), Finding),
});
export type Capabilities = z.output<typeof Capabilities>;

interface Tried {
  readonly capabilities?: Capabilities | undefined;
}

/** Why a link is without a read; `undefined` if it isn't, as far as anyone knows. */
export function findLack({ capabilities }: Tried, read: string): "refused" | "absent" | undefined {
  const state = capabilities?.reads[read]?.state;
  return state === "refused" || state === "absent" ? state : undefined;
}

/** The reads that all of these links are without. */
export function listLacking(links: readonly Tried[]): readonly string[] {
  const [first, ...others] = links;
  return Object.keys(first?.capabilities?.reads ?? {}).filter((read) =>
    [first ?? {}, ...others].every((link) => findLack(link, read) !== undefined),
  );
}

/** What isn't known now stays as it was. */
export function updateCapabilities(
  { capabilities }: Tried,
  found: Readonly<Record<string, Finding>>,
  at: number,
): Capabilities {
  const known = Object.entries(found).filter(([, { state }]) => state !== "unknown");
  return { at, reads: { ...capabilities?.reads, ...Object.fromEntries(known) } };
}
