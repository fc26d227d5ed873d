import { z } from "zod";
import { defineFormDraft } from "../shared/form-draft.ts";
import { RoleText } from "./role-text.ts";

const FormDraft = z.object({
  text: RoleText,
  /** The question that is given up once the changed role is asked. */
  replaces: z.string().optional(),
});
export type FormDraft = z.output<typeof FormDraft>;

export const formDrafts = defineFormDraft({ kind: "role.form", schema: FormDraft, command: "role create" });
