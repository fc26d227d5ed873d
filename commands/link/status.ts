import { renderContext } from "../../src/ui/render-context.ts";
import { ApiError } from "../../src/api/errors.ts";
import { describeError, UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { resolveWorkspace } from "../../src/interactions/dispatch/workspace.ts";
import { createErrorReference } from "../../src/interactions/error-reference.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { workspacesOf } from "./guild-workspaces.ts";
import type { Health } from "./render-health.ts";
import { renderStatus } from "./render-status.ts";
import { expiryOfSealed, isForbidden, verifyKey } from "./verify-key.ts";

export const status = defineSubcommand({
  name: "status",
  description: "Show which workspaces this server is linked to, and try their keys",
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: ["getCalendar"],
  async run(_asked, ctx) {
    const [workspaces, roles] = await Promise.all([
      workspacesOf(ctx),
      ctx.store.accessRoles.list(ctx.guildId),
    ]);
    const statuses = await Promise.all(
      workspaces.links.map(async (link) => ({
        link,
        health: await healthOf(link, ctx),
        keyEndsAt: expiryOfSealed(link, ctx),
      })),
    );
    return renderStatus({ workspaces, statuses, roles }, renderContext(ctx));
  },
});

const unknownHere =
  "The workspace service takes the key, but knows no workspace by this id. It may have been deleted; `/link remove` takes the link away, and `/link set` adds another one.";

async function healthOf({ linkKey }: GuildLink, ctx: GuildContext): Promise<Health> {
  const { guildId, channelId } = ctx;
  try {
    const { api, workspaceId } = await resolveWorkspace({ guildId, channelId, linkKey }, ctx);
    const { durationMs, problem } = await verifyKey(api, workspaceId, ctx.now);
    const usage = ctx.service.usage(workspaceId);
    if (problem === undefined) return { state: "works", durationMs, usage };
    if (isForbidden(problem)) return { state: "limited", durationMs, usage };
    const way = ctx.service.status(workspaceId);
    // With the way closed nothing was sent, so nothing was learned of this key.
    if (way.state !== "closed") return { state: "resting", way, now: ctx.now() };
    if (problem instanceof ApiError && problem.failure === "not-found")
      return { state: "broken", text: unknownHere };
    const reference = createErrorReference(ctx);
    const { text, level } = describeError(problem, { reference, now: ctx.now() });
    ctx.log[level]("the link was tried and does not work", { reference, guildId, linkKey, error: problem });
    return { state: "broken", text };
  } catch (error) {
    if (error instanceof UserError) return { state: "broken", text: error.message };
    throw error;
  }
}
