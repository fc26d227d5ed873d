import { z } from "zod";
import { replySealContext } from "../vault/contexts.ts";
import type { Vault } from "../vault/vault.ts";

/** Where the message of a pressed button can be edited for 15 minutes, even by the next process. */
export interface ReplyTo {
  readonly applicationId: string;
  readonly token: string;
}

const Stored = z.object({ applicationId: z.string(), token: z.string() });

export function sealReplyTo(draftId: string, { applicationId, token }: ReplyTo, vault: Vault): string {
  return vault.seal(JSON.stringify({ applicationId, token }), replySealContext(draftId));
}

/** @throws VaultError */
export function openReplyTo(draftId: string, sealed: string, vault: Vault): ReplyTo {
  return Stored.parse(JSON.parse(vault.open(sealed, replySealContext(draftId)).plaintext));
}
