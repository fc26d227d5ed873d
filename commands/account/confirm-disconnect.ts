import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { mayUse, refusalOf } from "../../src/interactions/access.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Account } from "../../src/store/accounts.ts";
import { namesToForget } from "../shared/people.ts";
import { admitMember } from "./member-option.ts";
import { renderDisconnected } from "./render-account.ts";

const Disconnecting = z.object({
  /** The member's Discord id. */
  member: z.string(),
  /** For the audit log; left out where the person is to be forgotten. */
  displayName: z.string().optional(),
  /** The user id as it was shown in the question. */
  before: z.string(),
  /** Whether the weeks that are remembered of the person go too. */
  forgets: z.boolean().optional(),
});
type Disconnecting = z.output<typeof Disconnecting>;

export const disconnectConfirmation = defineConfirmation<Disconnecting, Disconnected, "guild">({
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
    target: ({ account }) => account.userId,
    alreadySentence: () => "This account was already disconnected. Nothing was done twice.",
  },
  receipt: ({ account, weeks }, _payload, { caller, now, commandMention }) =>
    renderDisconnected({
      account,
      weeks,
      by: caller.discordUserId,
      at: Temporal.Instant.fromEpochMilliseconds(now()),
      connectMention: commandMention("account connect"),
    }),
});

interface Disconnected {
  readonly account: Account;
  /** How many were deleted, when that was asked for. */
  readonly weeks: number | undefined;
}

/** @throws UserError for who may not delete what is remembered of people */
export function admitForgetting({ caller }: GuildContext): void {
  if (!mayUse("admin", caller)) throw new UserError(refusalOf("admin", caller));
}

async function disconnectNow(
  { member, before, forgets }: Disconnecting,
  ctx: GuildContext,
): Promise<Disconnected> {
  // The tier may have changed since the question was asked.
  admitMember(member, ctx);
  if (forgets === true) admitForgetting(ctx);
  const { accounts, weeks } = ctx.store;
  const present = await accounts.ofMember(ctx.guildId, member);
  if (present !== undefined && present.userId !== before)
    throw new UserError(
      "This member was connected to another user since this question was asked, so nothing was done. Please run the command again.",
    );
  const gone = await accounts.disconnect(ctx.guildId, member);
  if (gone === undefined)
    throw new UserError("This account was disconnected since this question was asked, so nothing was done.");
  if (forgets !== true) return { account: gone, weeks: undefined };
  const forgotten = await weeks.forgetUser(ctx.guildId, gone.userId);
  await ctx.store.forgetPerson({ guildId: ctx.guildId, userId: gone.userId, ...namesToForget(gone) });
  return { account: gone, weeks: forgotten };
}
