import {
  type APIComponentInLabel,
  type APIModalInteractionResponseCallbackData,
  ComponentType,
} from "discord-api-types/v10";
import { fileTypesOf } from "../file-types.ts";
import { type FormInput, PersonError } from "../member-types.ts";
import { isUpload } from "./option-values.ts";
import type { Resolving } from "./resolve-options.ts";
import { entitySelect, withinCount } from "./select-values.ts";

type Inputs = Readonly<Record<string, FormInput>>;

/** The components of a form that was sent off. @throws PersonError for what Discord's form would not accept. */
export function formValues(
  modal: APIModalInteractionResponseCallbackData,
  inputs: Inputs,
  resolving: Resolving,
): readonly unknown[] {
  const known = new Set<string>();
  let last = 0;
  const number = () => (last += 1);
  const valued = (component: APIComponentInLabel, label: string) => {
    known.add(component.custom_id);
    const { type, custom_id: customId } = component;
    return {
      type,
      id: number(),
      custom_id: customId,
      ...valueOf(component, label, inputs[customId], resolving),
    };
  };
  const components = modal.components.map((component) => {
    const { type } = component;
    const id = number();
    if (component.type === ComponentType.TextDisplay) return { type, id };
    if (component.type === ComponentType.Label)
      return { type, id, component: valued(component.component, component.label) };
    return { type, id, components: component.components.map((input) => valued(input, input.label ?? "")) };
  });
  for (const name of Object.keys(inputs))
    if (!known.has(name)) throw new PersonError(`The form has no field "${name}".`, name);
  return components;
}

function valueOf(
  component: APIComponentInLabel,
  label: string,
  input: FormInput | undefined,
  resolving: Resolving,
): { readonly value: string | boolean | null } | { readonly values: readonly string[] } {
  const field = component.custom_id;
  const isRequired = component.type !== ComponentType.Checkbox && component.required !== false;
  const least = (min: number | undefined) => (isRequired ? Math.max(1, min ?? 1) : 0);
  switch (component.type) {
    case ComponentType.TextInput: {
      const text = input ?? component.value ?? "";
      if (typeof text !== "string") throw new PersonError(`"${label}" takes text.`, field);
      if (text.trim() === "" && isRequired) throw new PersonError(`"${label}" is required.`, field);
      const { min_length: min = 0, max_length: max = 4_000 } = component;
      if (text !== "" && (text.length < min || text.length > max))
        throw new PersonError(`"${label}" must have ${min} to ${max} characters.`, field);
      return { value: text };
    }
    case ComponentType.Checkbox:
      return { value: typeof input === "boolean" ? input : component.default === true };
    case ComponentType.RadioGroup: {
      const chosen =
        typeof input === "string"
          ? input
          : component.options.find((option) => option.default === true)?.value;
      if (chosen === undefined && isRequired) throw new PersonError(`"${label}" is required.`, field);
      if (chosen !== undefined && !component.options.some(({ value }) => value === chosen))
        throw new PersonError(`"${label}" has no choice "${chosen}".`, field);
      return { value: chosen ?? null };
    }
    case ComponentType.CheckboxGroup: {
      const range = {
        min: least(component.min_values),
        max: component.max_values ?? component.options.length,
      };
      return { values: chosenOf(component.options, texts(input, field), range, label, field) };
    }
    case ComponentType.StringSelect: {
      const range = { min: least(component.min_values), max: component.max_values ?? 1 };
      return { values: chosenOf(component.options, texts(input, field), range, label, field) };
    }
    case ComponentType.FileUpload: {
      const uploads = Array.isArray(input) ? input.filter(isUpload) : [];
      withinCount(
        uploads.length,
        { min: least(component.min_values), max: component.max_values ?? 1 },
        label,
        field,
      );
      return { values: uploads.map((upload) => resolving.attachment(upload, field, fileTypesOf(component))) };
    }
    case ComponentType.UserSelect:
    case ComponentType.RoleSelect:
    case ComponentType.MentionableSelect:
    case ComponentType.ChannelSelect: {
      const values = texts(input, field) ?? (component.default_values ?? []).map(({ id }) => id);
      withinCount(
        values.length,
        { min: least(component.min_values), max: component.max_values ?? 1 },
        label,
        field,
      );
      entitySelect(component, values, resolving);
      return { values };
    }
    default:
      return component satisfies never;
  }
}

function chosenOf(
  options: readonly { readonly value: string; readonly default?: boolean }[],
  input: readonly string[] | undefined,
  range: { readonly min: number; readonly max: number },
  label: string,
  field: string,
): readonly string[] {
  const chosen = input ?? options.filter((option) => option.default === true).map(({ value }) => value);
  withinCount(chosen.length, range, label, field);
  const stranger = chosen.find((value) => !options.some((option) => option.value === value));
  if (stranger !== undefined) throw new PersonError(`"${label}" has no choice "${stranger}".`, field);
  return chosen;
}

function texts(input: FormInput | undefined, field: string): readonly string[] | undefined {
  if (input === undefined) return undefined;
  const list: readonly unknown[] = Array.isArray(input) ? input : [input];
  return list.map((value) => {
    if (typeof value === "string") return value;
    throw new PersonError(`"${field}" takes chosen values.`, field);
  });
}
