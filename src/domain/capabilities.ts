import { z } from "zod";
import { hourMs } from "../time.ts";

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
  /** When it was first refused or absent against what is known, in epoch milliseconds. */
  doubtedAt: z.number().optional(),
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

/** Once refused or absent may be an outage or a single person: it counts when it's still so this much later. */
export const secondLookMs = hourMs;

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

/** What came of a read in one look. */
export interface Look {
  readonly finding: Finding;
  /** Whether one look is enough to say that it is refused or absent. */
  readonly isSure: boolean;
}

/** What isn't known now stays as it was, and what could be read does until a second look. */
export function updateCapabilities(
  { capabilities }: Tried,
  looks: Readonly<Record<string, Look>>,
  at: number,
): Capabilities {
  const known = capabilities?.reads ?? {};
  const found = Object.entries(looks)
    .filter(([, { finding }]) => finding.state !== "unknown")
    .map(([read, look]) => [read, settle(known[read], look, at)]);
  return { at, reads: { ...known, ...Object.fromEntries(found) } };
}

function settle(known: Finding = { state: "unknown" }, { finding, isSure }: Look, at: number): Finding {
  if (!isLack(finding) || isLack(known) || isSure) return finding;
  const doubtedAt = known.doubtedAt ?? at;
  return at - doubtedAt >= secondLookMs ? finding : { ...known, doubtedAt };
}

const isLack = ({ state }: Finding): boolean => state === "refused" || state === "absent";

/** Whether a second look is to come. */
export function isInDoubt({ reads }: Capabilities): boolean {
  return Object.values(reads).some(({ doubtedAt }) => doubtedAt !== undefined);
}
