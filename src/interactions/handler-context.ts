import type { WorkspaceApi } from "../api/client.ts";
import type { AppContext } from "../context.ts";
import type { Tier } from "./access.ts";

/** Who ran, pressed or sent something, as Discord said with this very interaction. */
export interface Caller {
  readonly discordUserId: string;
  readonly displayName: string;
  readonly tier: Tier;
}

/** What a handler may touch besides its own arguments. */
export interface GuildContext extends AppContext {
  readonly guildId: string;
  readonly caller: Caller;
}

/** The same in a guild that is linked: the router looked the link up before the handler ran. */
export interface LinkedContext extends GuildContext {
  readonly workspaceId: string;
  readonly api: WorkspaceApi;
}

/** `link` turns an unlinked guild away with a sentence before the handler runs. */
export type Needs = "guild" | "link";
export type ContextFor<N extends Needs> = N extends "link" ? LinkedContext : GuildContext;

/** The workspace a handler works on, when it works on one. */
export function workspaceOf(ctx: GuildContext | LinkedContext): string | undefined {
  return "workspaceId" in ctx ? ctx.workspaceId : undefined;
}
