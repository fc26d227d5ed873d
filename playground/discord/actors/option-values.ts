import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType as Type,
} from "discord-api-types/v10";
import { fileTypesOf } from "../file-types.ts";
import { type OptionInput, PersonError, type Upload } from "../member-types.ts";
import type { Resolving } from "./resolve-options.ts";

type Option = APIApplicationCommandBasicOption;
type Inputs = Readonly<Record<string, OptionInput>>;

/** What Discord's client sends for the options a person filled in. @throws PersonError */
export function optionValues(
  options: readonly Option[],
  inputs: Inputs,
  resolving: Resolving,
): readonly unknown[] {
  for (const name of Object.keys(inputs))
    if (!options.some((option) => option.name === name))
      throw new PersonError(`There is no option "${name}".`, name);
  const missing = options.find(({ name, required }) => required === true && inputs[name] === undefined);
  if (missing !== undefined) throw new PersonError(`The option "${missing.name}" is required.`, missing.name);
  return options.flatMap((option) => {
    const input = inputs[option.name];
    if (input === undefined) return [];
    return [{ name: option.name, type: option.type, value: valueFor(option, input, resolving) }];
  });
}

function valueFor(option: Option, input: OptionInput, resolving: Resolving): string | number | boolean {
  const { name } = option;
  switch (option.type) {
    case Type.String:
      return textFor(option, input);
    case Type.Integer:
    case Type.Number:
      return numberFor(option, input);
    case Type.Boolean:
      if (typeof input !== "boolean") throw new PersonError(`"${name}" must be true or false.`, name);
      return input;
    case Type.Attachment:
      if (!isUpload(input)) throw new PersonError(`"${name}" takes a file.`, name);
      return resolving.attachment(input, name, fileTypesOf(option));
    case Type.User:
    case Type.Role:
    case Type.Channel:
    case Type.Mentionable: {
      if (typeof input !== "string") throw new PersonError(`"${name}" takes an id.`, name);
      if (option.type === Type.User) resolving.user(input, name);
      else if (option.type === Type.Role) resolving.role(input, name);
      else if (option.type === Type.Channel) resolving.channel(input, name, option.channel_types);
      else resolving.mentionable(input, name);
      return input;
    }
    default:
      return option satisfies never;
  }
}

function textFor(option: Extract<Option, { type: Type.String }>, input: OptionInput): string {
  const { name } = option;
  if (typeof input !== "string") throw new PersonError(`"${name}" takes text.`, name);
  const { min_length: min = 0, max_length: max = 6_000 } =
    "min_length" in option || "max_length" in option ? option : {};
  if (input.length < Math.max(min, 1) || input.length > max)
    throw new PersonError(`"${name}" must have ${Math.max(min, 1)} to ${max} characters.`, name);
  if ("choices" in option) onlyAChoice(option.choices, input, name);
  return input;
}

function numberFor(
  option: Extract<Option, { type: Type.Integer | Type.Number }>,
  input: OptionInput,
): number {
  const { name } = option;
  const isInteger = option.type === Type.Integer;
  if (typeof input !== "number" || !Number.isFinite(input) || (isInteger && !Number.isSafeInteger(input)))
    throw new PersonError(`"${name}" takes a ${isInteger ? "whole number" : "number"}.`, name);
  const { min_value: min, max_value: max } = "min_value" in option || "max_value" in option ? option : {};
  if (min !== undefined && input < min) throw new PersonError(`"${name}" must be at least ${min}.`, name);
  if (max !== undefined && input > max) throw new PersonError(`"${name}" must be at most ${max}.`, name);
  if ("choices" in option) onlyAChoice(option.choices, input, name);
  return input;
}

function onlyAChoice(
  choices: readonly { readonly value: string | number }[] | undefined,
  input: string | number,
  name: string,
): void {
  if (choices === undefined || choices.length === 0) return;
  if (!choices.some(({ value }) => value === input))
    throw new PersonError(`"${name}" must be one of the choices shown.`, name);
}

export function isUpload(input: unknown): input is Upload {
  return typeof input === "object" && input !== null && "data" in input && input.data instanceof Uint8Array;
}
