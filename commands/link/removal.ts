import { z } from "zod";
import { sayPaused } from "../../src/boards/say-paused.ts";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { scopeOf } from "../../src/link-scope.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { workspacesOf } from "./guild-workspaces.ts";
import { announceDeletion } from "./announce-deletion.ts";
import { type Removed, renderRemoved } from "./render-remove.ts";

const Payload = z.object({
  everything: z.boolean(),
  /** What went, by name, for the record. */
  before: z.string(),
  links: z.array(z.object({ linkKey: z.string(), workspaceId: z.string(), linkedAt: z.number() })),
});
type Payload = z.output<typeof Payload>;

export const removal = defineConfirmation<Payload, Removed, "guild">({
  kind: "link.remove",
  access: "admin",
  needs: "guild",
  payload: Payload,
  confirm: {
    label: ({ everything }) => (everything ? "Delete everything" : "Remove link"),
    harmful: true,
  },
  keep: { label: "Keep it", sentence: "The link stays as it is. Nothing was removed." },
  unknownSentence:
    "I could not finish removing the link, and cannot tell how far it got. Check `/link status` before you try again.",
  async perform(payload, ctx) {
    const present = await ctx.store.guildLinks.list(ctx.guildId);
    refuseWhenChanged(payload, present);
    if (payload.everything) {
      const schedules = await countStopping(undefined, ctx);
      const untold = await announceDeletion({ links: present, schedules }, ctx);
      const stopped = await ctx.store.schedules.list(ctx.guildId);
      await ctx.store.forgetGuild(ctx.guildId);
      await sayPaused(stopped, ctx);
      for (const link of present) ctx.service.forget(scopeOf(link));
      return { state: "everything", untold };
    }
    const [going] = payload.links;
    const schedules = await countStopping(payload.links, ctx);
    const removed = going !== undefined && (await removeLink(going.linkKey, ctx));
    return { state: removed ? "removed" : "already-gone", left: await workspacesOf(ctx), schedules };
  },
  outcome: {
    target: (_result, { links }) => links[0]?.workspaceId,
    alreadySentence: () => "The link was already removed. Nothing was done twice.",
    // A note about the deletion would be the one thing that is still kept of this server.
    record: ({ state }) => (state === "everything" ? "nowhere" : state === "removed" ? "done" : "refused"),
  },
  receipt: (result, { before, links }, ctx) =>
    renderRemoved(result, { name: before, workspaceId: links[0]?.workspaceId }, ctx),
});

/** Schedules that post now, and read by one of these links; `undefined` for any link. */
export async function countStopping(
  links: readonly Pick<GuildLink, "linkKey">[] | undefined,
  { store, guildId }: GuildContext,
): Promise<number> {
  const going = links && new Set(links.map(({ linkKey }) => linkKey));
  const schedules = await store.schedules.list(guildId);
  return schedules.filter(({ state, linkKey }) => state === "active" && (going?.has(linkKey) ?? true)).length;
}

async function removeLink(linkKey: string, ctx: GuildContext): Promise<boolean> {
  const { store, guildId, service } = ctx;
  const removed = await store.guildLinks.remove(guildId, linkKey);
  service.forget(scopeOf({ guildId, linkKey }));
  if ((await store.guildSettings.get(guildId, "default-link")) === linkKey)
    await store.guildSettings.remove(guildId, "default-link");
  const schedules = await store.schedules.list(guildId);
  await sayPaused(
    schedules.filter((schedule) => schedule.linkKey === linkKey),
    ctx,
  );
  return removed;
}

/** Nobody may lose what they were not asked about. What is gone already is no change. */
function refuseWhenChanged({ everything, links }: Payload, present: readonly GuildLink[]): void {
  const asked = new Map(links.map(({ linkKey, linkedAt }) => [linkKey, linkedAt]));
  const changed = present.some(({ linkKey, linkedAt }) =>
    asked.has(linkKey) ? asked.get(linkKey) !== linkedAt : everything,
  );
  if (changed)
    throw new UserError(
      "This server was linked anew since this question was asked, so nothing was removed. Run `/link remove` again to see what would go now.",
    );
}
