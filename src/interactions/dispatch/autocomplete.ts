import type { AutocompleteInteraction } from "discord.js";
import type { AppContext } from "../../context.ts";
import { raceTimeout } from "../../time.ts";
import { cleanTyped } from "../../typed-text.ts";
import { withValue } from "../../ui/buttons.ts";
import { plainText } from "../../ui/escape.ts";
import { findLink, type GuildContext } from "../handler-context.ts";
import type { AskedCommand, Choice, CommandHandler } from "../handler.ts";
import { alwaysInTime } from "./callbacks.ts";
import { authorize } from "./respond.ts";

/** Discord's limits. */
const maxChoices = 25;
const maxTextLength = 100;
/** No choice is this long, so longer input matches nothing. */
const maxTypedLength = 500;
/** Discord waits 3 s, and the reply takes some of it. */
const timeoutMs = 2_000;

/** Suggests while a person types, with the same permissions as for running the command; any failure shows no choices. */
export async function autocomplete(
  handler: CommandHandler | undefined,
  interaction: AutocompleteInteraction,
  ctx: AppContext,
): Promise<void> {
  const found = toChoices(handler, interaction, ctx).catch((error: unknown) => {
    ctx.log.debug("no suggestions", { command: interaction.commandName, error });
    return [];
  });
  const choices = await raceTimeout(found, ctx.stretch(timeoutMs), () => []);
  try {
    await interaction.respond([...choices]);
  } catch (error) {
    ctx.log.debug("suggestions came too late", { command: interaction.commandName, error });
  }
}

async function toChoices(
  handler: CommandHandler | undefined,
  interaction: AutocompleteInteraction,
  ctx: AppContext,
): Promise<readonly Choice[]> {
  if (handler === undefined) return [];
  const { name, value } = interaction.options.getFocused(true);
  const typed = cleanTyped(value);
  if (typed.length > maxTypedLength) return [];
  const admitted = await authorize(handler, interaction, { ...ctx, timeliness: alwaysInTime });
  const found = (await handler.autocomplete.get(name)?.(typed, admitted, interaction)) ?? [];
  const shown = tellApart(found.filter(fits).slice(0, maxChoices).map(toShownChoice));
  ctx.suggestedNames.note(toPlace(name, admitted), shown);
  return shown;
}

function toPlace(option: string, ctx: GuildContext) {
  const { guildId, invoker } = ctx;
  return { guildId, discordUserId: invoker.discordUserId, linkKey: findLink(ctx)?.linkKey, option };
}

// A truncated value would name something else.
const fits = ({ value }: Choice): boolean => value.length >= 1 && value.length <= maxTextLength;
const toShownChoice = ({ name, value }: Choice): Choice => ({
  name: plainText(name, maxTextLength) || value,
  value,
});

/** Those of one name with their values, which alone tell them apart. */
function tellApart(choices: readonly Choice[]): readonly Choice[] {
  const byName = Map.groupBy(choices, ({ name }) => name);
  return choices.map(({ name, value }) => ({
    name: byName.get(name)?.length === 1 ? name : withValue(name, value),
    value,
  }));
}

/** The same command, with the values of suggestions where their names were given. */
export function withSuggestedValues(
  asked: AskedCommand,
  suggesting: readonly string[],
  ctx: GuildContext,
): AskedCommand {
  if (suggesting.length === 0) return asked;
  const { applicationId, token, locale, member, options } = asked;
  const getString = (option: string): string | null => {
    const given = options.getString(option);
    return given === null || !suggesting.includes(option)
      ? given
      : ctx.suggestedNames.toValue(toPlace(option, ctx), given);
  };
  return {
    applicationId,
    token,
    locale,
    member,
    options: {
      data: options.data,
      getString,
      getInteger: (name) => options.getInteger(name),
      getNumber: (name) => options.getNumber(name),
      getBoolean: (name) => options.getBoolean(name),
      getRole: (name) => options.getRole(name),
      getChannel: (name) => options.getChannel(name),
      getAttachment: (name) => options.getAttachment(name),
      getUser: (name) => options.getUser(name),
      getMember: (name) => options.getMember(name),
    },
  };
}
