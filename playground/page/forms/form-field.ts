import { useId } from "preact/hooks";
import type { APITextInputComponent } from "discord-api-types/v10";
import { Paragraph, Type } from "../component-types.ts";
import { Dropdown } from "../dropdown.ts";
import { useGuild } from "../guild.ts";
import { html, type View } from "../html.ts";
import { choicesOf } from "../messages/select-choices.ts";
import { CheckboxField, ChoiceGroup } from "./choice-group.ts";
import type { FieldIds, FieldValue, FormPart } from "./field-list.ts";
import { FileField } from "./file-field.ts";

export interface FieldProps {
  readonly part: Extract<FormPart, { readonly kind: "field" }>;
  readonly value: FieldValue;
  readonly error: string | undefined;
  readonly onChange: (value: FieldValue) => void;
}

export function FormField({ part, value, error, onChange }: FieldProps): View {
  const id = useId();
  const { label, description, field } = part;
  const described = [description === undefined ? "" : `${id}-help`, error === undefined ? "" : `${id}-error`];
  const describedBy = described.filter((each) => each !== "").join(" ");
  const ids: FieldIds = {
    field: id,
    label: `${id}-label`,
    describedBy: describedBy === "" ? undefined : describedBy,
  };
  const isNeeded = field.type !== Type.Checkbox && field.required !== false;
  const isText =
    field.type === Type.TextInput || field.type === Type.FileUpload || field.type === Type.Checkbox;
  const caption = html`${label}${isNeeded ? html`<span class="needed" title="Needed" aria-hidden="true"> *</span>` : null}`;
  return html`<div class="form-field" data-field=${field.custom_id}>
    ${isText ? html`<label class="form-label" id=${ids.label} for=${id}>${caption}</label>` : html`<div class="form-label" id=${ids.label}>${caption}</div>`}
    ${description === undefined ? null : html`<p class="form-help" id=${`${id}-help`}>${description}</p>`}
    <${Control}
      field=${field}
      value=${value}
      ids=${ids}
      isInvalid=${error !== undefined}
      onChange=${onChange}
    />
    ${error === undefined ? null : html`<p class="failure" id=${`${id}-error`} role="alert">${error}</p>`}
  </div>`;
}

export interface ControlProps {
  readonly field: FieldProps["part"]["field"];
  readonly value: FieldValue;
  readonly ids: FieldIds;
  readonly isInvalid: boolean;
  readonly onChange: (value: FieldValue) => void;
}

function Control({ field, value, ids, isInvalid, onChange }: ControlProps): View {
  const guild = useGuild();
  switch (field.type) {
    case Type.TextInput:
      return html`<${TextField}
        field=${field}
        value=${value}
        ids=${ids}
        isInvalid=${isInvalid}
        onChange=${onChange}
      />`;
    case Type.Checkbox:
      return html`<${CheckboxField} value=${value} ids=${ids} onChange=${onChange} />`;
    case Type.RadioGroup:
      return html`<${ChoiceGroup}
        options=${field.options}
        isMany=${false}
        value=${value}
        ids=${ids}
        onChange=${onChange}
      />`;
    case Type.CheckboxGroup:
      return html`<${ChoiceGroup}
        options=${field.options}
        isMany=${true}
        value=${value}
        ids=${ids}
        onChange=${onChange}
      />`;
    case Type.FileUpload:
      return html`<${FileField} field=${field} ids=${ids} onChange=${onChange} />`;
    case Type.StringSelect:
    case Type.UserSelect:
    case Type.RoleSelect:
    case Type.MentionableSelect:
    case Type.ChannelSelect:
      return html`<${Dropdown}
        label=${field.placeholder ?? "Make a choice"}
        choices=${choicesOf(field, guild)}
        chosen=${Array.isArray(value) ? value.filter((each) => typeof each === "string") : []}
        least=${field.required === false ? 0 : (field.min_values ?? 1)}
        most=${field.max_values ?? 1}
        labelledBy=${ids.label}
        describedBy=${ids.describedBy}
        isInvalid=${isInvalid}
        onChoose=${onChange}
      />`;
    default:
      return field satisfies never;
  }
}

interface TextFieldProps extends Omit<ControlProps, "field"> {
  readonly field: APITextInputComponent;
}

function TextField({ field, value, ids, isInvalid, onChange }: TextFieldProps): View {
  const text = typeof value === "string" ? value : "";
  const most = field.max_length ?? 4_000;
  const isNearEnd = field.max_length !== undefined && text.length > most * 0.8;
  const attributes = {
    id: ids.field,
    value: text,
    placeholder: field.placeholder,
    maxLength: most,
    dir: "auto",
    "aria-describedby": ids.describedBy,
    "aria-invalid": isInvalid,
    "aria-required": field.required !== false,
    onInput: ({ target }: Event) => {
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) onChange(target.value);
    },
  };
  return html`<div class="text-field">
    ${
      field.style === Paragraph
        ? html`<textarea class="text-input" rows="4" ...${attributes}></textarea>`
        : html`<input class="text-input" type="text" autocomplete="off" ...${attributes} />`
    }
    ${isNearEnd ? html`<span class="text-count" aria-hidden="true">${text.length} / ${most}</span>` : null}
  </div>`;
}
