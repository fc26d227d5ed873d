import type { AppContext } from "../context.ts";
import type { Audit, AuditEntry } from "../store/audit.ts";
import { type GuildContext, findWorkspaceId } from "./handler-context.ts";

interface AuditLogParts {
  readonly audit: Audit;
  readonly log: AppContext["log"];
  /** Called for each recorded entry. Must not reject. */
  readonly publish: (entry: AuditEntry) => Promise<void>;
}

/** Stores entries, then publishes them. If that fails, the recorded action still happened, so nothing is held up. */
export function createAuditLog({ audit, log, publish }: AuditLogParts): AppContext["recordEntry"] {
  return async (entry, store = (given) => audit.record(given)) => {
    try {
      // Work that is repeated after a crash records what it did under the same id.
      if (!(await store(entry))) return;
    } catch (error) {
      const { action, guildId } = entry;
      log.error("what was done could not be recorded", { action, guildId, error });
    }
    void publish(entry);
  };
}

export interface AuditEvent {
  /** For example `account.approve`. */
  readonly action: string;
  readonly outcome: AuditEntry["outcome"];
  readonly target?: string | undefined;
  /** JSON. Changes are in `before` and `after`, as far as they are known. */
  readonly detail?: unknown;
  readonly reference?: string | undefined;
}

/** The entry of what the caller of a handler did. */
export function createAuditEntry(
  { action, outcome, target, detail, reference }: AuditEvent,
  ctx: GuildContext,
): AuditEntry {
  return {
    id: ctx.newId(),
    guildId: ctx.guildId,
    workspaceId: findWorkspaceId(ctx),
    discordUserId: ctx.invoker.discordUserId,
    action,
    target,
    outcome,
    detail,
    reference,
    at: ctx.now(),
  };
}

/** Records what the caller of a handler did. Never rejects. */
export function recordAudit(
  event: AuditEvent,
  ctx: GuildContext,
  store?: (entry: AuditEntry) => Promise<boolean>,
): Promise<void> {
  return ctx.recordEntry(createAuditEntry(event, ctx), store);
}
