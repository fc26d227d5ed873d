import type { Draft } from "../store/drafts.ts";
import type { GuildContext } from "./handler-context.ts";

/** How long a question waits for its button, and what was typed for being mended. */
const draftLifetimeMs = 60 * 60_000;

/** Stands in a custom id where nothing was kept. */
export const noDraft = "";

/** Keeps what does not fit into a custom id, which carries the id given back. It is the caller's, in this guild. */
export async function keepDraft(
  { kind, payload, lifetimeMs = draftLifetimeMs }: DraftParts,
  ctx: GuildContext,
): Promise<string> {
  const id = ctx.newId();
  const createdAt = ctx.now();
  await ctx.store.drafts.create({
    id,
    guildId: ctx.guildId,
    discordUserId: ctx.caller.discordUserId,
    kind,
    payload,
    createdAt,
    expiresAt: createdAt + lifetimeMs,
  });
  return id;
}

interface DraftParts extends Pick<Draft, "kind" | "payload"> {
  readonly lifetimeMs?: number;
}
