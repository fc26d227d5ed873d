import type { SlashCommandStringOption } from "@discordjs/builders";
import { idKinds, readServiceId } from "../../src/domain/service-ids.ts";
import { UserError } from "../../src/errors.ts";

export function banOption(option: SlashCommandStringOption): SlashCommandStringOption {
  return option
    .setName("ban")
    .setDescription("The ban: its id, or the link to its page")
    .setMaxLength(500)
    .setRequired(true);
}

/**
 * The id of the ban that was meant: the one of a link, else what was typed.
 * @throws UserError when no ban could have it
 */
export function readBanId(typed: string): string {
  const id = readServiceId(typed, idKinds.ban);
  if (id !== undefined) return id;
  throw new UserError(
    "`ban` has to be the id of a ban, or the link to its page in the workspace. Nothing was asked there. An id looks like `64f1c0ffee64f1c0ffee64f1`.",
  );
}
