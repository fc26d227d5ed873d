import { type APIMessage, ComponentType } from "discord.js";
import type { AppContext } from "../context.ts";
import type { Draft } from "../store/drafts.ts";
import { withCommandMarks } from "../text/command-marks.ts";
import type { Answer, Row } from "./answer.ts";
import { linkKeyOf } from "./custom-id.ts";
import { type Command, leavesOf, type WriteWords } from "./define.ts";
import { openReplyTo, type ReplyTo } from "./draft-reply.ts";
import { unknownQuestion } from "./question.ts";
import { stampRow } from "./stamping.ts";
import { readWrapped } from "./stored-payload.ts";

/** Changes the message that an interaction of the last 15 minutes answered with. */
export type EditAnswer = (
  replyTo: ReplyTo,
  change: (message: Pick<APIMessage, "embeds" | "components">) => Answer,
) => Promise<void>;

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
    const said = words.find(({ draftKind }) => draftKind === draft.kind);
    if (said !== undefined) await tell(draft, said, editAnswer, ctx);
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

/** The message's own buttons know which of the guild's workspaces it is about. */
function ofSameLink(
  row: readonly Row[],
  { components = [] }: Pick<APIMessage, "components">,
): readonly Row[] {
  const [key] = components
    .flatMap((other) => (other.type === ComponentType.ActionRow ? other.components : []))
    .flatMap((component) => ("custom_id" in component ? [linkKeyOf(component.custom_id)] : []))
    .filter((linkKey) => linkKey !== undefined);
  return key === undefined ? row : row.map((each) => stampRow(each, key));
}

function writeWords(commands: readonly Command[]): readonly WriteWords[] {
  return commands
    .flatMap(leavesOf)
    .flatMap(({ controls = [] }) => controls)
    .flatMap((control) => (control.kind === "button" && control.write !== undefined ? [control.write] : []));
}

async function tell(draft: Draft, said: WriteWords, editAnswer: EditAnswer, ctx: AppContext): Promise<void> {
  if (draft.sealedReplyTo === undefined) return;
  try {
    const sentence = withCommandMarks(said.unknownSentence, ctx.commandMention);
    await editAnswer(openReplyTo(draft.id, draft.sealedReplyTo, ctx.vault), (message) =>
      unknownQuestion(message.embeds, {
        title: said.unknownTitle,
        sentence,
        look: ofSameLink(said.look(draft.id), message),
      }),
    );
  } catch (error) {
    // A press that was never acknowledged cannot be edited; the person is told when they press again.
    ctx.log.info("a cut-off write could not be explained in its message", { kind: draft.kind, error });
  }
}
