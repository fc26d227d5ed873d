import { renderContext } from "../../src/ui/render-context.ts";
import { ContractError } from "../../src/api/errors.ts";
import { UserError } from "../../src/errors.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { maxLinksPerGuild } from "../../src/interactions/dispatch/workspace.ts";
import { scopeOf } from "../../src/domain/ids.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { workspacesOf } from "./guild-workspaces.ts";
import { tooManyLinksText, type LinkInput, nameFor, newLinkKey } from "./parse-input.ts";
import { keyExpiry, sealKey, verifyNewKey } from "./verify-key.ts";
import { renderLinked, describeKeyProblem } from "./render-set.ts";

/**
 * Tests the key, and only then encrypts and stores it, as a replacement or for another workspace of this guild.
 * @throws UserError saying why nothing was saved
 */
export async function linkWorkspace(
  { workspaceId, token, name: typedName }: LinkInput,
  ctx: GuildContext,
): Promise<Reply> {
  const { links, defaultLink } = await workspacesOf(ctx);
  const previous = links.find((link) => link.workspaceId === workspaceId);
  const name = nameFor(typedName, links, previous);
  if (previous === undefined && links.length >= maxLinksPerGuild) throw new UserError(tooManyLinksText);

  const { problem, mayNotReadCalendar } = await verifyNewKey(workspaceId, token, ctx);
  if (problem !== undefined) {
    const level = problem instanceof ContractError ? "error" : "info";
    ctx.log[level]("a key was tried and not stored", { guildId: ctx.guildId, error: problem });
    throw new UserError(describeKeyProblem(problem, workspaceId));
  }

  const link: GuildLink = {
    guildId: ctx.guildId,
    linkKey: previous?.linkKey ?? newLinkKey(links, ctx),
    workspaceId,
    name,
    sealedToken: sealKey(token, ctx.guildId, workspaceId, ctx),
    linkedByDiscordUserId: ctx.invoker.discordUserId,
    linkedAt: ctx.now(),
    createdAt: previous?.createdAt ?? ctx.now(),
  };
  const saved = await ctx.store.guildLinks.save(link, maxLinksPerGuild);
  if (saved === "full") throw new UserError(tooManyLinksText);
  ctx.service.invalidate(scopeOf(link));
  if (saved === "created" && defaultLink === undefined)
    await ctx.store.guildSettings.set(ctx.guildId, "default-link", link.linkKey);
  const detail = { saved, before: previous?.name, after: link.name };
  await recordAudit({ action: "link.set", outcome: "done", target: workspaceId, detail }, ctx);
  const keyEndsAt = keyExpiry(token);
  return renderLinked({ link, previous, defaultLink, keyEndsAt, mayNotReadCalendar }, renderContext(ctx));
}
