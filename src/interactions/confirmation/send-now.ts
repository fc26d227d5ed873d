import { UserError } from "../../errors.ts";
import type { DraftState } from "../../store/drafts.ts";
import { type ContextFor, type Needs, findWorkspaceId } from "../handler-context.ts";
import { limitWrites } from "./define.ts";
import { createDraft, type ReplyToken, wrapPayload } from "./drafts.ts";
import { claimDraft, executeDraft, type WriteDeclaration } from "./execute.ts";

/** A write confirmed by one press on a message that everyone there sees: the message is the preview. */
export type ImmediateWrite<Payload, Result, N extends Needs> = Omit<
  WriteDeclaration<Payload, Result, N>,
  "receipt" | "unknownTitle"
>;

interface Press<Payload> {
  readonly payload: Payload;
  readonly interaction: ReplyToken;
  /**
   * Ensures that this is the only press, or throws. It must store the draft's id, by which the outcome can be found.
   */
  readonly admit: (draftId: string) => Promise<void>;
}

/**
 * Runs the write once, with a draft as for any other write; `admit` keeps out other presses.
 * @returns the draft's state afterwards: "sending" if the outcome couldn't be stored yet, "unknown" if it can't be read
 * @throws UserError, ApiError, LeaseEndedError if nothing was written
 */
export async function sendNow<Payload, Result, N extends Needs>(
  { payload, interaction, admit }: Press<Payload>,
  write: ImmediateWrite<Payload, Result, N>,
  ctx: ContextFor<N>,
): Promise<DraftState> {
  limitWrites(ctx);
  await ctx.timeliness.ensureInTime();
  const { kind } = write;
  const { guildId, invoker, store } = ctx;
  const { discordUserId } = invoker;
  const draftId = await createDraft({ kind, payload: wrapPayload(payload, findWorkspaceId(ctx)) }, ctx);
  await admit(draftId);
  const lease = await claimDraft({ id: draftId, guildId, discordUserId, kind }, interaction, ctx);
  if (lease === undefined) throw new UserError("I couldn't send this just now. Nothing was done. Try again.");
  const claimed = { draftId, lease, promptEmbeds: [], tryAgain: [], look: [] };
  await executeDraft(claimed, payload, { ...write, receipt: () => ({}) }, ctx);
  // From here on it may be written, so that it couldn't be read must not look as if nothing was.
  const stored = await store.drafts.find(draftId).catch(() => undefined);
  return stored?.state ?? "unknown";
}
