import type { BoardKind, BoardOption } from "./boards/board.ts";
import { boardKinds } from "./boards/index.ts";
import { foldText } from "../../src/domain/search.ts";
import { listSeparator, plainMarks } from "../../src/typed-text.ts";
import { UserError } from "../../src/errors.ts";
import { toOptionName } from "../../src/interactions/define.ts";
import type { Autocomplete, Choice, Option } from "../../src/interactions/handler.ts";
import { truncate } from "../../src/ui/lines.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { formatNumber } from "../../src/ui/numbers.ts";
import { boolean, choice, integer, text } from "../kit/options.ts";

/** A minute to a week, whatever the unit. */
const numbers = { minAmount: 1, maxAmount: 10_080 } as const;
const maxDescription = 100;

interface OfferedOption {
  readonly option: BoardOption;
  readonly kinds: readonly BoardKind[];
}

/** The options of all kinds, each name once. */
const offeredOptions: readonly OfferedOption[] = [
  ...new Map(boardKinds.flatMap(({ options }) => options.map((option) => [option.name, option]))).values(),
].map((option) => ({
  option,
  kinds: boardKinds.filter(({ options }) => options.some(({ name }) => name === option.name)),
}));

/** By name, whichever kind is chosen: in Discord, options can't depend on each other. */
export const kindOptions: Readonly<Record<string, Option<unknown>>> = Object.fromEntries(
  offeredOptions.map(({ option, kinds }) => {
    const description = `For ${kinds.map(({ name }) => name).join(", ")}: ${option.description}`;
    return [option.name, createOption(option, truncate(description, maxDescription))];
  }),
);

function createOption(option: BoardOption, description: string): Option<unknown> {
  switch (option.kind) {
    case "choice":
      return choice(description, listChoices(option)).map(
        (chosen) => option.choices?.find(({ value }) => String(value) === chosen)?.value,
      );
    case "number":
      return integer(description).min(numbers.minAmount).max(numbers.maxAmount);
    case "boolean":
      return boolean(description);
    case "kinds":
      return text(description)
        .max(100)
        .autocomplete(suggestKinds(option))
        .map((typed) => (typed === undefined ? undefined : readKinds(option, typed)));
    default:
      return option.kind satisfies never;
  }
}

/** A kind's chosen options, merged into the previous ones. @throws UserError for options the kind doesn't have */
export function resolveKindSettings(
  chosen: Readonly<Record<string, unknown>>,
  kind: BoardKind,
  before: Readonly<Record<string, unknown>> = getDefaults(kind),
): Readonly<Record<string, unknown>> {
  const filledIn = offeredOptions.filter(({ option }) => chosen[option.name] !== undefined);
  const other = filledIn.find(({ kinds }) => !kinds.includes(kind));
  if (other !== undefined)
    throw new UserError(
      `\`${toOptionName(other.option.name)}\` doesn't apply to *${kind.description}*, only to ${other.kinds.map(({ description: kindName }) => `*${kindName}*`).join(", ")}. Nothing was changed. Leave it out.`,
    );
  return {
    ...before,
    ...Object.fromEntries(filledIn.map(({ option }) => [option.name, chosen[option.name]])),
  };
}

/** The chosen options that a kind has; for no kind, all that some kind has. */
export function filterFittingOptions(
  chosen: Readonly<Record<string, unknown>>,
  kindName: string | undefined,
): Readonly<Record<string, unknown>> {
  const fits = ({ option, kinds }: OfferedOption) =>
    chosen[option.name] !== undefined &&
    (kindName === undefined || kinds.some(({ name }) => name === kindName));
  return Object.fromEntries(
    offeredOptions.filter(fits).map(({ option }) => [option.name, chosen[option.name]]),
  );
}

export function getDefaults(kind: BoardKind): Readonly<Record<string, unknown>> {
  return Object.fromEntries(kind.options.map((option) => [option.name, option.default]));
}

/** The typed list, and the same with one more kind each. */
function suggestKinds(option: BoardOption): Autocomplete {
  return async (typed) => {
    const parts = typed.split(listSeparator).map((part) => part.trim());
    const named = parts.map((part) => findValueNamed(option, part)).filter((value) => value !== undefined);
    const last = parts.at(-1) ?? "";
    const begun = findValueNamed(option, last) === undefined ? last : "";
    const more = listChoices(option)
      .filter(({ value }) => !named.includes(value))
      .filter(({ name, value }) => [name, value].some((known) => foldText(known).startsWith(foldText(begun))))
      .map(({ value }) => [...named, value]);
    return [...(named.length === 0 ? [] : [named]), ...more].map((values) => {
      const value = values.join(", ");
      return { name: value, value };
    });
  };
}

/** An option's value out of a list or a text field. @throws UserError for what it doesn't take */
export function parseOption(option: BoardOption, typed: string): unknown {
  if (option.kind === "kinds") return readKinds(option, typed);
  if (option.kind === "choice") return option.choices?.find(({ value }) => String(value) === typed)?.value;
  const amount = Number(plainMarks(typed).trim());
  if (Number.isInteger(amount) && amount >= numbers.minAmount && amount <= numbers.maxAmount) return amount;
  throw new UserError(
    `“${escapeMarkdown(typed, 40)}” isn't a whole number from ${numbers.minAmount} to ${formatNumber(numbers.maxAmount)}, so it stays as it was.`,
  );
}

function readKinds(option: BoardOption, typed: string): readonly string[] {
  const parts = typed.split(listSeparator).filter((part) => part.trim() !== "");
  const known = listChoices(option)
    .map(({ value }) => `*${value}*`)
    .join(", ");
  if (parts.length === 0)
    throw new UserError(
      `There's no kind of post in that, so nothing was changed. Choose from ${known}, separated by commas.`,
    );
  const values = parts.map((part) => {
    const value = findValueNamed(option, part);
    if (value !== undefined) return value;
    throw new UserError(
      `There's no kind of post called “${escapeMarkdown(part, 40)}” for this, so nothing was changed. Choose from ${known}, separated by commas.`,
    );
  });
  return [...new Set(values)];
}

function listChoices({ choices = [] }: BoardOption): readonly Choice[] {
  return choices.map(({ name, value }) => ({ name, value: String(value) }));
}

function findValueNamed(option: BoardOption, typed: string): string | undefined {
  const wanted = foldText(typed.trim());
  const found = listChoices(option).find(({ name, value }) =>
    [name, value].some((known) => foldText(known) === wanted),
  );
  return found?.value;
}
