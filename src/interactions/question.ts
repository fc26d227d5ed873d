import type { APIButtonComponentWithCustomId, APIEmbed } from "discord.js";
import { palette } from "../text/palette.ts";
import type { Answer, Row } from "./answer.ts";
import { button, buttonRow } from "./components.ts";
import type { ConfirmationDeclaration, DraftButtonId, QuestionIds } from "./confirmation-declaration.ts";
import type { Needs } from "./handler-context.ts";
import { longGone } from "./own-draft.ts";

const usualUnknownTitle = "Not sure whether this was done";

/**
 * A question that nobody can say yes to any more. What is private can be edited for 15 minutes, and a question is open for
 * an hour, so this shows once somebody presses one of its buttons.
 */
export function expiredQuestion(asked: readonly APIEmbed[], askAgain: string | undefined): Answer {
  return {
    content: askAgain === undefined ? longGone : "This expired, so nothing was sent.",
    embeds: asked.map((embed) => inColour(embed, palette.over)),
    components:
      askAgain === undefined
        ? []
        : buttonRow(button({ customId: askAgain, label: "Ask again", look: "main" })),
  };
}

/** The two buttons under a question, and those of `between`. */
export function questionRow<Payload>(
  draftId: string,
  payload: Payload,
  ids: QuestionIds,
  { confirm, keep }: QuestionWords<Payload>,
  between: readonly APIButtonComponentWithCustomId[] = [],
): readonly Row[] {
  const discardButton = button({ customId: ids.discard.encode({ draftId }), label: keep.label });
  const confirmButton = button({
    customId: ids.confirm.encode({ draftId }),
    label: typeof confirm.label === "string" ? confirm.label : confirm.label(payload),
    look: confirm.harmful ? "harmful" : "main",
  });
  // The harmful button is never the first under the thumb.
  const buttons = confirm.harmful
    ? [discardButton, ...between, confirmButton]
    : [confirmButton, ...between, discardButton];
  return buttonRow(...buttons);
}

type QuestionWords<Payload> = Pick<ConfirmationDeclaration<Payload, unknown, Needs>, "confirm" | "keep">;

/** A question that was answered with yes, and nobody knows what came of it: what to look for stays to be seen. */
export function unknownQuestion(
  asked: readonly APIEmbed[],
  { title = usualUnknownTitle, sentence, look }: UnknownWords,
): Answer {
  const [first, ...others] = asked.map((embed) => inColour(embed, palette.waiting));
  return {
    content: sentence,
    embeds: first === undefined ? [] : [{ ...first, title }, ...others],
    components: look,
  };
}

interface UnknownWords {
  readonly title?: string | undefined;
  readonly sentence: string;
  readonly look: readonly Row[];
}

/** @returns no row where nothing can be looked for */
export function lookRow(id: DraftButtonId, draftId: string, canLook: boolean): readonly Row[] {
  return canLook
    ? buttonRow(button({ customId: id.encode({ draftId }), label: "Look for it", look: "main" }))
    : [];
}

/** Its footer named the workspace, which is named anew. */
export function inColour(
  { footer: _footer, timestamp: _timestamp, ...asked }: APIEmbed,
  color: number,
): APIEmbed {
  return { ...asked, color };
}
