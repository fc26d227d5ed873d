import {
  type APILabelComponent,
  ComponentType,
  type ModalSubmitInteraction,
  TextInputStyle,
} from "discord.js";
import { z } from "zod";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { Modal } from "../../src/ui/reply.ts";
import { defineModalDraft } from "../kit/drafts.ts";
import { emptyOrderText, maxInputLength, OrderText, personFields } from "./order-input.ts";

const ModalDraft = z.object({
  text: OrderText,
  number: z.number().optional(),
  /** The question that is given up once the changed order is asked. */
  replaces: z.string().optional(),
});
export type ModalDraft = z.output<typeof ModalDraft>;

export const modalDrafts = defineModalDraft({
  kind: "order.form",
  schema: ModalDraft,
  command: "order create",
});

/** Both carry the draft that the form was opened from; empty for a form that was opened from nothing. */
export const firstFormId = defineCustomId("order.form", { draftId: z.string() });
export const againFormId = defineCustomId("order.form-again", { draftId: z.string() });

/** Discord's limit. */
const maxFields = 5;
const maxPersonLength = 100;

/** Of the first part of the items; the others are numbered from 2. */
const itemsField = "items";
const partField = (index: number): string => (index === 0 ? itemsField : `${itemsField}-${index + 1}`);

type PersonKey = keyof typeof personFields;
const people: readonly { readonly key: PersonKey; readonly label: string; readonly description?: string }[] =
  [
    { key: "customer", label: "Customer" },
    { key: "submittedBy", label: "Submitted by", description: "Left empty: you, when connected." },
    { key: "preparedBy", label: "Prepared by" },
    { key: "pickedUpBy", label: "Picked up by" },
  ];

/**
 * A form for an order, filled in as far as something is known. Items that are longer than one field go on in further
 * ones, in place of people; whoever is left out that way stays as they are in the draft the form is opened from.
 */
export function orderModalFor(customId: string, text: OrderText): Modal {
  const parts = itemParts(text.items);
  const shown = shownPeople(parts.length, text);
  return {
    custom_id: customId,
    title: "Log an order",
    components: [
      ...parts.map((part, index) => itemsInput(part, index, parts.length)),
      ...people.filter(({ key }) => shown.has(key)).map((person) => personInput(person, text[person.key])),
    ],
  };
}

/** Whether the form leaves somebody out who was named, so that it needs a draft to keep them. */
export function needsDraft(text: OrderText): boolean {
  const shown = shownPeople(itemParts(text.items).length, text);
  return people.some(({ key }) => text[key] !== "" && !shown.has(key));
}

/** What was typed; what the form had no field for is as it was. */
export function readOrderForm({ fields }: ModalSubmitInteraction, opened = emptyOrderText): OrderText {
  const typed = (field: string): string | undefined =>
    fields.fields.has(field) ? fields.getTextInputValue(field) : undefined;
  // Each form has the first part: one without it was not made here, and is refused for it.
  const first = fields.getTextInputValue(partField(0));
  const parts = [first, ...Array.from({ length: maxFields - 1 }, (_, index) => typed(partField(index + 1)))];
  const personIn = (key: PersonKey): string => typed(personFields[key]) ?? opened[key];
  return {
    items: parts.filter((part) => part !== undefined && part !== "").join("\n"),
    customer: personIn("customer"),
    submittedBy: personIn("submittedBy"),
    preparedBy: personIn("preparedBy"),
    pickedUpBy: personIn("pickedUpBy"),
  };
}

/** Who has a field: those who are named first, as far as there is room beside the items. */
function shownPeople(partCount: number, text: OrderText): ReadonlySet<PersonKey> {
  const named = people.filter(({ key }) => text[key] !== "");
  const unnamed = people.filter(({ key }) => text[key] === "");
  return new Set([...named, ...unnamed].slice(0, maxFields - partCount).map(({ key }) => key));
}

/** Parts that fit into a field each, cut between two items; joined by new lines they read as the same items. */
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

function itemsInput(part: string, index: number, count: number): APILabelComponent {
  return {
    type: ComponentType.Label,
    label: count === 1 ? "Items, one a line" : `Items, part ${index + 1} of ${count}`,
    ...(count > 1 &&
      index === 0 && {
        description: "All you typed is here, in parts. People without a field stay as you named them.",
      }),
    component: {
      type: ComponentType.TextInput,
      custom_id: partField(index),
      style: TextInputStyle.Paragraph,
      placeholder: "2 x Latte\nCroissant",
      max_length: maxInputLength,
      required: index === 0,
      ...filled(part, maxInputLength),
    },
  };
}

function personInput({ key, label, description }: (typeof people)[number], value: string): APILabelComponent {
  return {
    type: ComponentType.Label,
    label,
    ...(description !== undefined && { description }),
    component: {
      type: ComponentType.TextInput,
      custom_id: personFields[key],
      style: TextInputStyle.Short,
      placeholder: "A name, an id, or me",
      max_length: maxPersonLength,
      required: false,
      ...filled(value, maxPersonLength),
    },
  };
}

// An empty value, or one that is too long, would make Discord refuse the whole form.
function filled(value: string, maxLength: number) {
  return value === "" || value.length > maxLength ? {} : { value };
}
