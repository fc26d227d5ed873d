import type { Names } from "./people.ts";

/** What drawing depends on besides its data. */
export interface RenderContext {
  /** Of the people it shows, those who are connected here. */
  readonly names: Names;
  readonly now: Temporal.Instant;
  /** A command to tap. */
  readonly commandMention: (path: string) => string;
  /** Discord id of who asked for it. */
  readonly by: string;
}

/** What a post is drawn with: nobody asked for it. */
export type PostContext = Omit<RenderContext, "by">;

interface Handling {
  readonly invoker: { readonly discordUserId: string };
  readonly now: () => number;
  readonly commandMention: (path: string) => string;
}

/** What a handler's context gives to draw with. */
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
