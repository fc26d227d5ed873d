import type { ButtonInteraction } from "discord.js";
import { MisuseError, UserError } from "../errors.ts";
import type { Draft } from "../store/drafts.ts";
import { outOfDate } from "./controls.ts";
import { sealReplyTo } from "./draft-reply.ts";
import type { GuildContext } from "./handler-context.ts";

/** Longer than any write may take; after it a draft that is still `sending` belongs to a process that died. */
const leaseMs = 60_000;
/** What leaves by then is through before the lease ends, also where the clocks of two replicas are apart. */
const sentWithinMs = leaseMs / 2;

/** The right to send what a draft stands for. */
export interface DraftLease {
  /** False once somebody else may count the draft as abandoned, also in a process that was stopped or a machine that slept. */
  readonly isHeld: () => boolean;
}

export const longGone =
  "This was asked long ago and is no longer open. Nothing was done. Run the command again to be asked anew.";

/** The draft, whoever's it is; `undefined` when it is gone. @throws MisuseError when it is another guild's or of another kind */
export async function findHere(draftId: string, kind: string, ctx: GuildContext): Promise<Draft | undefined> {
  const draft = await ctx.store.drafts.find(draftId);
  if (draft !== undefined && (draft.guildId !== ctx.guildId || draft.kind !== kind))
    throw new MisuseError(outOfDate);
  return draft;
}

/**
 * The draft, if it is one of this guild, of this kind and of this person.
 * @throws UserError when it is gone: who asked long ago meets that, and nobody guesses an id
 */
export async function findOwn(draftId: string, kind: string, ctx: GuildContext): Promise<Draft> {
  const draft = await findHere(draftId, kind, ctx);
  if (draft === undefined) throw new UserError(longGone);
  if (draft.discordUserId !== ctx.caller.discordUserId) {
    throw new MisuseError(
      "This question was asked to someone else, so your press did nothing. Run the command yourself to get your own.",
    );
  }
  return draft;
}

/** Takes an open draft for this press. `undefined` when something else was first, or it is no longer open. */
export async function take(
  draft: Draft,
  interaction: ButtonInteraction,
  ctx: GuildContext,
): Promise<DraftLease | undefined> {
  const lease = leaseFrom(ctx.now);
  const now = ctx.now();
  const { id, guildId, discordUserId, kind } = draft;
  const sealedReplyTo = sealReplyTo(id, interaction, ctx.vault);
  const taken = await ctx.store.drafts.take({
    id,
    guildId,
    discordUserId,
    kind,
    now,
    leaseUntil: now + leaseMs,
    sealedReplyTo,
  });
  return taken && lease;
}

/** A clock may be set back, and a timer may stand still while the machine sleeps, so both have to agree. */
function leaseFrom(wallClock: () => number): DraftLease {
  const wallStart = wallClock();
  const start = performance.now();
  return {
    isHeld: () => performance.now() - start < sentWithinMs && wallClock() - wallStart < sentWithinMs,
  };
}

/** Why a draft that was pressed is not sent now. */
export function stateSentence(
  { state, result }: Draft,
  declaration: { readonly unknownSentence: string; readonly keep: { readonly sentence: string } },
): string {
  switch (state) {
    case "sending":
      return "This is being sent right now. Nothing was sent twice; the answer will stand in the message itself.";
    case "done":
      return result ?? "This was already done. Nothing was sent twice.";
    case "unknown":
      return declaration.unknownSentence;
    case "discarded":
      return declaration.keep.sentence;
    case "open":
      return "This could not be sent just now. Nothing was done. Please press the button again.";
    default:
      return state satisfies never;
  }
}
