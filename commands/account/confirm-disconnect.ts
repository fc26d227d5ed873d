import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Account } from "../../src/store/accounts.ts";
import { admitMember } from "./member-option.ts";
import { renderDisconnected } from "./render-account.ts";

const Disconnecting = z.object({
  /** The member's Discord id. */
  member: z.string(),
  displayName: z.string(),
  /** The user id as it was shown in the question. */
  before: z.string(),
});
type Disconnecting = z.output<typeof Disconnecting>;

export const disconnectConfirmation = defineConfirmation<Disconnecting, Account, "guild">({
  kind: "account.disconnect",
  access: "staff",
  needs: "guild",
  payload: Disconnecting,
  confirm: { label: "Disconnect", harmful: true },
  keep: { label: "Keep it", sentence: "The account stays connected. Nothing was done." },
  unknownSentence:
    "I could not finish disconnecting, and cannot tell how far it got. Check `/account show` before you try again.",
  perform: disconnectNow,
  outcome: {
    target: ({ userId }) => userId,
    alreadySentence: () => "This account was already disconnected. Nothing was done twice.",
  },
  receipt: (account, _payload, { caller, now, commandMention }) =>
    renderDisconnected({
      account,
      by: caller.discordUserId,
      at: Temporal.Instant.fromEpochMilliseconds(now()),
      connectMention: commandMention("account connect"),
    }),
});

async function disconnectNow({ member, before }: Disconnecting, ctx: GuildContext): Promise<Account> {
  // The tier may have changed since the question was asked.
  admitMember(member, ctx);
  const { accounts } = ctx.store;
  const present = await accounts.ofMember(ctx.guildId, member);
  if (present !== undefined && present.userId !== before)
    throw new UserError(
      "This member was connected to another user since this question was asked, so nothing was done. Please run the command again.",
    );
  const gone = await accounts.disconnect(ctx.guildId, member);
  if (gone === undefined)
    throw new UserError("This account was disconnected since this question was asked, so nothing was done.");
  return gone;
}
