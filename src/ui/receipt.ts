import { embed, type EmbedParts } from "./embed.ts";
import { joinParts, subtext } from "./lines.ts";
import type { RenderContext } from "./render-context.ts";
import type { Reply } from "./reply.ts";
import { timestamp } from "./time.ts";

type Line = string | false | undefined;

interface Receipt extends Pick<EmbedParts, "fields" | "tone" | "thumbnailUrl"> {
  readonly title: string;
  readonly lines: readonly Line[];
  /** In front of who did it: "Changed". */
  readonly verb: string;
  /** Behind who and when, such as ids. */
  readonly facts?: readonly Line[];
  /** What can be done next, a sentence. */
  readonly next?: Line;
}

/** What was done, by whom and when; what comes next. */
export function receipt(
  { title, lines, verb, facts = [], next, ...parts }: Receipt,
  { by, now }: Pick<RenderContext, "by" | "now">,
): Reply {
  const print = joinParts([`${verb} by <@${by}>`, timestamp(now), ...facts]);
  const description = joinParts([...lines, subtext(print), next && subtext(next)], "\n");
  return { embeds: [embed({ tone: "done", ...parts, title, description })] };
}
