import { ContractError } from "../../src/api/errors.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { maxLinks } from "../../src/interactions/link.ts";
import { scopeOf } from "../../src/link-scope.ts";
import { recordDeed } from "../../src/interactions/recording.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { workspacesOf } from "./guild-workspaces.ts";
import type { LinkInput } from "./input.ts";
import { keyExpiry } from "./key-expiry.ts";
import { newLinkKey } from "./link-key.ts";
import { fullSentence, nameFor } from "./name.ts";
import { renderLinked, whyNotStored } from "./render-set.ts";
import { sealKey } from "./sealed-key.ts";
import { tryNewKey } from "./trial.ts";

/** A refusal says why nothing was stored. */
export type Linking = { readonly answer: Answer } | { readonly problem: string };

/** Tries the key, and only then seals and stores it: as a new one of a workspace of this guild, or as one more. */
export async function linkTo(
  { workspaceId, token, name: typedName }: LinkInput,
  ctx: GuildContext,
): Promise<Linking> {
  const { links, byDefault } = await workspacesOf(ctx);
  const previous = links.find((link) => link.workspaceId === workspaceId);
  const naming = nameFor(typedName, links, previous);
  if ("problem" in naming) return naming;
  if (previous === undefined && links.length >= maxLinks) return { problem: fullSentence };

  const { problem, mayNotReadCalendar } = await tryNewKey(workspaceId, token, ctx);
  if (problem !== undefined) {
    const level = problem instanceof ContractError ? "error" : "info";
    ctx.log[level]("a key was tried and not stored", { guildId: ctx.guildId, error: problem });
    return { problem: whyNotStored(problem, workspaceId) };
  }

  const link: GuildLink = {
    guildId: ctx.guildId,
    linkKey: previous?.linkKey ?? newLinkKey(links, ctx),
    workspaceId,
    name: naming.name,
    sealedToken: sealKey(token, ctx.guildId, workspaceId, ctx),
    linkedByDiscordUserId: ctx.caller.discordUserId,
    linkedAt: ctx.now(),
    createdAt: previous?.createdAt ?? ctx.now(),
  };
  const saved = await ctx.store.guildLinks.save(link, maxLinks);
  if (saved === "full") return { problem: fullSentence };
  ctx.service.forget(scopeOf(link));
  if (saved === "created" && byDefault === undefined)
    await ctx.store.guildSettings.set(ctx.guildId, "default-link", link.linkKey);
  const detail = { saved, before: previous?.name, after: link.name };
  await recordDeed({ action: "link.set", outcome: "done", target: workspaceId, detail }, ctx);
  const keyEndsAt = keyExpiry(token);
  return { answer: renderLinked({ link, previous, byDefault, keyEndsAt, mayNotReadCalendar }, ctx) };
}
