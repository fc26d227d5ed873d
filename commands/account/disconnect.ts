import { renderContext } from "../../src/ui/render-context.ts";
import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Account } from "../../src/store/accounts.ts";
import { assertMember, accountMemberOption } from "./member-option.ts";
import { renderDisconnected, renderDisconnectPreview } from "./render.ts";

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
    "I couldn't finish disconnecting and don't know how far it got. Check `/account show` before you try again.",
  execute: disconnectNow,
  outcome: {
    target: ({ userId }) => userId,
    duplicateText: () => "This account was already disconnected. Nothing was done twice.",
  },
  receipt: (account, _payload, ctx) => renderDisconnected(account, renderContext(ctx)),
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
      : "This member was connected to another user after this preview, so nothing was done. Run the command again.",
  );
}

export const disconnect = defineSubcommand({
  name: "disconnect",
  description: "Disconnect yourself, or a member, from a workspace user",
  options: {
    member: accountMemberOption("For managers: who to disconnect (you by default)"),
  },
  access: "staff",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: disconnectConfirmation.components,
  async run({ options: { member: chosen } }, ctx) {
    const member = chosen?.discordUserId ?? ctx.invoker.discordUserId;
    assertMember(member, ctx);
    const account = await ctx.store.accounts.ofMember(ctx.guildId, member);
    if (account === undefined) {
      const who = member === ctx.invoker.discordUserId ? "You are" : `<@${member}> is`;
      throw new UserError(
        `${who} not connected to a workspace user, so nothing was disconnected. An open request can be withdrawn in ${ctx.commandMention("account show")}.`,
      );
    }
    const { displayName, userId: before } = account;
    const preview = renderDisconnectPreview(account, member === ctx.invoker.discordUserId, ctx);
    return disconnectConfirmation.prompt({ member, displayName, before }, preview, ctx);
  },
});
