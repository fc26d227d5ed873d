import { InteractionType, MessageFlags, InteractionResponseType as Response } from "discord-api-types/v10";
import { unknownMessage } from "./api-error.ts";
import type { StoredMessage } from "./messages.ts";
import type { OpenInteraction } from "./pending-interaction.ts";
import type { RequestBody } from "./request-body.ts";
import type { World } from "./state.ts";

/** A message sent with an interaction's token. Right after "thinking" it takes that message's place. */
export function followUp(world: World, interaction: OpenInteraction, body: RequestBody): StoredMessage {
  const { facts, originalId } = interaction;
  const original = originalId === undefined ? undefined : world.messages.find(originalId);
  if (originalId !== undefined && original !== undefined && isThinking(original))
    return editAnswer(world, interaction, originalId, body);

  const flags = typeof body.fields["flags"] === "number" ? body.fields["flags"] : 0;
  const stored = world.messages.create(
    {
      channelId: facts.channelId,
      privateTo: (flags & MessageFlags.Ephemeral) === 0 ? undefined : facts.discordUserId,
      command: facts.command,
      metadata: facts.metadata,
      repliesTo:
        originalId ?? (facts.type === InteractionType.ApplicationCommand ? undefined : facts.sourceMessageId),
    },
    body,
  );
  interaction.settle({ kind: "message", messageId: stored.message.id, deferred: interaction.deferred });
  return stored;
}

export function editAnswer(
  world: World,
  interaction: OpenInteraction,
  messageId: string,
  body: RequestBody,
): StoredMessage {
  const stored = world.messages.edit(messageId, body);
  if (messageId === interaction.originalId) {
    const updated = interaction.acknowledged === Response.DeferredMessageUpdate;
    interaction.settle({ kind: updated ? "updated" : "message", messageId, deferred: true });
  }
  return stored;
}

export function deleteAnswer(world: World, interaction: OpenInteraction, messageId: string): void {
  world.messages.delete(messageId);
  if (messageId === interaction.originalId) interaction.settle({ kind: "failed", reason: "answer-deleted" });
}

/** `@original` or an id, of the messages that this interaction made or came from. @throws DiscordApiError */
export function messageOf(world: World, interaction: OpenInteraction, name: string): StoredMessage {
  const id = name === "@original" ? interaction.originalId : name;
  const stored = id === undefined ? undefined : world.messages.find(id);
  if (stored === undefined || stored.message.channel_id !== interaction.facts.channelId)
    throw unknownMessage();
  return stored;
}

function isThinking({ message }: StoredMessage): boolean {
  return ((message.flags ?? 0) & MessageFlags.Loading) !== 0;
}
