import type { ModalSubmitFields } from "discord.js";
import type { Modal } from "../../src/ui/reply.ts";
import { textField } from "../kit/fields.ts";
import { emptyOrderText, maxInputLength, type OrderText, orderPersonFields } from "./order-input.ts";

/** Discord's limit. */
const maxFields = 5;
const maxPersonLength = 100;

/** The first part of the items has no number; the others are numbered from 2. */
const partField = (index: number): string => (index === 0 ? "items" : `items-${index + 1}`);

type PersonKey = keyof typeof orderPersonFields;
const people: readonly { readonly key: PersonKey; readonly label: string; readonly description?: string }[] =
  [
    { key: "customer", label: "Customer" },
    { key: "submittedBy", label: "Submitted by", description: "You by default, if you're connected." },
    { key: "preparedBy", label: "Prepared by" },
    { key: "pickedUpBy", label: "Picked up by" },
  ];

/**
 * A form for an order, prefilled with what is known. Items longer than one field continue in further
 * ones, in place of people; people without a field stay as they are in the draft.
 */
export function orderModal(text: OrderText): Pick<Modal, "title" | "components"> {
  const parts = itemParts(text.items);
  const shown = shownPeople(parts.length, text);
  return {
    title: "Log an order",
    components: [
      ...parts.map((part, index) => itemsField(part, index, parts.length)),
      ...people
        .filter(({ key }) => shown.has(key))
        .map(({ key, label, description }) =>
          textField({
            id: orderPersonFields[key],
            label,
            description,
            placeholder: "A name, a user id, or me",
            max: maxPersonLength,
            value: text[key],
          }),
        ),
    ],
  };
}

/** What was typed; anything without a field is unchanged. */
export function readOrderForm(fields: ModalSubmitFields, opened = emptyOrderText): OrderText {
  const typed = (field: string): string | undefined =>
    fields.fields.has(field) ? fields.getTextInputValue(field) : undefined;
  // Each form has the first part: one without it wasn't made here, and is refused.
  const first = fields.getTextInputValue(partField(0));
  const parts = [first, ...Array.from({ length: maxFields - 1 }, (_, index) => typed(partField(index + 1)))];
  const personIn = (key: PersonKey): string => typed(orderPersonFields[key]) ?? opened[key];
  return {
    items: parts.filter((part) => part !== undefined && part !== "").join("\n"),
    customer: personIn("customer"),
    submittedBy: personIn("submittedBy"),
    preparedBy: personIn("preparedBy"),
    pickedUpBy: personIn("pickedUpBy"),
  };
}

/** Who gets a field: first those who are named, as far as there is room next to the items. */
function shownPeople(partCount: number, text: OrderText): ReadonlySet<PersonKey> {
  const named = people.filter(({ key }) => text[key] !== "");
  const unnamed = people.filter(({ key }) => text[key] === "");
  return new Set([...named, ...unnamed].slice(0, maxFields - partCount).map(({ key }) => key));
}

/** Parts that each fit into a field, cut between two items; joined by line breaks they parse to the same items. */
function itemParts(items: string): readonly string[] {
  const parts: string[] = [];
  let rest = items;
  while (rest.length > maxInputLength && parts.length < maxFields - 1) {
    const head = rest.slice(0, maxInputLength + 1);
    const cut = Math.max(...[",", ";", "\n", "\r"].map((mark) => head.lastIndexOf(mark)));
    parts.push(rest.slice(0, cut > 0 ? cut : maxInputLength));
    rest = rest.slice(cut > 0 ? cut + 1 : maxInputLength);
  }
  return [...parts, rest];
}

function itemsField(part: string, index: number, count: number) {
  return textField({
    id: partField(index),
    label: count === 1 ? "Items, one per line" : `Items, part ${index + 1} of ${count}`,
    description:
      count > 1 && index === 0
        ? "Everything you typed is here, in parts. People without a field stay as they are."
        : undefined,
    placeholder: "2 x Latte\nCroissant",
    long: true,
    max: maxInputLength,
    required: index === 0,
    value: part,
  });
}
