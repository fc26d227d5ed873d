import { createHash } from "node:crypto";
import { z } from "zod";
import type { AppContext } from "../../context.ts";
import { MisuseError, UserError } from "../../errors.ts";
import type { Draft } from "../../store/drafts.ts";
import { createReplySealContext, type Vault } from "../../vault/vault.ts";
import { outdatedComponentText } from "../components.ts";
import type { GuildContext } from "../handler-context.ts";
import { hourMs } from "../../time.ts";

/** How long a preview can be confirmed, and rejected input corrected. */
const draftTtlMs = hourMs;

/** In a custom id if no draft was stored. */
export const emptyDraftId = "";

/** Stores what doesn't fit into a custom id, which carries the returned id. The draft belongs to the caller, in this guild. */
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

/** In a private message, only the draft knows which guild a component is about. */
export function createGuildLookup({ anywhere = false }: { readonly anywhere?: boolean | undefined }) {
  return anywhere ? { findGuildId: findDraftGuildId } : {};
}

export async function findDraftGuildId(
  { draftId }: { readonly draftId: string },
  { store }: Pick<AppContext, "store">,
): Promise<string | undefined> {
  return (await store.drafts.find(draftId))?.guildId;
}

/** Opens an expired draft for as long again. False if it ended. */
export function renewDraft({ id, payload }: Draft, { store, now }: GuildContext): Promise<boolean> {
  return store.drafts.revise(id, payload, payload, now() + draftTtlMs);
}

/** When a preview was last shown; epoch milliseconds. */
export function getShownAt({ expiresAt }: Draft): number {
  return expiresAt - draftTtlMs;
}

interface NewDraftParts extends Pick<Draft, "kind" | "payload"> {
  readonly ttlMs?: number;
}

const WrappedPayload = z.object({
  workspaceId: z.string().optional(),
  /** The members of the connected users in the preview, by their user ids. */
  members: z.record(z.string(), z.string()).optional(),
  /** A digest of what the preview showed, where others can change that. */
  seen: z.string().optional(),
  payload: z.unknown(),
});

type Members = Readonly<Record<string, string>>;

/** What a draft stores: the payload, the workspace the preview was about, whose users are in it, and what it showed. */
export function wrapPayload(
  payload: unknown,
  workspaceId: string | undefined,
  members: Members = {},
  seen?: string,
): unknown {
  return {
    workspaceId,
    payload,
    ...(Object.keys(members).length > 0 && { members }),
    ...(seen !== undefined && { seen }),
  };
}

/** @param seen JSON */
export function digestSeen(seen: unknown): string {
  return createHash("sha256").update(JSON.stringify(seen)).digest("base64url").slice(0, 22);
}

/** The digest of what a preview showed; `undefined` if that can't change, or an older version stored it. */
export function findSeen(stored: unknown): string | undefined {
  return WrappedPayload.safeParse(stored).data?.seen;
}

/** The members of those who are connected, by user id. */
export async function readMembersOf(
  people: readonly (string | undefined)[],
  { store, guildId }: GuildContext,
): Promise<Members> {
  const userIds = people.filter((userId) => userId !== undefined);
  const accounts = userIds.length === 0 ? [] : await store.accounts.ofUsers(guildId, userIds);
  return Object.fromEntries(accounts.map(({ userId, discordUserId }) => [userId, discordUserId]));
}

/** @throws UserError if a user in the preview isn't the same member's anymore */
export async function assertSameMembers(stored: unknown, ctx: GuildContext): Promise<void> {
  const { members = {} } = WrappedPayload.safeParse(stored).data ?? {};
  const present = await readMembersOf(Object.keys(members), ctx);
  const gone = Object.entries(members).find(([userId, member]) => present[userId] !== member)?.[1];
  if (gone === undefined) return;
  const who = gone === ctx.invoker.discordUserId ? "You're" : `<@${gone}> is`;
  throw new UserError(
    `${who} no longer connected to the workspace user in this preview, so nothing was sent. Run the command again.`,
  );
}

/** Parses a draft for the audit entry of an interrupted write; unreadable parts are omitted. */
export function parsePayload(stored: unknown): {
  readonly workspaceId?: string | undefined;
  readonly payload?: unknown;
} {
  return WrappedPayload.safeParse(stored).data ?? {};
}

/** @throws UserError if an older version of the bot stored it, or the server was linked to another workspace since */
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
      "This server was linked to another workspace after this preview, so nothing was sent. Run the command again.",
    );
  }
  return payload.data;
}

/** Allows editing the message of a pressed button for 15 minutes, even from another process. */
const ReplyToken = z.object({
  applicationId: z.string(),
  token: z.string(),
  /** Of the person, for files that come with the edit; an earlier version didn't store it. */
  locale: z.string().default("en-US"),
});
export type ReplyToken = z.output<typeof ReplyToken>;

/** @param draftId or the id of whatever else stores the token */
export function sealReplyToken(
  draftId: string,
  { applicationId, token, locale }: ReplyToken,
  vault: Vault,
): string {
  return vault.seal(JSON.stringify({ applicationId, token, locale }), createReplySealContext(draftId));
}

/** @throws VaultError */
export function openReplyToken(draftId: string, sealed: string, vault: Vault): ReplyToken {
  return ReplyToken.parse(JSON.parse(vault.open(sealed, createReplySealContext(draftId)).plaintext));
}

export const expiredText = "This preview expired a while ago. Nothing was done. Run the command again.";

/** Anyone's draft; `undefined` if it's gone. @throws MisuseError if it belongs to another guild or is of another kind */
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
 * The draft, if it belongs to this guild and person and is of this kind.
 * @param goneText what to say if it's gone: that's an old message, since ids can't be guessed
 * @throws UserError if it is
 */
export async function requireOwnDraft(
  draftId: string,
  kind: string,
  ctx: GuildContext,
  goneText?: string,
): Promise<Draft> {
  return assertOwn(await requireGuildDraft(draftId, kind, ctx), ctx, goneText);
}

/** The same for a draft that was found in this guild, or wasn't. */
export function assertOwn(draft: Draft | undefined, ctx: GuildContext, goneText = expiredText): Draft {
  if (draft === undefined) throw new UserError(goneText);
  if (draft.discordUserId !== ctx.invoker.discordUserId) {
    throw new MisuseError(
      "This preview is for someone else, so nothing was done. Run the command yourself to get your own.",
    );
  }
  return draft;
}
