import type { Reply, Row } from "../../src/ui/reply.ts";
import { button, buttonRow } from "../../src/ui/buttons.ts";
import { paginate } from "../../src/domain/lists.ts";
import { embed } from "../../src/ui/embed.ts";
import { escapeLines } from "../../src/ui/escape.ts";
import { partsOf } from "../../src/ui/parts.ts";
import { joinParts } from "../../src/ui/lines.ts";

/** An embed holds 4,096 characters; the rest is for the facts above the text. */
const maxPartLength = 3_400;

export interface LongText {
  readonly title: string;
  /** A line above each part, at most 600 characters. */
  readonly facts?: string | undefined;
  /** As it came from the service. */
  readonly text: string;
}

/** One part of a text that a list has no room for, and a button to the next: nothing of it is left out. */
export function renderLongText(
  { title, facts, text }: LongText,
  asked: number,
  customIdOf: (part: number) => string,
): Reply {
  const { entries, index, count } = paginate(partsOf(text, maxPartLength), asked, 1);
  const [part = ""] = entries;
  return {
    embeds: [
      embed({
        title,
        description: joinParts([facts, escapeLines(part, part.length)], "\n"),
        ...(count > 1 && { footer: `Part ${index + 1} of ${count}` }),
      }),
    ],
    components:
      index === count - 1 ? [] : buttonRow(button({ customId: customIdOf(index + 1), label: "Read on" })),
  };
}

/** A button for each thing of a page whose text was cut, by the number that the page gives it. */
export function readOnRow(
  cut: readonly { readonly number: number; readonly customId: string }[],
): readonly Row[] {
  return buttonRow(...cut.map(({ number, customId }) => button({ customId, label: `Read on: ${number}` })));
}
