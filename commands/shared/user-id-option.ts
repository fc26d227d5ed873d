import type { ChatInputCommandInteraction } from "discord.js";
import { fold } from "../../src/domain/fold.ts";
import { isUserId, systemActors } from "../../src/domain/user-ids.ts";
import { UserError } from "../../src/errors.ts";
import type { Choice } from "../../src/interactions/define.ts";

/**
 * A user id of the service as a person typed it, `undefined` when they left the option out.
 * @throws UserError when it is none
 */
export function readUserId(interaction: ChatInputCommandInteraction, option: string): string | undefined {
  const typed = interaction.options.getString(option)?.trim();
  return typed === undefined ? undefined : checked(option, typed);
}

/** The same for an option that Discord does not let out. */
export function readRequiredUserId(interaction: ChatInputCommandInteraction, option: string): string {
  const userId = checked(option, interaction.options.getString(option, true).trim());
  const actor = systemActors.find((each) => each.userId === userId);
  if (actor === undefined) return userId;
  throw new UserError(
    `${userId} stands for ${actor.name} in the workspace, and no person is behind it, so there is nothing to look up. Nothing was sent. Give the user id of a person.`,
  );
}

function checked(option: string, typed: string): string {
  if (isUserId(typed)) return typed;
  throw new UserError(
    `\`${option}\` has to be a user id of the workspace: up to 20 digits, for example \`4711\`. Names and mentions do not work here yet, so nothing was sent.`,
  );
}

/** Offers the actors that are no players, and what was typed when it is an id. */
export async function suggestPeople(typed: string): Promise<readonly Choice[]> {
  const text = typed.trim();
  const actors = systemActors
    .filter(({ userId, name }) => userId.startsWith(text) || fold(name).includes(fold(text)))
    .map(({ userId, name }) => ({ name: `${name} (${userId})`, value: userId }));
  const isActor = systemActors.some(({ userId }) => userId === text);
  return isUserId(text) && !isActor ? [{ name: `User ${text}`, value: text }, ...actors] : actors;
}
