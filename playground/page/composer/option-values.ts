import type { APIApplicationCommandBasicOption, ApplicationCommandOptionType } from "discord-api-types/v10";
import type { PageOptions, PageOptionValue } from "../../discord/page-types.ts";
import { type Mention, type OptionChoice, sentText } from "./mentions.ts";

export const Option = {
  String: 3 as ApplicationCommandOptionType.String,
  Integer: 4 as ApplicationCommandOptionType.Integer,
  Boolean: 5 as ApplicationCommandOptionType.Boolean,
  User: 6 as ApplicationCommandOptionType.User,
  Channel: 7 as ApplicationCommandOptionType.Channel,
  Role: 8 as ApplicationCommandOptionType.Role,
  Mentionable: 9 as ApplicationCommandOptionType.Mentionable,
  Number: 10 as ApplicationCommandOptionType.Number,
  Attachment: 11 as ApplicationCommandOptionType.Attachment,
} as const;

/** The value of a chip: what was typed, and what was picked when it came from a list or a file. */
export interface ChipInput {
  readonly text: string;
  readonly picked?: PageOptionValue | undefined;
  readonly mentions?: readonly Mention[];
}

export type ReadOption =
  | { readonly kind: "empty" }
  | { readonly kind: "value"; readonly value: PageOptionValue }
  | { readonly kind: "error"; readonly message: string };

/** Takes a chip's input as Discord would: same kinds, same bounds, refused before anything is sent. */
export function readOption(
  option: APIApplicationCommandBasicOption,
  { text: typedText, picked, mentions = [] }: ChipInput,
  closedChoices: readonly OptionChoice[] | undefined,
): ReadOption {
  if (picked !== undefined) return { kind: "value", value: picked };
  const text = sentText(typedText, mentions);
  if (text.trim() === "") {
    return option.required === true ? error("This is required.") : { kind: "empty" };
  }
  if (closedChoices !== undefined) {
    const typed = text.trim().toLowerCase();
    const found = closedChoices.find(
      ({ name }) => name.toLowerCase() === typed || `@${name}`.toLowerCase() === typed,
    );
    return found === undefined ? error("Choose one from the list.") : { kind: "value", value: found.value };
  }
  switch (option.type) {
    case Option.Integer:
      if (!/^-?\d{1,16}$/.test(text.trim())) return error("Enter a whole number, such as 12.");
      return bounded(Number(text), option);
    case Option.Number:
      if (!/^-?\d{1,16}([.,]\d{1,10})?$/.test(text.trim())) return error("Enter a number, such as 12.5.");
      return bounded(Number(text.trim().replace(",", ".")), option);
    case Option.String: {
      const { min_length: least = 0, max_length: most = 6_000 } = option;
      if (text.length < least) return error(`At least ${String(least)} characters.`);
      if (text.length > most)
        return error(`At most ${String(most)} characters; this has ${String(text.length)}.`);
      return { kind: "value", value: text };
    }
    case Option.Boolean:
    case Option.User:
    case Option.Channel:
    case Option.Role:
    case Option.Mentionable:
    case Option.Attachment:
      return error("Choose one from the list.");
    default:
      return option satisfies never;
  }
}

function bounded(
  value: number,
  bounds: { readonly min_value?: number; readonly max_value?: number },
): ReadOption {
  const { min_value: least = Number.MIN_SAFE_INTEGER, max_value: most = Number.MAX_SAFE_INTEGER } = bounds;
  if (value < least) return error(`Must be at least ${String(least)}.`);
  if (value > most) return error(`Must be at most ${String(most)}.`);
  return { kind: "value", value };
}

function error(message: string): ReadOption {
  return { kind: "error", message };
}

export interface ChipProps {
  readonly path: string;
  readonly option: APIApplicationCommandBasicOption;
  readonly input: ChipInput;
  /** What the other chips hold: a suggestion may depend on it. */
  readonly others: PageOptions;
  readonly error: string | undefined;
  readonly onChange: (input: ChipInput) => void;
  readonly onPicked: (input: ChipInput) => void;
  readonly onFocus: () => void;
  readonly onLeave: () => void;
  readonly onRemove: () => void;
}
