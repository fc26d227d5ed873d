/** How thorough a run is: `tiny` only shows that everything works, `full` takes far longer than the usual one. */
export type Size = "tiny" | "usual" | "full";

const asked = process.env["BENCH_SIZE"];
/** For some of the benches: other numbers than their own. */
const askedServers = process.env["BENCH_SERVERS"];
const askedRounds = process.env["BENCH_ROUNDS"];
const askedContenders = process.env["BENCH_ONLY"]?.split(",");
export const size: Size = asked === "tiny" || asked === "full" ? asked : "usual";

/** A number of rounds, seconds or interactions for this run. What a full run has no more of is as in the usual one. */
export function sized(counts: {
  readonly tiny: number;
  readonly usual: number;
  readonly full?: number;
}): number {
  return size === "full" ? (counts.full ?? counts.usual) : counts[size];
}

export function serversOr(count: number): number {
  return Number(askedServers ?? count);
}

export function roundsOr(count: number): number {
  return Number(askedRounds ?? count);
}

export function isChosen(contender: string): boolean {
  return askedContenders?.includes(contender) ?? true;
}
