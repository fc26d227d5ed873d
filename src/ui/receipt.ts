import { createEmbed, type EmbedParts } from "./embed.ts";
import { plainText } from "./escape.ts";
import { joinParts, subtext } from "./lines.ts";
import type { RenderContext } from "./render-context.ts";
import type { Reply } from "./reply.ts";
import { timestamp } from "./time.ts";

type Line = string | false | undefined;

interface Receipt extends Pick<EmbedParts, "fields" | "tone" | "thumbnailUrl" | "footer"> {
  readonly title: string;
  readonly lines: readonly Line[];
  /** The verb before the person: "Changed". */
  readonly verb: string;
  /** The next step, as a sentence. */
  readonly next?: Line;
  readonly ids?: Ids;
}

/** Keyed by label: `{ Id: "4711" }` reads `Id 4711`. Missing ones are omitted. */
type Ids = Readonly<Record<string, string | undefined>>;

/** What was done, by whom and when; what comes next; ids below everything else. */
export function receipt(
  { title, lines, verb, next, footer = "", ids = {}, ...parts }: Receipt,
  { by, now }: Pick<RenderContext, "by" | "now">,
): Reply {
  const print = subtext(`${verb} by <@${by}> · ${timestamp(now, "t")}`);
  const description = joinParts([...lines, print, next && subtext(next)], "\n");
  return {
    embeds: [
      createEmbed({
        tone: "done",
        ...parts,
        title,
        description,
        footer: joinParts([footer, formatIdFooter(ids)]),
      }),
    ],
  };
}

const noBreak = "\u00a0";

/** Ids for a card's footer, in small print at the end. */
export function formatIdFooter(ids: Ids): string {
  return joinParts(
    Object.entries(ids).map(([name, id = ""]) => id.trim() && `${name}${noBreak}${plainText(id, 64)}`),
  );
}
