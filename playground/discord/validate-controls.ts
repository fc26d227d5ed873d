import { ButtonStyle, ComponentType } from "discord-api-types/v10";
import { type FormCheck, isAbsent, isFields, plain } from "./body-validator.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What may occur only once in a whole message or modal. */
export class CustomIds {
  readonly #seen = new Set<string>();

  check(form: FormCheck, fields: Fields, required = true): void {
    const id = form.text(fields, "custom_id", { required, min: 1, max: 100 });
    if (id === undefined) return;
    if (this.#seen.has(id))
      form
        .at("custom_id")
        .refuse("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated");
    this.#seen.add(id);
  }
}

const buttonStyles = [1, 2, 3, 4, 5, 6];

export function checkButton(form: FormCheck, button: Fields, ids: CustomIds): void {
  const style = form.oneOf(button, "style", buttonStyles);
  const label = form.text(button, "label", { max: 80 });
  form.flag(button, "disabled");
  if (style === ButtonStyle.Premium) return;
  if ((label === undefined || label === "") && !isFields(button["emoji"]))
    form.refuse("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji");
  if (isFields(button["emoji"])) checkEmoji(form.at("emoji"), button["emoji"]);
  if (style === ButtonStyle.Link) {
    if (isAbsent(button["url"])) form.at("url").refuse("BASE_TYPE_REQUIRED", "This field is required");
    else if (plain(button["url"]).length > 512)
      form.at("url").refuse("BASE_TYPE_MAX_LENGTH", "Must be 512 or fewer in length.");
    else form.url(button, "url", ["http", "https", "discord"]);
    if (!isAbsent(button["custom_id"]))
      form
        .at("custom_id")
        .refuse(
          "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
          "A custom id and url cannot both be specified",
        );
    return;
  }
  if (!isAbsent(button["url"]))
    form
      .at("url")
      .refuse(
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
        "A custom id and url cannot both be specified",
      );
  ids.check(form, button);
}

export const selectTypes: ReadonlySet<unknown> = new Set([
  ComponentType.StringSelect,
  ComponentType.UserSelect,
  ComponentType.RoleSelect,
  ComponentType.MentionableSelect,
  ComponentType.ChannelSelect,
]);

export function checkSelect(form: FormCheck, select: Fields, ids: CustomIds): void {
  ids.check(form, select);
  form.text(select, "placeholder", { max: 150 });
  const min = form.integer(select, "min_values", { min: 0, max: 25 }) ?? 1;
  const max = form.integer(select, "max_values", { min: 1, max: 25 }) ?? 1;
  if (min > max)
    form.at("min_values").refuse("BASE_TYPE_MAX_VALUES", "min_values must not be greater than max_values");
  form.flag(select, "disabled");
  if (select["type"] !== ComponentType.StringSelect) {
    form.list(select, "default_values", { max: 25 });
    return;
  }
  const count = checkChoices(form, select, { min: 1, max: 25 });
  if (max > count && count > 0)
    form
      .at("max_values")
      .refuse(
        "SELECT_COMPONENT_MAX_VALUES",
        `max_values must not be greater than the number of options (${count})`,
      );
}

/** The options of a select, a radio group or a checkbox group. */
export function checkChoices(
  form: FormCheck,
  fields: Fields,
  count: { readonly min: number; readonly max: number },
): number {
  const choices = form.list(fields, "options", count);
  const values = new Set<string>();
  for (const [index, value] of choices.entries()) {
    const choice = form.at("options", index);
    const parts = choice.fields(value);
    choice.text(parts, "label", { required: true, max: 100 });
    const chosen = choice.text(parts, "value", { required: true, max: 100 });
    choice.text(parts, "description", { max: 100 });
    choice.flag(parts, "default");
    if (isFields(parts["emoji"])) checkEmoji(choice.at("emoji"), parts["emoji"]);
    if (chosen !== undefined && values.has(chosen))
      choice
        .at("value")
        .refuse("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used");
    if (chosen !== undefined) values.add(chosen);
  }
  return choices.length;
}

function checkEmoji(form: FormCheck, emoji: Fields): void {
  const name = emoji["name"];
  if (
    isAbsent(emoji["id"]) &&
    (typeof name !== "string" || !/\p{Extended_Pictographic}|\p{Emoji}\u20E3|\p{RI}{2}/u.test(name))
  )
    form.at("name").refuse("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
}
