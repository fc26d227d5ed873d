import { DiscordAPIError, MessageFlags, RESTJSONErrorCodes } from "discord.js";
import type { AppContext } from "../context.ts";
import { describeFailure, MisuseError, UnchangedError, UserError } from "../errors.ts";
import { toPayload } from "./answer.ts";
import type { Answerable } from "./answerable.ts";
import { sentenceFor } from "./command-marks.ts";
import { stampOf } from "./failed-in.ts";
import { handlerName } from "./handler-name.ts";
import { newReference } from "./reference.ts";
import { defer } from "./responding.ts";
import { stampAnswer } from "./stamping.ts";

/** Tells the person what went wrong. A message that carries the pressed control is left as it is. Never rejects. */
export async function explain(
  error: unknown,
  keepMessage: boolean,
  interaction: Answerable,
  ctx: AppContext,
): Promise<void> {
  if (error instanceof UnchangedError) return acknowledge(interaction, ctx);
  const reference = newReference(ctx);
  const { text, level } = describeFailure(error, { reference, now: ctx.now() });
  const about = { reference, guildId: interaction.guildId, handler: handlerName(interaction) };
  ctx.log[level]("an interaction was answered with an error", { ...about, error });
  if (error instanceof MisuseError) await recordMisuse(interaction, ctx);
  if (isTooLate(error) || (error instanceof Error && isTooLate(error.cause))) return;
  try {
    const answer = {
      content: sentenceFor(interaction, text, ctx),
      components: error instanceof UserError ? error.components : [],
    };
    const stamp = stampOf(error);
    const payload = toPayload(stamp === undefined ? answer : stampAnswer(answer, stamp));
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

/** Tells Discord that the press arrived, and shows nothing. Never rejects. */
async function acknowledge(interaction: Answerable, { log }: AppContext): Promise<void> {
  try {
    if (!interaction.deferred && !interaction.replied) await defer(interaction, "update");
  } catch (error) {
    log.warn("a press could not be acknowledged", { handler: handlerName(interaction), error });
  }
}

async function recordMisuse(interaction: Answerable, { refusals }: AppContext): Promise<void> {
  const { guildId, user } = interaction;
  if (guildId === null) return;
  await refusals.note({ guildId, discordUserId: user.id, target: handlerName(interaction) });
}

function isTooLate(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownInteraction;
}
