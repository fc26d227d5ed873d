import { z } from "zod";
import type { Reply } from "../../ui/reply.ts";
import { embedLimits } from "../../ui/embed.ts";
import { calendarBoard } from "./calendar.ts";
import { type BoardOutput, type BoardPart, defineBoard } from "./define-board.ts";
import { ordersBoard } from "./orders.ts";
import { postsBoard } from "./posts.ts";
import { standingsBoard } from "./standings.ts";
import { teamBoard } from "./team.ts";
import { embedLength } from "./as-of-line.ts";
import { weekIsOver } from "./board.ts";
import { kindNames } from "./kind-names.ts";

/** In the order they appear in the message. */
const parts: readonly BoardPart[] = [calendarBoard, teamBoard, standingsBoard, ordersBoard, postsBoard];
const standard = ["calendar", "team", "orders"] as const;

const Options = z.object({ kinds: z.array(z.string()).catch([...standard]) });

/** Discord's limits. */
const maxEmbeds = 10;
const maxRows = 5;
/** What a part may need besides its text: a title and small print. */
const beyondText = 150;

/** Several kinds in one message; empty ones are omitted. */
export const digestBoard = defineBoard({
  name: "digest",
  description: kindNames.digest,
  Options,
  options: [
    {
      name: "kinds",
      description: "which kinds, with commas between them",
      chosen: (kinds) => `holds ${kinds}`,
      kind: "kinds",
      choices: parts.map(({ name, description }) => ({ name: description, value: name })),
      default: [...standard],
    },
  ],
  async build(input) {
    const { options, boardData, maxLength } = input;
    const chosen = parts.filter(({ name }) => options.kinds.includes(name));
    const output: (readonly [name: string, output: BoardOutput])[] = [];
    for (const kind of chosen) {
      const partRoom = Math.floor(maxLength / chosen.length);
      output.push([kind.name, await kind.buildPart(input, { boardData, maxLength: partRoom })]);
    }
    if (output.some(([, part]) => "empty" in part && part.empty === weekIsOver)) return { empty: weekIsOver };
    const shown = output.flatMap(([name, part]) => ("message" in part ? [{ name, ...part }] : []));
    if (shown.length === 0) return { empty: "None of the chosen kinds has anything to show." };
    return {
      message: fitted(shown.map(({ message }) => message)),
      contentKey: shown.map(({ name, contentKey }) => [name, contentKey]),
    };
  },
});

/** At most as many embeds as one message may have. */
function fitted(messages: readonly Reply[]): Reply {
  let left = embedLimits.total - beyondText;
  const embeds = messages
    .flatMap((message) => message.embeds ?? [])
    .slice(0, maxEmbeds)
    .filter((embed) => (left -= embedLength(embed)) >= 0);
  const content = messages
    .map((message) => message.content)
    .filter(Boolean)
    .join("\n");
  const components = messages.flatMap((message) => message.components ?? []).slice(0, maxRows);
  return { ...(content !== "" && { content }), embeds, components };
}
