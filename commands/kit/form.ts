import type { APIButtonComponentWithCustomId, ModalSubmitFields, ModalSubmitInteraction } from "discord.js";
import { z } from "zod";
import { ApiError } from "../../src/api/errors.ts";
import { UnfixableError, UserError } from "../../src/errors.ts";
import { describeError } from "../../src/error-text.ts";
import type { Access } from "../../src/interactions/access.ts";
import { defineButton, defineModal } from "../../src/interactions/components.ts";
import {
  createDraft,
  createGuildLookup,
  emptyDraftId,
  type ReplyToken,
  requireOwnDraft,
  unwrapPayload,
} from "../../src/interactions/confirmation/drafts.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { Component } from "../../src/interactions/handler.ts";
import {
  type ContextFor,
  type GuildContext,
  type Needs,
  findWorkspaceId,
} from "../../src/interactions/handler-context.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import type { Modal, Reply, Row } from "../../src/ui/reply.ts";

type DraftButtons = (draftId: string) => readonly APIButtonComponentWithCustomId[];
type ModalBody = Pick<Modal, "title" | "components">;

interface DraftFormParts<Typed, Value, N extends Needs> {
  /** Prefixes the names of its buttons, modals and drafts. */
  readonly name: string;
  /** The command that opens it. */
  readonly command: string;
  readonly access: Access;
  readonly needs: N;
  /** It also works in private messages, about the guild it was opened for: only with `openStored`. */
  readonly anywhere?: boolean;
  /** The typed text, stored while it can be fixed. */
  readonly typed: z.ZodType<Typed>;
  /** What may be stored of it, if not everything. */
  readonly storable?: (typed: Typed) => Typed;
  readonly modal: (typed: Typed, ctx: ContextFor<N>) => ModalBody | Promise<ModalBody>;
  /**
   * @param opened the modal's initial values; `undefined` if it was empty
   * @param locale of who filled it in
   */
  readonly read: (fields: ModalSubmitFields, opened: Typed | undefined, locale: string) => Typed;
  /** @throws UserError if the input can't be used */
  readonly parse: (typed: Typed, ctx: ContextFor<N>) => Promise<Value>;
  /**
   * A preview, or the outcome.
   * @param more the form's own buttons, for the confirmation's `prompt`
   * @param from what it is the reply to, if that is known
   * @throws UserError if the input can't be used
   */
  readonly respond: (
    value: Value,
    ctx: ContextFor<N>,
    more: DraftButtons,
    from: ReplyToken | undefined,
  ) => Promise<Reply>;
  /** What a refusal looks like. */
  readonly refusal?: (problem: string, fixButton: readonly Row[]) => Reply;
  readonly fixLabel?: string;
  /** Opened by a button, whose message the outcome replaces; otherwise the outcome is a message of its own. */
  readonly replacesMessage?: boolean;
  /** For a form without a preview: the error if it is submitted twice. Its initial values aren't stored. */
  readonly duplicateText?: string;
  /** Lets people change what the preview shows. */
  readonly change?: {
    /** The confirmation's kind. */
    readonly kind: string;
    readonly payload: z.ZodType<Value>;
    readonly toTyped: (value: Value, ctx: ContextFor<N>) => Typed | Promise<Typed>;
    /** For sentences: "The order". */
    readonly subject: string;
  };
}

/** A form: opened, read, refused with the input stored, fixed, and then previewed or done. */
interface DraftForm<Typed, N extends Needs> {
  readonly components: readonly Component[];
  /** Opened with values that fit into it: nothing has to be stored. */
  open(this: void, typed: Typed, ctx: ContextFor<N>): Promise<Modal>;
  /** Opened with values that must survive its submission. */
  openStored(this: void, typed: Typed, ctx: ContextFor<N>): Promise<Modal>;
  /** The preview, or an error and a button to fix it. */
  submit(this: void, typed: Typed, ctx: ContextFor<N>, from?: ReplyToken): Promise<Reply>;
  /** The error and a button to fix it. */
  refuse(this: void, problem: string, typed: Typed, ctx: ContextFor<N>): Promise<Reply>;
}

export function defineDraftForm<Typed, Value, N extends Needs>(
  parts: DraftFormParts<Typed, Value, N>,
): DraftForm<Typed, N> {
  const { name, access, needs, change, duplicateText } = parts;
  const lookup = createGuildLookup(parts);
  const draft = { draftId: z.string() };
  // A form that may be submitted only once gets a new id each time it is opened, instead of a draft's.
  const firstId = defineCustomId(`${name}.form`, draft);
  const againId = defineCustomId(`${name}.form-again`, draft);
  const fixId = defineCustomId(`${name}.fix`, draft);
  const changeId = defineCustomId(`${name}.change`, draft);
  const kind = `${name}.form`;
  const Stored = z.object({ typed: parts.typed, replaces: z.string().optional() });
  type Stored = z.output<typeof Stored>;

  const store = ({ typed, replaces }: Stored, ctx: GuildContext): Promise<string> =>
    createDraft({ kind, payload: { typed: parts.storable?.(typed) ?? typed, replaces } }, ctx);
  const find = async (draftId: string, ctx: GuildContext): Promise<Stored> => {
    const expired = `Your input has expired, so nothing was sent. Run ${ctx.commandMention(parts.command)} again.`;
    const found = Stored.safeParse((await requireOwnDraft(draftId, kind, ctx, expired)).payload);
    if (found.success) return found.data;
    throw new UserError(expired);
  };
  const modal = async (
    id: typeof firstId,
    typed: Typed,
    ctx: ContextFor<N>,
    draftId: string = emptyDraftId,
  ): Promise<Modal> => ({
    custom_id: id.encode({ draftId: duplicateText === undefined ? draftId : ctx.newId() }),
    ...(await parts.modal(typed, ctx)),
  });

  const more: DraftButtons = (draftId) =>
    change === undefined ? [] : [createButton({ customId: changeId.encode({ draftId }), label: "Change" })];

  async function refuse(
    problem: string,
    stored: Stored,
    ctx: GuildContext,
    label = parts.fixLabel ?? "Fix it",
  ): Promise<Reply> {
    const customId = fixId.encode({ draftId: await store(stored, ctx) });
    const fixRow = createButtonRow(createButton({ customId, label, style: "primary" }));
    return parts.refusal?.(problem, fixRow) ?? { content: problem, components: fixRow };
  }
  async function submit(stored: Stored, ctx: ContextFor<N>, from?: ReplyToken): Promise<Reply> {
    try {
      const value = await parts.parse(stored.typed, ctx);
      const sent = change && (await discardPrompt(stored.replaces, change.subject, ctx));
      if (sent !== undefined) return await refuse(sent, { typed: stored.typed }, ctx, "Start a new one");
      return await parts.respond(value, ctx, more, from);
    } catch (error) {
      // The input isn't wrong, but would be lost with the form.
      const label = error instanceof UnfixableError ? "Try again" : undefined;
      if (error instanceof UserError)
        return withRows(await refuse(error.message, stored, ctx, label), error.components);
      if (error instanceof ApiError && !error.outcomeUnknown)
        return refuse(describeError(error, { reference: "" }).text, stored, ctx, "Try again");
      throw error;
    }
  }
  async function openedWith(draftId: string, ctx: GuildContext): Promise<Stored | undefined> {
    if (duplicateText === undefined) return draftId === emptyDraftId ? undefined : find(draftId, ctx);
    await ctx.timeliness.ensureInTime();
    if (await ctx.store.idempotencyKeys.claim(`form:${draftId}`, ctx.now())) return undefined;
    throw new UserError(duplicateText);
  }
  const submitted = async (
    { draftId }: { readonly draftId: string },
    ctx: ContextFor<N>,
    interaction: ModalSubmitInteraction,
  ): Promise<Reply> => {
    const opened = await openedWith(draftId, ctx);
    const typed = parts.read(interaction.fields, opened?.typed, interaction.locale);
    return submit({ ...opened, typed }, ctx, interaction);
  };

  const fixButton = defineButton({
    id: fixId,
    access,
    needs,
    ...lookup,
    ack: "modal",
    run: async ({ draftId }, ctx) => modal(againId, (await find(draftId, ctx)).typed, ctx, draftId),
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
        const typed = await change.toTyped(unwrapPayload(payload, change.payload, findWorkspaceId(ctx)), ctx);
        return modal(againId, typed, ctx, await store({ typed, replaces: draftId }, ctx));
      },
    });

  return {
    components: [
      defineModal({
        id: firstId,
        access,
        needs,
        ...lookup,
        ack: parts.replacesMessage === true ? "update" : "ephemeral",
        run: submitted,
      }),
      // If opened from a preview or a refusal, it replaces that message.
      defineModal({ id: againId, access, needs, ...lookup, ack: "update", run: submitted }),
      fixButton,
      ...(changeButton === undefined ? [] : [changeButton]),
    ],
    open: (typed, ctx) => modal(firstId, typed, ctx),
    openStored: async (typed, ctx) => modal(firstId, typed, ctx, await store({ typed }, ctx)),
    submit: (typed, ctx, from) => submit({ typed }, ctx, from),
    refuse: (problem, typed, ctx) => refuse(problem, { typed }, ctx),
  };
}

/** @returns what to say if it was sent in the meantime, and can't be changed anymore */
async function discardPrompt(
  draftId: string | undefined,
  subject: string,
  { store, guildId, invoker }: GuildContext,
): Promise<string | undefined> {
  if (draftId === undefined) return undefined;
  if (await store.drafts.discard(draftId, guildId, invoker.discordUserId)) return undefined;
  const draft = await store.drafts.find(draftId);
  if (draft === undefined || draft.state === "discarded") return undefined;
  return `${subject} was already sent, so your change wasn't applied. ${draft.result ?? "See its message for the result."}`;
}

/** The next steps that an error offers come before the fix. */
function withRows(reply: Reply, rows: readonly Row[]): Reply {
  return rows.length === 0 ? reply : { ...reply, components: [...rows, ...(reply.components ?? [])] };
}
