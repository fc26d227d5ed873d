import type { APIButtonComponentWithCustomId, APIEmbed, ButtonInteraction } from "discord.js";
import type { Reply, Row } from "../../ui/reply.ts";
import { createButton, createButtonRow } from "../../ui/buttons.ts";
import type { ConfirmationDeclaration, DraftButtonId, QuestionIds } from "./declaration.ts";
import type { Needs } from "../handler-context.ts";
import { expiredText } from "./drafts.ts";
import { findAttachedName, palette } from "../../ui/embed.ts";

const usualUnknownTitle = "Not sure whether this was done";

/**
 * An expired preview. A private message can be edited for 15 minutes and a preview is open for an hour, so this shows
 * only when someone presses one of its buttons.
 */
export function renderExpiredPrompt(
  asked: readonly APIEmbed[],
  askAgain: string | undefined,
  beside: readonly APIButtonComponentWithCustomId[] = [],
): Reply {
  // An error's *Try again*: nobody may confirm what isn't shown.
  if (askAgain !== undefined && asked.length === 0)
    return { content: "The preview expired, so nothing was sent. Press one of its buttons to ask again." };
  return {
    content: askAgain === undefined ? expiredText : "This expired, so nothing was sent.",
    embeds: asked.map((embed) => recolour(embed, palette.over)),
    components:
      askAgain === undefined
        ? []
        : createButtonRow(
            createButton({ customId: askAgain, label: "Ask again", style: "primary" }),
            ...beside,
          ),
  };
}

/** The two buttons under a preview, and those of `between`. */
export function createPromptRow<Payload>(
  draftId: string,
  payload: Payload,
  ids: QuestionIds,
  { confirm, cancel }: PromptText<Payload>,
  between: readonly APIButtonComponentWithCustomId[] = [],
): readonly Row[] {
  const discardButton = createButton({ customId: ids.discard.encode({ draftId }), label: cancel.label });
  const confirmButton = createButton({
    customId: ids.confirm.encode({ draftId }),
    label: typeof confirm.label === "string" ? confirm.label : confirm.label(payload),
    style: confirm.destructive ? "danger" : "primary",
  });
  // A destructive or doubtful button never comes first, where it is easily pressed by accident.
  const isLast = confirm.destructive || confirm.comesLast?.(payload) === true;
  const buttons = isLast
    ? [discardButton, ...between, confirmButton]
    : [confirmButton, ...between, discardButton];
  return createButtonRow(...buttons);
}

type PromptText<Payload> = Pick<ConfirmationDeclaration<Payload, unknown, Needs>, "confirm" | "cancel">;

/** A confirmed preview whose outcome is unknown; it stays visible, so that people know what to look for. */
export function renderUnknownPrompt(
  asked: readonly APIEmbed[],
  { title = usualUnknownTitle, sentence, look }: UnknownText,
): Reply {
  const [first, ...others] = asked.map((embed) => recolour(embed, palette.waiting));
  return {
    content: sentence,
    embeds: first === undefined ? [] : [{ ...first, title }, ...others],
    components: look,
  };
}

interface UnknownText {
  readonly title?: string | undefined;
  readonly sentence: string;
  readonly look: readonly Row[];
}

/** @returns no row if nothing can be looked for */
export function createLookRow(
  id: DraftButtonId,
  draftId: string,
  canLook: boolean,
  others: readonly APIButtonComponentWithCustomId[] = [],
): readonly Row[] {
  return canLook
    ? createButtonRow(
        createButton({ customId: id.encode({ draftId }), label: "Look for it", style: "primary" }),
        ...others,
      )
    : [];
}

/** Drops the footer, since the workspace is added again, and an attached picture, which is removed. */
export function recolour(
  { footer: _footer, timestamp: _timestamp, image, ...asked }: APIEmbed,
  color: number,
): APIEmbed {
  const isKept = image !== undefined && findAttachedName(image.url) === undefined;
  return { ...asked, ...(isKept && { image }), color };
}

/** The embeds of the message of a pressed button. */
export function getEmbeds({ message }: ButtonInteraction): readonly APIEmbed[] {
  return message.embeds.map(({ data }) => data);
}
