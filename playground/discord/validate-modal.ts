import { ComponentType, TextInputStyle } from "discord-api-types/v10";
import { checkChoices, checkSelect, CustomIds, selectTypes } from "./validate-controls.ts";
import { type FormCheck, isAbsent, isFields } from "./body-validator.ts";
import { checkFileTypes } from "./file-types.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The data of an answer that opens a form. */
export function checkModal(form: FormCheck, modal: Fields): void {
  const ids = new CustomIds();
  form.text(modal, "custom_id", { required: true, min: 1, max: 100 });
  form.text(modal, "title", { required: true, min: 1, max: 45 });
  const components = form.list(modal, "components", { min: 1, max: 5 });
  for (const [index, value] of components.entries()) {
    const at = form.at("components", index);
    const component = at.fields(value);
    const type = at.oneOf(component, "type", [
      ComponentType.ActionRow,
      ComponentType.TextDisplay,
      ComponentType.Label,
    ]);
    if (type === ComponentType.TextDisplay) at.text(component, "content", { required: true, max: 4_000 });
    else if (type === ComponentType.Label) checkLabel(at, component, ids);
    else if (type === ComponentType.ActionRow) checkRow(at, component, ids);
  }
}

function checkRow(form: FormCheck, row: Fields, ids: CustomIds): void {
  const [input] = form.list(row, "components", { min: 1, max: 1 });
  if (input === undefined) return;
  const at = form.at("components", 0);
  const fields = at.fields(input);
  at.oneOf(fields, "type", [ComponentType.TextInput]);
  at.text(fields, "label", { required: true, min: 1, max: 45 });
  checkTextInput(at, fields, ids);
}

function checkLabel(form: FormCheck, label: Fields, ids: CustomIds): void {
  form.text(label, "label", { required: true, min: 1, max: 45 });
  form.text(label, "description", { min: 1, max: 100 });
  const inner = label["component"];
  const at = form.at("component");
  if (!isFields(inner)) {
    at.refuse("BASE_TYPE_REQUIRED", "This field is required");
    return;
  }
  at.flag(inner, "required");
  // For selects, discord-api-docs#7800; for the others, #8177.
  if (inner["required"] !== false && inner["min_values"] === 0)
    at.at("min_values").refuse(
      "SELECT_COMPONENT_REQUIRED_ZERO_MIN_VALUES",
      "Select menus marked as required cannot have a min_values of 0",
    );
  const type = inner["type"];
  if (selectTypes.has(type)) {
    checkSelect(at, inner, ids);
    if (inner["disabled"] === true)
      at.at("disabled").refuse("COMPONENT_DISABLED_IN_MODAL", "Components in a modal cannot be disabled");
    return;
  }
  switch (type) {
    case ComponentType.TextInput:
      if (!isAbsent(inner["label"]))
        at.at("label").refuse("TEXT_INPUT_LABEL_IN_LABEL", "A text input within a label cannot have a label");
      checkTextInput(at, inner, ids);
      return;
    case ComponentType.FileUpload:
      ids.check(at, inner);
      checkRange(at, inner, { lowest: 0, most: 10 });
      checkFileTypes(at, inner);
      return;
    case ComponentType.RadioGroup:
      ids.check(at, inner);
      checkChoices(at, inner, { min: 2, max: 10 });
      return;
    case ComponentType.CheckboxGroup:
      ids.check(at, inner);
      checkChoices(at, inner, { min: 1, max: 10 });
      checkRange(at, inner, { lowest: 0, most: 10 });
      return;
    case ComponentType.Checkbox:
      ids.check(at, inner);
      at.flag(inner, "default");
      return;
    default:
      at.at("type").refuse("BASE_TYPE_CHOICES", "Value must be one of {3, 4, 5, 6, 7, 8, 19, 21, 22, 23}.");
  }
}

function checkTextInput(form: FormCheck, input: Fields, ids: CustomIds): void {
  ids.check(form, input);
  form.oneOf(input, "style", [TextInputStyle.Short, TextInputStyle.Paragraph]);
  form.text(input, "placeholder", { max: 100 });
  form.flag(input, "required");
  const min = form.integer(input, "min_length", { min: 0, max: 4_000 }) ?? 0;
  const max = form.integer(input, "max_length", { min: 1, max: 4_000 }) ?? 4_000;
  if (min > max)
    form.at("min_length").refuse("TEXT_INPUT_MIN_MAX", "min_length must not be greater than max_length");
  const value = input["value"];
  if (!isAbsent(value) && value !== "") form.text(input, "value", { min, max });
}

function checkRange(
  form: FormCheck,
  fields: Fields,
  range: { readonly lowest: number; readonly most: number },
): void {
  const min = form.integer(fields, "min_values", { min: range.lowest, max: range.most }) ?? 1;
  const max = form.integer(fields, "max_values", { min: 1, max: range.most }) ?? 1;
  if (min > max)
    form.at("min_values").refuse("BASE_TYPE_MAX_VALUES", "min_values must not be greater than max_values");
}
