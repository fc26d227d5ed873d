import { DiscordAPIError, MessageFlags, RESTJSONErrorCodes } from "discord.js";
import type { AppContext } from "../../context.ts";
import { MisuseError, UnchangedError, UserError } from "../../errors.ts";
import { describeError } from "../../error-text.ts";
import { type RepliableInteraction, toPayload } from "../../ui/reply.ts";
import { withCommandMentions } from "../command-mentions.ts";
import { formatHandlerName } from "../handler.ts";
import { annotateReply, findNotes } from "./annotate.ts";
import { deferReply, isAlreadyAcknowledged } from "./callbacks.ts";
import { findInstalledGuild } from "./private-guild.ts";
import { joinParts } from "../../ui/lines.ts";
import { finishReply } from "../../ui/finish.ts";

/** Tells the person what went wrong. The message with the pressed component is left unchanged. Never rejects. */
export async function explainError(
  error: unknown,
  keepMessage: boolean,
  interaction: RepliableInteraction,
  ctx: AppContext,
): Promise<void> {
  if (error instanceof UnchangedError) return acknowledge(interaction, keepMessage, ctx);
  const reference = createErrorReference(ctx);
  const { text, level } = describeError(error, { reference });
  const about = { reference, guildId: interaction.guildId, handler: formatHandlerName(interaction) };
  const isLate = [error, error instanceof Error && error.cause].some(
    (each) => isTooLate(each) || isAlreadyAcknowledged(each),
  );
  if (error instanceof MisuseError) await recordMisuse(interaction, ctx);
  if (isLate) {
    // The process or the connection to Discord was slow: nothing to fix, and nobody to tell.
    ctx.log.warn("Discord no longer waited for the answer to an interaction", { ...about, error });
    return;
  }
  ctx.log[level]("an interaction was answered with an error", { ...about, error });
  try {
    // Nothing that the person could put right.
    const contact = level === "error" && ctx.config.supportContact;
    const explanation = {
      content: withCommandMentions(interaction, joinParts([text, contact && `Help: ${contact}`], "\n"), ctx),
      components: error instanceof UserError ? error.components : [],
    };
    const notes = findNotes(error);
    const payload = toPayload(
      finishReply(notes === undefined ? explanation : annotateReply(explanation, notes), ctx.finishText),
    );
    if (!interaction.deferred && !interaction.replied) {
      await interaction.reply({ ...payload, flags: MessageFlags.Ephemeral });
    } else if (keepMessage) {
      await interaction.followUp({ ...payload, flags: MessageFlags.Ephemeral });
    } else {
      await interaction.editReply(payload);
    }
  } catch (second) {
    // Discord no longer accepts a reply to this interaction; only the log is left.
    ctx.log.warn("an error could not be shown", { ...about, error: second });
  }
}

/** Acknowledges the press and shows nothing. Never rejects. */
async function acknowledge(
  interaction: RepliableInteraction,
  keepMessage: boolean,
  { log }: Pick<AppContext, "log">,
): Promise<void> {
  try {
    if (!interaction.deferred && !interaction.replied) await deferReply(interaction, "update");
    // It says "thinking", and nothing more would come.
    else if (!keepMessage) await interaction.deleteReply();
  } catch (error) {
    log.warn("a press could not be acknowledged", { handler: formatHandlerName(interaction), error });
  }
}

async function recordMisuse(
  interaction: RepliableInteraction,
  { misuseAudit }: Pick<AppContext, "misuseAudit">,
): Promise<void> {
  // Only a server with the bot has an audit log.
  const guildId = findInstalledGuild(interaction);
  if (guildId === undefined) return;
  const { id: discordUserId } = interaction.user;
  await misuseAudit.report({ guildId, discordUserId, target: formatHandlerName(interaction) });
}

function isTooLate(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownInteraction;
}

/** Eight letters and digits that a person can read out, logged with the error. */
export function createErrorReference({ newId }: Pick<AppContext, "newId">): string {
  return newId()
    .replace(/[^0-9A-Za-z]/g, "")
    .slice(0, 8);
}
