import type { ChatInputCommandInteraction } from "discord.js";
import { thisIsMeRow, ownAccount, resolvePerson } from "./resolve-person.ts";
import { UserError } from "../../src/errors.ts";
import { canUseForOthers } from "../../src/interactions/access.ts";
import type { Autocomplete, Option } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { suggestActors, suggestPeople, suggestSelfOrPeople } from "./autocomplete.ts";
import { text } from "./options.ts";

const field = "person";
const personText = (description: string) => text(description).max(100);

/** The typed text for a person, unparsed. */
export const typedPerson = (description: string) => personText(description).autocomplete(suggestActors);

/** The user id of a required person. */
export function requiredPerson(description: string, suggest: Autocomplete = suggestPeople): Option<string> {
  return personText(description)
    .required()
    .autocomplete(suggest)
    .map((typed, ctx: GuildContext) => resolvePerson(typed, ctx, { field }));
}

/** The user id of a person or a system actor; nobody by default. */
export function anyPerson(description: string): Option<string | undefined> {
  return typedPerson(description).map((typed, ctx: GuildContext) =>
    typed ? resolvePerson(typed, ctx, { field, actors: true }) : undefined,
  );
}

/**
 * The user id of a person; the caller by default.
 * @param which makes the custom id of a button that continues with the person of this user id
 */
export function person(
  description: string,
  which: (userId: string, interaction: ChatInputCommandInteraction) => string,
): Option<string> {
  return personText(description)
    .autocomplete(suggestSelfOrPeople)
    .map(async (typed, ctx: GuildContext, interaction) => {
      if (typed) return resolvePerson(typed, ctx, { field, which: (userId) => which(userId, interaction) });
      const own = await ownAccount(ctx);
      if (own !== undefined) return own.userId;
      const others = canUseForOthers(ctx.invoker) ? `, or choose someone in \`${field}\`` : "";
      throw new UserError(
        `You aren't connected to a workspace user yet, so I don't know who you are there. Nothing was sent. Connect yourself with ${ctx.commandMention("account connect")}${others}.`,
        { components: thisIsMeRow() },
      );
    });
}
