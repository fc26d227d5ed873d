import type { ButtonInteraction } from "discord.js";
import { UnchangedError, UserError } from "../errors.ts";
import type { Draft } from "../store/drafts.ts";
import { palette } from "../text/palette.ts";
import type { Answer } from "./answer.ts";
import type { ConfirmationDeclaration, QuestionIds } from "./confirmation-declaration.ts";
import { defineButton } from "./controls.ts";
import type { ButtonControl } from "./define.ts";
import { type GuildContext, type Needs, workspaceOf } from "./handler-context.ts";
import { keepDraft } from "./keep-draft.ts";
import { findHere, findOwn, stateSentence, take } from "./own-draft.ts";
import { performTaken } from "./performing.ts";
import { expiredQuestion, inColour, lookRow, questionRow, unknownQuestion } from "./question.ts";
import { unwrapPayload } from "./stored-payload.ts";
import { tryAgainRow, withTryAgain } from "./try-again.ts";

export function confirmControl<Payload, Result, N extends Needs>(
  ids: QuestionIds,
  declaration: ConfirmationDeclaration<Payload, Result, N>,
): ButtonControl {
  const { access, needs, kind, unknownSentence, unknownTitle, lookFor, confirm } = declaration;
  const control = defineButton({
    id: ids.confirm,
    access,
    needs,
    ack: "update",
    async run({ draftId }, ctx, interaction) {
      const draft = await findOpen(draftId, { kind, ids }, ctx, interaction);
      if (!("state" in draft)) return draft;
      const payload = unwrapPayload(draft.payload, declaration.payload, workspaceOf(ctx));
      if (draft.state === "open") brakeWrites(ctx);
      const lease = await take(draft, interaction, ctx);
      if (lease === undefined) {
        const present = await findOwn(draftId, kind, ctx);
        // The press that was first shows what comes of it, in this very message.
        if (present.state === "sending") throw new UnchangedError();
        throw new UserError(stateSentence(present, declaration));
      }
      const tryAgain = tryAgainRow({ customId: ids.confirm.encode({ draftId }), harmful: confirm.harmful });
      const look = lookRow(ids.look, draftId, lookFor !== undefined);
      try {
        return await performTaken(
          { draftId, lease, question: embedsOf(interaction), tryAgain, look },
          payload,
          declaration,
          ctx,
        );
      } catch (error) {
        throw withTryAgain(error, tryAgain, ctx.now());
      }
    },
  });
  const look = (draftId: string) => lookRow(ids.look, draftId, lookFor !== undefined);
  return { ...control, write: { draftKind: kind, unknownSentence, unknownTitle, look } };
}

export function discardControl<Payload, Result, N extends Needs>(
  ids: QuestionIds,
  { kind, keep, ...rest }: ConfirmationDeclaration<Payload, Result, N>,
): ButtonControl {
  return defineButton({
    id: ids.discard,
    access: "everyone",
    needs: "guild",
    ack: "update",
    async run({ draftId }, ctx, interaction) {
      const draft = await findOpen(draftId, { kind, ids }, ctx, interaction);
      if (!("state" in draft)) return draft;
      if (await ctx.store.drafts.discard(draftId, ctx.guildId, ctx.caller.discordUserId)) {
        return { content: keep.sentence };
      }
      if (draft.state === "discarded") return { content: keep.sentence };
      throw new UserError(stateSentence(draft, { keep, ...rest }));
    },
  });
}

/** Asks a question that has expired once more, as it was. */
export function askAgainControl<Payload, Result, N extends Needs>(
  ids: QuestionIds,
  declaration: ConfirmationDeclaration<Payload, Result, N>,
): ButtonControl {
  const { access, needs, kind } = declaration;
  return defineButton({
    id: ids.again,
    access,
    needs,
    ack: "update",
    async run({ draftId }, ctx, interaction) {
      const draft = await findOwn(draftId, kind, ctx);
      const payload = unwrapPayload(draft.payload, declaration.payload, workspaceOf(ctx));
      // Pressed twice at once, it asks once.
      if (!(await ctx.store.drafts.discard(draftId, ctx.guildId, ctx.caller.discordUserId)))
        throw new UnchangedError();
      const anew = await keepDraft({ kind, payload: draft.payload }, ctx);
      return {
        embeds: embedsOf(interaction).map((embed) => inColour(embed, palette.information)),
        components: questionRow(anew, payload, ids, declaration),
      };
    },
  });
}

/** Looks for what was sent, once nobody knows what came of it. */
export function lookControl<Payload, Result, N extends Needs>(
  ids: QuestionIds,
  declaration: ConfirmationDeclaration<Payload, Result, N>,
): ButtonControl | undefined {
  const { access, needs, kind, lookFor, unknownTitle } = declaration;
  if (lookFor === undefined) return undefined;
  return defineButton({
    id: ids.look,
    access,
    needs,
    ack: "update",
    async run({ draftId }, ctx, interaction): Promise<Answer> {
      const draft = await findOwn(draftId, kind, ctx);
      const payload = unwrapPayload(draft.payload, declaration.payload, workspaceOf(ctx));
      const looked = await lookFor({ payload, askedAt: draft.createdAt }, ctx);
      const { sentence } = looked;
      const asked = embedsOf(interaction);
      if (!("title" in looked))
        return unknownQuestion(asked, {
          title: unknownTitle,
          sentence,
          look: lookRow(ids.look, draftId, true),
        });
      const [first, ...others] = asked.map((embed) => inColour(embed, palette.done));
      return {
        content: sentence,
        embeds: first === undefined ? [] : [{ ...first, title: looked.title }, ...others],
      };
    },
  });
}

/** The draft, or what takes the place of a question that has expired. */
async function findOpen(
  draftId: string,
  { kind, ids }: { readonly kind: string; readonly ids: QuestionIds },
  ctx: GuildContext,
  interaction: ButtonInteraction,
): Promise<Draft | Answer> {
  const { message, customId } = interaction;
  // A button that its message does not carry takes the place of nothing.
  const isThere = message.resolveComponent(customId) !== null;
  if (isThere && (await findHere(draftId, kind, ctx)) === undefined)
    return expiredQuestion(embedsOf(interaction), undefined);
  const draft = await findOwn(draftId, kind, ctx);
  return draft.state === "open" && draft.expiresAt <= ctx.now()
    ? expiredQuestion(embedsOf(interaction), ids.again.encode({ draftId }))
    : draft;
}

function embedsOf({ message }: ButtonInteraction) {
  return message.embeds.map(({ data }) => data);
}

/** @throws UserError when this person confirmed too many writes within a minute */
function brakeWrites({ brake, guildId, caller }: GuildContext): void {
  const waitMs = brake.press(guildId, caller.discordUserId);
  if (waitMs === undefined) return;
  throw new UserError(
    `You confirmed many things within a minute, so this one was not sent. Nothing is lost: press the button again in ${Math.ceil(waitMs / 1000)} seconds.`,
  );
}
