import { z } from "zod";
import { DiscordAPIError } from "discord.js";
import { renderContext } from "../../src/ui/render-context.ts";
import { getCacheScope } from "../../src/domain/service-ids.ts";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineButton } from "../../src/interactions/components.ts";
import type { Component } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { markPaused, pauseMatching } from "../schedule/index.ts";
import { linkGone, type Schedule } from "../boards/index.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import type { StoredSettings } from "../../src/store/guild-settings.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { type GuildWorkspaces, readGuildWorkspaces } from "./guild-workspaces.ts";
import { createRemoveAllButton, linkIds, renderLinkNote, requireLink } from "./ids.ts";
import {
  type LinkRemoval,
  renderRemovalPreview,
  renderLinkRemoved,
  type Deletion,
  renderDeletionNotice,
} from "./render-remove.ts";

const Payload = z.object({
  everything: z.boolean(),
  /** The names of removed links, for the audit log. */
  before: z.string(),
  links: z.array(z.object({ linkKey: z.string(), workspaceId: z.string(), linkedAt: z.number() })),
});
type Payload = z.output<typeof Payload>;

const removeConfirmation = defineConfirmation<Payload, LinkRemoval, "guild">({
  kind: "link.remove",
  access: "admin",
  needs: "guild",
  payload: Payload,
  confirm: {
    label: ({ everything }) => (everything ? "Delete everything" : "Remove link"),
    destructive: true,
  },
  cancel: {
    label: "Keep it",
    sentence: "Nothing was removed.",
    reply: async () => renderLinkNote("Nothing was removed."),
  },
  unknownOutcomeText:
    "I couldn't finish removing the link and don't know how far it got. Check `/link status` before you try again.",
  async execute(payload, ctx) {
    const present = await ctx.store.guildLinks.list(ctx.guildId);
    assertUnchanged(payload, present);
    if (payload.everything) {
      const { active, paused } = await countSchedules(present, ctx);
      const schedules = active + paused;
      const unnotifiedChannelIds = await announceDeletion({ links: present, schedules }, ctx);
      const stopped = await ctx.store.schedules.list(ctx.guildId);
      await ctx.store.forgetGuild(ctx.guildId);
      await markStopped(stopped, ctx);
      for (const link of present) ctx.service.invalidate(getCacheScope(link));
      return { state: "everything", links: present.length, unnotifiedChannelIds };
    }
    const [going] = payload.links;
    const paused = (await ctx.store.schedules.list(ctx.guildId)).filter(
      ({ state, linkKey }) => state === "paused" && linkKey === going?.linkKey,
    );
    const removed = going !== undefined && (await removeLink(going.linkKey, ctx));
    const active =
      going === undefined ? 0 : await pauseMatching(ctx.guildId, { linkKey: going.linkKey }, linkGone, ctx);
    const { reason: pausedReason, cause: pausedCause } = linkGone;
    // Live messages that can't be marked now are marked at their next check.
    for (const { id, mode } of paused)
      await ctx.store.schedules.change(ctx.guildId, id, {
        pausedReason,
        pausedCause,
        ...(mode === "live" && { nextRefreshAt: ctx.now() }),
      });
    await markStopped(paused, ctx);
    return {
      state: removed ? "removed" : "already-gone",
      left: await readGuildWorkspaces(ctx),
      schedules: active + paused.length,
    };
  },
  outcome: {
    target: (_result, { links }) => links[0]?.workspaceId,
    duplicateText: () => "The link was already removed. Nothing was done twice.",
    // An entry about the deletion would be the only thing still kept about this server.
    auditOutcome: ({ state }) =>
      state === "everything" ? "nowhere" : state === "removed" ? "done" : "refused",
  },
  receipt: (result, { before, links }, ctx) =>
    renderLinkRemoved(result, { name: before, workspaceId: links[0]?.workspaceId }, renderContext(ctx)),
});

/** How many schedules use one of these links. */
async function countSchedules(
  links: readonly Pick<GuildLink, "linkKey">[],
  { store, guildId }: GuildContext,
): Promise<{ readonly active: number; readonly paused: number }> {
  const going = new Set(links.map(({ linkKey }) => linkKey));
  const schedules = (await store.schedules.list(guildId)).filter(({ linkKey }) => going.has(linkKey));
  const paused = schedules.filter(({ state }) => state === "paused").length;
  return { active: schedules.length - paused, paused };
}

/** Notes on their live messages that they are never resumed. */
function markStopped(schedules: readonly Schedule[], ctx: GuildContext): Promise<void> {
  return markPaused(
    schedules.map((schedule) => ({ ...schedule, pausedCause: linkGone.cause })),
    ctx,
  );
}

async function removeLink(linkKey: string, ctx: GuildContext): Promise<boolean> {
  const { store, guildId, service } = ctx;
  const removed = await store.guildLinks.remove(guildId, linkKey);
  service.invalidate(getCacheScope({ guildId, linkKey }));
  if ((await store.guildSettings.get(guildId, "default-link")) === linkKey)
    await store.guildSettings.remove(guildId, "default-link");
  return removed;
}

/** Nothing may be removed that wasn't in the preview. What is already gone doesn't count as a change. */
function assertUnchanged({ everything, links }: Payload, present: readonly GuildLink[]): void {
  const asked = new Map(links.map(({ linkKey, linkedAt }) => [linkKey, linkedAt]));
  const changed = present.some(({ linkKey, linkedAt }) =>
    asked.has(linkKey) ? asked.get(linkKey) !== linkedAt : everything,
  );
  if (changed)
    throw new UserError(
      "This server was linked again after this preview, so nothing was removed. Press *Remove…* in `/link status` to see what would be removed.",
    );
}

const removeButton = defineButton({
  id: linkIds.remove,
  access: "admin",
  needs: "guild",
  ack: "update",
  async run({ linkKey }, ctx) {
    const workspaces = await readGuildWorkspaces(ctx);
    return promptRemoval([requireLink(linkKey, workspaces.links, ctx)], false, workspaces, ctx);
  },
});

const removeAllButton = defineButton({
  id: linkIds.removeAll,
  access: "admin",
  needs: "guild",
  ack: "update",
  async run(_ids, ctx) {
    const workspaces = await readGuildWorkspaces(ctx);
    return promptRemoval(workspaces.links, true, workspaces, ctx);
  },
});

export const removeComponents: readonly Component[] = [
  removeButton,
  removeAllButton,
  ...removeConfirmation.components,
];

async function promptRemoval(
  links: readonly GuildLink[],
  everything: boolean,
  workspaces: GuildWorkspaces,
  ctx: GuildContext,
): Promise<Reply> {
  const payload = {
    everything,
    before: links.map(({ name }) => name).join(", "),
    links: links.map(({ linkKey, workspaceId, linkedAt }) => ({ linkKey, workspaceId, linkedAt })),
  };
  const { active, paused } = await countSchedules(links, ctx);
  const settings = await ctx.store.guildSettings.all(ctx.guildId);
  const warnings = links.flatMap(({ linkKey }) =>
    ctx.serverSettings.flatMap(({ warnUnlink }) => warnUnlink?.(settings, linkKey) || []),
  );
  return removeConfirmation.prompt(
    payload,
    renderRemovalPreview({
      links,
      everything,
      workspaces,
      schedules: active + paused,
      paused,
      warnings,
      noticeChannelIds: listNoticeChannels(settings),
    }),
    ctx,
    () => (everything ? [] : [createRemoveAllButton()]),
  );
}

/** Someone is waiting for the deletion, and it must not begin after they have given up. */
const postWithinMs = 10_000;

/**
 * Tells the audit channel and the managers' channel what is about to be deleted, and by whom: afterwards nothing here
 * keeps a trace of it.
 * @returns the channels the bot may not post in; they don't stop the deletion
 * @throws UserError if a notice may not have been posted: nothing is deleted silently
 */
async function announceDeletion(deleteConfirmation: Deletion, ctx: GuildContext): Promise<readonly string[]> {
  const { messenger, store, guildId, log } = ctx;
  const settings = await store.guildSettings.all(guildId);
  const channelIds = listNoticeChannels(settings);
  const notice = renderDeletionNotice(deleteConfirmation, renderContext(ctx));
  const unnotifiedChannelIds = await Promise.all(
    [...channelIds].map(async (channelId) => {
      try {
        await messenger.post(channelId, notice, { withinMs: postWithinMs });
        return [];
      } catch (error) {
        log.warn("couldn't announce a deletion", { guildId, channelId, error });
        if (isRefusal(error)) return [channelId];
        throw new UserError(
          `I couldn't post the notice in <#${channelId}>, so nothing was deleted: people there must be told first. Try again in a minute.`,
          { cause: error },
        );
      }
    }),
  );
  return unnotifiedChannelIds.flat();
}

function listNoticeChannels(settings: StoredSettings): ReadonlySet<string> {
  return new Set(
    (["audit-channel", "managers-channel"] as const).flatMap((name) => settings.get(name) ?? []),
  );
}

function isRefusal(error: unknown): boolean {
  return error instanceof DiscordAPIError && (error.status === 403 || error.status === 404);
}
