import { z } from "zod";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Account } from "../../src/store/accounts.ts";
import { ServicePerson } from "../shared/service-person.ts";
import { redrawCard } from "./claim-card.ts";
import { connectMember } from "./connecting.ts";
import { connectedWords } from "./connected-words.ts";
import { decide } from "./deciding.ts";
import { renderConnected } from "./render-account.ts";
import { tellClaimant } from "./tell-claimant.ts";

const Connecting = z.object({
  /** The member's Discord id. */
  member: z.string(),
  memberName: z.string(),
  person: ServicePerson,
  /** The user id once more, for the record. */
  after: z.string(),
});
type Connecting = z.output<typeof Connecting>;

export const connectConfirmation = defineConfirmation<Connecting, Account, "guild">({
  kind: "account.connect",
  access: "manager",
  needs: "guild",
  payload: Connecting,
  confirm: { label: "Connect", harmful: false },
  keep: { label: "Discard", sentence: "Nothing was connected." },
  unknownSentence:
    "I could not finish connecting them, and cannot tell how far it got. Check `/account show` before you try again.",
  perform: connectNow,
  outcome: {
    target: ({ userId }) => userId,
    alreadySentence: () => "These two were already connected. Nothing was done twice.",
  },
  receipt: (account, _payload, ctx) => renderConnected(account, ctx.commandMention("user show")),
});

async function connectNow(
  { member, memberName, person: { userId, displayName, username, avatarUrl } }: Connecting,
  ctx: GuildContext,
): Promise<Account> {
  const account: Account = {
    guildId: ctx.guildId,
    discordUserId: member,
    userId,
    displayName,
    username,
    avatarUrl,
    memberName,
    connectedByDiscordUserId: ctx.caller.discordUserId,
    connectedAt: ctx.now(),
  };
  await connectMember(account, ctx);
  await closeClaim(account, ctx);
  return account;
}

/** What a member asked for is answered by this, one way or the other, and they hear of it. */
async function closeClaim(account: Account, ctx: GuildContext): Promise<void> {
  const { discordUserId, userId } = account;
  const open = await ctx.store.accountClaims.openOf(ctx.guildId, discordUserId);
  if (open === undefined) return;
  const state = open.userId === userId ? "approved" : "withdrawn";
  const { claim, first } = await decide(open, { state, reason: undefined }, ctx);
  if (first)
    await redrawCard(claim, ctx, await tellClaimant(claim, connectedWords(account, claim, ctx), ctx));
}
