import {
  type APIMessageComponent,
  type APISelectMenuComponent,
  ButtonStyle,
  ComponentType,
} from "discord-api-types/v10";
import type { SeenButton, SeenChoice, SeenMessage, SeenSelect } from "../member-types.ts";

type Components = readonly APIMessageComponent[];

/** All buttons and selects, in reading order, at any depth. */
export function controlsIn(components: Components): Pick<SeenMessage, "buttons" | "selects"> {
  const buttons: SeenButton[] = [];
  const selects: SeenSelect[] = [];
  for (const component of flattened(components)) {
    if (component.type === ComponentType.Button) buttons.push(toButton(component));
    else if (isSelect(component)) selects.push(toSelect(component));
  }
  return { buttons, selects };
}

/** Everything readable in components. */
export function textsIn(components: Components): readonly string[] {
  return flattened(components).flatMap((component) => {
    if (component.type === ComponentType.TextDisplay) return [component.content];
    if (component.type === ComponentType.MediaGallery)
      return component.items.flatMap(({ description }) => description ?? []);
    return [];
  });
}

export function flattened(components: Components): readonly APIMessageComponent[] {
  return components.flatMap((component): readonly APIMessageComponent[] => {
    if (component.type === ComponentType.ActionRow || component.type === ComponentType.Container)
      return [component, ...flattened(component.components)];
    if (component.type === ComponentType.Section)
      return [component, ...flattened(component.components), component.accessory];
    return [component];
  });
}

function toButton(button: Extract<APIMessageComponent, { type: ComponentType.Button }>): SeenButton {
  const common = { style: button.style, disabled: button.disabled === true };
  if (button.style === ButtonStyle.Premium)
    return { ...common, label: "", customId: undefined, url: undefined };
  const label = button.label ?? button.emoji?.name ?? "";
  if (button.style === ButtonStyle.Link) return { ...common, label, customId: undefined, url: button.url };
  return { ...common, label, customId: button.custom_id, url: undefined };
}

function isSelect(component: APIMessageComponent): component is APISelectMenuComponent {
  return "custom_id" in component && component.type !== ComponentType.Button;
}

function toSelect(select: APISelectMenuComponent): SeenSelect {
  return {
    customId: select.custom_id,
    type: select.type,
    placeholder: select.placeholder,
    minValues: select.min_values ?? 1,
    maxValues: select.max_values ?? 1,
    disabled: select.disabled === true,
    options: select.type === ComponentType.StringSelect ? select.options.map(toChoice) : [],
  };
}

export function toChoice(choice: {
  readonly label: string;
  readonly value: string;
  readonly description?: string;
  readonly default?: boolean;
}): SeenChoice {
  return {
    label: choice.label,
    value: choice.value,
    description: choice.description,
    default: choice.default === true,
  };
}
