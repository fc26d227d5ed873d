/** Binds a sealed token to its guild and workspace, so that a copy of it in another row cannot be opened. */
export function linkSealContext(guildId: string, workspaceId: string): string {
  return JSON.stringify(["guild-link", guildId, workspaceId]);
}

/** Binds the sealed reply token of a draft to that draft. */
export function replySealContext(draftId: string): string {
  return `drafts:${draftId}:reply`;
}

/** Encryption of secrets at rest. `context` names the row the secret belongs to and must be the same to open it. */
export interface Vault {
  seal(plaintext: string, context: string): string;
  /** @throws VaultError */
  open(sealed: string, context: string): Opened;
}

export interface Opened {
  readonly plaintext: string;
  /** True when an older key sealed it: seal it again with the first one. */
  readonly stale: boolean;
}

export type VaultFailure = "unknown-key" | "wrong-key-or-damaged" | "not-sealed";

/** A secret that cannot be opened. Carries no secret itself. */
export class VaultError extends Error {
  override readonly name = "VaultError";
  readonly failure: VaultFailure;

  constructor(failure: VaultFailure) {
    super(`a stored secret cannot be opened: ${failure}`);
    this.failure = failure;
  }
}
