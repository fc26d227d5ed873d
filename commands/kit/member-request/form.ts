import type { ModalSubmitInteraction } from "discord.js";
import type { z } from "zod";
import { defineButton, defineModal } from "../../../src/interactions/components.ts";
import type { CustomId } from "../../../src/interactions/custom-id.ts";
import type { Component } from "../../../src/interactions/handler.ts";
import type { ContextFor, Needs } from "../../../src/interactions/handler-context.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { createTextField, type TextField, readText } from "../fields.ts";

export type RequestId = CustomId<{ readonly requestId: z.ZodString }>;

interface RequestFormParts<N extends Needs> {
  readonly buttonId: RequestId;
  readonly formId: RequestId;
  readonly needs: N;
  readonly title: string;
  readonly field: Omit<TextField, "value">;
  /** The field's initial value. @throws UserError if there's nothing to decide, or not by the caller */
  readonly open: (requestId: string, ctx: ContextFor<N>) => Promise<string>;
  /** The card as it is then. */
  readonly submit: (
    requestId: string,
    typed: string,
    ctx: ContextFor<N>,
    interaction: ModalSubmitInteraction,
  ) => Promise<Reply>;
}

/** A button on a request's card that asks a manager for one text, and the form that does so. */
export function defineRequestForm<N extends Needs>(parts: RequestFormParts<N>): readonly Component[] {
  const { buttonId, formId, needs, title, field, open, submit } = parts;
  return [
    defineButton({
      id: buttonId,
      access: "manager",
      needs,
      ack: "modal",
      run: async ({ requestId }, ctx) => ({
        custom_id: formId.encode({ requestId }),
        title,
        components: [createTextField({ ...field, value: await open(requestId, ctx) })],
      }),
    }),
    defineModal({
      id: formId,
      access: "manager",
      needs,
      ack: "update",
      run: ({ requestId }, ctx, interaction) =>
        submit(requestId, readText(interaction.fields, field.id), ctx, interaction),
    }),
  ];
}
