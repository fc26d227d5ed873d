import {
  type APIButtonComponentWithCustomId,
  type APIChannelSelectComponent,
  type APIStringSelectComponent,
  ButtonStyle,
  type ChannelType,
  ComponentType,
  SelectMenuDefaultValueType,
} from "discord.js";
import { plainText } from "./escape.ts";
import { joinParts } from "./lines.ts";
import type { Row } from "./reply.ts";

const styles = {
  secondary: ButtonStyle.Secondary,
  primary: ButtonStyle.Primary,
  success: ButtonStyle.Success,
  danger: ButtonStyle.Danger,
} as const;

/** Discord's limit. */
const maxButtonLabel = 80;

export interface ButtonOptions {
  readonly customId: string;
  /** A verb for what will happen. */
  readonly label: string;
  readonly style?: keyof typeof styles;
  readonly disabled?: boolean;
}

/** A button as plain data: builders are too slow where hundreds of messages are made. */
export function createButton({
  customId,
  label,
  style = "secondary",
  disabled = false,
}: ButtonOptions): APIButtonComponentWithCustomId {
  return {
    type: ComponentType.Button,
    custom_id: customId,
    label: plainText(label, maxButtonLabel),
    style: styles[style],
    disabled,
  };
}

/** One row of one to five buttons; Discord refuses an empty one, so no buttons make no row. */
export function createButtonRow(...buttons: readonly APIButtonComponentWithCustomId[]): readonly Row[] {
  return buttons.length === 0 ? [] : [{ type: ComponentType.ActionRow, components: [...buttons] }];
}

const maxButtonsInRow = 5;

/** The rows with one more button, before the others of the first row if that has buttons and room. */
export function withFirstButton(
  rows: readonly Row[],
  button: APIButtonComponentWithCustomId,
): readonly Row[] {
  const [first, ...others] = rows;
  const fits =
    first !== undefined &&
    first.components.length < maxButtonsInRow &&
    first.components.every(({ type }) => type === ComponentType.Button);
  return fits
    ? [{ ...first, components: [button, ...first.components] }, ...others]
    : [...createButtonRow(button), ...rows];
}

/** Discord's limits. */
export const maxMenuChoices = 25;
const maxValueLength = 100;
export const maxChoiceLength = 100;

export interface MenuChoice {
  /** Plain text; truncated if too long. */
  readonly label: string;
  readonly description?: string | undefined;
  /** Values that Discord would truncate or trim are left out, since a part would name something else. */
  readonly value: string;
  /** Preselected. */
  readonly isChosen?: boolean;
}

/** `News · 6547a1…`: what a choice says, and its value where only that tells it apart. */
export function withValue(text = "", value: string): string {
  const room = Math.max(1, maxChoiceLength - " · ".length - value.length);
  return plainText(joinParts([plainText(text, room), value]), maxChoiceLength);
}

interface MenuOptions {
  /** Shown anyway, so that the rows around it keep their place. */
  readonly isDisabled?: boolean;
  /** Any number of choices, also none. */
  readonly isMultiple?: boolean;
  /** Its values say nothing to people, not even where choices read alike. */
  readonly hidesValues?: boolean;
}

/**
 * A row with a select menu, for one choice unless it says otherwise; no row if there is nothing to choose from. It
 * shows the first 25: a longer list needs pages, or a last choice that leads to the others.
 */
export function createMenuRow(
  customId: string,
  placeholder: string,
  choices: readonly MenuChoice[],
  { isDisabled = false, isMultiple = false, hidesValues = false }: MenuOptions = {},
): readonly Row[] {
  const values = new Set<string>();
  const options = choices.flatMap(({ label, description, value, isChosen = false }) => {
    if (
      value === "" ||
      value.trim() !== value ||
      value.length > maxValueLength ||
      values.has(value) ||
      values.size === maxMenuChoices
    )
      return [];
    values.add(value);
    const plain = description === undefined ? "" : plainText(description, maxChoiceLength);
    return [
      {
        label: plainText(label, maxChoiceLength) || value,
        ...(plain !== "" && { description: plain }),
        value,
        ...(isChosen && { default: true }),
      },
    ];
  });
  if (options.length === 0) return [];
  // Only their values tell choices apart that read alike.
  for (const alike of Map.groupBy(options, (one) => `${one.label}\n${one.description ?? ""}`).values())
    if (alike.length > 1 && !hidesValues)
      for (const one of alike) one.description = withValue(one.description, one.value);
  const menu: APIStringSelectComponent = {
    type: ComponentType.StringSelect,
    custom_id: customId,
    placeholder,
    options,
    ...(isMultiple && { min_values: 0, max_values: options.length }),
    ...(isDisabled && { disabled: true }),
  };
  return [{ type: ComponentType.ActionRow, components: [menu] }];
}

export interface ChannelMenu {
  readonly customId: string;
  readonly placeholder: string;
  readonly types: readonly ChannelType[];
  /** Preselected. */
  readonly channelId: string | undefined;
}

/** A row with a select menu for one channel. */
export function createChannelMenuRow({
  customId,
  placeholder,
  types,
  channelId,
}: ChannelMenu): readonly Row[] {
  const menu: APIChannelSelectComponent = {
    type: ComponentType.ChannelSelect,
    custom_id: customId,
    placeholder,
    channel_types: [...types],
    ...(channelId !== undefined && {
      default_values: [{ id: channelId, type: SelectMenuDefaultValueType.Channel }],
    }),
  };
  return [{ type: ComponentType.ActionRow, components: [menu] }];
}

/** A row with a select menu for one role. */
export function createRoleMenuRow(customId: string, placeholder: string): readonly Row[] {
  const menu = { type: ComponentType.RoleSelect, custom_id: customId, placeholder } as const;
  return [{ type: ComponentType.ActionRow, components: [menu] }];
}

/** A row with a select menu for one person of Discord; they need not be a member of the server. */
export function createUserMenuRow(customId: string, placeholder: string): readonly Row[] {
  const menu = { type: ComponentType.UserSelect, custom_id: customId, placeholder } as const;
  return [{ type: ComponentType.ActionRow, components: [menu] }];
}
