import type { Names } from "./people.ts";

/** What rendering depends on besides its data. */
export interface RenderContext {
  /** The connected people among those it shows. */
  readonly names: Names;
  readonly now: Temporal.Instant;
  /** A clickable command mention. */
  readonly commandMention: (path: string) => string;
  /** The Discord id of the person who asked for it. */
  readonly by: string;
}

/** The context for a post, which nobody asked for. */
export type PostContext = Omit<RenderContext, "by">;

interface Handling {
  readonly invoker: { readonly discordUserId: string };
  readonly now: () => number;
  readonly commandMention: (path: string) => string;
}

/** The context from a handler's context. */
export function renderContext(
  { invoker, now, commandMention }: Handling,
  names: Names = new Map(),
): RenderContext {
  return {
    names,
    now: Temporal.Instant.fromEpochMilliseconds(now()),
    commandMention,
    by: invoker.discordUserId,
  };
}
