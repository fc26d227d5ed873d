import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { canUseForOthers } from "../../src/interactions/access.ts";
import { describeOthersDenial } from "../../src/interactions/access-text.ts";
import type { Option } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { type ChosenMember, memberOption } from "../kit/options.ts";

export const Member = z.object({
  discordUserId: z.string(),
  /** The member's name in this server. */
  memberName: z.string(),
  bot: z.boolean(),
  /** Whether they are still in this server. */
  present: z.boolean(),
});
export type Member = z.output<typeof Member>;

/** Nobody by default. */
export function accountMemberOption(description: string): Option<Member | undefined> {
  return memberOption(description).map((chosen) => chosen && describeMember(chosen));
}

export function describeMember({ user, member: found }: ChosenMember): Member {
  const nickname = found !== null && "nick" in found ? found.nick : null;
  return {
    discordUserId: user.id,
    memberName: nickname ?? user.displayName,
    bot: user.bot,
    present: found !== null,
  };
}

/** @throws UserError for staff who ask about someone else */
export function assertMember(discordUserId: string, { invoker }: GuildContext): void {
  if (discordUserId !== invoker.discordUserId && !canUseForOthers(invoker))
    throw new UserError(describeOthersDenial(invoker, true));
}
