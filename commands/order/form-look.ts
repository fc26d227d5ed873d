import { type APILabelComponent, ComponentType, TextInputStyle } from "discord.js";
import { z } from "zod";
import type { Form } from "../../src/interactions/answer.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { type OrderText, personFields } from "./order-text.ts";

/** Both carry the draft that the form was opened from; empty for a form that was opened from nothing. */
export const firstFormId = defineCustomId("order.form", { draftId: z.string() });
export const againFormId = defineCustomId("order.form-again", { draftId: z.string() });

export const itemsField = "items";
/** Discord's limit on a text field is 4,000; a hundred items have room in this. */
const maxItemsLength = 4_000;
const maxPersonLength = 100;

/** A form for an order, filled in as far as something is known. */
export function orderFormLook(customId: string, text: OrderText): Form {
  return {
    custom_id: customId,
    title: "Log an order",
    components: [
      {
        type: ComponentType.Label,
        label: "Items, one a line",
        component: {
          type: ComponentType.TextInput,
          custom_id: itemsField,
          style: TextInputStyle.Paragraph,
          placeholder: "2 x Latte\nCroissant",
          max_length: maxItemsLength,
          required: true,
          ...filled(text.items, maxItemsLength),
        },
      },
      person("Customer", personFields.customer, text.customer),
      person("Submitted by", personFields.submittedBy, text.submittedBy, "Left empty: you, when connected."),
      person("Prepared by", personFields.preparedBy, text.preparedBy),
      person("Picked up by", personFields.pickedUpBy, text.pickedUpBy),
    ],
  };
}

function person(label: string, field: string, value: string, description?: string): APILabelComponent {
  return {
    type: ComponentType.Label,
    label,
    ...(description !== undefined && { description }),
    component: {
      type: ComponentType.TextInput,
      custom_id: field,
      style: TextInputStyle.Short,
      placeholder: "A name, an id, or me",
      max_length: maxPersonLength,
      required: false,
      ...filled(value, maxPersonLength),
    },
  };
}

// A value that is too long, or empty, would make Discord refuse the whole form.
function filled(value: string, maxLength: number) {
  return value === "" || value.length > maxLength ? {} : { value };
}
