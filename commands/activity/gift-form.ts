import { z } from "zod";
import { isServiceId } from "../../src/domain/service-ids.ts";
import { UserError } from "../../src/errors.ts";
import { canUse } from "../../src/interactions/access.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { plainMarks } from "../../src/typed-text.ts";
import { createButton } from "../../src/ui/buttons.ts";
import { inlineCode } from "../../src/ui/escape.ts";
import type { Modal } from "../../src/ui/reply.ts";
import { defineDraftForm } from "../kit/form.ts";
import { createTextField } from "../kit/fields.ts";
import { promptGift, assertAmount, giftConfirmation, prepareGift } from "./gift.ts";
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
  { id: "duration", label: "Duration, in minutes", placeholder: "45", max: 10 },
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
function readAmount(field: "duration" | "messages", typed: string): number | undefined {
  if (typed === "") return undefined;
  const digits = plainMarks(typed);
  const isNumber = field === "duration" ? /^\d{1,9}([.,]\d{1,6})?$/.test(digits) : /^\d{1,9}$/.test(digits);
  const unit = field === "duration" ? "minutes" : "messages";
  if (isNumber) return assertAmount(field, Number(digits.replace(",", ".")), unit);
  throw new UserError(
    `\`${field}\` must be a number of ${unit}, and you typed ${inlineCode(typed, 20)}. Nothing was sent.`,
  );
}

const giftForm = defineDraftForm<TypedGift, GiftDraft, "link">({
  name: "activity.gift",
  command: "activity gift",
  access: "manager",
  needs: "link",
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
        minutes: readAmount("duration", duration),
        messages: readAmount("messages", messages),
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
  needs: "link",
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
