/** How thorough a run is: `tiny` only shows that everything works, `full` takes far longer than the usual one. */
export type Size = "tiny" | "usual" | "full";

const asked = process.env["BENCH_SIZE"];
export const size: Size = asked === "tiny" || asked === "full" ? asked : "usual";

/** A number of rounds, seconds or interactions for this run. What a full run has no more of is as in the usual one. */
export function sized(counts: {
  readonly tiny: number;
  readonly usual: number;
  readonly full?: number;
}): number {
  return size === "full" ? (counts.full ?? counts.usual) : counts[size];
}
