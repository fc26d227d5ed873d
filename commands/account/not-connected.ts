import { UnfixableError } from "../../src/errors.ts";
import { canUseForOthers } from "../../src/interactions/access.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { createButtonRow } from "../../src/ui/buttons.ts";
import { createThisIsMeRowIn, describeNotDone } from "../kit/resolve-person.ts";
import { createConnectMemberButtons } from "./connect-form.ts";
import { createWithdrawButtons, describeWaiting } from "./request/card.ts";

/**
 * Why there is nothing to show of a member, with their open request or how to connect them.
 * @param notDone ends the first sentence, if anything does
 * @param instead what else the caller can do, if anything
 */
export async function createNotConnectedError(
  discordUserId: string,
  ctx: GuildContext,
  notDone: string,
  instead = "",
): Promise<UnfixableError> {
  const { store, guildId, invoker, commandMention } = ctx;
  const isOwn = discordUserId === invoker.discordUserId;
  const problem = isOwn
    ? `You aren't connected to a workspace user yet${describeNotDone(notDone)}.`
    : `<@${discordUserId}> isn't connected to a workspace user${describeNotDone(notDone)}.`;
  const command = commandMention("account connect");
  if (!isOwn && !canUseForOthers(invoker))
    return new UnfixableError(
      `${problem} A manager can connect them with ${command} and its \`member\` option.`,
    );
  const request = await store.connectionRequests.findOpen(guildId, discordUserId);
  const waiting = request && describeWaiting(request, isOwn);
  if (!isOwn)
    return new UnfixableError(`${problem} ${waiting ?? "Press *Connect…* to connect them."}`, {
      components: createButtonRow(...createConnectMemberButtons(discordUserId, ctx)),
    });
  if (request === undefined)
    return new UnfixableError(`${problem} Connect yourself with ${command}${instead}.`, {
      components: createThisIsMeRowIn(ctx),
    });
  return new UnfixableError(`${problem} ${waiting}`, {
    components: createButtonRow(...createWithdrawButtons(request, ctx)),
  });
}
