import { type APIPoll, MessageFlags, PollLayoutType } from "discord-api-types/v10";
import type { NewMessage } from "../compose-message.ts";
import { type MessageExtras, PersonError, type Person } from "../member-types.ts";
import type { World } from "../state.ts";
import { noBody } from "../request-body.ts";
import { forgeIn } from "./forged-interactions.ts";
import { maySeeChannel, maySend, messageFor, placeOf, visibleMessages } from "./visibility.ts";
import { runCommand, runOnTarget, suggestFor } from "./run-command.ts";
import { toSeen } from "./rendered-message.ts";
import { chooseValues, pressButton, submitForm } from "./use-components.ts";
import { visibleCommands } from "./visible-commands.ts";

/** Without Nitro. */
const maxTypedLength = 2_000;

/** @throws PersonError when this person does not see the channel. */
export function personIn(world: World, discordUserId: string, channelId: string): Person {
  const place = placeOf(world, channelId, discordUserId);
  if (place === undefined) throw new PersonError(`There is no channel ${channelId}.`);
  if (!maySeeChannel(world, place)) throw new PersonError("You can't see this channel.");
  const assertMaySend = (): void => {
    if (!maySend(world, place)) throw new PersonError("You can't send messages in this channel.");
  };
  return {
    discordUserId,
    channelId,
    commands: () => visibleCommands(world, place),
    run: (path, options = {}) => runCommand(world, place, path, options),
    runOnUser: (command, targetId) => runOnTarget(world, place, command, { discordUserId: targetId }),
    runOnMessage: (command, messageId) => runOnTarget(world, place, command, { messageId }),
    suggest: (path, options, focused) => suggestFor(world, place, path, options, focused),
    press: (message, button) => pressButton(world, place, message, button),
    choose: (message, customId, values) => chooseValues(world, place, message, customId, values),
    submit: (form, values) => submitForm(world, place, form, values),
    say(content, extras = {}) {
      assertMaySend();
      const text = content.trim();
      const { files = [], cards, layout, sticker, poll } = extras;
      const isBlank = text === "" && files.length === 0 && (cards ?? layout ?? sticker ?? poll) === undefined;
      if (isBlank || text.length > maxTypedLength)
        throw new PersonError(`A message has 1 to ${String(maxTypedLength)} characters.`);
      const sent = world.messages.create(
        { channelId, authorId: discordUserId, extras: extrasOf(extras) },
        {
          ...noBody,
          fields:
            layout === undefined
              ? { content: text, ...(cards && { embeds: cards }) }
              : { components: layout, flags: MessageFlags.IsComponentsV2 },
          uploads: new Map(files.map((file, index) => [String(index), file])),
        },
      );
      return toSeen(sent, world.directory);
    },
    forward(messageId) {
      assertMaySend();
      const { message, privateTo } = messageFor(world, place, messageId);
      if (privateTo !== undefined) throw new PersonError("Private replies can't be forwarded.");
      const sent = world.messages.create({ channelId, authorId: discordUserId, forwards: message }, noBody);
      return toSeen(sent, world.directory);
    },
    forge: forgeIn(world, place),
    read: () => visibleMessages(world, place).map((stored) => toSeen(stored, world.directory)),
    dismiss(messageId) {
      const stored = messageFor(world, place, messageId);
      if (stored.privateTo === undefined) throw new PersonError("Only private replies can be dismissed.");
      world.messages.dismiss(messageId);
    },
  };
}

const webhookId = "900000000000000001";

/** The fields of a message that no request of a bot has; `undefined` if it needs none. */
function extrasOf({ cards, layout, sticker, poll, isVoice = false }: MessageExtras): NewMessage["extras"] {
  const extras = {
    ...((cards ?? layout) && { webhook_id: webhookId }),
    ...(sticker !== undefined && { sticker_items: [{ id: "1", name: sticker, format_type: 1 }] }),
    ...(poll !== undefined && { poll: toPoll(poll) }),
    ...(isVoice && { flags: MessageFlags.IsVoiceMessage }),
  };
  return Object.keys(extras).length === 0 ? undefined : extras;
}

/** https://docs.discord.com/developers/resources/poll#poll-object */
function toPoll(question: string): APIPoll {
  return {
    question: { text: question },
    answers: [
      { answer_id: 1, poll_media: { text: "Yes" } },
      { answer_id: 2, poll_media: { text: "No" } },
    ],
    expiry: "2030-01-01T00:00:00.000000+00:00",
    allow_multiselect: false,
    layout_type: PollLayoutType.Default,
  };
}
