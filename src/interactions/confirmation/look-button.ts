import type { APIEmbed } from "discord.js";
import type { Draft } from "../../store/drafts.ts";
import { palette } from "../../ui/embed.ts";
import type { Reply } from "../../ui/reply.ts";
import { createAuditEntry } from "../audit.ts";
import { defineButton } from "../components.ts";
import type { ButtonHandler } from "../handler.ts";
import { type GuildContext, type LinkedContext, type Needs, findWorkspaceId } from "../handler-context.ts";
import type { ConfirmationDeclaration, Found, NotFound, QuestionIds } from "./declaration.ts";
import { describeDraftState } from "./execute.ts";
import { requireOwnDraft, getShownAt, unwrapPayload } from "./drafts.ts";
import { getEmbeds, recolour, createLookRow, renderUnknownPrompt } from "./prompts.ts";

/** Looks for what was sent when the outcome is unknown. */
export function defineLookButton<Payload, Result, N extends Needs>(
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
