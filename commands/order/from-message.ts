import type { Message } from "discord.js";
import { createItemNames } from "../../src/domain/order-words.ts";
import { memoizeWeak, foldName } from "../../src/domain/search.ts";
import { formatItems, parseLinesToItems } from "../../src/domain/order-items.ts";
import { readOrderMessage } from "../../src/domain/order-message.ts";
import { formatId, isServiceId } from "../../src/domain/service-ids.ts";
import { UserError } from "../../src/errors.ts";
import { defineMessageMenu } from "../../src/interactions/define.ts";
import type { GuildContext, LinkedContext } from "../../src/interactions/handler-context.ts";
import type { Order } from "../../src/api/contract/orders.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { findNamed } from "../kit/known-names.ts";
import { findMentioned } from "../kit/resolve-person.ts";
import { orderComponents, orderForm } from "./create.ts";
import { readLastOrders, recentItems, emptyOrderText, maxInputLength, toOrderText } from "./order-input.ts";
import { findOrderIdIn } from "./render-order.ts";

const fromMessage = {
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["createOrder", "searchOrders", "getUser"],
  components: orderComponents,
} as const;

const getItemNames = memoizeWeak((orders: readonly Order[]) => createItemNames(recentItems(orders)));
const noItemNames = createItemNames([]);
/** Without names every part of a message is taken for an item, so they are worth a wait. */
const namesWithinMs = 5_000;

/** Shows the preview of what a message orders, with what couldn't be read. */
export const orderFromMessage = defineMessageMenu({
  name: "Log order",
  description: "Log an order from a message such as “2 lattes and a bun for Maria”, after a preview",
  ...fromMessage,
  async run({ targetMessage }, ctx) {
    const lines = parseLinesToItems(targetMessage.content);
    if (lines.length === 0)
      throw new UserError(
        "This message has no text, so nothing was done. Use this on a message such as “2 lattes and a bun for Maria”.",
      );
    const orders = await readLastOrders(ctx, namesWithinMs);
    const known = orders === undefined ? noItemNames : getItemNames(orders);
    const { items, customer, unread } = readOrderMessage(targetMessage.content, known);
    if (items.length === 0)
      return orderForm.refuse(
        "I couldn't find an order in this message, so nothing was sent. *Fix it* opens the form with its text.",
        { text: { ...emptyOrderText, items: lines.join("\n") } },
        ctx,
      );
    const typed = items.flatMap(({ name, count }) => Array.from({ length: count }, () => name));
    const userId = customer === undefined ? undefined : await findCustomerNamed(customer, targetMessage, ctx);
    const text = {
      ...emptyOrderText,
      items: formatItems(typed, maxInputLength),
      customer: userId === undefined ? "" : formatId(userId),
    };
    const unnamed = customer !== undefined && userId === undefined ? [`for ${customer}`] : [];
    return withUnread(await orderForm.submit({ text }, ctx), [...unread, ...unnamed]);
  },
});

/** The user id of whom a message orders for, if that's certain: it's text by anyone, so a number may be a table's. */
async function findCustomerNamed(
  name: string,
  { author }: Message,
  ctx: GuildContext,
): Promise<string | undefined> {
  const { store, guildId } = ctx;
  const isAuthor = ["me", "myself", "us"].includes(foldName(name)) && !author.bot;
  const mentioned = isAuthor ? author.id : findMentioned(name);
  if (mentioned !== undefined) return (await store.accounts.ofMember(guildId, mentioned))?.userId;
  const [only, second] = await findNamed(foldName(name.replace(/^@/, "")), ctx, 2);
  if (only !== undefined) return second === undefined ? only.userId : undefined;
  return /^\d{4,20}$/.test(name) ? name : undefined;
}

/** Enough to say what is missing. */
const maxUnreadShown = 5;
const maxUnreadLength = 80;

function withUnread(reply: Reply, unread: readonly string[]): Reply {
  if (unread.length === 0) return reply;
  const shown = unread.slice(0, maxUnreadShown).map((part) => `“${formatPart(part)}”`);
  const more = unread.length > shown.length ? ` and ${unread.length - shown.length} more` : "";
  const [left, them] = unread.length === 1 ? ["it isn't", "it"] : ["they aren't", "them"];
  const note = `🟧 I couldn't read ${shown.join(", ")}${more}, so ${left} part of this order. Use *Change* to add ${them}.`;
  return { ...reply, content: [note, reply.content].filter(Boolean).join("\n") };
}

/** Mentions stay readable; they ping nobody. */
function formatPart(part: string): string {
  return escapeMarkdown(part, maxUnreadLength).replace(/\\<\\@!?(\d{1,20})\\>/g, "<@$1>");
}

/** Shows the preview of an order with the items and the customer of one that my receipt or card shows. */
export const orderAgain = defineMessageMenu({
  name: "Order again",
  description: "Log an order again from its receipt or card, after a preview",
  ...fromMessage,
  async run({ targetMessage, client }, ctx) {
    const orderId = targetMessage.author.id === client.user.id ? findShownOrderId(targetMessage) : undefined;
    if (orderId === undefined)
      throw new UserError(
        `This message isn't my receipt of an order, so nothing was done. Use this on a receipt, or on an order found with ${ctx.commandMention("order search")}.`,
      );
    const { items, customer } = await findOrder(orderId, ctx);
    if (items.length === 0)
      throw new UserError("The workspace lists no items for this order, so nothing was done.");
    return orderForm.submit({ text: toOrderText({ items: [...items], customer }) }, ctx);
  },
});

function findShownOrderId({ embeds }: Message): string | undefined {
  const id = findOrderIdIn(embeds[0]?.footer?.text ?? "");
  return id !== undefined && isServiceId(id) ? id : undefined;
}

/** Looked up in the channel's own workspace, so a message from elsewhere leads nowhere. */
async function findOrder(orderId: string, { api, workspaceId }: LinkedContext): Promise<Order> {
  const orders = await api.searchOrders({ params: { workspaceId } });
  const order = orders.find(({ _id }) => _id === orderId);
  if (order !== undefined) return order;
  throw new UserError(
    "The workspace of this channel no longer lists this order, so nothing was done. You can log it with `/order create`.",
  );
}
