import type { DateStyle, Formats } from "./formats.ts";
import type { Names } from "./people.ts";

/** What rendering depends on besides its data. */
export interface RenderContext extends Formats {
  /** The connected people among those it shows. */
  readonly names: Names;
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
  readonly dateStyle: DateStyle;
}

/** The context of a private reply, from a handler's context. */
export function renderContext(
  { invoker, now, commandMention, dateStyle }: Handling,
  names: Names = new Map(),
): RenderContext {
  return {
    names,
    now: Temporal.Instant.fromEpochMilliseconds(now()),
    audience: "me",
    tense: "now",
    dateStyle,
    commandMention,
    by: invoker.discordUserId,
  };
}
