import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { CreatedOrder, NewOrder, Order } from "../../src/api/contract/orders.ts";
import { createEmbed, type EmbedFieldParts, type EmbedParts } from "../../src/ui/embed.ts";
import { escapeMarkdown, inlineCode } from "../../src/ui/escape.ts";
import { fitLines, joinParts } from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import type { MeantItem } from "./items.ts";
import { findMaker, parseOrderMs } from "./status.ts";
import { describeOrderPerson, formatItemLines, formatOrderName, formatStatusInLine } from "./text.ts";
import {
  describeUnnamed,
  describeUnreadNames,
  type Names,
  formatPeople,
  findPlainName,
  describePerson,
} from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { labelMoment } from "../../src/ui/time.ts";
import type { Formats } from "../../src/ui/formats.ts";

/** Leaves room for the small print below. */
const maxItemsLength = 3_000;

/** @param footer how the order was found */
export function renderOrder(order: Order, footer: string, ctx: RenderContext): Reply {
  const { names, now } = ctx;
  return {
    embeds: [
      createEmbed({
        title: joinParts(
          [
            formatOrderName(order.order_number),
            order.status !== undefined && formatStatusInLine(order.status),
          ],
          ": ",
        ),
        tone: tones.get(order.status ?? "") ?? "information",
        description: joinParts([formatItems(order), formatTimes(order, ctx)], "\n\n"),
        fields: createPeopleFields(order, names),
        footer,
        at: now,
      }),
    ],
  };
}

/** What a card has no room for: who is who in the workspace, and its ids. */
export function renderOrderDetails(order: Order, { names }: Pick<RenderContext, "names">): Reply {
  const { order_number, _id, game_id, job_id } = order;
  const ids = [
    ["Order", _id],
    ["Game", game_id],
    ["Server", job_id],
    ...listOrderPeople(order).map((userId) => [findPlainName(userId, names) ?? "Someone", userId] as const),
  ] as const;
  return {
    embeds: [
      createEmbed({
        title: `${formatOrderName(order_number)}: ids`,
        description: ids
          .flatMap(([name, id]) =>
            id === undefined ? [] : [`${escapeMarkdown(name, 60)} ${inlineCode(id)}`],
          )
          .join("\n"),
      }),
    ],
  };
}

const tones: ReadonlyMap<string, EmbedParts["tone"]> = new Map([
  ["waiting_for_pickup", "waiting"],
  ["completed", "done"],
  ["handed_to", "done"],
  ["cancelled", "over"],
]);

const stateTimes: ReadonlyMap<string | undefined, string> = new Map([
  ["waiting_for_pickup", "Ready"],
  ["completed", "Completed"],
  ["handed_to", "Handed over"],
  ["cancelled", "Cancelled"],
]);

/** `Ready: 3 minutes ago`, and on a line of its own, so that it isn't broken on a phone, `Ordered: 12 minutes ago`. */
function formatTimes({ status, createdAt, updatedAt }: Order, formats: Formats): string {
  const created = parseOrderMs(createdAt);
  const changed = parseOrderMs(updatedAt);
  return joinParts(
    [
      changed !== undefined &&
        (created === undefined || created < changed) &&
        labelMoment(stateTimes.get(status) ?? "Last change", changed, "R", formats),
      created !== undefined && labelMoment("Ordered", created, "R", formats),
    ],
    "\n",
  );
}

/** @param usually how long orders take here, in words, if that is known */
export function renderOrderReceipt(
  order: CreatedOrder,
  usually: string | undefined,
  ctx: RenderContext,
): Reply {
  return receipt(
    {
      title: `${formatOrderName(order.order_number)} logged`,
      verb: "Logged",
      lines: [
        order.customer !== undefined && `For ${describeOrderPerson(order.customer, ctx.names)}`,
        formatItems(order),
        usually && `\n${usually}`,
      ],
      fields: createPeopleFields(order, ctx.names).filter(
        ({ name, value }) => name !== customerLabel && (name !== takerLabel || value !== `<@${ctx.by}>`),
      ),
      notes: [describeUnnamed(listOrderPeople(order), ctx.names)],
    },
    ctx,
  );
}

/** Left out where the receipt says the same as who logged it. */
const takerLabel = "Submitted by";
/** In the first line of a receipt. */
const customerLabel = "Customer";

type OrderPeople = Partial<
  Pick<Order, "status" | "customer" | "submitted_by" | "prepared_by" | "picked_up_by">
>;

/** The people of an order, as far as known. */
function createPeopleFields(order: OrderPeople, names: Names): readonly EmbedFieldParts[] {
  const people = [
    [customerLabel, order.customer],
    [takerLabel, order.submitted_by],
    ["Prepared by", findMaker(order)],
    ["Picked up by", order.picked_up_by],
  ] as const;
  return people.flatMap(([name, userId]) =>
    userId === undefined
      ? []
      : [
          {
            name,
            value:
              findPlainName(userId, names) === undefined ? "Name not known" : describePerson(userId, names),
            inline: true,
          },
        ],
  );
}

function formatItems({ items }: CreatedOrder): string {
  return fitLines(formatItemLines(items), maxItemsLength) || "No items";
}

const maxPreviewItemsLength = 3_000;

interface PreviewNotes {
  /** Whether the workspace is known to have an order with this number. */
  readonly isNumberTaken: boolean;
  /** Why it may be logged already. */
  readonly warning?: string | undefined;
  /** Items that are probably misspelled. */
  readonly meant?: readonly MeantItem[];
  /** Whether it is meant to be logged although it was. */
  readonly isAgain?: boolean;
}

const maxMeantShown = 5;
const maxMeantLength = 60;

function describeMeant({ typed, usual }: MeantItem): string {
  return `🟧 “${escapeMarkdown(typed, maxMeantLength)}” is new here. Did you mean **${escapeMarkdown(usual, maxMeantLength)}**?`;
}

/** The preview before an order is logged. */
export function renderOrderPreview(
  order: NewOrder,
  { isNumberTaken, warning, isAgain = false, meant = [] }: PreviewNotes,
  { names }: RenderContext,
): Reply {
  const number = order.order_number === undefined ? undefined : `#${order.order_number}`;
  return {
    // Not in the card, which stays visible if the outcome is unknown.
    content: joinParts(
      [
        warning,
        ...meant.slice(0, maxMeantShown).map(describeMeant),
        "Once an order is logged, you can't change or delete it here.",
      ],
      "\n",
    ),
    embeds: [
      createEmbed({
        title: isAgain ? "Log this order again?" : "Log this order?",
        tone: isNumberTaken || warning !== undefined ? "waiting" : "information",
        description: joinParts(
          [
            fitLines(formatItemLines(order.items), maxPreviewItemsLength),
            [
              ...(number === undefined ? [] : [{ name: "Number", value: number }]),
              ...createPeopleFields(order, names),
            ]
              .map(({ name, value }) => `**${name}** ${value}`)
              .join("\n"),
            describeUnreadNames(listOrderPeople(order), names),
            isNumberTaken && `⚠️ The workspace already has an order ${number}.`,
          ],
          "\n\n",
        ),
        footer: joinParts([
          pluralize(order.items.length, "item"),
          formatPeople(listOrderPeople(order), names),
        ]),
      }),
    ],
  };
}

/** An order as the workspace returned it, with what its response left out taken from the request. */
export function toLoggedOrder(returned: CreatedOrder, sent: NewOrder): CreatedOrder {
  return {
    ...returned,
    items: returned.items.length === 0 ? [...sent.items] : returned.items,
    order_number: returned.order_number ?? sent.order_number,
    customer: returned.customer ?? sent.customer,
    submitted_by: returned.submitted_by ?? sent.submitted_by,
    prepared_by: returned.prepared_by ?? sent.prepared_by,
    picked_up_by: returned.picked_up_by ?? sent.picked_up_by,
  };
}

/** Everyone involved in an order, once each. */
export function listOrderPeople(order: OrderPeople): readonly string[] {
  const people = [order.customer, order.submitted_by, order.prepared_by, order.picked_up_by];
  return [...new Set(people)].filter((userId) => userId !== undefined);
}
