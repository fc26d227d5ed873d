import { type APIButtonComponentWithCustomId, ButtonStyle, ComponentType } from "discord.js";
import type { Row } from "./reply.ts";

const styles = {
  plain: ButtonStyle.Secondary,
  main: ButtonStyle.Primary,
  good: ButtonStyle.Success,
  harmful: ButtonStyle.Danger,
} as const;

export interface ButtonOptions {
  readonly customId: string;
  /** A verb of what will happen, at most 80 characters. */
  readonly label: string;
  readonly style?: keyof typeof styles;
  readonly disabled?: boolean;
}

/** A button as plain data: builders cost too much where messages are made by the hundred. */
export function button({
  customId,
  label,
  style = "plain",
  disabled = false,
}: ButtonOptions): APIButtonComponentWithCustomId {
  return { type: ComponentType.Button, custom_id: customId, label, style: styles[style], disabled };
}

/** One row of one to five buttons; Discord refuses an empty one, so no buttons make no row. */
export function buttonRow(...buttons: readonly APIButtonComponentWithCustomId[]): readonly Row[] {
  return buttons.length === 0 ? [] : [{ type: ComponentType.ActionRow, components: [...buttons] }];
}
