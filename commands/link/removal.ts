import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { renderRemoved } from "./render-remove.ts";

const Payload = z.object({
  everything: z.boolean(),
  workspaceId: z.string().optional(),
  linkedAt: z.number().optional(),
});
type Payload = z.output<typeof Payload>;
type Removed = "removed" | "already-gone" | "everything";

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
    await refuseWhenChanged(payload, ctx);
    if (payload.everything) {
      await ctx.store.forgetGuild(ctx.guildId);
      return "everything";
    }
    return (await ctx.store.guildLinks.remove(ctx.guildId)) ? "removed" : "already-gone";
  },
  outcome: {
    target: (_result, { workspaceId }) => workspaceId,
    alreadySentence: () => "The link was already removed. Nothing was done twice.",
    // A note about the deletion would be the one thing that is still kept of this server.
    record: (result) => (result === "everything" ? "nowhere" : result === "removed" ? "done" : "refused"),
  },
  receipt: (result, { workspaceId }, ctx) =>
    renderRemoved(result, workspaceId, ctx.caller.discordUserId, ctx.commandMention("link set")),
});

async function refuseWhenChanged({ workspaceId, linkedAt }: Payload, ctx: GuildContext): Promise<void> {
  const present = await ctx.store.guildLinks.find(ctx.guildId);
  if (present === undefined) return;
  if (present.workspaceId !== workspaceId || present.linkedAt !== linkedAt)
    throw new UserError(
      "This server was linked anew since this question was asked, so nothing was removed. Run `/link remove` again to see what would go now.",
    );
}
