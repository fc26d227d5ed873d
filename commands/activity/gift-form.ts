import { z } from "zod";
import { isServiceId } from "../../src/domain/service-ids.ts";
import { UserError } from "../../src/errors.ts";
import { canUse } from "../../src/interactions/access.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { plainMarks } from "../../src/typed-text.ts";
import { createButton } from "../../src/ui/buttons.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import type { Modal } from "../../src/ui/reply.ts";
import { defineDraftForm } from "../kit/form.ts";
import { createTextField } from "../kit/fields.ts";
import { promptGift, assertMessages, giftConfirmation, prepareGift, readGiftedMinutes } from "./gift.ts";
import { GiftDraft } from "./gift-draft.ts";
import { readText } from "../kit/read-fields.ts";

const TypedGift = z.object({
  userId: z.string(),
  duration: z.string(),
  messages: z.string(),
  game: z.string(),
});
type TypedGift = z.output<typeof TypedGift>;

const fields = [
  { id: "duration", label: "Duration", placeholder: "45 min", max: 40 },
  { id: "messages", label: "Messages", description: "Chat messages in the game.", max: 10 },
  { id: "game", label: "Game", description: "The game it counts for. Optional.", max: 100 },
] as const;

function createGiftModal(typed: TypedGift): Pick<Modal, "title" | "components"> {
  return {
    title: "Gift activity",
    components: fields.map((field) => createTextField({ ...field, value: typed[field.id] })),
  };
}

/** @throws UserError for what isn't a number */
function readMessages(typed: string): number | undefined {
  if (typed === "") return undefined;
  const digits = plainMarks(typed);
  if (/^-?\d{1,9}$/.test(digits)) return assertMessages(Number(digits));
  throw new UserError(
    `“${escapeMarkdown(typed, 20)}” isn't a number of messages, so nothing was sent. Try *5*.`,
  );
}

const giftForm = defineDraftForm<TypedGift, GiftDraft, "write">({
  name: "activity.gift",
  command: "activity gift",
  access: "manager",
  needs: "write",
  typed: TypedGift,
  modal: createGiftModal,
  read(submitted, opened) {
    // Who it is for is in the draft, since it isn't asked.
    if (opened === undefined)
      throw new UserError("This form has expired, so nothing was sent. Open it again.");
    const typed = (id: (typeof fields)[number]["id"]) => readText(submitted, id);
    return { ...opened, duration: typed("duration"), messages: typed("messages"), game: typed("game") };
  },
  parse: ({ userId, duration, messages, game }, ctx) =>
    prepareGift(
      {
        userId,
        minutes: readGiftedMinutes(duration),
        messages: readMessages(messages),
        game,
      },
      ctx,
    ),
  respond: promptGift,
  change: {
    kind: "activity.gift",
    payload: GiftDraft,
    toTyped: ({ userId, minutes, gift }) => ({
      userId,
      duration: minutes?.toString() ?? "",
      messages: gift.messages_sent?.toString() ?? "",
      game: gift.game ?? "",
    }),
    subject: "The gift",
  },
});

const openId = defineCustomId("activity.gift.open", { userId: z.string().refine(isServiceId) });

/** Opens a form for a gift to someone. */
const openButton = defineButton({
  id: openId,
  access: "manager",
  needs: "write",
  ack: "modal",
  run: ({ userId }, ctx) => giftForm.openStored({ userId, duration: "", messages: "", game: "" }, ctx),
});

/** For those who may give something. */
export function createGiftButtons(userId: string, { invoker }: LinkedContext) {
  return canUse("manager", invoker)
    ? [createButton({ customId: openId.encode({ userId }), label: "Gift…" })]
    : [];
}

export const giftComponents = [openButton, ...giftConfirmation.components, ...giftForm.components];
