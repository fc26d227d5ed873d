import type {
  APIComponentInLabel,
  APIModalInteractionResponseCallbackComponent,
  APITextInputComponent,
} from "discord-api-types/v10";
import type { PageUploadReference } from "../../discord/page-types.ts";
import { Type } from "../component-types.ts";
import { chosenAtFirst } from "../messages/select-choices.ts";
import { without } from "../omit.ts";

/** A field with what is above it, or a text between fields. */
export type FormPart =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "field";
      readonly label: string;
      readonly description: string | undefined;
      readonly field: APIComponentInLabel;
    };

export type FieldValue = string | boolean | readonly (string | PageUploadReference)[];
export type FieldValues = Readonly<Record<string, FieldValue>>;

export function partsOf(
  components: readonly APIModalInteractionResponseCallbackComponent[],
): readonly FormPart[] {
  return components.flatMap((component): readonly FormPart[] => {
    switch (component.type) {
      case Type.TextDisplay:
        return [{ kind: "text", text: component.content }];
      case Type.Label: {
        const { label, description, component: field } = component;
        return [{ kind: "field", label, description, field }];
      }
      case Type.ActionRow:
        return component.components.map((field) => ({
          kind: "field",
          label: labelOf(field),
          description: undefined,
          field,
        }));
      default:
        return [];
    }
  });
}

function labelOf(field: APITextInputComponent): string {
  return field.label ?? "Text";
}

/** What a field holds when the form opens. */
export function firstValue(field: APIComponentInLabel): FieldValue {
  switch (field.type) {
    case Type.TextInput:
      return field.value ?? "";
    case Type.Checkbox:
      return field.default ?? false;
    case Type.RadioGroup:
      return field.options.find((option) => option.default === true)?.value ?? "";
    case Type.CheckboxGroup:
      return field.options.filter((option) => option.default === true).map(({ value }) => value);
    case Type.FileUpload:
      return [];
    case Type.StringSelect:
    case Type.UserSelect:
    case Type.RoleSelect:
    case Type.MentionableSelect:
    case Type.ChannelSelect:
      return chosenAtFirst(field);
    default:
      return field satisfies never;
  }
}

/** What is sent off: radio buttons of which none was chosen have no value at all. */
export function sentValues(fields: readonly APIComponentInLabel[], values: FieldValues): FieldValues {
  const empty = fields.filter(({ type, custom_id }) => type === Type.RadioGroup && values[custom_id] === "");
  return empty.reduce((sent, { custom_id }) => without(sent, custom_id), values);
}

/** What stays in a form that is closed: a file has to be chosen again. */
export function keptValues(fields: readonly APIComponentInLabel[], values: FieldValues): FieldValues {
  const files = fields.filter(({ type }) => type === Type.FileUpload);
  return files.reduce((kept, { custom_id }) => without(kept, custom_id), values);
}

/** What is wrong with a field's value, as text to show below it. */
export function wrongWith(field: APIComponentInLabel, value: FieldValue): string | undefined {
  switch (field.type) {
    case Type.TextInput:
      return wrongText(field, typeof value === "string" ? value : "");
    case Type.Checkbox:
      return undefined;
    case Type.RadioGroup:
      return field.required !== false && value === "" ? "Choose one." : undefined;
    case Type.FileUpload:
    case Type.CheckboxGroup:
    case Type.StringSelect:
    case Type.UserSelect:
    case Type.RoleSelect:
    case Type.MentionableSelect:
    case Type.ChannelSelect:
      return wrongCount(field, Array.isArray(value) ? value.length : 0);
    default:
      return field satisfies never;
  }
}

function wrongText(field: APITextInputComponent, value: string): string | undefined {
  const { min_length: least = 0, max_length: most = 4_000, required = true } = field;
  if (value === "") return required ? "This is required." : undefined;
  if (value.length < least) return `At least ${String(least)} characters; this has ${String(value.length)}.`;
  if (value.length > most) return `At most ${String(most)} characters; this has ${String(value.length)}.`;
  return undefined;
}

interface Counted {
  readonly min_values?: number;
  readonly max_values?: number;
  readonly required?: boolean;
}

function wrongCount({ min_values, max_values, required = true }: Counted, count: number): string | undefined {
  const least = min_values ?? (required ? 1 : 0);
  if (count === 0) return required && least > 0 ? "Choose at least one." : undefined;
  if (count < least) return `Choose at least ${String(least)}.`;
  return max_values !== undefined && count > max_values ? `Choose at most ${String(max_values)}.` : undefined;
}

/** What ties a field to its name, its help and its error for a screen reader. */
export interface FieldIds {
  readonly field: string;
  readonly label: string;
  readonly describedBy: string | undefined;
}
