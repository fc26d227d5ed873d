import type { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import type { ChatInputCommandInteraction } from "discord.js";
import type { BoardKind, BoardOption } from "../../src/schedules/boards/board.ts";
import { boardKinds } from "../../src/schedules/boards/index.ts";
import { foldText } from "../../src/domain/fold-text.ts";
import { UserError } from "../../src/errors.ts";
import type { Choice, Autocomplete } from "../../src/interactions/define.ts";
import { truncate } from "../../src/ui/clip.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { parseChoice } from "../kit/parse-choice.ts";

/** A minute to a week, whatever is counted. */
const numbers = { least: 1, maxAmount: 10_080 } as const;
const maxDescription = 100;

interface OfferedOption {
  /** As it is called in the command. */
  readonly offered: string;
  readonly option: BoardOption;
  readonly kinds: readonly BoardKind[];
}

/** What can be chosen about the kinds, each name once. */
const offeredOptions: readonly OfferedOption[] = [
  ...new Map(boardKinds.flatMap(({ options }) => options.map((option) => [option.name, option]))).values(),
].map((option) => ({
  offered: option.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  option,
  kinds: boardKinds.filter(({ options }) => options.some(({ name }) => name === option.name)),
}));

/** Offers what can be chosen about the kinds, whichever is chosen: Discord cannot make one option hang on another. */
export function addKindOptions<Builder extends SlashCommandSubcommandBuilder>(builder: Builder): Builder {
  for (const { offered, option, kinds } of offeredOptions) {
    const of = kinds.map(({ name }) => name).join(", ");
    const description = truncate(`For ${of}: ${option.description}`, maxDescription);
    switch (option.kind) {
      case "choice":
        builder.addStringOption((added) =>
          added
            .setName(offered)
            .setDescription(description)
            .addChoices((option.choices ?? []).map(({ name, value }) => ({ name, value: String(value) }))),
        );
        break;
      case "number":
        builder.addIntegerOption((added) =>
          added
            .setName(offered)
            .setDescription(description)
            .setMinValue(numbers.least)
            .setMaxValue(numbers.maxAmount),
        );
        break;
      case "boolean":
        builder.addBooleanOption((added) => added.setName(offered).setDescription(description));
        break;
      case "kinds":
        builder.addStringOption((added) =>
          added.setName(offered).setDescription(description).setMaxLength(100).setAutocomplete(true),
        );
        break;
      default:
        option.kind satisfies never;
    }
  }
  return builder;
}

/** What was chosen about a kind, over what was there before. @throws UserError for what the kind does not have */
export function readKindOptions(
  { options }: Pick<ChatInputCommandInteraction, "options">,
  kind: BoardKind,
  before: Readonly<Record<string, unknown>> = defaultsOf(kind),
): Readonly<Record<string, unknown>> {
  const chosen = offeredOptions.flatMap(({ offered, option, kinds }) => {
    const value = options.get(offered)?.value;
    if (value === undefined) return [];
    if (!kinds.includes(kind))
      throw new UserError(
        `\`${offered}\` is not for the kind *${kind.description}*, only for ${kinds.map(({ description: words }) => `*${words}*`).join(", ")}. Nothing was changed. Leave it out.`,
      );
    return [[option.name, readValue(offered, option, value)] as const];
  });
  return { ...before, ...Object.fromEntries(chosen) };
}

export function defaultsOf(kind: BoardKind): Readonly<Record<string, unknown>> {
  return Object.fromEntries(kind.options.map((option) => [option.name, option.default]));
}

/** What is named so far, and that with one more each. */
const suggestKinds =
  (option: BoardOption): Autocomplete<"guild"> & Autocomplete<"link"> =>
  async (typed) => {
    const parts = typed.split(",").map((part) => part.trim());
    const named = parts.map((part) => valueNamed(option, part)).filter((value) => value !== undefined);
    const last = parts.at(-1) ?? "";
    const begun = valueNamed(option, last) === undefined ? last : "";
    const more = choicesOf(option)
      .filter(({ value }) => !named.includes(value))
      .filter(({ name, value }) => [name, value].some((text) => foldText(text).startsWith(foldText(begun))))
      .map(({ value }) => [...named, value]);
    return [...(named.length === 0 ? [] : [named]), ...more].map((values) => {
      const value = values.join(", ");
      return { name: value, value };
    });
  };

/** For the `suggest` of a leaf that offers them. */
export const kindSuggestions = Object.fromEntries(
  offeredOptions
    .filter(({ option }) => option.kind === "kinds")
    .map(({ offered, option }) => [offered, suggestKinds(option)]),
);

function readValue(offered: string, option: BoardOption, value: string | number | boolean): unknown {
  if (option.kind === "kinds") return readKinds(option, String(value));
  if (option.kind !== "choice") return value;
  const values = (option.choices ?? []).map((choice) => choice.value);
  return parseChoice(offered, values, String(value));
}

function readKinds(option: BoardOption, typed: string): readonly string[] {
  const parts = typed.split(",").filter((part) => part.trim() !== "");
  const known = choicesOf(option)
    .map((choice) => `*${choice.value}*`)
    .join(", ");
  if (parts.length === 0)
    throw new UserError(
      `No kind of post is named there, so nothing was changed. There are ${known}; put commas between them.`,
    );
  const values = parts.map((part) => {
    const value = valueNamed(option, part);
    if (value !== undefined) return value;
    throw new UserError(
      `I know no kind of post called “${escapeMarkdown(part, 40)}” that can stand in this one, so nothing was changed. There are ${known}; put commas between them.`,
    );
  });
  return [...new Set(values)];
}

function choicesOf({ choices = [] }: BoardOption): readonly Choice[] {
  return choices.map(({ name, value }) => ({ name, value: String(value) }));
}

function valueNamed(option: BoardOption, typed: string): string | undefined {
  const text = foldText(typed.trim());
  const found = choicesOf(option).find(({ name, value }) =>
    [name, value].some((known) => foldText(known) === text),
  );
  return found?.value;
}
