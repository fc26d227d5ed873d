import type { AppContext } from "../context.ts";
import type { Draft } from "../store/drafts.ts";
import { withCommandMarks } from "../text/command-marks.ts";
import { type Command, leavesOf, type WriteWords } from "./define.ts";
import { openReplyTo, type ReplyTo } from "./draft-reply.ts";
import { readWrapped } from "./stored-payload.ts";

/** Puts a sentence into the message that an interaction of the last 15 minutes answered with, above what was asked there. */
export type EditAnswer = (replyTo: ReplyTo, sentence: string) => Promise<void>;

/**
 * Finds writes whose process died under way, and tells their people that the outcome is open. Nothing is sent again. What
 * this process is at it knows best: it may have been stopped for a while, and goes on now.
 * @param before drafts whose lease ended before this moment (epoch milliseconds) count as abandoned
 */
export async function recoverAbandoned(
  before: number,
  commands: readonly Command[],
  editAnswer: EditAnswer,
  ctx: AppContext,
): Promise<void> {
  const words = writeWords(commands);
  const drafts = await ctx.store.drafts.takeAbandoned(before, [...ctx.draftsInFlight]);
  for (const draft of drafts) {
    ctx.log.warn("a write was cut off, its outcome is unknown", { kind: draft.kind, guildId: draft.guildId });
    await record(draft, ctx);
    const sentence = words.find(({ draftKind }) => draftKind === draft.kind)?.unknownSentence;
    if (sentence !== undefined) await tell(draft, sentence, editAnswer, ctx);
  }
}

function record(draft: Draft, ctx: AppContext): Promise<void> {
  const { workspaceId, payload } = readWrapped(draft.payload);
  return ctx.record({
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

function writeWords(commands: readonly Command[]): readonly WriteWords[] {
  return commands
    .flatMap(leavesOf)
    .flatMap(({ controls = [] }) => controls)
    .flatMap((control) => (control.kind === "button" && control.write !== undefined ? [control.write] : []));
}

async function tell(draft: Draft, sentence: string, editAnswer: EditAnswer, ctx: AppContext): Promise<void> {
  if (draft.sealedReplyTo === undefined) return;
  try {
    const marked = withCommandMarks(sentence, ctx.commandMention);
    await editAnswer(openReplyTo(draft.id, draft.sealedReplyTo, ctx.vault), marked);
  } catch (error) {
    // A press that was never acknowledged cannot be edited; the person is told when they press again.
    ctx.log.info("a cut-off write could not be explained in its message", { kind: draft.kind, error });
  }
}
