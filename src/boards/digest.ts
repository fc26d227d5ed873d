import { z } from "zod";
import type { Answer } from "../interactions/answer.ts";
import { embedLimits } from "../text/embed.ts";
import { calendarBoard } from "./calendar.ts";
import { type Drawn, type DrawnKind, defineKind } from "./define-kind.ts";
import { weekIsOver } from "./late.ts";
import { ordersBoard } from "./orders.ts";
import { postsBoard } from "./posts.ts";
import { standingsBoard } from "./standings.ts";
import { teamBoard } from "./team.ts";
import { lengthOf } from "./truth.ts";

/** In the order in which they stand in the message. */
const parts: readonly DrawnKind[] = [calendarBoard, teamBoard, standingsBoard, ordersBoard, postsBoard];
const standard = ["calendar", "team", "orders"] as const;

const Options = z.object({ kinds: z.array(z.string()).catch([...standard]) });

const mostEmbeds = 10;
/** What a part may come to beyond its text: a title and small print. */
const beyondText = 150;

/** Several kinds in one message; those that have nothing to show are left out. */
export const digestBoard = defineKind({
  name: "digest",
  words: "Digest of several kinds",
  Options,
  options: [
    {
      name: "kinds",
      words: "which kinds, with commas between them",
      chosen: (kinds) => `holds ${kinds}`,
      kind: "kinds",
      choices: parts.map(({ name, words }) => ({ name: words, value: name })),
      default: [...standard],
    },
  ],
  async draw(drawing) {
    const { options, readings, room } = drawing;
    const chosen = parts.filter(({ name }) => options.kinds.includes(name));
    const drawn: (readonly [name: string, drawn: Drawn])[] = [];
    for (const kind of chosen) {
      const partRoom = Math.floor(room / chosen.length);
      drawn.push([kind.name, await kind.drawPart(drawing, { readings, room: partRoom })]);
    }
    if (drawn.some(([, part]) => "nothing" in part && part.nothing === weekIsOver))
      return { nothing: weekIsOver };
    const shown = drawn.flatMap(([name, part]) => ("answer" in part ? [{ name, ...part }] : []));
    if (shown.length === 0) return { nothing: "None of the chosen kinds has anything to show." };
    return {
      answer: fitted(shown.map(({ answer }) => answer)),
      shows: shown.map(({ name, shows }) => [name, shows]),
    };
  },
});

/** As many embeds as one message may have. */
function fitted(answers: readonly Answer[]): Answer {
  let left = embedLimits.total - beyondText;
  const embeds = answers
    .flatMap((answer) => answer.embeds ?? [])
    .slice(0, mostEmbeds)
    .filter((embed) => (left -= lengthOf(embed)) >= 0);
  const content = answers
    .map((answer) => answer.content)
    .filter(Boolean)
    .join("\n");
  return { ...(content !== "" && { content }), embeds };
}
