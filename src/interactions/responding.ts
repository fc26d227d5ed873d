import {
  type ButtonInteraction,
  DiscordAPIError,
  MessageFlags,
  type ModalMessageModalSubmitInteraction,
  RESTJSONErrorCodes,
} from "discord.js";
import type { toPayload } from "./answer.ts";
import type { Answerable } from "./answerable.ts";
import type { Ack } from "./define.ts";

type Payload = ReturnType<typeof toPayload>;
export type MessageAck = Exclude<Ack, "modal">;
type FromMessage = ButtonInteraction | ModalMessageModalSubmitInteraction;

/** The first and only answer, in one call. */
export async function respond(interaction: Answerable, ack: MessageAck, payload: Payload): Promise<void> {
  try {
    if (ack === "update") await updatable(interaction).update(payload);
    else await interaction.reply({ ...payload, ...visibility(ack) });
  } catch (error) {
    if (!isAnswered(error)) throw error;
    await replace(interaction, payload);
  }
}

/** Takes the place of the first answer, also of one that another process gave: what was done here has to be seen. */
export async function replace(interaction: Answerable, payload: Payload): Promise<void> {
  await interaction.webhook.editMessage("@original", payload);
}

/** Shows that the answer takes a while. */
export async function defer(interaction: Answerable, ack: MessageAck): Promise<void> {
  try {
    if (ack === "update") await updatable(interaction).deferUpdate();
    else await interaction.deferReply(visibility(ack));
  } catch (error) {
    if (!isAnswered(error)) throw error;
  }
}

function visibility(ack: Exclude<MessageAck, "update">) {
  return ack === "ephemeral" ? { flags: MessageFlags.Ephemeral as const } : {};
}

/** Whether an interaction comes from a message, whose place its answer can take. */
export function isFromMessage(interaction: Answerable): interaction is FromMessage {
  return interaction.isMessageComponent() || (interaction.isModalSubmit() && interaction.isFromMessage());
}

function updatable(interaction: Answerable): FromMessage {
  if (!isFromMessage(interaction)) throw new Error("there is no message to update");
  return interaction;
}

function isAnswered(error: unknown): boolean {
  return (
    error instanceof DiscordAPIError &&
    error.code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged
  );
}
