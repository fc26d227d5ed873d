import { type APIComponentInLabel, ComponentType } from "discord-api-types/v10";
import type { OpenForm } from "../interactions.ts";
import type { SeenField, SeenForm } from "../member-types.ts";
import { toChoice } from "./rendered-components.ts";

export function toSeenForm({ opener, modal }: OpenForm): SeenForm {
  const { custom_id: customId, title, components } = modal;
  return {
    id: opener.facts.id,
    customId,
    title,
    components,
    fields: components.flatMap((component) => {
      if (component.type === ComponentType.TextDisplay) return [];
      if (component.type === ComponentType.Label)
        return [toField(component.component, component.label, component.description)];
      return component.components.map((input) => toField(input, input.label ?? "", undefined));
    }),
  };
}

function initialValue(component: APIComponentInLabel): string | undefined {
  if (component.type === ComponentType.TextInput) return component.value;
  return "default_values" in component ? component.default_values?.[0]?.id : undefined;
}

function toField(component: APIComponentInLabel, label: string, description: string | undefined): SeenField {
  return {
    customId: component.custom_id,
    label,
    description,
    type: component.type,
    required: component.type !== ComponentType.Checkbox && component.required !== false,
    value: initialValue(component),
    placeholder: "placeholder" in component ? component.placeholder : undefined,
    options: "options" in component ? component.options.map(toChoice) : [],
  };
}
