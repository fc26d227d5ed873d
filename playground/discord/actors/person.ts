import { PersonError, type Person } from "../member-types.ts";
import type { World } from "../state.ts";
import { forgeIn } from "./forged-interactions.ts";
import { maySeeChannel, messageFor, placeOf, visibleMessages } from "./visibility.ts";
import { runCommand, runOnTarget, suggestFor } from "./run-command.ts";
import { toSeen } from "./rendered-message.ts";
import { chooseValues, pressButton, submitForm } from "./use-components.ts";
import { visibleCommands } from "./visible-commands.ts";

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
    forge: forgeIn(world, place),
    read: () => visibleMessages(world, place).map((stored) => toSeen(stored, world.directory)),
    dismiss(messageId) {
      const stored = messageFor(world, place, messageId);
      if (stored.privateTo === undefined) throw new PersonError("Only private replies can be dismissed.");
      world.messages.dismiss(messageId);
    },
  };
}
