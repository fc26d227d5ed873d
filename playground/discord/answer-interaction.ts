import {
  InteractionResponseType as Response,
  InteractionType,
  MessageFlags,
  MessageType,
} from "discord-api-types/v10";
import { alreadyAcknowledged, unknownInteraction, unknownMessage } from "./api-error.ts";
import { checkChoiceValue } from "./validate-command-options.ts";
import { checkModal } from "./validate-modal.ts";
import { FormCheck, isFields } from "./body-validator.ts";
import type { InteractionAnswer, OpenInteraction } from "./pending-interaction.ts";
import { toSeenForm } from "./actors/rendered-modal.ts";
import type { RequestBody } from "./request-body.ts";
import type { World } from "./state.ts";

const kinds: Readonly<Record<InteractionType, readonly Response[]>> = {
  [InteractionType.Ping]: [Response.Pong],
  [InteractionType.ApplicationCommand]: [
    Response.ChannelMessageWithSource,
    Response.DeferredChannelMessageWithSource,
    Response.Modal,
  ],
  [InteractionType.MessageComponent]: [
    Response.ChannelMessageWithSource,
    Response.DeferredChannelMessageWithSource,
    Response.DeferredMessageUpdate,
    Response.UpdateMessage,
    Response.Modal,
  ],
  [InteractionType.ApplicationCommandAutocomplete]: [Response.ApplicationCommandAutocompleteResult],
  [InteractionType.ModalSubmit]: [
    Response.ChannelMessageWithSource,
    Response.DeferredChannelMessageWithSource,
    Response.DeferredMessageUpdate,
    Response.UpdateMessage,
  ],
};
const updates: ReadonlySet<Response> = new Set([Response.DeferredMessageUpdate, Response.UpdateMessage]);

/** Takes the bot's one answer. @throws DiscordApiError */
export function answerInteraction(world: World, id: string, token: string, body: RequestBody): unknown {
  const interaction = world.interactions.toAnswer(id, token);
  if (interaction.acknowledged !== undefined) throw alreadyAcknowledged();
  if (interaction.lapsed) throw unknownInteraction();

  const form = new FormCheck();
  const allowed = kinds[interaction.facts.type].filter(
    (kind) => !updates.has(kind) || interaction.facts.sourceMessageId !== undefined,
  );
  const type = form.oneOf(body.fields, "type", allowed);
  form.finish();
  // `finish` has thrown when there is no type.
  if (type === undefined) throw unknownInteraction();

  const data = isFields(body.fields["data"]) ? body.fields["data"] : {};
  const answer = apply(world, interaction, type, { ...body, fields: data });
  const deferred =
    type === Response.DeferredChannelMessageWithSource || type === Response.DeferredMessageUpdate;
  interaction.acknowledge(type, deferred);
  if (answer !== undefined) interaction.settle(answer);
  return callbackResponse(world, interaction, type);
}

/** Does what the answer says; `undefined` while the real answer is still to come. */
function apply(
  world: World,
  interaction: OpenInteraction,
  type: Response,
  body: RequestBody,
): InteractionAnswer | undefined {
  const { facts } = interaction;
  const under = ["data"];
  switch (type) {
    case Response.ChannelMessageWithSource:
    case Response.DeferredChannelMessageWithSource: {
      const thinking = type === Response.DeferredChannelMessageWithSource;
      const flags = typeof body.fields["flags"] === "number" ? body.fields["flags"] : 0;
      const { message } = world.messages.create(
        {
          channelId: facts.channelId,
          type: messageType(facts.type),
          privateTo: (flags & MessageFlags.Ephemeral) === 0 ? undefined : facts.discordUserId,
          thinking,
          command: facts.command,
          metadata: facts.metadata,
          repliesTo: facts.type === InteractionType.ApplicationCommand ? undefined : facts.sourceMessageId,
          under,
        },
        thinking ? undefined : body,
      );
      interaction.originalId = message.id;
      return thinking ? undefined : { kind: "message", messageId: message.id, deferred: false };
    }
    case Response.UpdateMessage: {
      const messageId = facts.sourceMessageId;
      if (messageId === undefined) throw unknownMessage();
      world.messages.edit(messageId, body, under);
      interaction.originalId = messageId;
      return { kind: "updated", messageId, deferred: false };
    }
    case Response.DeferredMessageUpdate:
      interaction.originalId = facts.sourceMessageId;
      return undefined;
    case Response.ApplicationCommandAutocompleteResult:
      return { kind: "choices", choices: checkedChoices(interaction, body) };
    case Response.Modal: {
      const form = new FormCheck().at("data");
      checkModal(form, body.fields);
      form.finish();
      const fields: unknown = body.fields;
      // `checkModal` has held it to the form of a modal.
      const sent = fields as Extract<InteractionAnswer, { kind: "form" }>["modal"];
      const opened = world.interactions.openForm(interaction, sent);
      world.events.emit({
        type: "form",
        discordUserId: facts.discordUserId,
        channelId: facts.channelId,
        form: toSeenForm(opened),
      });
      return { kind: "form", modal: opened.modal };
    }
    case Response.Pong:
    case Response.PremiumRequired:
    case Response.LaunchActivity:
      throw unknownInteraction();
    default:
      return type satisfies never;
  }
}

function checkedChoices(
  { facts }: OpenInteraction,
  body: RequestBody,
): Extract<InteractionAnswer, { kind: "choices" }>["choices"] {
  const form = new FormCheck().at("data");
  const choices = form.list(body.fields, "choices", { max: 25 });
  for (const [index, value] of choices.entries()) {
    const at = form.at("choices", index);
    const choice = at.fields(value);
    at.text(choice, "name", { required: true, min: 1, max: 100 });
    checkChoiceValue(at, choice, facts.autocompletes ?? { isText: true, isInteger: false });
  }
  form.finish();
  // Each has just been checked.
  return choices as Extract<InteractionAnswer, { kind: "choices" }>["choices"];
}

function messageType(type: InteractionType): MessageType {
  return type === InteractionType.ApplicationCommand ? MessageType.ChatInputCommand : MessageType.Reply;
}

/** What `with_response` gives back. */
function callbackResponse(world: World, { facts, originalId }: OpenInteraction, type: Response): unknown {
  const message = originalId === undefined ? undefined : world.messages.find(originalId)?.message;
  const flags = message?.flags ?? 0;
  return {
    interaction: {
      id: facts.id,
      type: facts.type,
      ...(message === undefined
        ? {}
        : {
            response_message_id: message.id,
            response_message_loading: (flags & MessageFlags.Loading) !== 0,
            response_message_ephemeral: (flags & MessageFlags.Ephemeral) !== 0,
          }),
    },
    resource: {
      type,
      ...(message === undefined || type === Response.DeferredMessageUpdate ? {} : { message }),
    },
  };
}
