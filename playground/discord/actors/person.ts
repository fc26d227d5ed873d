import { PersonError, type Person } from "../member-types.ts";
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
    say(content, { files = [], sticker } = {}) {
      assertMaySend();
      const text = content.trim();
      const isBlank = text === "" && files.length === 0 && sticker === undefined;
      if (isBlank || text.length > maxTypedLength)
        throw new PersonError(`A message has 1 to ${String(maxTypedLength)} characters.`);
      const stickers = sticker === undefined ? [] : [{ id: "1", name: sticker, format_type: 1 }];
      const sent = world.messages.create(
        { channelId, authorId: discordUserId, ...(stickers.length > 0 && { stickers }) },
        {
          ...noBody,
          fields: { content: text },
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
