import { availableParallelism, cpus, loadavg, platform, totalmem } from "node:os";

/** One line of a table: the same thing measured round by round on the bare floor and on ours. */
export interface Comparison {
  readonly what: string;
  readonly unit: Unit;
  readonly floor: readonly number[];
  readonly ours: readonly number[];
}

/** One line without a floor. */
export interface Value {
  readonly what: string;
  readonly unit: Unit;
  readonly values: readonly number[];
}

export type Unit = "ms" | "µs" | "MB" | "kB";

/** Interpolates linearly. NaN for no samples. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((first, second) => first - second);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** How far into the slow end so many samples reach: at least thirty of them lie beyond it, or ten of a few hundred. */
export function tailOf(samples: number): { readonly label: string; readonly share: number } {
  if (samples >= 3_000) return { label: "p99", share: 0.99 };
  return samples >= 600 ? { label: "p95", share: 0.95 } : { label: "p90", share: 0.9 };
}

/** Alternating rounds (A B A B), so that other load on the machine affects all sides alike. */
export async function inRounds<Side extends string, Result>(
  rounds: number,
  sides: readonly Side[],
  measure: (side: Side, round: number) => Promise<Result>,
): Promise<Readonly<Record<Side, readonly Result[]>>> {
  // Every side is given its list below.
  const results = {} as Record<Side, Result[]>;
  for (const side of sides) results[side] = [];
  for (let round = 0; round < rounds; round++)
    for (const side of sides) results[side].push(await measure(side, round));
  return results;
}

/** Prints a Markdown table of ratios, each the median of the rounds with the least and the most of them. */
export function printComparisons(
  title: string,
  rows: readonly Comparison[],
  names: { readonly ours: string; readonly floor: string } = { ours: "ours", floor: "floor" },
): void {
  const cells = rows.map(({ what, unit, floor, ours }) => {
    const ratios = ratiosOf(ours, floor);
    const between = ratios.length === 1 ? "" : range(ratios, 2);
    return [what, strong(ratios), between, spread(ours, unit), spread(floor, unit)];
  });
  printTable(title, ["what", "ratio", "least–most", names.ours, names.floor], cells, rows);
}

export function printValues(title: string, rows: readonly Value[]): void {
  printTable(
    title,
    ["what", "value"],
    rows.map(({ what, unit, values }) => [what, spread(values, unit)]),
    rows,
  );
}

/**
 * Prints a Markdown table; all columns but the first are numbers.
 * @param measured what a program reads instead of the cells
 */
export function printTable(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  measured: readonly object[] = rows.map((cells) =>
    Object.fromEntries(head.map((name, column) => [name, cells[column]])),
  ),
): void {
  tell({ table: { title, rows: measured } });
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, column) => (column === 0 ? "---" : "--:"));
  say(`\n### ${title}\n`, ...[head, rule, ...rows].map(line));
}

/** `**2.58** (2.04–4.48), 0.95 ms`: the ratio with least and most, where there are several, and the plain number. */
export function ratioAndSpread(values: readonly number[], floor: readonly number[], unit: Unit): string {
  const ratios = ratiosOf(values, floor);
  const between = ratios.length === 1 ? "" : ` (${range(ratios, 2)})`;
  return `${strong(ratios)}${between}, ${inUnit(values, unit)}`;
}

/** Single numbers, for programs that read the result. */
export function report(numbers: Readonly<Record<string, number>>): void {
  tell({ numbers });
}

/** What a bench tells `run.ts` beside its text. */
export type Told =
  | { readonly table: { readonly title: string; readonly rows: readonly object[] } }
  | { readonly numbers: Readonly<Record<string, number>> };

function tell(told: Told): void {
  process.send?.(told);
}

export function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** The machine the numbers were measured on. */
export function machine(): string {
  const [one] = loadavg();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${Temporal.Now.plainDateISO().toString()}: ${availableParallelism()} × ${cpus()[0]?.model.trim() ?? "unknown processor"}, ${gigabytes} GB, ${platform()}, Node ${process.versions.node}, load ${shown(one ?? 0, 1)} at the start`;
}

export function spread(values: readonly number[], unit: Unit): string {
  if (values.length === 1) return inUnit(values, unit);
  return `${inUnit(values, unit)} (${range(values, digitsOf(median(values)))})`;
}

function inUnit(values: readonly number[], unit: Unit): string {
  const middle = median(values);
  return `${shown(middle, digitsOf(middle))} ${unit}`;
}

function digitsOf(value: number): number {
  return Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
}

function ratiosOf(values: readonly number[], floor: readonly number[]): readonly number[] {
  return values.map((value, round) => value / (floor[round] ?? Number.NaN));
}

function strong(ratios: readonly number[]): string {
  return `**${shown(median(ratios), 2)}**`;
}

function range(values: readonly number[], digits: number): string {
  return `${shown(Math.min(...values), digits)}–${shown(Math.max(...values), digits)}`;
}

function shown(value: number, digits: number): string {
  if (!Number.isFinite(value)) throw new Error("a value is missing: something did not answer");
  return value.toFixed(digits);
}
