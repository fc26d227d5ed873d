import type { APICheckboxGroupOption, APIRadioGroupOption } from "discord-api-types/v10";
import { html, type View } from "../html.ts";
import type { FieldIds, FieldValue } from "./field-list.ts";

interface ChoiceGroupProps {
  readonly options: readonly (APIRadioGroupOption | APICheckboxGroupOption)[];
  readonly isMany: boolean;
  readonly value: FieldValue;
  readonly ids: FieldIds;
  readonly onChange: (value: FieldValue) => void;
}

/** Radio buttons or checkboxes, each with its help beside it. */
export function ChoiceGroup({ options, isMany, value, ids, onChange }: ChoiceGroupProps): View {
  const chosen = Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
  const isChosen = (option: string): boolean => (isMany ? chosen.includes(option) : value === option);
  const choose = (option: string): void => {
    if (!isMany) return onChange(option);
    onChange(isChosen(option) ? chosen.filter((other) => other !== option) : [...chosen, option]);
  };
  return html`<div
    class="choice-group"
    role=${isMany ? "group" : "radiogroup"}
    aria-labelledby=${ids.label}
    aria-describedby=${ids.describedBy}
  >
    ${options.map(
      (option) =>
        html`<label class="choice">
          <input
            type=${isMany ? "checkbox" : "radio"}
            name=${ids.field}
            value=${option.value}
            checked=${isChosen(option.value)}
            onChange=${() => choose(option.value)}
          />
          <span
            >${option.label}${option.description === undefined ? null : html`<small>${option.description}</small>`}</span
          >
        </label>`,
    )}
  </div>`;
}

interface CheckboxFieldProps {
  readonly value: FieldValue;
  readonly ids: FieldIds;
  readonly onChange: (value: FieldValue) => void;
}

export function CheckboxField({ value, ids, onChange }: CheckboxFieldProps): View {
  return html`<input
    id=${ids.field}
    class="lone-checkbox"
    type="checkbox"
    aria-describedby=${ids.describedBy}
    checked=${value === true}
    onChange=${() => onChange(value !== true)}
  />`;
}
