import { z } from "zod";
import type { Week } from "../weeks/index.ts";
import { rank, type Ranked } from "../../src/domain/lists.ts";
import { pluralize, withUnit } from "../../src/ui/numbers.ts";

/** What people are ranked by. */
export const Measure = z.enum(["minutes", "messages", "orders"]);
export type Measure = z.output<typeof Measure>;

/** Of the first three places. */
export const medals: readonly string[] = ["🥇", "🥈", "🥉"];

/** More names nobody reads. */
const maxBest = 10;

/** Those in the first three places, the best first: people with as much as another share their place. */
export function selectBest<T>(
  entries: readonly T[],
  getValue: (entry: T) => number | undefined,
): readonly Ranked<T>[] {
  return rank(entries, getValue)
    .filter(({ place }) => place <= medals.length)
    .slice(0, maxBest);
}

export const measures: Readonly<
  Record<
    Measure,
    {
      readonly title: string;
      /** In the command's option. */
      readonly choice: string;
      readonly getValue: (week: Week) => number | undefined;
      readonly format: (value: number) => string;
    }
  >
> = {
  minutes: {
    title: "Most minutes",
    choice: "Minutes in the game",
    getValue: ({ minutes }) => minutes,
    format: (value) => withUnit(value, "min"),
  },
  messages: {
    title: "Most messages",
    choice: "Chat messages in the game",
    getValue: ({ messages }) => messages,
    format: (value) => pluralize(value, "message"),
  },
  orders: {
    title: "Most orders",
    choice: "Orders taken or prepared",
    getValue: ({ orders }) => orders,
    format: (value) => pluralize(value, "order"),
  },
};
