import type { APIButtonComponentWithCustomId, ModalSubmitFields, ModalSubmitInteraction } from "discord.js";
import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import type { Access } from "../../src/interactions/access.ts";
import { defineButton, defineModal } from "../../src/interactions/components.ts";
import {
  createDraft,
  emptyDraftId,
  requireOwnDraft,
  unwrapPayload,
} from "../../src/interactions/confirmation/drafts.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { Component } from "../../src/interactions/handler.ts";
import {
  type ContextFor,
  type GuildContext,
  type Needs,
  workspaceOf,
} from "../../src/interactions/handler-context.ts";
import { button, buttonRow } from "../../src/ui/buttons.ts";
import type { Modal, Reply } from "../../src/ui/reply.ts";

type DraftButtons = (draftId: string) => readonly APIButtonComponentWithCustomId[];

interface DraftFormParts<Typed, Value, N extends Needs> {
  /** Prefixes the names of its buttons, modals and drafts. */
  readonly name: string;
  /** The command that opens it. */
  readonly command: string;
  readonly access: Access;
  readonly needs: N;
  /** The typed text, kept while it can be fixed. */
  readonly typed: z.ZodType<Typed>;
  readonly modal: (typed: Typed) => Pick<Modal, "title" | "components">;
  /** @param opened the modal's initial values; `undefined` if it was empty */
  readonly read: (fields: ModalSubmitFields, opened: Typed | undefined) => Typed;
  /** @throws UserError if the input can't be used */
  readonly parse: (typed: Typed, ctx: ContextFor<N>) => Promise<Value>;
  /** The preview. @param more the form's own buttons, for the confirmation's `prompt` */
  readonly ask: (value: Value, ctx: ContextFor<N>, more: DraftButtons) => Promise<Reply>;
  readonly fixLabel?: string;
  /** Lets people change what the preview shows. */
  readonly change?: {
    /** Of the confirmation. */
    readonly kind: string;
    readonly payload: z.ZodType<Value>;
    readonly typedOf: (value: Value) => Typed;
    /** For sentences: "The order". */
    readonly subject: string;
  };
}

/** A form: opened, read, refused with the input kept, fixed, and then previewed. */
interface DraftForm<Typed, N extends Needs> {
  readonly components: readonly Component[];
  /** Opened with values that fit into it: nothing has to be kept. */
  open(this: void, typed: Typed): Modal;
  /** Opened with values that must survive its submission. */
  openKept(this: void, typed: Typed, ctx: ContextFor<N>): Promise<Modal>;
  /** The preview, or an error and a button to fix it. */
  submit(this: void, typed: Typed, ctx: ContextFor<N>): Promise<Reply>;
  /** The error and a button to fix it. */
  refuse(this: void, problem: string, typed: Typed, ctx: ContextFor<N>): Promise<Reply>;
}

export function defineDraftForm<Typed, Value, N extends Needs>(
  parts: DraftFormParts<Typed, Value, N>,
): DraftForm<Typed, N> {
  const { name, access, needs, change } = parts;
  const draft = { draftId: z.string() };
  const firstId = defineCustomId(`${name}.form`, draft);
  const againId = defineCustomId(`${name}.form-again`, draft);
  const fixId = defineCustomId(`${name}.fix`, draft);
  const changeId = defineCustomId(`${name}.change`, draft);
  const kind = `${name}.form`;
  const Kept = z.object({ typed: parts.typed, replaces: z.string().optional() });
  type Kept = z.output<typeof Kept>;

  const keep = (kept: Kept, ctx: GuildContext) => createDraft({ kind, payload: kept }, ctx);
  const find = async (draftId: string, ctx: GuildContext): Promise<Kept> => {
    const found = Kept.safeParse((await requireOwnDraft(draftId, kind, ctx)).payload);
    if (found.success) return found.data;
    throw new UserError(
      `Your input has expired, so nothing was sent. Run ${ctx.commandMention(parts.command)} again.`,
    );
  };
  const modal = (customId: string, typed: Typed): Modal => ({ custom_id: customId, ...parts.modal(typed) });

  const more: DraftButtons = (draftId) =>
    change === undefined ? [] : [button({ customId: changeId.encode({ draftId }), label: "Change" })];

  async function refuse(problem: string, kept: Kept, ctx: GuildContext): Promise<Reply> {
    const customId = fixId.encode({ draftId: await keep(kept, ctx) });
    const fix = button({ customId, label: parts.fixLabel ?? "Fix it", style: "main" });
    return { content: problem, components: buttonRow(fix) };
  }
  async function submit(kept: Kept, ctx: ContextFor<N>): Promise<Reply> {
    try {
      const value = await parts.parse(kept.typed, ctx);
      if (change !== undefined) await discardQuestion(kept.replaces, change.subject, ctx);
      return await parts.ask(value, ctx, more);
    } catch (error) {
      if (error instanceof UserError) return refuse(error.message, kept, ctx);
      throw error;
    }
  }
  const submitted = async (
    { draftId }: { readonly draftId: string },
    ctx: ContextFor<N>,
    { fields }: ModalSubmitInteraction,
  ): Promise<Reply> => {
    const opened = draftId === emptyDraftId ? undefined : await find(draftId, ctx);
    return submit({ ...opened, typed: parts.read(fields, opened?.typed) }, ctx);
  };

  const fixButton = defineButton({
    id: fixId,
    access,
    needs,
    ack: "modal",
    run: async ({ draftId }, ctx) => modal(againId.encode({ draftId }), (await find(draftId, ctx)).typed),
  });
  const changeButton =
    change &&
    defineButton({
      id: changeId,
      access,
      needs,
      ack: "modal",
      async run({ draftId }, ctx) {
        const { payload } = await requireOwnDraft(draftId, change.kind, ctx);
        const typed = change.typedOf(unwrapPayload(payload, change.payload, workspaceOf(ctx)));
        return modal(againId.encode({ draftId: await keep({ typed, replaces: draftId }, ctx) }), typed);
      },
    });

  return {
    components: [
      defineModal({ id: firstId, access, needs, ack: "ephemeral", run: submitted }),
      // If opened from a preview or a refusal, it replaces that message.
      defineModal({ id: againId, access, needs, ack: "update", run: submitted }),
      fixButton,
      ...(changeButton === undefined ? [] : [changeButton]),
    ],
    open: (typed) => modal(firstId.encode({ draftId: emptyDraftId }), typed),
    openKept: async (typed, ctx) => modal(firstId.encode({ draftId: await keep({ typed }, ctx) }), typed),
    submit: (typed, ctx) => submit({ typed }, ctx),
    refuse: (problem, typed, ctx) => refuse(problem, { typed }, ctx),
  };
}

/** @throws UserError if it was confirmed or dismissed in the meantime */
async function discardQuestion(
  draftId: string | undefined,
  subject: string,
  { store, guildId, invoker }: GuildContext,
): Promise<void> {
  if (draftId === undefined) return;
  if (await store.drafts.discard(draftId, guildId, invoker.discordUserId)) return;
  const draft = await store.drafts.find(draftId);
  if (draft === undefined || draft.state === "discarded") return;
  throw new UserError(
    `${subject} was already sent, so your change wasn't applied. ${draft.result ?? "See its message for the result."}`,
  );
}
