import type { ButtonInteraction } from "discord.js";
import { z } from "zod";
import { MisuseError, UserError } from "../../errors.ts";
import type { Draft } from "../../store/drafts.ts";
import { replySealContext } from "../../vault/seal-context.ts";
import type { Vault } from "../../vault/vault.ts";
import { outdatedComponentText } from "../components.ts";
import type { GuildContext } from "../handler-context.ts";
import { hourMs, minuteMs } from "../../time.ts";

/** How long a question waits for its button, and what was typed for being mended. */
const draftTtlMs = hourMs;

/** Stands in a custom id where nothing was kept. */
export const emptyDraftId = "";

/** Keeps what does not fit into a custom id, which carries the id given back. It is the caller's, in this guild. */
export async function createDraft(
  { kind, payload, ttlMs = draftTtlMs }: NewDraftParts,
  ctx: GuildContext,
): Promise<string> {
  const id = ctx.newId();
  const createdAt = ctx.now();
  await ctx.store.drafts.create({
    id,
    guildId: ctx.guildId,
    discordUserId: ctx.invoker.discordUserId,
    kind,
    payload,
    createdAt,
    expiresAt: createdAt + ttlMs,
  });
  return id;
}

interface NewDraftParts extends Pick<Draft, "kind" | "payload"> {
  readonly ttlMs?: number;
}

const WrappedPayload = z.object({ workspaceId: z.string().optional(), payload: z.unknown() });

/** What a draft holds: the payload, and the workspace the question was about. */
export function wrapPayload(payload: unknown, workspaceId: string | undefined): unknown {
  return { workspaceId, payload };
}

/** The same, for the record of a write that was cut off; parts that cannot be read are left out. */
export function parsePayload(stored: unknown): {
  readonly workspaceId?: string | undefined;
  readonly payload?: unknown;
} {
  return WrappedPayload.safeParse(stored).data ?? {};
}

/** @throws UserError when an older version of the bot stored it, or the server was linked to another workspace since */
export function unwrapPayload<Payload>(
  stored: unknown,
  schema: z.ZodType<Payload>,
  workspaceId: string | undefined,
): Payload {
  const wrapped = WrappedPayload.safeParse(stored);
  const payload = schema.safeParse(wrapped.data?.payload);
  if (!wrapped.success || !payload.success) throw new UserError(outdatedComponentText);
  if (wrapped.data.workspaceId !== workspaceId) {
    throw new UserError(
      "This server was linked to another workspace since this question was asked, so nothing was sent. Please run the command again.",
    );
  }
  return payload.data;
}

/** Where the message of a pressed button can be edited for 15 minutes, even by the next process. */
export interface ReplyToken {
  readonly applicationId: string;
  readonly token: string;
}

const Stored = z.object({ applicationId: z.string(), token: z.string() });

function sealReplyToken(draftId: string, { applicationId, token }: ReplyToken, vault: Vault): string {
  return vault.seal(JSON.stringify({ applicationId, token }), replySealContext(draftId));
}

/** @throws VaultError */
export function openReplyToken(draftId: string, sealed: string, vault: Vault): ReplyToken {
  return Stored.parse(JSON.parse(vault.open(sealed, replySealContext(draftId)).plaintext));
}

/** Longer than any write may take; after it a draft that is still `sending` belongs to a process that died. */
const leaseMs = minuteMs;
/** What leaves by then is through before the lease ends, also where the clocks of two replicas are apart. */
const sentWithinMs = leaseMs / 2;

/** The right to send what a draft stands for. */
export interface DraftLease {
  /** False once somebody else may count the draft as abandoned, also in a process that was stopped or a machine that slept. */
  readonly isHeld: () => boolean;
}

export const expiredText =
  "This was asked long ago and is no longer open. Nothing was done. Run the command again to be asked anew.";

/** The draft, whoever's it is; `undefined` when it is gone. @throws MisuseError when it is another guild's or of another kind */
export async function requireGuildDraft(
  draftId: string,
  kind: string,
  ctx: GuildContext,
): Promise<Draft | undefined> {
  const draft = await ctx.store.drafts.find(draftId);
  if (draft !== undefined && (draft.guildId !== ctx.guildId || draft.kind !== kind))
    throw new MisuseError(outdatedComponentText);
  return draft;
}

/**
 * The draft, if it is one of this guild, of this kind and of this person.
 * @throws UserError when it is gone: who asked long ago meets that, and nobody guesses an id
 */
export async function requireOwnDraft(draftId: string, kind: string, ctx: GuildContext): Promise<Draft> {
  const draft = await requireGuildDraft(draftId, kind, ctx);
  if (draft === undefined) throw new UserError(expiredText);
  if (draft.discordUserId !== ctx.invoker.discordUserId) {
    throw new MisuseError(
      "This question was asked to someone else, so your press did nothing. Run the command yourself to get your own.",
    );
  }
  return draft;
}

/** Takes an open draft for this press. `undefined` when something else was first, or it is no longer open. */
export async function claimDraft(
  draft: Draft,
  interaction: ButtonInteraction,
  ctx: GuildContext,
): Promise<DraftLease | undefined> {
  const lease = leaseFrom(ctx.now);
  const now = ctx.now();
  const { id, guildId, discordUserId, kind } = draft;
  const sealedReplyTo = sealReplyToken(id, interaction, ctx.vault);
  const taken = await ctx.store.drafts.claim({
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
export function describeDraftState(
  { state, result }: Draft,
  declaration: { readonly unknownOutcomeText: string; readonly cancel: { readonly sentence: string } },
): string {
  switch (state) {
    case "sending":
      return "This is being sent right now. Nothing was sent twice; the answer will stand in the message itself.";
    case "done":
      return result ?? "This was already done. Nothing was sent twice.";
    case "unknown":
      return declaration.unknownOutcomeText;
    case "discarded":
      return declaration.cancel.sentence;
    case "open":
      return "This could not be sent just now. Nothing was done. Please press the button again.";
    default:
      return state satisfies never;
  }
}
