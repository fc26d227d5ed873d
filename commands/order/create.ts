import type { APIButtonComponentWithCustomId } from "discord.js";
import { z } from "zod";
import { newOrderId } from "./board/controls.ts";
import type { CreatedOrder, NewOrder, Order } from "../../src/api/contract/orders.ts";
import { memoizeWeak, createIndex } from "../../src/domain/search.ts";
import { completeItem, findMeantItems, getItemNames, type MeantItem } from "./items.ts";
import { UserError } from "../../src/errors.ts";
import { defineButton, defineSelect } from "../../src/interactions/components.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { requireOwnDraft, unwrapPayload } from "../../src/interactions/confirmation/drafts.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { Autocomplete, Component } from "../../src/interactions/handler.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { type Names, readNames } from "../../src/ui/people.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Row } from "../../src/ui/reply.ts";
import { maxChoices } from "../kit/autocomplete.ts";
import { defineDraftForm } from "../kit/form.ts";
import { integer, text } from "../kit/options.ts";
import { typedPerson } from "../kit/person-option.ts";
import { readPreviewNames, withCallNames } from "../kit/service-person.ts";
import {
  readItemNames,
  readLastOrders,
  assertOrderNumber,
  emptyOrderText,
  newOrderText,
  OrderText,
  toOrderText,
  readOrderText,
  readUsualItems,
} from "./input.ts";
import { toLoggedOrder, listOrderPeople, renderOrderPreview, renderOrderReceipt } from "./render.ts";
import {
  createOpenOrderButtons,
  createRepeatButtons,
  detailsButton,
  openOrderButton,
  readToRepeat,
  repeatedOrderId,
  repeatMenuId,
} from "./open-order.ts";
import {
  createEarlierButtons,
  describeEarlier,
  findEarlier,
  logOnce,
  OrderDraft,
  orderDraftKind,
} from "./earlier.ts";
import { readMembersIn, createOrderModal, readOrderForm } from "./modal.ts";
import { readUsualTime } from "./rule.ts";
import type { Found, NotFound, SentPayload } from "../../src/interactions/confirmation/declaration.ts";
import { parseOrderMs } from "./status.ts";
import { minuteMs } from "../../src/time.ts";
import { labelAge } from "../../src/ui/time.ts";
import { mayBeIncomplete } from "../../src/ui/left-out.ts";

/** How far apart the service's clock and the bot's may be. */
const clocksApartMs = 2 * minuteMs;

/** More were never logged within the time it takes to look. */
const maxReceipts = 500;

/** Looks for an order like the one sent, no older than the preview, that is nobody else's: it has no receipt, and wasn't found before. */
async function lookForOrder(
  { payload: sent, shownAt }: SentPayload<NewOrder>,
  { api, workspaceId, store, guildId, service }: LinkedContext,
): Promise<Found | NotFound> {
  const since = shownAt - clocksApartMs;
  const [orders, receipts] = await Promise.all([
    api.searchOrders({ params: { workspaceId } }, { noCache: true }),
    store.audit.list(guildId, { action: orderDraftKind, outcome: "done", since }, { limit: maxReceipts }),
  ]);
  const withReceipt = new Set(receipts.map(({ target }) => target));
  const alike = orders.filter(
    (order) => mayBe(order, sent) && getMadeAt(order) > since && !withReceipt.has(order._id),
  );
  const newest = alike
    .filter((order) => Number.isFinite(getMadeAt(order)) && says(order, sent))
    .toSorted((one, other) => getMadeAt(other) - getMadeAt(one))[0];
  if (newest === undefined)
    return {
      sentence: mayBeIncomplete(service.leftOut(orders), orders.length)
        ? "I can't find it, but I couldn't read all of the workspace's orders, so it may have been logged. Look in the workspace before you log it again."
        : alike.length > 0
          ? "There's an order with these items, but the workspace doesn't say whose it is or from when, so it may have been logged. Look in the workspace before you log it again."
          : "I can't find it, so it probably wasn't logged. It may still turn up: look again in a minute before you log it again.",
    };
  const { order_number: number } = newest;
  return {
    title: number === undefined ? "Order logged" : `Order #${number} logged`,
    sentence: `I found it, so you don't need to send it again. ${labelAge("Logged", getMadeAt(newest))}`,
    target: newest._id,
  };
}

/** One that doesn't say may be from just now. */
function getMadeAt({ createdAt }: Order): number {
  return parseOrderMs(createdAt) ?? Number.POSITIVE_INFINITY;
}

const orderParts = ["customer", "submitted_by", "prepared_by", "picked_up_by", "order_number"] as const;

/** Whether it says nothing else than what was sent. */
function mayBe(order: Order, sent: NewOrder): boolean {
  return (
    orderParts.every(
      (part) => sent[part] === undefined || order[part] === undefined || sent[part] === order[part],
    ) && sortItems(order.items).join("\n") === sortItems(sent.items ?? []).join("\n")
  );
}

/** Whether it says all that was sent; the service fills in what was left out. */
function says(order: Order, sent: NewOrder): boolean {
  return orderParts.every((part) => sent[part] === undefined || order[part] !== undefined);
}

function sortItems(items: readonly string[]): readonly string[] {
  return items.toSorted();
}

/** An order as someone typed it. */
const TypedOrder = z.object({
  text: OrderText,
  number: z.number().optional(),
  /** The message it was read from. */
  messageId: z.string().optional(),
});
type TypedOrder = z.output<typeof TypedOrder>;

/** A form has to open within 3 s. */
const namesWithinMs = 1_000;

async function toTyped(order: OrderDraft, ctx: LinkedContext): Promise<TypedOrder> {
  const { order_number: number, messageId } = order;
  return { text: await toKnownText(order, ctx), number, messageId };
}

async function toKnownText(order: NewOrder, ctx: LinkedContext): Promise<OrderText> {
  return toOrderText(order, await readItemNames(ctx, namesWithinMs));
}

const againButtonId = defineCustomId("order.again", { draftId: z.string().min(1) });

function createAgainButton(draftId: string, label = "Order again") {
  return createButton({ customId: againButtonId.encode({ draftId }), label });
}

/** What people do next with an order that was logged. */
function createNextSteps(orderId: string | undefined, draftId: string): readonly Row[] {
  const [again = createAgainButton(draftId)] = createRepeatButtons(orderId);
  return createButtonRow(...createOpenOrderButtons(orderId), again);
}

/** Previews an order with the items and the customer of another. The workspace numbers the new one. */
const repeatButton = defineButton({
  id: repeatedOrderId,
  access: "staff",
  needs: "write",
  ack: "ephemeral",
  opensPreview: true,
  staysInCopy: true,
  run: async ({ orderId }, ctx) => orderForm.submit({ text: await readToRepeat(orderId, ctx) }, ctx),
});

/** The same for an order chosen in a list. */
const repeatMenu = defineSelect({
  id: repeatMenuId,
  access: "staff",
  needs: "write",
  ack: "ephemeral",
  opensPreview: true,
  run: async (_fields, ctx, { values: [orderId = ""] }) =>
    orderForm.submit({ text: await readToRepeat(orderId, ctx) }, ctx),
});

/** The same for an order without an id that fits into a button: with what was sent, as long as that is kept. */
const againButton = defineButton({
  id: againButtonId,
  access: "staff",
  needs: "write",
  ack: "ephemeral",
  opensPreview: true,
  async run({ draftId }, ctx) {
    const { payload } = await requireOwnDraft(draftId, orderDraftKind, ctx);
    const sent = unwrapPayload(payload, OrderDraft, ctx.workspaceId);
    const { items, customer } = await toKnownText(sent, ctx);
    return orderForm.submit({ text: { ...emptyOrderText, items, customer } }, ctx);
  },
});

/** Opens a new form, from the board of open orders in a channel. */
const newOrderButton = defineButton({
  id: newOrderId,
  access: "staff",
  needs: "write",
  ack: "modal",
  run: (_fields, ctx) => orderForm.open({ text: newOrderText }, ctx),
});

const respellId = defineCustomId("order.respell", { draftId: z.string().min(1) });

async function readMeantItems(items: readonly string[], ctx: LinkedContext): Promise<readonly MeantItem[]> {
  const orders = await readLastOrders(ctx, namesWithinMs);
  return orders === undefined ? [] : findMeantItems(items, orders);
}

function createRespellButtons(
  meant: readonly MeantItem[],
  draftId: string,
): readonly APIButtonComponentWithCustomId[] {
  const [first, ...others] = meant;
  if (first === undefined) return [];
  const label = others.length === 0 ? `Use ${first.usual}` : "Use these names";
  return [createButton({ customId: respellId.encode({ draftId }), label })];
}

/** Previews the order again with the usual items that were probably meant. */
const respellButton = defineButton({
  id: respellId,
  access: "staff",
  needs: "write",
  ack: "update",
  async run({ draftId }, ctx) {
    const { payload } = await requireOwnDraft(draftId, orderDraftKind, ctx);
    const order = unwrapPayload(payload, OrderDraft, ctx.workspaceId);
    const usual = new Map((await readMeantItems(order.items, ctx)).map((item) => [item.typed, item.usual]));
    const items = order.items.map((item) => usual.get(item) ?? item);
    if (!(await ctx.store.drafts.discard(draftId, ctx.guildId, ctx.invoker.discordUserId)))
      throw new UserError("This preview was already used, so nothing was changed.");
    return orderForm.submit(await toTyped({ ...order, items }, ctx), ctx);
  },
});

interface LoggedOrder {
  /** As the workspace returned it. */
  readonly returned: CreatedOrder;
  readonly names: Names;
  /** How long orders usually take here, if that is known. */
  readonly usually: string | undefined;
}

const createConfirmation = defineConfirmation<OrderDraft, LoggedOrder, "write">({
  kind: orderDraftKind,
  access: "staff",
  needs: "write",
  payload: OrderDraft,
  people: listOrderPeople,
  confirm: {
    label: ({ isAgain = false }) => (isAgain ? "Log it again" : "Log order"),
    destructive: false,
    comesLast: ({ isAgain = false }) => isAgain,
  },
  cancel: { label: "Not now", sentence: "This order wasn't logged. Nothing was sent." },
  unknownOutcomeText:
    "I sent the order but got no clear answer, so I don't know whether it was logged. Check `/order search` before you log it again.",
  unknownTitle: "Not sure whether this was logged",
  async lookFor(sent, ctx) {
    const looked = await lookForOrder(sent, ctx);
    return "title" in looked
      ? { ...looked, components: createNextSteps(looked.target, sent.draftId) }
      : { ...looked, buttons: [createAgainButton(sent.draftId, "Log it again")] };
  },
  async execute(draft, ctx) {
    const { messageId: _messageId, isAgain: _isAgain, ...body } = draft;
    const returned = await logOnce(draft, ctx, () =>
      ctx.api.createOrder({ params: { workspaceId: ctx.workspaceId }, body }),
    );
    const people = listOrderPeople(toLoggedOrder(returned, body));
    // Names are optional: the order is logged without them too.
    const names = await readNames(people, ctx).catch((): Names => new Map());
    const usually = await readUsualTime(ctx).catch(() => undefined);
    return { returned, names: await withCallNames(people, names, ctx), usually };
  },
  outcome: {
    target: ({ returned }) => returned._id,
    duplicateText: ({ returned }, sent) => {
      const { order_number: number } = toLoggedOrder(returned, sent);
      return number === undefined
        ? "This order was already logged. Nothing was sent twice."
        : `This order was already logged, as #${number}. Nothing was sent twice.`;
    },
  },
  receipt: ({ returned, names, usually }, sent, ctx, draftId) => ({
    ...renderOrderReceipt(toLoggedOrder(returned, sent), usually, renderContext(ctx, names)),
    components: createNextSteps(returned._id, draftId),
    share: {},
  }),
});

/** A hint is worth only a short wait. */
const timeoutMs = 700;

/** Whether the workspace already has an order with this number; false too if it doesn't respond in time. */
async function isNumberTaken(
  orderNumber: number | undefined,
  { api, workspaceId }: LinkedContext,
): Promise<boolean> {
  if (orderNumber === undefined) return false;
  return api.searchOrders({ params: { workspaceId } }, { timeoutMs }).then(
    (orders) => orders.some((order) => order.order_number === orderNumber),
    () => false,
  );
}

export const orderForm = defineDraftForm<TypedOrder, OrderDraft, "write">({
  name: "order",
  command: "order create",
  access: "staff",
  needs: "write",
  typed: TypedOrder,
  async modal({ text: typed }, ctx) {
    const [members, usual] = await Promise.all([readMembersIn(typed, ctx), readUsualItems(typed, ctx)]);
    return createOrderModal(typed, members, usual);
  },
  read: (fields, opened) => ({ ...opened, text: readOrderForm(fields, opened?.text) }),
  parse: async ({ text: typed, number, messageId }, ctx) => ({
    ...(await readOrderText(typed, number, ctx)),
    messageId,
  }),
  async respond(order, ctx, more) {
    const [names, isTaken, earlier, meant] = await Promise.all([
      readPreviewNames(listOrderPeople(order), ctx),
      isNumberTaken(order.order_number, ctx),
      findEarlier(order, ctx),
      readMeantItems(order.items, ctx),
    ]);
    const render = renderContext(ctx, names);
    const warning = earlier && describeEarlier(earlier, render);
    const isAgain = earlier?.same === "message";
    const preview = renderOrderPreview(order, { isNumberTaken: isTaken, warning, isAgain, meant }, render);
    const buttons = earlier === undefined ? [] : createEarlierButtons(earlier);
    return createConfirmation.prompt({ ...order, ...(isAgain && { isAgain }) }, preview, ctx, (draftId) => [
      ...buttons,
      ...createRespellButtons(meant, draftId),
      ...more(draftId),
    ]);
  },
  change: {
    kind: orderDraftKind,
    payload: OrderDraft,
    toTyped,
    subject: "The order",
  },
});

/** All components from an order's form to its receipt. */
export const orderComponents: readonly Component[] = [
  ...createConfirmation.components,
  ...orderForm.components,
  repeatButton,
  repeatMenu,
  againButton,
  respellButton,
  openOrderButton,
  detailsButton,
  newOrderButton,
];

const getItemIndex = memoizeWeak((orders: readonly Order[]) =>
  createIndex(getItemNames(orders).names.map((item) => ({ text: item, value: item }))),
);

/** Completes the item being typed with recently ordered ones, most frequent first. */
const suggestItems: Autocomplete<LinkedContext> = async (typed, ctx) => {
  const orders = await readLastOrders(ctx);
  if (orders === undefined) return [];
  return completeItem(typed, getItemIndex(orders), maxChoices, getItemNames(orders)).map((value) => ({
    name: value,
    value,
  }));
};

export const create = defineSubcommand({
  name: "create",
  description: "Log an order, with a preview before anything is sent",
  options: {
    items: text("What was ordered, such as Latte, Croissant or 2 lattes and a bun for Maria").autocomplete(
      suggestItems,
    ),
    customer: typedPerson("Who ordered"),
    submittedBy: typedPerson("Who took the order (you by default)"),
    preparedBy: typedPerson("Who is preparing it"),
    pickedUpBy: typedPerson("Who picked it up"),
    number: integer("The order number (the next free one by default)").map((number) =>
      assertOrderNumber(number),
    ),
  },
  access: "staff",
  needs: "write",
  ack: "modal-or-ephemeral",
  operations: ["createOrder", "searchOrders", "getUser"],
  components: orderComponents,
  async run(
    { options: { number, items = "", customer = "", submittedBy = "", preparedBy = "", pickedUpBy = "" } },
    ctx,
  ) {
    const orderText = { ...emptyOrderText, items, customer, submittedBy, preparedBy, pickedUpBy };
    return items === "" && number === undefined
      ? orderForm.open({ text: { ...orderText, usual: [] } }, ctx)
      : orderForm.submit({ text: orderText, number }, ctx);
  },
});
