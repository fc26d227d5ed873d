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
    say(content) {
      if (!maySend(world, place)) throw new PersonError("You can't send messages in this channel.");
      const text = content.trim();
      if (text === "" || text.length > maxTypedLength)
        throw new PersonError(`A message has 1 to ${String(maxTypedLength)} characters.`);
      const sent = world.messages.create(
        { channelId, authorId: discordUserId },
        { ...noBody, fields: { content: text } },
      );
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
