import type { APILabelComponent, ModalSubmitFields } from "discord.js";
import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { parseWholeNumber } from "../../src/typed-text.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { formatNumber } from "../../src/ui/numbers.ts";
import { createCheckboxField, createTextField, selectField, readSelect, readText } from "../kit/fields.ts";
import { joinKinds } from "./kind-names.ts";

/**
 * A choice when setting up a board: what may be stored, its field in the form, and its words in a card. The kinds that
 * have it list it, by its key in their schedules' options.
 */
export interface BoardOption<T = unknown> {
  /** In the form. */
  readonly label: string;
  readonly usual: T;
  /** What is stored; the usual value instead of what is missing or can't be read. */
  readonly read: (stored: unknown) => T;
  /** What was chosen, as a card says it: `Shows next week`. Empty where it goes without saying. */
  readonly describe: (stored: unknown) => string;
  /** A switch has none: all of them are ticked in one field. */
  readonly field?: {
    readonly create: (id: string, stored: unknown) => APILabelComponent;
    /** @throws UserError for what it doesn't take */
    readonly read: (fields: ModalSubmitFields, id: string) => T;
  };
  /** Only has an effect if the message is updated between its set times. */
  readonly liveOnly?: boolean;
}

export type BoardOptions = Readonly<Record<string, BoardOption>>;

export type OptionsOf<O extends BoardOptions> = {
  readonly [Key in keyof O]: O[Key] extends BoardOption<infer T> ? T : never;
};

/** The chosen options, with the usual values for missing and invalid ones. */
export function readOptions<O extends BoardOptions>(options: O, stored: unknown): OptionsOf<O> {
  const values = z.record(z.string(), z.unknown()).catch({}).parse(stored);
  const read = Object.entries(options).map(([key, option]) => [key, option.read(values[key])]);
  // Each value was read by the option with its key; the compiler can't see that through the loop.
  return Object.fromEntries(read) as OptionsOf<O>;
}

export function getUsualOptions(options: BoardOptions): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(options).map(([key, { usual }]) => [key, usual]));
}

type Declared<T> = Pick<BoardOption<T>, "label" | "usual" | "field" | "liveOnly"> & {
  readonly schema: z.ZodType<T>;
  readonly describe: (value: T) => string;
};

function defineOption<T>({ schema, describe, ...option }: Declared<T>): BoardOption<T> {
  const read = (stored: unknown): T => {
    const parsed = schema.safeParse(stored);
    return parsed.success ? parsed.data : option.usual;
  };
  return { ...option, read, describe: (stored) => describe(read(stored)) };
}

interface Switch {
  readonly label: string;
  readonly usual?: boolean;
  readonly on: string;
  readonly off?: string;
  readonly liveOnly?: boolean;
}

export function switchOption({ on, off = "", usual = false, ...option }: Switch): BoardOption<boolean> {
  return defineOption({ ...option, usual, schema: z.boolean(), describe: (isOn) => (isOn ? on : off) });
}

interface Choice<T> {
  readonly value: T;
  readonly name: string;
  /** In a card, instead of its name. */
  readonly chosen?: string;
}

export function choiceOption<const T extends string | number>(
  label: string,
  choices: readonly Choice<T>[],
  usual: NoInfer<T>,
): BoardOption<T> {
  const find = (stored: unknown) => choices.find(({ value }) => value === stored);
  const offered = choices.map(({ name, value }) => ({ name, value: String(value) }));
  return defineOption<T>({
    label,
    usual,
    schema: z.custom<T>((stored) => find(stored) !== undefined),
    describe: (value) => find(value)?.chosen ?? find(value)?.name ?? "",
    field: {
      create: (id, stored) =>
        selectField({
          id,
          label,
          required: true,
          choices: offered,
          value: String(find(stored)?.value ?? usual),
        }),
      read(fields, id) {
        const chosen = readSelect(
          fields,
          id,
          offered.map(({ value }) => value),
        );
        return choices.find(({ value }) => String(value) === chosen)?.value ?? usual;
      },
    },
  });
}

/** A minute to a week. */
const minutes = { min: 1, max: 10_080 } as const;

export function minutesOption(
  label: string,
  usual: number,
  describe: (minutes: number) => string,
): BoardOption<number> {
  return numberOption({ label, usual, describe, schema: z.number().positive() }, minutes);
}

/** None, or how many people. */
const count = { min: 0, max: 1_000 } as const;

/** How many people; 0, as usual, turns it off. */
export function countOption(label: string, describe: (count: number) => string): BoardOption<number> {
  return numberOption(
    {
      label,
      usual: 0,
      describe: (many) => (many === 0 ? "" : describe(many)),
      schema: z.int().nonnegative(),
      liveOnly: true,
    },
    count,
  );
}

function numberOption(
  option: Declared<number>,
  range: { readonly min: number; readonly max: number },
): BoardOption<number> {
  const { label, usual, schema } = option;
  return defineOption({
    ...option,
    field: {
      create: (id, stored) =>
        createTextField({
          id,
          label,
          required: true,
          max: 100,
          value: String(schema.catch(usual).parse(stored)),
        }),
      read(fields, id) {
        const typed = readText(fields, id);
        const amount = parseWholeNumber(typed);
        if (amount !== undefined && amount >= range.min && amount <= range.max) return amount;
        throw new UserError(
          `“${escapeMarkdown(typed, 40)}” isn't a whole number from ${range.min} to ${formatNumber(range.max)}, so it stays as it was.`,
        );
      },
    },
  });
}

/** Some of the other kinds. @param successors of kinds that were once a choice */
export function kindsOption(
  label: string,
  choices: readonly Choice<string>[],
  usual: readonly string[],
  successors: Readonly<Record<string, string>> = {},
): BoardOption<readonly string[]> {
  const schema = z
    .array(z.string())
    .transform((kinds) => [...new Set(kinds.map((kind) => successors[kind] ?? kind))])
    .readonly();
  return defineOption({
    label,
    usual,
    schema,
    describe: (kinds) =>
      `Includes ${kinds.length === 0 ? "none" : joinKinds(kinds.map((kind) => escapeMarkdown(kind, 40)))}`,
    field: {
      create: (id, stored) =>
        createCheckboxField({
          id,
          label,
          required: true,
          choices,
          values: schema.catch(usual).parse(stored),
        }),
      read(fields, id) {
        const ticked = fields.getCheckboxGroup(id);
        const kinds = choices.map(({ value }) => value).filter((value) => ticked.includes(value));
        if (kinds.length > 0) return kinds;
        throw new UserError("There's no kind of post in that, so it stays as it was. Tick at least one.");
      },
    },
  });
}

/** For all kinds with a picture. */
export const pictureOption = switchOption({
  label: "With a picture",
  usual: true,
  on: "",
  off: "Without a picture",
});

/** For kinds that report on the current week or the one before. */
export const partOption = choiceOption(
  "When",
  [
    { value: "before", name: "This week so far" },
    { value: "final", name: "Results of last week" },
  ],
  "before",
);
