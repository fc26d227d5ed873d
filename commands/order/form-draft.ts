import { z } from "zod";
import { defineFormDraft } from "../shared/form-draft.ts";
import { OrderText } from "./order-text.ts";

const FormDraft = z.object({
  text: OrderText,
  number: z.number().optional(),
  /** The question that is given up once the changed order is asked. */
  replaces: z.string().optional(),
});
export type FormDraft = z.output<typeof FormDraft>;

export const formDrafts = defineFormDraft({ kind: "order.form", schema: FormDraft, command: "order create" });
