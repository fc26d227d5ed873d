import type { GuildContext } from "../../src/interactions/handler-context.ts";

/** Notes a change that already stands. When the note fails the change is still told to the person as done. */
export async function recordDone(
  action: "link.set" | "link.access",
  target: string,
  detail: Readonly<Record<string, string | undefined>>,
  ctx: GuildContext,
): Promise<void> {
  try {
    await ctx.store.audit.record({
      id: ctx.newId(),
      guildId: ctx.guildId,
      workspaceId: action === "link.set" ? target : undefined,
      discordUserId: ctx.caller.discordUserId,
      action,
      target,
      outcome: "done",
      detail,
      reference: undefined,
      at: ctx.now(),
    });
  } catch (error) {
    ctx.log.error("a change could not be noted in the audit log", { action, guildId: ctx.guildId, error });
  }
}
