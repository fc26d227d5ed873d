import { type APIButtonComponentWithCustomId, ButtonStyle, ComponentType } from "discord.js";
import type { Row } from "./answer.ts";

const styles = {
  plain: ButtonStyle.Secondary,
  main: ButtonStyle.Primary,
  good: ButtonStyle.Success,
  harmful: ButtonStyle.Danger,
} as const;

export interface ButtonLook {
  readonly customId: string;
  /** A verb of what will happen, at most 80 characters. */
  readonly label: string;
  readonly look?: keyof typeof styles;
  readonly disabled?: boolean;
}

/** A button as plain data: builders cost too much where messages are made by the hundred. */
export function button({
  customId,
  label,
  look = "plain",
  disabled = false,
}: ButtonLook): APIButtonComponentWithCustomId {
  return { type: ComponentType.Button, custom_id: customId, label, style: styles[look], disabled };
}

/** One row of one to five buttons; Discord refuses an empty one, so no buttons make no row. */
export function buttonRow(...buttons: readonly APIButtonComponentWithCustomId[]): readonly Row[] {
  return buttons.length === 0 ? [] : [{ type: ComponentType.ActionRow, components: [...buttons] }];
}
