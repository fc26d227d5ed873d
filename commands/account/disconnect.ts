import { renderContext } from "../../src/ui/render-context.ts";
import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { canUse, denialText } from "../../src/interactions/access.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Account } from "../../src/store/accounts.ts";
import { namesToForget } from "../../src/ui/people.ts";
import { boolean } from "../kit/options.ts";
import { assertMember, accountMemberOption } from "./member-option.ts";
import { renderDisconnected, renderDisconnectPreview } from "./render-account.ts";

const Disconnecting = z.object({
  /** The member's Discord id. */
  member: z.string(),
  /** For the audit log; left out if the person is to be forgotten. */
  displayName: z.string().optional(),
  /** The user id as shown in the preview. */
  before: z.string(),
  /** Whether the person's saved weeks are deleted too. */
  forgets: z.boolean().optional(),
});
type Disconnecting = z.output<typeof Disconnecting>;

const disconnectConfirmation = defineConfirmation<Disconnecting, Disconnected, "guild">({
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
    target: ({ account }) => account.userId,
    duplicateText: () => "This account was already disconnected. Nothing was done twice.",
  },
  receipt: ({ account, weeks }, _payload, ctx) => renderDisconnected({ account, weeks }, renderContext(ctx)),
});

interface Disconnected {
  readonly account: Account;
  /** How many were deleted, if that was requested. */
  readonly weeks: number | undefined;
}

/** @throws UserError if the caller may not delete saved weeks */
function assertMayForget({ invoker }: GuildContext): void {
  if (!canUse("admin", invoker)) throw new UserError(denialText("admin", invoker));
}

async function disconnectNow(
  { member, before, forgets }: Disconnecting,
  ctx: GuildContext,
): Promise<Disconnected> {
  // The tier may have changed since the preview.
  assertMember(member, ctx);
  if (forgets === true) assertMayForget(ctx);
  const { accounts, weeks } = ctx.store;
  const present = await accounts.ofMember(ctx.guildId, member);
  if (present !== undefined && present.userId !== before)
    throw new UserError(
      "This member was connected to another user after this preview, so nothing was done. Run the command again.",
    );
  const gone = await accounts.disconnect(ctx.guildId, member);
  if (gone === undefined)
    throw new UserError("This account was disconnected after this preview, so nothing was done.");
  if (forgets !== true) return { account: gone, weeks: undefined };
  const forgotten = await weeks.forgetUser(ctx.guildId, gone.userId);
  await ctx.store.forgetPerson({ guildId: ctx.guildId, userId: gone.userId, ...namesToForget(gone) });
  return { account: gone, weeks: forgotten };
}

export const disconnect = defineSubcommand({
  name: "disconnect",
  description: "Disconnect yourself, or a member, from a workspace user",
  options: {
    member: accountMemberOption("For managers: who to disconnect (you by default)"),
    forgetHistory: boolean("For admins: also delete the person's saved weeks"),
  },
  access: "staff",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: disconnectConfirmation.components,
  async run({ options: { member: chosen, forgetHistory: forgets = false } }, ctx) {
    const member = chosen?.discordUserId ?? ctx.invoker.discordUserId;
    assertMember(member, ctx);
    const account = await ctx.store.accounts.ofMember(ctx.guildId, member);
    if (account === undefined) {
      const who = member === ctx.invoker.discordUserId ? "You are" : `<@${member}> is`;
      const next = forgets
        ? `No weeks were deleted either, because I don't know whose. An admin can give the user id in ${ctx.commandMention("activity forget")}.`
        : `An open request can be withdrawn in ${ctx.commandMention("account show")}.`;
      throw new UserError(`${who} not connected to a workspace user, so nothing was disconnected. ${next}`);
    }
    if (forgets) assertMayForget(ctx);
    const { displayName, userId: before } = account;
    const payload = forgets ? { forgets, member, before } : { forgets, member, displayName, before };
    return disconnectConfirmation.prompt(payload, renderDisconnectPreview(account, forgets), ctx);
  },
});
