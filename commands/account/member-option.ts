import type { SlashCommandUserOption } from "@discordjs/builders";
import type { ChatInputCommandInteraction } from "discord.js";
import { UserError } from "../../src/errors.ts";
import { othersDenialText, canUseForOthers } from "../../src/interactions/access.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";

const name = "member";

export interface Member {
  readonly discordUserId: string;
  /** As people here call the member. */
  readonly memberName: string;
  readonly bot: boolean;
  /** Whether they are still in this server. */
  readonly present: boolean;
}

export function memberOption(
  description: string,
): (option: SlashCommandUserOption) => SlashCommandUserOption {
  return (option) => option.setName(name).setDescription(description);
}

/** The member that was named, if any. */
export function readMember({ options }: ChatInputCommandInteraction): Member | undefined {
  const user = options.getUser(name);
  if (user === null) return undefined;
  const member = options.getMember(name);
  const nickname = member === null ? null : "nick" in member ? member.nick : null;
  return {
    discordUserId: user.id,
    memberName: nickname ?? user.displayName,
    bot: user.bot,
    present: member !== null,
  };
}

/** @throws UserError for staff who ask about somebody else */
export function assertMember(discordUserId: string, { invoker }: GuildContext): void {
  if (discordUserId !== invoker.discordUserId && !canUseForOthers(invoker))
    throw new UserError(othersDenialText(invoker));
}
