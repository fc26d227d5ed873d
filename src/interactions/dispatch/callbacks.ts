import {
  type AnySelectMenuInteraction,
  type ButtonInteraction,
  DiscordAPIError,
  InteractionResponseType,
  MessageFlags,
  type ModalMessageModalSubmitInteraction,
  RESTJSONErrorCodes,
  type RawFile,
  Routes,
} from "discord.js";
import type { RepliableInteraction, toPayload } from "../../ui/reply.ts";
import type { Ack } from "../handler.ts";
import { LeaseEndedError } from "../../lease.ts";
import type { Timeliness } from "../handler-context.ts";
import type { AppContext } from "../../context.ts";

type Payload = ReturnType<typeof toPayload>;
export type MessageAck = Exclude<Ack, "modal">;
type FromMessage = ButtonInteraction | AnySelectMenuInteraction | ModalMessageModalSubmitInteraction;

/** The first and only reply, in one call. */
export async function reply(
  interaction: RepliableInteraction,
  ack: MessageAck,
  payload: Payload,
): Promise<void> {
  try {
    const { body, files } = createRequest(payload);
    if (ack === "update") {
      assertFromMessage(interaction);
      await postCallback(
        interaction,
        InteractionResponseType.UpdateMessage,
        toReplacement(body, payload),
        files,
      );
    } else {
      const data = { ...body, ...getVisibility(ack) };
      await postCallback(interaction, InteractionResponseType.ChannelMessageWithSource, data, files);
    }
    interaction.replied = true;
  } catch (error) {
    if (!isAlreadyAcknowledged(error)) throw error;
    await editReply(interaction, payload);
  }
}

/** Replaces the first reply, even if another process sent it: the outcome here has to be shown. */
export async function editReply(interaction: RepliableInteraction, payload: Payload): Promise<void> {
  const route = Routes.webhookMessage(interaction.applicationId, interaction.token, "@original");
  const { body, files } = createRequest(payload);
  await interaction.client.rest.patch(route, { auth: false, body: toReplacement(body, payload), files });
}

/**
 * Shows that the reply takes a while.
 * @param mayBeAnswered whether an earlier reply may be this process's, or one that the result may replace
 */
export async function deferReply(
  interaction: RepliableInteraction,
  ack: MessageAck,
  mayBeAnswered = true,
): Promise<void> {
  try {
    if (ack === "update") {
      assertFromMessage(interaction);
      await postCallback(interaction, InteractionResponseType.DeferredMessageUpdate);
    } else {
      const type = InteractionResponseType.DeferredChannelMessageWithSource;
      await postCallback(interaction, type, getVisibility(ack));
    }
    interaction.deferred = true;
  } catch (error) {
    if (!mayBeAnswered || !isAlreadyAcknowledged(error)) throw error;
  }
}

/** Bypasses the interaction's methods, which copy every reply key by key into the form it already has. */
async function postCallback(
  { client, id, token }: RepliableInteraction,
  type: InteractionResponseType,
  data: object = {},
  files: RawFile[] = [],
): Promise<void> {
  await client.rest.post(Routes.interactionCallback(id, token), { auth: false, body: { type, data }, files });
}

/** The request body for a message with files. */
export function createRequest({ content, embeds, components, files, allowedMentions }: Payload) {
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

/** An edit keeps whatever it doesn't mention, so the previous message's files have to be removed. */
function toReplacement<Body extends { readonly attachments?: readonly object[] }>(
  body: Body,
  { keepsFiles }: Payload,
) {
  return keepsFiles ? body : { ...body, attachments: body.attachments ?? [] };
}

function getVisibility(ack: Exclude<MessageAck, "update">) {
  return ack === "ephemeral" ? { flags: MessageFlags.Ephemeral as const } : {};
}

/** Whether an interaction comes from a message that its reply can replace. */
export function isFromMessage(interaction: RepliableInteraction): interaction is FromMessage {
  return interaction.isMessageComponent() || (interaction.isModalSubmit() && interaction.isFromMessage());
}

function assertFromMessage(interaction: RepliableInteraction): void {
  if (!isFromMessage(interaction)) throw new Error("there is no message to update");
}

export function isAlreadyAcknowledged(error: unknown): boolean {
  return (
    error instanceof DiscordAPIError &&
    error.code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged
  );
}

/** How long Discord waits for the first reply. */
const discordWaitsMs = 3_000;
/** A first reply takes some time to reach Discord. */
export const surelyWaitsMs = 2_000;
/** A write that begins by then was admitted before, and its reply is on its way. */
const mayBeginMs = 2_750;

export interface Acknowledgement extends Timeliness {
  /** Tells Discord that the reply takes a while. Tried once. @throws Discord's error */
  defer(): Promise<void>;
}

/**
 * @param ack how it is deferred; `undefined` if it can't be, since it opens a form
 * @param elapsedMs since Discord sent the interaction
 */
export function createAcknowledgement(
  interaction: RepliableInteraction,
  ack: MessageAck | undefined,
  elapsedMs: () => number,
  { stretch }: Pick<AppContext, "stretch">,
): Acknowledgement {
  let state: "awaited" | "accepted" | "failed" = "awaited";
  let deferring: Promise<void> | undefined;

  async function send(): Promise<void> {
    try {
      if (ack === undefined) throw new Error("a form can't be deferred");
      // Later than that, only another process can have replied, and may have said that nothing was done.
      const mayBeAnswered = elapsedMs() < stretch(discordWaitsMs);
      await deferReply(interaction, ack, mayBeAnswered);
      state = "accepted";
    } catch (error) {
      state = "failed";
      throw error;
    }
  }
  const defer = (): Promise<void> => (deferring ??= send());

  return {
    defer,
    isInTime: () => state === "accepted" || (state === "awaited" && elapsedMs() < stretch(mayBeginMs)),
    async ensureInTime() {
      if (state === "awaited" && elapsedMs() < stretch(surelyWaitsMs)) return;
      try {
        await defer();
      } catch (cause) {
        throw new LeaseEndedError("Discord no longer waits for the answer", { cause });
      }
    },
  };
}

/** For what is only read. */
export const alwaysInTime: Timeliness = {
  isInTime: () => true,
  ensureInTime: () => Promise.resolve(),
};
