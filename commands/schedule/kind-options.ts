import type { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import type { ChatInputCommandInteraction } from "discord.js";
import type { BoardKind, BoardOption } from "../../src/boards/board.ts";
import { boardKinds } from "../../src/boards/index.ts";
import { fold } from "../../src/domain/fold.ts";
import { UserError } from "../../src/errors.ts";
import type { Suggest } from "../../src/interactions/define.ts";
import { clip } from "../../src/text/clip.ts";
import { inert } from "../../src/text/inert.ts";

/** A minute to a week, whatever is counted. */
const numbers = { least: 1, most: 10_080 } as const;
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
    const description = clip(`For ${of}: ${option.words}`, maxDescription);
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
            .setMaxValue(numbers.most),
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
        `\`${offered}\` is not for the kind *${kind.words}*, only for ${kinds.map(({ words }) => `*${words}*`).join(", ")}. Nothing was changed. Leave it out.`,
      );
    return [[option.name, readValue(option, value)] as const];
  });
  return { ...before, ...Object.fromEntries(chosen) };
}

export function defaultsOf(kind: BoardKind): Readonly<Record<string, unknown>> {
  return Object.fromEntries(kind.options.map((option) => [option.name, option.default]));
}

/** One suggestion for each kind that is not named yet, after those that are. */
const suggestKinds: Suggest<"guild"> & Suggest<"link"> = async (typed) => {
  const parts = typed.split(",").map((part) => part.trim());
  const named = parts.map(kindNamed).filter((kind) => kind !== undefined);
  const begun = parts.at(-1) ?? "";
  const before = named.map(({ name }) => name);
  const more = boardKinds
    .filter((kind) => !named.includes(kind) && (kindNamed(begun) !== undefined || begins(kind, begun)))
    .map(({ name }) => [...before, name]);
  return [...(before.length === 0 ? [] : [before]), ...more].map((names) => {
    const value = names.join(", ");
    return { name: value, value };
  });
};

/** For the `suggest` of a leaf that offers them. */
export const kindSuggestions: Readonly<Record<string, typeof suggestKinds>> = Object.fromEntries(
  offeredOptions
    .filter(({ option }) => option.kind === "kinds")
    .map(({ offered }) => [offered, suggestKinds]),
);

function readValue(option: BoardOption, value: string | number | boolean): unknown {
  if (option.kind === "choice")
    return option.choices?.find((choice) => String(choice.value) === value)?.value ?? option.default;
  return option.kind === "kinds" ? readKinds(String(value)) : value;
}

function readKinds(typed: string): readonly string[] {
  const names = typed
    .split(",")
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const kind = kindNamed(part);
      if (kind !== undefined) return kind.name;
      const known = boardKinds.map(({ name }) => `*${name}*`).join(", ");
      throw new UserError(
        `I know no kind of post called “${inert(part, 40)}”, so nothing was changed. There are ${known}; put commas between them.`,
      );
    });
  return [...new Set(names)];
}

function kindNamed(typed: string): BoardKind | undefined {
  const text = fold(typed.trim());
  return boardKinds.find(({ name, words }) => fold(name) === text || fold(words) === text);
}

function begins({ name, words }: BoardKind, typed: string): boolean {
  return fold(name).startsWith(fold(typed)) || fold(words).startsWith(fold(typed));
}
