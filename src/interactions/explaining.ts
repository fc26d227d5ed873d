import { DiscordAPIError, MessageFlags, RESTJSONErrorCodes } from "discord.js";
import type { AppContext } from "../context.ts";
import { describeFailure } from "../errors.ts";
import { toPayload } from "./answer.ts";
import type { Answerable } from "./answerable.ts";
import { newReference } from "./reference.ts";

/** Tells the person what went wrong. A message that carries the pressed control is left as it is. Never rejects. */
export async function explain(
  error: unknown,
  keepMessage: boolean,
  interaction: Answerable,
  ctx: AppContext,
): Promise<void> {
  const reference = newReference(ctx);
  const { text, level } = describeFailure(error, reference);
  const about = { reference, guildId: interaction.guildId, control: nameOf(interaction) };
  ctx.log[level]("an interaction was answered with an error", { ...about, error });
  if (isTooLate(error) || (error instanceof Error && isTooLate(error.cause))) return;
  try {
    const payload = toPayload({ content: text });
    if (!interaction.deferred && !interaction.replied) {
      await interaction.reply({ ...payload, flags: MessageFlags.Ephemeral });
    } else if (keepMessage) {
      await interaction.followUp({ ...payload, flags: MessageFlags.Ephemeral });
    } else {
      await interaction.editReply(payload);
    }
  } catch (second) {
    // Discord takes no answer to this interaction any more; the log is all that is left.
    ctx.log.warn("an error could not be shown", { ...about, error: second });
  }
}

/** What the log calls the thing a person used. */
function nameOf(interaction: Answerable): string {
  return interaction.isChatInputCommand()
    ? `/${interaction.commandName} ${interaction.options.getSubcommand(false) ?? ""}`.trim()
    : interaction.customId;
}

function isTooLate(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownInteraction;
}
