import type { ChatInputCommandInteraction } from "discord.js";
import { UserError } from "../../src/errors.ts";

/** @throws UserError for 0 and below, which no order can have */
export function readOrderNumber(interaction: ChatInputCommandInteraction): number | undefined {
  const number = interaction.options.getInteger("number") ?? undefined;
  if (number !== undefined && number < 1) {
    throw new UserError(
      `An order number is 1 or more, and you gave ${number}. Nothing was sent. Leave it out if you do not know it.`,
    );
  }
  return number;
}
