import { type APIMessage, ComponentType } from "discord.js";
import type { AppContext } from "../../context.ts";
import type { Draft } from "../../store/drafts.ts";
import { replaceCommandMentions } from "../../ui/command-mentions.ts";
import type { Reply, Row } from "../../ui/reply.ts";
import { findLinkKey } from "../custom-id.ts";
import { type Command, listHandlers, type UnfinishedWrite } from "../handler.ts";
import { openReplyToken, parsePayload, type ReplyToken } from "./drafts.ts";
import { renderUnknownPrompt } from "./prompts.ts";
import { tagRow } from "../dispatch/annotate.ts";

/** Edits the reply to an interaction of the last 15 minutes. */
export type EditReply = (
  replyTo: ReplyToken,
  change: (message: Pick<APIMessage, "embeds" | "components">) => Reply,
) => Promise<void>;

/**
 * Finds writes whose process died and tells their people that the outcome is unknown. Nothing is sent again. Writes this
 * process is working on are left out: it may have been suspended and is continuing now.
 * @param before drafts whose lease ended before this moment (epoch milliseconds) count as abandoned
 */
export async function recoverAbandoned(
  before: number,
  commands: readonly Command[],
  editReply: EditReply,
  ctx: AppContext,
): Promise<void> {
  const unfinishedWrites = describeUnfinished(commands);
  const drafts = await ctx.store.drafts.claimAbandoned(before, [...ctx.draftsInFlight]);
  for (const draft of drafts) {
    ctx.metrics.leaseExpired("write");
    ctx.log.warn("a write was cut off, its outcome is unknown", { kind: draft.kind, guildId: draft.guildId });
    await recordUnfinished(draft, ctx);
    const unfinished = unfinishedWrites.find(({ draftKind }) => draftKind === draft.kind);
    if (unfinished !== undefined) await notifyInvoker(draft, unfinished, editReply, ctx);
  }
}

function recordUnfinished(draft: Draft, ctx: AppContext): Promise<void> {
  const { workspaceId, payload } = parsePayload(draft.payload);
  return ctx.recordEntry({
    id: ctx.newId(),
    guildId: draft.guildId,
    workspaceId,
    discordUserId: draft.discordUserId,
    action: draft.kind,
    target: undefined,
    outcome: "unknown",
    detail: payload,
    reference: undefined,
    at: ctx.now(),
  });
}

/** The message's buttons say which of the guild's workspaces it is about. */
function tagWithLink(
  row: readonly Row[],
  { components = [] }: Pick<APIMessage, "components">,
): readonly Row[] {
  const [key] = components
    .flatMap((other) => (other.type === ComponentType.ActionRow ? other.components : []))
    .flatMap((component) => ("custom_id" in component ? [findLinkKey(component.custom_id)] : []))
    .filter((linkKey) => linkKey !== undefined);
  return key === undefined ? row : row.map((each) => tagRow(each, key));
}

function describeUnfinished(commands: readonly Command[]): readonly UnfinishedWrite[] {
  return commands
    .flatMap(listHandlers)
    .flatMap(({ components = [] }) => components)
    .flatMap((component) =>
      component.kind === "button" && component.write !== undefined ? [component.write] : [],
    );
}

async function notifyInvoker(
  draft: Draft,
  unfinished: UnfinishedWrite,
  editReply: EditReply,
  ctx: AppContext,
): Promise<void> {
  if (draft.sealedReplyToken === undefined) return;
  try {
    const sentence = replaceCommandMentions(unfinished.unknownOutcomeText, ctx.commandMention);
    await editReply(openReplyToken(draft.id, draft.sealedReplyToken, ctx.vault), (message) =>
      renderUnknownPrompt(message.embeds, {
        title: unfinished.unknownTitle,
        sentence,
        look: tagWithLink(unfinished.look(draft.id), message),
      }),
    );
  } catch (error) {
    // A press that was never acknowledged can't be edited; the person gets the outcome when they press again.
    ctx.log.info("a cut-off write could not be explained in its message", { kind: draft.kind, error });
  }
}
