import { z } from "zod";
import type { Week } from "../weeks/index.ts";
import { pluralize, withUnit } from "../../src/ui/numbers.ts";

/** What people are ranked by. */
export const Measure = z.enum(["minutes", "messages", "orders"]);
export type Measure = z.output<typeof Measure>;

/** Of the first three places. */
export const medals: readonly string[] = ["🥇", "🥈", "🥉"];

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
