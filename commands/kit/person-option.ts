import type { SlashCommandStringOption } from "@discordjs/builders";
import type { ChatInputCommandInteraction } from "discord.js";
import { UserError } from "../../src/errors.ts";
import { canUseForOthers } from "../../src/interactions/access.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { ownAccount, resolvePerson, type WhichButton } from "./resolve-person.ts";

export { resolvePerson, type WhichButton } from "./resolve-person.ts";
export { suggestActors, suggestPeople, suggestSelfOrPeople } from "./autocomplete-people.ts";

/** An option that takes a name, a mention or a user id; its leaf has to name one of the suggestions for it. */
export function personOption(
  name: string,
  description: string,
): (option: SlashCommandStringOption) => SlashCommandStringOption {
  return (option) => option.setName(name).setDescription(description).setAutocomplete(true).setMaxLength(100);
}

/**
 * The user id of the person an option names. Left out it is the caller; a system actor is no person.
 * @throws UserError when it names nobody, or more than one
 */
export async function readPerson(
  interaction: ChatInputCommandInteraction,
  option: string,
  ctx: GuildContext,
  which?: WhichButton,
): Promise<string> {
  const typed = typedIn(interaction, option);
  if (typed !== undefined) return resolvePerson(typed, ctx, { field: option, ...(which && { which }) });
  const own = await ownAccount(ctx);
  if (own !== undefined) return own.userId;
  const others = canUseForOthers(ctx.invoker) ? `, or name somebody in \`${option}\`` : "";
  throw new UserError(
    `You are not connected to a user of the workspace yet, so I cannot tell whom you mean. Nothing was sent. Connect yourself with ${ctx.commandMention("account connect")}${others}.`,
  );
}

/**
 * The same for an option that means nobody when it is left out, and that may name a system actor.
 * @throws UserError as `readPerson`
 */
export async function readOptionalPerson(
  interaction: ChatInputCommandInteraction,
  option: string,
  ctx: GuildContext,
  which?: WhichButton,
): Promise<string | undefined> {
  const typed = typedIn(interaction, option);
  return typed === undefined
    ? undefined
    : resolvePerson(typed, ctx, { field: option, actors: true, ...(which && { which }) });
}

function typedIn({ options }: ChatInputCommandInteraction, option: string): string | undefined {
  return options.getString(option)?.trim() || undefined;
}
