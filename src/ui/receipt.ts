import { createEmbed, type EmbedParts } from "./embed.ts";
import { plainText } from "./escape.ts";
import { joinParts, smallPrint } from "./lines.ts";
import type { RenderContext } from "./render-context.ts";
import type { Reply } from "./reply.ts";
import { timestamp } from "./time.ts";

type Line = string | false | undefined;

interface Receipt extends Pick<EmbedParts, "fields" | "tone" | "thumbnailUrl"> {
  readonly title: string;
  readonly lines: readonly Line[];
  /** The verb before the person: "Changed". */
  readonly verb: string;
  /** The next step, as a sentence. */
  readonly next?: Line;
  /** More small print; ids only where nothing else shows them. */
  readonly notes?: readonly Line[];
}

/** What was done, and what comes next; in small print by whom and when. */
export function receipt(
  { title, lines, verb, next, notes = [], ...parts }: Receipt,
  { by, now }: Pick<RenderContext, "by" | "now">,
): Reply {
  const print = smallPrint([`${verb} by <@${by}> · ${timestamp(now, "t")}`, ...notes]);
  const description = joinParts([...lines, next, print], "\n");
  return {
    embeds: [
      createEmbed({
        tone: "done",
        ...parts,
        title,
        description,
      }),
    ],
  };
}

/** In place of an undoing that would take back what someone else did. */
export const changedAgainText = "This has been changed again since, so nothing was undone.";

const noBreak = "\u00a0";

/** Keyed by label: `{ Id: "4711" }` reads `Id 4711`. Missing ones are omitted. */
type Ids = Readonly<Record<string, string | undefined>>;

/** Ids for a card's footer, in small print at the end. */
export function formatIdFooter(ids: Ids): string {
  return joinParts(
    Object.entries(ids).map(([name, id = ""]) => id.trim() && `${name}${noBreak}${plainText(id, 64)}`),
  );
}
