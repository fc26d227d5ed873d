import type { ModalSubmitFields } from "discord.js";
import { maxChoiceLength } from "../../src/ui/buttons.ts";
import type { Modal } from "../../src/ui/reply.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { listSeparators } from "./items.ts";
import { joinParts } from "../../src/ui/lines.ts";
import {
  createMemberField,
  createTextField,
  selectSeveralField,
  readMember,
  readText,
} from "../kit/fields.ts";
import { findMentioned } from "../kit/resolve-person.ts";
import {
  maxInputLength,
  newOrderText,
  findLineKey,
  type OrderPersonKey,
  orderPersonFields,
  orderPersonLabels,
  type OrderText,
  type UsualItems,
} from "./input.ts";

/** Discord's limit. */
const maxFields = 5;

/** The first part of the items has no number; the others are numbered from 2. */
const getPartFieldId = (index: number): string => (index === 0 ? "items" : `items-${index + 1}`);

const usualField = "usual";
const othersField = "others";
const maxOthersLength = 500;

/** Who is chosen in a select; who took an order is mostly who logs it, and has none. */
const selects: readonly {
  readonly key: OrderPersonKey;
  readonly label: string;
  readonly placeholder: string;
}[] = [
  { key: "customer", label: "Customer", placeholder: "Who it's for" },
  { key: "preparedBy", label: "Prepared by", placeholder: "Who makes it" },
  { key: "pickedUpBy", label: "Picked up by", placeholder: "Who picks it up" },
];

/** The Discord ids of those who are members, by their place in an order. */
type OrderMembers = { readonly [key in OrderPersonKey]: string | undefined };

/** Who of an order's people can be shown in a select: only those who are connected can be in an order. */
export async function readMembersIn(
  text: OrderText,
  { store, guildId, invoker }: GuildContext,
): Promise<OrderMembers> {
  const findMember = async (typed: string): Promise<string | undefined> => {
    if (typed.toLowerCase() === "me") return invoker.discordUserId;
    const mentioned = findMentioned(typed);
    if (mentioned === undefined && !/^\d+$/.test(typed)) return undefined;
    const account =
      mentioned === undefined
        ? await store.accounts.ofUser(guildId, typed)
        : await store.accounts.ofMember(guildId, mentioned);
    return account?.discordUserId;
  };
  const [customer, taker, preparedBy, pickedUpBy] = await Promise.all(
    [text.customer, text.submittedBy, text.preparedBy, text.pickedUpBy].map((typed) =>
      findMember(typed.trim()),
    ),
  );
  // Who logs an order has taken it, unless someone else is named.
  const submittedBy = taker === invoker.discordUserId ? taker : undefined;
  return { customer, submittedBy, preparedBy, pickedUpBy };
}

/**
 * A form for an order, prefilled with what is known. One to choose the items in asks only for the customer besides; its
 * preview leads to one with everything. Items longer than one field continue in further ones, in place of people; whoever
 * has no select has a line in the last field.
 */
export function createOrderModal(
  text: OrderText,
  members: OrderMembers,
  usual: UsualItems,
): Pick<Modal, "title" | "components"> {
  const isShort = text.usual !== undefined;
  const parts = splitItemParts(text.items);
  const lists = usual.offered.length > 0 && parts.length < maxFields ? [createUsualField(usual)] : [];
  const room = Math.max(0, maxFields - lists.length - parts.length - 1);
  const asked = selects.filter(({ key }) => !isShort || key === "customer" || members[key] !== undefined);
  // Those who are known need their select the most.
  const shown = asked.toSorted(
    (a, b) => Number(members[b.key] !== undefined) - Number(members[a.key] !== undefined),
  );
  const keys = new Set(shown.slice(0, room).map(({ key }) => key));
  return {
    title: "Log an order",
    components: [
      ...lists,
      ...parts.map((part, index) => createItemsField(part, index, parts.length, lists.length > 0)),
      ...selects
        .filter(({ key }) => keys.has(key))
        .map(({ key, label, placeholder }) =>
          createMemberField({
            id: orderPersonFields[key],
            label,
            placeholder,
            discordUserId: members[key],
          }),
        ),
      ...(lists.length + parts.length < maxFields
        ? [
            createTextField({
              id: othersField,
              label: "Customer's name in the workspace",
              description: isShort
                ? "Or their user id. Who makes it or picks it up can be added next, with Change."
                : "Or their user id. For someone else, write for example: prepared by: Maria",
              placeholder: "Maria",
              long: true,
              max: maxOthersLength,
              value: formatOthers(text, members, keys),
            }),
          ]
        : []),
    ],
  };
}

function formatOthers(text: OrderText, members: OrderMembers, shown: ReadonlySet<OrderPersonKey>): string {
  const people: readonly OrderPersonKey[] = ["customer", "submittedBy", "preparedBy", "pickedUpBy"];
  const lines = people
    .filter(
      (key) => text[key] !== "" && (members[key] === undefined || !(shown.has(key) || key === "submittedBy")),
    )
    .map((key) => formatOther(key, text));
  return joinParts([text.others, ...lines], "\n");
}

function formatOther(key: OrderPersonKey, text: OrderText): string {
  return `${orderPersonLabels[key]}: ${text[key]}`;
}

/** What was typed and chosen; anything without a field is unchanged. */
export function readOrderForm(fields: ModalSubmitFields, opened = newOrderText): OrderText {
  const typed = (field: string): string | undefined =>
    fields.fields.has(field) ? readText(fields, field) : undefined;
  // Each form has the first part: one without it wasn't made here, and is refused.
  const first = readText(fields, getPartFieldId(0));
  const parts = [
    first,
    ...Array.from({ length: maxFields - 1 }, (_, index) => typed(getPartFieldId(index + 1))),
  ];
  const items = parts.filter((part) => part !== undefined && part !== "").join("\n");
  const usual = fields.fields.has(usualField) ? readChoices(fields) : opened.usual && [];
  const typedOthers = typed(othersField);
  if (typedOthers === undefined) return { ...opened, usual, items };
  const chosen = (key: OrderPersonKey): string => {
    const field = orderPersonFields[key];
    const member = fields.fields.has(field) ? readMember(fields, field) : undefined;
    return member === undefined ? "" : `<@${member.user.id}>`;
  };
  const people = {
    customer: chosen("customer"),
    submittedBy: "",
    preparedBy: chosen("preparedBy"),
    pickedUpBy: chosen("pickedUpBy"),
  };
  return { usual, items, ...people, others: withoutReplaced(typedOthers, people, opened) };
}

/** Who is newly chosen takes the place of the line that the form was opened with, if nobody changed it. */
function withoutReplaced(others: string, chosen: Pick<OrderText, OrderPersonKey>, opened: OrderText): string {
  const before = new Set(opened.others.split(/\r?\n/));
  const isReplaced = (line: string): boolean => {
    const key = findLineKey(line);
    const isFromBefore = before.has(line) || line === formatOther(key, opened);
    return chosen[key] !== "" && chosen[key] !== opened[key] && isFromBefore;
  };
  return others
    .split(/\r?\n/)
    .filter((line) => !isReplaced(line))
    .join("\n");
}

/** Discord sends back no choice that is longer. */
function readChoices(fields: ModalSubmitFields): readonly string[] {
  return fields
    .getStringSelectValues(usualField)
    .filter((choice) => choice.trim() !== "" && choice.length <= maxChoiceLength);
}

/** Parts that each fit into a field, cut between two items; joined by line breaks they parse to the same items. */
function splitItemParts(items: string): readonly string[] {
  const parts: string[] = [];
  let rest = items;
  while (rest.length > maxInputLength && parts.length < maxFields - 1) {
    const cut = listSeparators(rest).findLast((index) => index <= maxInputLength) ?? -1;
    parts.push(rest.slice(0, cut > 0 ? cut : maxInputLength));
    rest = rest.slice(cut > 0 ? cut + 1 : maxInputLength);
  }
  return [...parts, rest];
}

function createUsualField({ offered, chosen }: UsualItems) {
  return selectSeveralField({
    id: usualField,
    label: "Usual items",
    placeholder: "Choose what was ordered",
    choices: offered,
    values: chosen,
  });
}

function createItemsField(part: string, index: number, count: number, isBesideList: boolean) {
  const label = isBesideList ? "Other items" : "Items";
  const parted = count > 1 && index === 0 ? "Everything you typed is here, in parts." : undefined;
  const quoted = part.includes('"') ? "What's in quotes is one item." : undefined;
  return createTextField({
    id: getPartFieldId(index),
    label: count === 1 ? label : `Items, part ${index + 1} of ${count}`,
    description: isBesideList
      ? "One per line or with commas. For several of one, write 2x Latte here instead of choosing it."
      : (parted ?? quoted ?? "One per line, or with commas between."),
    placeholder: "2 x Latte\nCroissant",
    long: true,
    max: maxInputLength,
    required: index === 0 && !isBesideList,
    value: part,
  });
}
