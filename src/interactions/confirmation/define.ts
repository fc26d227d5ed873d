import {
  type APIButtonComponentWithCustomId,
  type ButtonInteraction,
  ComponentType,
  type APIEmbed,
} from "discord.js";
import { z } from "zod";
import { UnchangedError, UserError } from "../../errors.ts";
import type { Draft } from "../../store/drafts.ts";
import type { Reply } from "../../ui/reply.ts";
import { defineButton } from "../components.ts";
import { getCustomIdName, defineCustomId } from "../custom-id.ts";
import type { ButtonHandler, Component } from "../handler.ts";
import {
  type ContextFor,
  type GuildContext,
  type Needs,
  findWorkspaceId,
  type LinkedContext,
} from "../handler-context.ts";
import {
  getEmbeds,
  renderExpiredPrompt,
  recolour,
  createLookRow,
  createPromptRow,
  renderUnknownPrompt,
} from "./prompts.ts";
import type {
  ConfirmationDeclaration,
  DraftButtonId,
  QuestionIds,
  Found,
  NotFound,
  Present,
} from "./declaration.ts";
import {
  assertOwn,
  assertSameMembers,
  createDraft,
  createGuildLookup,
  digestSeen,
  findSeen,
  parsePayload,
  readMembersOf,
  renewDraft,
  requireGuildDraft,
  requireOwnDraft,
  unwrapPayload,
  wrapPayload,
  getShownAt,
} from "./drafts.ts";
import {
  claimDraft,
  describeDraftState,
  executeDraft,
  createTryAgainRow,
  withRetryButton,
} from "./execute.ts";
import { palette } from "../../ui/embed.ts";
import { createAuditEntry } from "../audit.ts";
import { createButton, withFirstButton } from "../../ui/buttons.ts";

/** Looks for what was sent when the outcome is unknown. */
function defineLookButton<Payload, Result, N extends Needs>(
  ids: QuestionIds,
  declaration: ConfirmationDeclaration<Payload, Result, N>,
): ButtonHandler | undefined {
  const { access, kind, lookFor, unknownTitle } = declaration;
  if (lookFor === undefined) return undefined;
  const look = async (
    draftId: string,
    asked: readonly APIEmbed[],
    ctx: LinkedContext,
    isSecondLook = false,
  ): Promise<Reply> => {
    const draft = await requireOwnDraft(draftId, kind, ctx);
    // Whoever sent it may have been slow, not dead: then nobody has to look.
    if (draft.state === "done") return { content: describeDraftState(draft, declaration) };
    const payload = unwrapPayload(draft.payload, declaration.payload, findWorkspaceId(ctx));
    const sent = { draftId, payload, askedAt: draft.createdAt, shownAt: getShownAt(draft) };
    const looked = await lookFor(sent, ctx);
    const unclear = ({ sentence, buttons }: NotFound): Reply =>
      renderUnknownPrompt(asked, {
        title: unknownTitle,
        sentence,
        look: createLookRow(ids.look, draftId, true, buttons),
      });
    if (!("title" in looked)) return unclear(looked);
    // Another look may have found the same just now: it isn't found a second time.
    if (draft.state === "unknown" && !(await recordFound(draft, { ...payload, found: true }, looked, ctx)))
      return isSecondLook ? unclear({ sentence: notItsOwnText }) : look(draftId, asked, ctx, true);
    const [first, ...others] = asked.map((embed) => recolour(embed, palette.done));
    return {
      content: looked.sentence,
      embeds: first === undefined ? [] : [{ ...first, title: looked.title }, ...others],
      components: looked.components ?? [],
    };
  };

  return defineButton({
    id: ids.look,
    access,
    needs: "link",
    ack: "update",
    run: ({ draftId }, ctx, interaction) => look(draftId, getEmbeds(interaction), ctx),
  });
}

const notItsOwnText =
  "What I found was sent with another preview, so I still don't know about this one. Look again in a minute before you send it again.";

/** Stores that what was sent was found, if that's certain. False if it is something else's, or the draft isn't unknown. */
async function recordFound(
  { id, kind }: Draft,
  detail: unknown,
  { title, target }: Found,
  ctx: GuildContext,
): Promise<boolean> {
  if (target === undefined) return true;
  const entry = { ...createAuditEntry({ action: kind, outcome: "done", detail }, ctx), target };
  if (!(await ctx.store.drafts.resolveFound(id, `${title}. Nothing was sent twice.`, entry))) return false;
  await ctx.recordEntry(entry, () => Promise.resolve(true));
  return true;
}

function defineConfirmButton<Payload, Result, N extends Needs>(
  ids: QuestionIds,
  declaration: ConfirmationDeclaration<Payload, Result, N>,
): ButtonHandler {
  const { access, needs, kind, unknownOutcomeText, unknownTitle, lookFor, confirm } = declaration;
  const component = defineButton({
    id: ids.confirm,
    access,
    needs,
    ack: "update",
    ...createGuildLookup(declaration),
    async run({ draftId }, ctx, interaction) {
      const draft = await findOpen(draftId, { kind, ids }, ctx, interaction);
      if (!("state" in draft)) return draft;
      const payload = unwrapPayload(draft.payload, declaration.payload, findWorkspaceId(ctx));
      const tryAgain = createTryAgainRow({
        customId: ids.confirm.encode({ draftId }),
        destructive: confirm.destructive,
      });
      const look = createLookRow(ids.look, draftId, lookFor !== undefined);
      try {
        if (draft.state === "open") {
          await assertSameMembers(draft.payload, ctx);
          const changed = await showIfChanged(draft, payload, declaration, ctx);
          if (changed !== undefined) return changed;
          limitWrites(ctx);
        }
        const lease = await claimDraft(draft, interaction, ctx);
        if (lease === undefined) throw await createNotOpenError(draftId, declaration, ctx);
        return await executeDraft(
          { draftId, lease, promptEmbeds: getEmbeds(interaction), tryAgain, look },
          payload,
          { ...declaration, receipt: withUndoButton(ids, declaration) },
          ctx,
        );
      } catch (error) {
        throw withRetryButton(error, tryAgain);
      }
    },
  });
  const look = (draftId: string) => createLookRow(ids.look, draftId, lookFor !== undefined);
  return { ...component, write: { draftKind: kind, unknownOutcomeText, unknownTitle, look } };
}

/** Another preview, if what this one is about isn't as it showed it anymore: it can't be confirmed then. */
async function showIfChanged<Payload, Result, N extends Needs>(
  { id, payload: stored }: Draft,
  payload: Payload,
  declaration: ConfirmationDeclaration<Payload, Result, N>,
  ctx: ContextFor<N>,
): Promise<Reply | undefined> {
  const seen = findSeen(stored);
  const present = seen === undefined ? undefined : await declaration.readAgain?.(payload, ctx);
  if (present === undefined || digestSeen(present.seen) === seen) return undefined;
  if (!(await ctx.store.drafts.discard(id, ctx.guildId, ctx.invoker.discordUserId)))
    throw await createNotOpenError(id, declaration, ctx);
  return present.show();
}

function defineDiscardButton<Payload, Result, N extends Needs>(
  ids: QuestionIds,
  { kind, cancel, payload, ...rest }: ConfirmationDeclaration<Payload, Result, N>,
): ButtonHandler {
  const reply = async ({ payload: stored }: Draft, ctx: GuildContext): Promise<Reply> => {
    const parsed = payload.safeParse(parsePayload(stored).payload);
    const shown = parsed.success ? await cancel.reply?.(parsed.data, ctx) : undefined;
    return shown ?? { content: cancel.sentence };
  };
  return defineButton({
    id: ids.discard,
    access: "everyone",
    needs: "guild",
    ack: "update",
    ...createGuildLookup(rest),
    async run({ draftId }, ctx, interaction) {
      const draft = await findOpen(draftId, { kind, ids }, ctx, interaction);
      if (!("state" in draft)) return draft;
      const { store, guildId, invoker } = ctx;
      if (await store.drafts.discard(draftId, guildId, invoker.discordUserId)) return reply(draft, ctx);
      if (draft.state === "discarded") return { content: cancel.sentence };
      throw new UserError(describeDraftState(draft, { cancel, ...rest }));
    },
  });
}

/** The receipt, with *Undo…* before its other buttons where that is possible. */
function withUndoButton<Payload, Result, N extends Needs>(
  ids: QuestionIds,
  { receipt, undo }: Pick<ConfirmationDeclaration<Payload, Result, N>, "receipt" | "undo">,
): typeof receipt {
  if (undo === undefined) return receipt;
  return async (result, payload, ctx, draftId) => {
    const shown = await receipt(result, payload, ctx, draftId);
    if (undo.isOffered?.(result, payload) === false) return shown;
    const button = createButton({ customId: ids.undo.encode({ draftId }), label: "Undo…" });
    return { ...shown, components: withFirstButton(shown.components ?? [], button) };
  };
}

/** Shows the preview of the opposite of what was confirmed. */
function defineUndoButton<Payload, Result, N extends Needs>(
  ids: QuestionIds,
  declaration: ConfirmationDeclaration<Payload, Result, N>,
): ButtonHandler | undefined {
  const { access, needs, kind, payload, undo } = declaration;
  if (undo === undefined) return undefined;
  return defineButton({
    id: ids.undo,
    access,
    needs,
    ack: "update",
    ...createGuildLookup(declaration),
    async run({ draftId }, ctx, interaction) {
      const draft = await requireOwnDraft(draftId, kind, ctx, tooOldToUndoText);
      if (draft.state !== "done") throw new UserError(describeDraftState(draft, declaration));
      return undo.run(unwrapPayload(draft.payload, payload, findWorkspaceId(ctx)), ctx, interaction);
    },
  });
}

const tooOldToUndoText =
  "That was too long ago to undo it here, so nothing was changed. Run the command again to change it.";

/** What to say about a draft that was confirmed or dismissed before. */
async function createNotOpenError<Payload, Result, N extends Needs>(
  draftId: string,
  declaration: ConfirmationDeclaration<Payload, Result, N>,
  ctx: GuildContext,
): Promise<Error> {
  const present = await requireOwnDraft(draftId, declaration.kind, ctx);
  // The first press shows the result in this message.
  if (present.state === "sending") return new UnchangedError();
  return new UserError(describeDraftState(present, declaration));
}

/** Shows an expired preview again, unchanged, as often as it is pressed: the draft stays the same. */
function defineAskAgainButton<Payload, Result, N extends Needs>(
  ids: QuestionIds,
  declaration: ConfirmationDeclaration<Payload, Result, N>,
): ButtonHandler {
  const { access, needs, kind } = declaration;
  return defineButton({
    id: ids.again,
    access,
    needs,
    ack: "update",
    ...createGuildLookup(declaration),
    async run({ draftId }, ctx, interaction) {
      const draft = await requireOwnDraft(draftId, kind, ctx);
      const payload = unwrapPayload(draft.payload, declaration.payload, findWorkspaceId(ctx));
      if (!(await renewDraft(draft, ctx))) throw await createNotOpenError(draftId, declaration, ctx);
      return {
        embeds: getEmbeds(interaction).map((embed) => recolour(embed, palette.information)),
        components: createPromptRow(draftId, payload, ids, declaration, findButtonsBeside(interaction, ids)),
      };
    },
  });
}

/** The draft, or the replacement for an expired preview. */
async function findOpen(
  draftId: string,
  { kind, ids }: { readonly kind: string; readonly ids: QuestionIds },
  ctx: GuildContext,
  interaction: ButtonInteraction,
): Promise<Draft | Reply> {
  const { message, customId } = interaction;
  // A button that isn't on its message can't replace that message.
  const isThere = message.resolveComponent(customId) !== null;
  const found = await requireGuildDraft(draftId, kind, ctx);
  if (isThere && found === undefined) return renderExpiredPrompt(getEmbeds(interaction), undefined);
  const draft = assertOwn(found, ctx);
  return draft.state === "open" && draft.expiresAt <= ctx.now()
    ? renderExpiredPrompt(
        getEmbeds(interaction),
        ids.again.encode({ draftId }),
        findButtonsBeside(interaction, ids),
      )
    : draft;
}

/** The buttons in the row of the pressed one that a command put under its own preview. */
function findButtonsBeside(
  { message, customId }: ButtonInteraction,
  ids: QuestionIds,
): readonly APIButtonComponentWithCustomId[] {
  const own = [ids.confirm, ids.discard, ids.again].map(({ name }) => name);
  return message.components
    .flatMap((row) => (row.type === ComponentType.ActionRow ? [row.toJSON().components] : []))
    .filter((row) => row.some((each) => "custom_id" in each && each.custom_id === customId))
    .flat()
    .flatMap((each) =>
      each.type === ComponentType.Button &&
      "custom_id" in each &&
      !own.includes(getCustomIdName(each.custom_id))
        ? [each]
        : [],
    );
}

/** @throws UserError when this person confirmed too many writes within a minute */
export function limitWrites({ writeLimiter, guildId, invoker }: GuildContext): void {
  const waitMs = writeLimiter.tryAcquire(guildId, invoker.discordUserId);
  if (waitMs === undefined) return;
  throw new UserError(
    `You've confirmed a lot in the last minute, so this wasn't sent. Nothing is lost: press the button again in ${Math.ceil(waitMs / 1000)} seconds.`,
  );
}

/** A write that a person previews, then confirms. */
interface Confirmation<Payload, N extends Needs> {
  /**
   * Stores the payload as a draft and puts the two buttons under the preview, with those of `more` in between.
   * @param seen as `readAgain` gives it
   */
  prompt(
    payload: Payload,
    preview: Reply,
    ctx: ContextFor<N>,
    more?: (draftId: string) => readonly APIButtonComponentWithCustomId[],
    seen?: Present["seen"],
  ): Promise<Reply>;
  /** Goes into `components` of the command that prompts. */
  readonly components: readonly Component[];
}

export function defineConfirmation<Payload, Result, N extends Needs>(
  declaration: ConfirmationDeclaration<Payload, Result, N>,
): Confirmation<Payload, N> {
  const { kind, needs, people } = declaration;
  const defineId = (verb: string): DraftButtonId =>
    defineCustomId(`${kind}.${verb}`, { draftId: z.string().min(1) });
  const ids: QuestionIds = {
    confirm: defineId("confirm"),
    discard: defineId("discard"),
    again: defineId("again"),
    look: defineId("look"),
    undo: defineId("undo"),
  };
  const look = defineLookButton(ids, declaration);
  const undo = defineUndoButton(ids, declaration);

  return {
    components: [
      defineConfirmButton(ids, declaration),
      defineDiscardButton(ids, declaration),
      defineAskAgainButton(ids, declaration),
      ...(look === undefined ? [] : [look]),
      ...(undo === undefined ? [] : [undo]),
    ],
    async prompt(payload, preview, ctx, more = () => [], seen) {
      const members = await readMembersOf(people?.(payload) ?? [], ctx);
      const workspaceId = needs === "guild" ? undefined : findWorkspaceId(ctx);
      const digest = seen === undefined ? undefined : digestSeen(seen);
      const stored = wrapPayload(payload, workspaceId, members, digest);
      const draftId = await createDraft({ kind, payload: stored }, ctx);
      const row = createPromptRow(draftId, payload, ids, declaration, more(draftId));
      return { ...preview, components: [...(preview.components ?? []), ...row] };
    },
  };
}
