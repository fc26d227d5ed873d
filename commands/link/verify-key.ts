import { z } from "zod";
import type { WorkspaceApi } from "../../src/api/client.ts";
import { ApiError, ContractError } from "../../src/api/errors.ts";
import type { AppContext } from "../../src/context.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { createLinkSealContext, VaultError } from "../../src/vault/vault.ts";

/** Seconds since the epoch, up to the end of the year 9999: past it Discord shows no time. */
const Claims = z.object({ exp: z.number().min(0).max(253_402_300_799) });

/** When a key expires, if it happens to be a JWT that says so. It is read, not verified. */
export function findKeyExpiry(token: string): Temporal.Instant | undefined {
  const [, payload, signature, ...more] = token.split(".");
  if (payload === undefined || signature === undefined || more.length > 0) return undefined;
  const claims = Claims.safeParse(parseJson(Buffer.from(payload, "base64url").toString("utf8")));
  return claims.success
    ? Temporal.Instant.fromEpochMilliseconds(Math.floor(claims.data.exp) * 1000)
    : undefined;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

export function sealKey(token: string, guildId: string, workspaceId: string, ctx: AppContext): string {
  return ctx.vault.seal(token, createLinkSealContext(guildId, workspaceId));
}

/** When the stored key expires; also `undefined` if it can't be decrypted. */
export function findExpiryOfSealed(
  { guildId, workspaceId, sealedToken }: GuildLink,
  ctx: AppContext,
): Temporal.Instant | undefined {
  try {
    return findKeyExpiry(ctx.vault.open(sealedToken, createLinkSealContext(guildId, workspaceId)).plaintext);
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}

interface KeyCheck {
  readonly durationMs: number;
  /** `undefined` if the key works. */
  readonly problem: ApiError | ContractError | undefined;
}

/** People are waiting for it after submitting a form. */
const timeoutMs = 8_000;

/** What else to read with a key that may not read the calendar; the smallest responses come first. */
const otherReads = ["getTaskboard", "listTaskboardBoards", "listPosts", "searchOrders"] as const;

/** `undefined` if at least one read worked. */
export type NewKeyProblem = KeyCheck["problem"];

/**
 * Verifies a key that isn't stored yet by reading until one read works: a key that can't read anything may
 * belong to another workspace. It has its own scope, so responses to other keys don't count.
 */
export async function verifyNewKey(
  workspaceId: string,
  token: string,
  ctx: GuildContext,
): Promise<NewKeyProblem> {
  const scope = `${ctx.guildId}/trial-${ctx.newId()}`;
  try {
    const api = ctx.connect({ scope, workspaceId, token, isTrial: true });
    const until = ctx.now() + timeoutMs;
    const { problem } = await verifyKey(api, workspaceId, ctx.now);
    if (!isForbidden(problem)) return problem;
    let trouble: KeyCheck["problem"];
    for (const read of otherReads) {
      const leftMs = until - ctx.now();
      if (leftMs <= 0) break;
      const other = await findProblem(
        api[read]({ params: { workspaceId } }, { timeoutMs: leftMs, noCache: true }),
      );
      if (other === undefined) return undefined;
      // Without it, the key might have worked.
      if (!isRefusal(other)) trouble ??= other;
    }
    return trouble ?? problem;
  } finally {
    ctx.service.invalidate(scope);
  }
}

/**
 * Verifies a key with a small read that changes nothing and shows no secret: the calendar, bypassing the
 * cache.
 */
export async function verifyKey(
  api: WorkspaceApi,
  workspaceId: string,
  now: () => number,
): Promise<KeyCheck> {
  const startedAt = now();
  const problem = await findProblem(
    api.getCalendar({ params: { workspaceId }, query: {} }, { timeoutMs, noCache: true }),
  );
  return { durationMs: now() - startedAt, problem };
}

function findProblem(read: Promise<unknown>): Promise<KeyCheck["problem"]> {
  return read.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof ApiError || error instanceof ContractError) return error;
      throw error;
    },
  );
}

/** The service has decided about the request, and would decide the same again. */
export function isRefusal(problem: ApiError | ContractError): boolean {
  return (
    problem instanceof ApiError &&
    ["unauthorized", "forbidden", "not-found", "rejected"].includes(problem.failure)
  );
}

/** The service knows the key and the workspace; this key just isn't allowed to read the calendar. */
export function isForbidden(problem: KeyCheck["problem"]): boolean {
  return problem instanceof ApiError && problem.failure === "forbidden";
}
