import type { AppContext } from "../../src/context.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { linkSealContext } from "../../src/vault/contexts.ts";
import { VaultError } from "../../src/vault/vault.ts";
import { keyExpiry } from "./key-expiry.ts";

export function sealKey(token: string, guildId: string, workspaceId: string, ctx: AppContext): string {
  return ctx.vault.seal(token, linkSealContext(guildId, workspaceId));
}

/** When the stored key says it ends; `undefined` also when it cannot be opened. */
export function expiryOfSealed(
  { guildId, workspaceId, sealedToken }: GuildLink,
  ctx: AppContext,
): Temporal.Instant | undefined {
  try {
    return keyExpiry(ctx.vault.open(sealedToken, linkSealContext(guildId, workspaceId)).plaintext);
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}
