import { ContractError } from "../../src/api/errors.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { recordDone } from "./audit.ts";
import type { LinkInput } from "./input.ts";
import { keyExpiry } from "./key-expiry.ts";
import { renderLinked, renderNotStored, whyNotStored } from "./render-set.ts";
import { sealKey } from "./sealed-key.ts";
import { isForbidden, tryKey } from "./trial.ts";

/** Tries the key, and only then seals and stores it. */
export async function linkTo({ workspaceId, token }: LinkInput, ctx: GuildContext): Promise<Answer> {
  const { guildId, caller } = ctx;
  const { problem } = await tryKey(ctx.connect(token), workspaceId, ctx.now);
  const mayNotReadCalendar = isForbidden(problem);
  if (problem !== undefined && !mayNotReadCalendar) {
    const level = problem instanceof ContractError ? "error" : "info";
    ctx.log[level]("a key was tried and not stored", { guildId, error: problem });
    return renderNotStored(whyNotStored(problem, workspaceId), workspaceId);
  }

  const previous = await ctx.store.guildLinks.find(guildId);
  const link = {
    guildId,
    workspaceId,
    sealedToken: sealKey(token, guildId, workspaceId, ctx),
    linkedByDiscordUserId: caller.discordUserId,
    linkedAt: ctx.now(),
  };
  await ctx.store.guildLinks.save(link);
  await recordDone("link.set", workspaceId, { replacedWorkspaceId: previous?.workspaceId }, ctx);
  return renderLinked({ link, previous, keyEndsAt: keyExpiry(token), mayNotReadCalendar }, ctx);
}
