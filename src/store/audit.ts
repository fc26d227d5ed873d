/** `done` happened, `refused` surely did not, `unknown` may have. */
export type Outcome = "done" | "refused" | "unknown";

/** Who did what to what, and what came of it. Never holds a token. */
export interface AuditEntry {
  readonly id: string;
  readonly guildId: string;
  readonly workspaceId: string | undefined;
  readonly discordUserId: string;
  /** For example `order.create`. */
  readonly action: string;
  /** The id of what was acted on, once known. */
  readonly target: string | undefined;
  readonly outcome: Outcome;
  /** JSON of what was sent or changed. */
  readonly detail: unknown;
  /** Reference of a failure, as shown to the person and in the log. */
  readonly reference: string | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface Audit {
  record(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(guildId: string, options: { readonly limit: number; readonly before?: number }): Promise<readonly AuditEntry[]>;
  removeBefore(at: number): Promise<number>;
}
