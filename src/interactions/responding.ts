import {
  type ButtonInteraction,
  DiscordAPIError,
  InteractionResponseType,
  MessageFlags,
  type ModalMessageModalSubmitInteraction,
  RESTJSONErrorCodes,
  type RawFile,
  Routes,
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
    const { body, files } = requestOf(payload);
    if (ack === "update") {
      assertFromMessage(interaction);
      await callBack(interaction, InteractionResponseType.UpdateMessage, body, files);
    } else {
      const data = { ...body, ...visibility(ack) };
      await callBack(interaction, InteractionResponseType.ChannelMessageWithSource, data, files);
    }
    interaction.replied = true;
  } catch (error) {
    if (!isAnswered(error)) throw error;
    await replace(interaction, payload);
  }
}

/** Takes the place of the first answer, also of one that another process gave: what was done here has to be seen. */
export async function replace(interaction: Answerable, payload: Payload): Promise<void> {
  const route = Routes.webhookMessage(interaction.applicationId, interaction.token, "@original");
  await interaction.client.rest.patch(route, { auth: false, ...requestOf(payload) });
}

/** Shows that the answer takes a while. */
export async function defer(interaction: Answerable, ack: MessageAck): Promise<void> {
  try {
    if (ack === "update") {
      assertFromMessage(interaction);
      await callBack(interaction, InteractionResponseType.DeferredMessageUpdate);
    } else {
      const type = InteractionResponseType.DeferredChannelMessageWithSource;
      await callBack(interaction, type, visibility(ack));
    }
    interaction.deferred = true;
  } catch (error) {
    if (!isAnswered(error)) throw error;
  }
}

/** Past the methods of the interaction, which copy every answer key by key into the form it has already. */
async function callBack(
  { client, id, token }: Answerable,
  type: InteractionResponseType,
  data: object = {},
  files: RawFile[] = [],
): Promise<void> {
  await client.rest.post(Routes.interactionCallback(id, token), { auth: false, body: { type, data }, files });
}

function requestOf({ content, embeds, components, files, allowedMentions }: Payload) {
  const attachments = files.map(({ name, description }, id) => ({
    id: String(id),
    filename: name,
    description,
  }));
  return {
    body: {
      content,
      embeds,
      components,
      allowed_mentions: allowedMentions,
      ...(files.length > 0 && { attachments }),
    },
    files: files.map(({ name, attachment }): RawFile => ({ name, data: attachment })),
  };
}

function visibility(ack: Exclude<MessageAck, "update">) {
  return ack === "ephemeral" ? { flags: MessageFlags.Ephemeral as const } : {};
}

/** Whether an interaction comes from a message, whose place its answer can take. */
export function isFromMessage(interaction: Answerable): interaction is FromMessage {
  return interaction.isMessageComponent() || (interaction.isModalSubmit() && interaction.isFromMessage());
}

function assertFromMessage(interaction: Answerable): void {
  if (!isFromMessage(interaction)) throw new Error("there is no message to update");
}

function isAnswered(error: unknown): boolean {
  return (
    error instanceof DiscordAPIError &&
    error.code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged
  );
}
