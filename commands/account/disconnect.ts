import { z } from "zod";
import { renderContext } from "../../src/ui/render-context.ts";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { canUse, canUseForOthers, describeOthersDenial } from "../../src/interactions/access.ts";
import { defineButton } from "../../src/interactions/components.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Account } from "../../src/store/accounts.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { askToDisconnectId, createConnectAgainButtons } from "./connection-request/card.ts";
import { renderDisconnected, renderDisconnectPreview } from "./render.ts";
import type { Option } from "../../src/interactions/handler.ts";
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
  return memberOption(description, "member").map((chosen) => chosen && describeMember(chosen));
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
function assertMember(discordUserId: string, { invoker }: GuildContext): void {
  if (discordUserId !== invoker.discordUserId && !canUseForOthers(invoker))
    throw new UserError(describeOthersDenial(invoker, true));
}

const Disconnecting = z.object({
  /** The member's Discord id. */
  member: z.string(),
  /** For the audit log. */
  displayName: z.string(),
  /** The user id as shown in the preview. */
  before: z.string(),
});
type Disconnecting = z.output<typeof Disconnecting>;

const disconnectConfirmation = defineConfirmation<Disconnecting, Account, "guild">({
  kind: "account.disconnect",
  access: "staff",
  needs: "guild",
  payload: Disconnecting,
  confirm: { label: "Disconnect", destructive: true },
  cancel: { label: "Keep it", sentence: "The account stays connected. Nothing was changed." },
  unknownOutcomeText:
    "I couldn't finish disconnecting and don't know how far it got. Check `/profile` before you try again.",
  execute: disconnectNow,
  outcome: {
    target: ({ userId }) => userId,
    duplicateText: () => "This account was already disconnected. Nothing was done twice.",
  },
  receipt: (account, _payload, ctx) => ({
    ...renderDisconnected(account, renderContext(ctx)),
    components: createButtonRow(...createConnectAgainButtons(account, ctx)),
  }),
});

async function disconnectNow({ member, before }: Disconnecting, ctx: GuildContext): Promise<Account> {
  // The tier may have changed since the preview.
  assertMember(member, ctx);
  const { accounts } = ctx.store;
  const gone = await accounts.disconnect(ctx.guildId, member, before);
  if (gone !== undefined) return gone;
  throw new UserError(
    (await accounts.ofMember(ctx.guildId, member)) === undefined
      ? "This account was disconnected after this preview, so nothing was done."
      : "This person was connected to another user after this preview, so nothing was done. Press *Disconnect…* again.",
  );
}

/** Shows the preview as a message of its own. */
const askButton = defineButton({
  id: askToDisconnectId,
  access: "self-or-manager",
  needs: "guild",
  ack: "ephemeral",
  opensPreview: true,
  async run({ member }, ctx) {
    assertMember(member, ctx);
    const account = await ctx.store.accounts.ofMember(ctx.guildId, member);
    if (account === undefined) {
      const who = member === ctx.invoker.discordUserId ? "You are" : `<@${member}> is`;
      throw new UserError(`${who} not connected to a workspace user, so nothing was disconnected.`);
    }
    const { displayName, userId: before } = account;
    await ctx.admitAbout(before);
    const preview = renderDisconnectPreview(account, member === ctx.invoker.discordUserId, ctx);
    return disconnectConfirmation.prompt({ member, displayName, before }, preview, ctx);
  },
});

/** For managers, and for staff about themselves; where members of a server are known. */
export function createDisconnectButtons(member: string, { invoker, isPrivate }: GuildContext) {
  const isOwn = member === invoker.discordUserId;
  return !isPrivate && (isOwn ? canUse("staff", invoker) : canUseForOthers(invoker))
    ? [createButton({ customId: askToDisconnectId.encode({ member }), label: "Disconnect…" })]
    : [];
}

export const disconnectComponents = [askButton, ...disconnectConfirmation.components];
