import { UserError } from "../errors.ts";
import type { ConfirmationDeclaration, DraftButtonId } from "./confirmation-declaration.ts";
import { defineButton } from "./controls.ts";
import type { ButtonControl } from "./define.ts";
import { type GuildContext, type Needs, workspaceOf } from "./handler-context.ts";
import { findOwn, stateSentence, take } from "./own-draft.ts";
import { performTaken } from "./performing.ts";
import { unwrapPayload } from "./stored-payload.ts";
import { tryAgainRow, withTryAgain } from "./try-again.ts";

export function confirmControl<Payload, Result, N extends Needs>(
  id: DraftButtonId,
  declaration: ConfirmationDeclaration<Payload, Result, N>,
): ButtonControl {
  const { access, needs, kind, unknownSentence, confirm } = declaration;
  const control = defineButton({
    id,
    access,
    needs,
    ack: "update",
    async run({ draftId }, ctx, interaction) {
      const draft = await findOwn(draftId, kind, ctx);
      const payload = unwrapPayload(draft.payload, declaration.payload, workspaceOf(ctx));
      if (draft.state === "open") brakeWrites(ctx);
      const lease = await take(draft, interaction, ctx);
      if (lease === undefined) {
        throw new UserError(stateSentence(await findOwn(draftId, kind, ctx), declaration, ctx.now()));
      }
      const tryAgain = tryAgainRow({ customId: id.encode({ draftId }), harmful: confirm.harmful });
      try {
        const question = interaction.message.embeds.map(({ data }) => data);
        return await performTaken({ draftId, lease, question, tryAgain }, payload, declaration, ctx);
      } catch (error) {
        throw withTryAgain(error, tryAgain, ctx.now());
      }
    },
  });
  return { ...control, write: { draftKind: kind, unknownSentence } };
}

export function discardControl<Payload, Result, N extends Needs>(
  id: DraftButtonId,
  { kind, keep, ...rest }: ConfirmationDeclaration<Payload, Result, N>,
): ButtonControl {
  return defineButton({
    id,
    access: "everyone",
    needs: "guild",
    ack: "update",
    async run({ draftId }, ctx) {
      const draft = await findOwn(draftId, kind, ctx);
      if (await ctx.store.drafts.discard(draftId, ctx.guildId, ctx.caller.discordUserId)) {
        return { content: keep.sentence };
      }
      if (draft.state === "discarded") return { content: keep.sentence };
      throw new UserError(stateSentence(draft, { keep, ...rest }, ctx.now()));
    },
  });
}

/** @throws UserError when this person confirmed too many writes within a minute */
function brakeWrites({ brake, guildId, caller }: GuildContext): void {
  const waitMs = brake.press(guildId, caller.discordUserId);
  if (waitMs === undefined) return;
  throw new UserError(
    `You confirmed many things within a minute, so this one was not sent. Nothing is lost: press the button again in ${Math.ceil(waitMs / 1000)} seconds.`,
  );
}
