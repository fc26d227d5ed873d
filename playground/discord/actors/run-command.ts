import {
  type APIApplicationCommand,
  type APIApplicationCommandOptionChoice,
  ApplicationCommandOptionType as Type,
  ApplicationCommandType,
  InteractionType,
} from "discord-api-types/v10";
import { type OptionInput, type Outcome, PersonError } from "../member-types.ts";
import type { World } from "../state.ts";
import { ask } from "./send-interaction.ts";
import { findCommandEntry } from "./command-path.ts";
import type { Place } from "./interaction-payload.ts";
import { isUpload, optionValues } from "./option-values.ts";
import { outcomeOf } from "./await-outcome.ts";
import { messageFor } from "./visibility.ts";
import { Resolving } from "./resolve-options.ts";
import { visibleCommands } from "./visible-commands.ts";

type Inputs = Readonly<Record<string, OptionInput>>;

export async function runCommand(
  world: World,
  place: Place,
  path: string,
  inputs: Inputs,
  commands = visibleCommands(world, place),
): Promise<Outcome> {
  const entry = findCommandEntry(commands, path);
  const resolving = new Resolving(world, place);
  const values = optionValues(entry.options, inputs, resolving);
  const interaction = ask(world, place, {
    type: InteractionType.ApplicationCommand,
    command: path.trim().replace(/^\//, ""),
    data: { ...commandData(entry.command), options: entry.wrap(values), ...resolvedIn(resolving) },
  });
  return outcomeOf(world, interaction);
}

export async function runOnTarget(
  world: World,
  place: Place,
  name: string,
  target: { readonly discordUserId: string } | { readonly messageId: string },
): Promise<Outcome> {
  const onUser = "discordUserId" in target;
  const type = onUser ? ApplicationCommandType.User : ApplicationCommandType.Message;
  const command = visibleCommands(world, place).find((known) => known.name === name && known.type === type);
  if (command === undefined) throw new PersonError(`You can't use "${name}" here.`);
  const resolving = new Resolving(world, place);
  const data = onUser
    ? userTarget(resolving, target.discordUserId)
    : {
        target_id: target.messageId,
        resolved: { messages: { [target.messageId]: messageFor(world, place, target.messageId).message } },
      };
  const interaction = ask(world, place, {
    type: InteractionType.ApplicationCommand,
    command: name,
    data: { ...commandData(command), ...data },
    about: onUser
      ? { target_user: world.directory.user(target.discordUserId) }
      : { target_message_id: target.messageId },
  });
  return outcomeOf(world, interaction);
}

/** Sends what is typed so far; other options go along unchecked, as Discord's client does. */
export async function suggestFor(
  world: World,
  place: Place,
  path: string,
  inputs: Inputs,
  focused: { readonly name: string; readonly value: string },
  commands = visibleCommands(world, place),
): Promise<readonly APIApplicationCommandOptionChoice[]> {
  const entry = findCommandEntry(commands, path);
  const option = entry.options.find(({ name }) => name === focused.name);
  if (option === undefined || !("autocomplete" in option) || !option.autocomplete)
    throw new PersonError(`"${focused.name}" has no suggestions.`, focused.name);
  const values = entry.options.flatMap(({ name, type }) => {
    if (name === focused.name) return [{ name, type, value: focused.value, focused: true }];
    const input = inputs[name];
    return input === undefined || isUpload(input) ? [] : [{ name, type, value: input }];
  });
  const interaction = ask(world, place, {
    type: InteractionType.ApplicationCommandAutocomplete,
    command: path,
    autocompletes: { isText: option.type === Type.String, isInteger: option.type === Type.Integer },
    data: { ...commandData(entry.command), options: entry.wrap(values) },
  });
  const answer = await interaction.answer;
  if (answer.kind !== "choices") throw new PersonError("Loading options failed.", focused.name);
  return answer.choices;
}

function commandData({ id, name, type, guild_id: guildId }: APIApplicationCommand) {
  return { id, name, type, ...(guildId === undefined ? {} : { guild_id: guildId }) };
}

function userTarget(resolving: Resolving, discordUserId: string) {
  resolving.user(discordUserId, "target");
  return { target_id: discordUserId, ...resolvedIn(resolving) };
}

export function resolvedIn(resolving: Resolving): { readonly resolved?: Resolving["data"] } {
  const resolved = resolving.data;
  return resolved === undefined ? {} : { resolved };
}
