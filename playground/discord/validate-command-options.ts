import { ApplicationCommandOptionType as Type } from "discord-api-types/v10";
import { type FormCheck, isAbsent } from "./body-validator.ts";
import { checkFileTypes } from "./file-types.ts";

type Fields = Readonly<Record<string, unknown>>;
type Place = "command" | "group" | "subcommand";

const nameForm = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const largestInteger = 2 ** 53;

export function commandName(name: string): boolean {
  return nameForm.test(name) && name === name.toLowerCase();
}

const values: readonly Type[] = [
  Type.String,
  Type.Integer,
  Type.Boolean,
  Type.User,
  Type.Channel,
  Type.Role,
  Type.Mentionable,
  Type.Number,
  Type.Attachment,
];
const allTypes: readonly Type[] = [Type.Subcommand, Type.SubcommandGroup, ...values];
const allowedIn: Readonly<Record<Place, readonly Type[]>> = {
  command: allTypes,
  group: [Type.Subcommand],
  subcommand: values,
};

export function checkOptions(form: FormCheck, parent: Fields, place: Place): void {
  const options = form.list(parent, "options", { max: 25 });
  const seen = new Set<string>();
  let optionalBefore = false;
  let nested = 0;
  for (const [index, value] of options.entries()) {
    const at = form.at("options", index);
    const option = at.fields(value);
    const type = at.oneOf(option, "type", allowedIn[place]);
    const name = at.text(option, "name", { required: true, min: 1, max: 32 });
    at.text(option, "description", { required: true, min: 1, max: 100 });
    if (name !== undefined && !commandName(name))
      at.at("name").refuse("APPLICATION_COMMAND_INVALID_NAME", `Command name "${name}" is invalid`);
    if (name !== undefined && seen.has(name))
      at.at("name").refuse("APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Command option names must be unique");
    if (name !== undefined) seen.add(name);
    if (type === undefined) continue;
    if (type === Type.Subcommand || type === Type.SubcommandGroup) {
      nested += 1;
      checkOptions(at, option, type === Type.Subcommand ? "subcommand" : "group");
      continue;
    }
    const required = option["required"] === true;
    if (required && optionalBefore)
      at.refuse(
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        "Required options must be placed before non-required options",
      );
    optionalBefore ||= !required;
    checkValueOption(at, option, type);
  }
  if (nested > 0 && nested < options.length)
    form
      .at("options")
      .refuse(
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        "Sub-command and sub-command group option types are mutually exclusive to all other types",
      );
}

function checkValueOption(form: FormCheck, option: Fields, type: Type): void {
  const isText = type === Type.String;
  const isNumber = type === Type.Integer || type === Type.Number;
  form.flag(option, "required");
  form.flag(option, "autocomplete");
  if (type === Type.Attachment) checkFileTypes(form, option);
  if (option["autocomplete"] === true && !isText && !isNumber)
    form
      .at("autocomplete")
      .refuse("APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID", "This type cannot be completed");
  const choices = form.list(option, "choices", { max: 25 });
  if (choices.length > 0 && option["autocomplete"] === true)
    form
      .at("choices")
      .refuse(
        "APPLICATION_COMMAND_OPTION_CHOICES_AUTOCOMPLETE",
        "Choices and autocomplete cannot both be set",
      );
  if (isText) checkBounds(form, option, "min_length", "max_length", 0, 6_000);
  if (isNumber) checkBounds(form, option, "min_value", "max_value", -largestInteger, largestInteger);
  checkChoices(form, choices, { isText, isInteger: type === Type.Integer });
}

function checkBounds(
  form: FormCheck,
  option: Fields,
  lowKey: string,
  highKey: string,
  lowest: number,
  highest: number,
): void {
  const bound = (key: string) => {
    const value = option[key];
    if (isAbsent(value)) return undefined;
    if (typeof value === "number" && value >= lowest && value <= highest) return value;
    form.at(key).refuse("NUMBER_TYPE_MAX", `Must be between ${lowest} and ${highest}.`);
    return undefined;
  };
  const low = bound(lowKey);
  const high = bound(highKey);
  if (low !== undefined && high !== undefined && low > high)
    form
      .at(lowKey)
      .refuse("APPLICATION_COMMAND_OPTION_BOUNDS", `${lowKey} must not be greater than ${highKey}`);
}

function checkChoices(
  form: FormCheck,
  choices: readonly unknown[],
  kind: { readonly isText: boolean; readonly isInteger: boolean },
): void {
  const names = new Set<string>();
  for (const [index, value] of choices.entries()) {
    const at = form.at("choices", index);
    const choice = at.fields(value);
    const name = at.text(choice, "name", { required: true, min: 1, max: 100 });
    if (name !== undefined && names.has(name))
      at.at("name").refuse(
        "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE",
        "Choice names must be unique",
      );
    if (name !== undefined) names.add(name);
    checkChoiceValue(at, choice, kind);
  }
}

/** Also holds the suggestions of an autocomplete, which have the same form. */
export function checkChoiceValue(
  form: FormCheck,
  choice: Fields,
  kind: { readonly isText: boolean; readonly isInteger: boolean },
): void {
  if (kind.isText) {
    if (typeof choice["value"] === "number")
      form.at("value").refuse("STRING_TYPE_CONVERT", "Must be a string.");
    else form.text(choice, "value", { required: true, min: 1, max: 100 });
    return;
  }
  const value = choice["value"];
  const fits =
    typeof value === "number" && Number.isFinite(value) && (!kind.isInteger || Number.isInteger(value));
  if (!fits)
    form
      .at("value")
      .refuse("NUMBER_TYPE_COERCE", `Value "${String(value)}" is not ${kind.isInteger ? "int" : "float"}.`);
}
