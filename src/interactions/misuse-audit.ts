import type { AuditEntry } from "../store/audit.ts";
import { minuteMs } from "../time.ts";

/** Someone used a component that was forged or belongs to someone else. */
export interface Misuse {
  readonly guildId: string;
  readonly discordUserId: string;
  /** The component's name. */
  readonly target: string;
}

/** Adds refusals to the audit log: a person's first at once, the following ones as one entry with a count. */
export interface MisuseAudit {
  /** Never rejects. */
  report(this: void, misuse: Misuse): Promise<void>;
  /** Records the counts of everyone whose window is over. Never rejects. */
  flush(this: void): Promise<void>;
  /** Records everyone's counts, when the program ends. */
  flushAll(this: void): Promise<void>;
}

/** Refusals within this time of a person's first one are counted together. */
const misuseWindowMs = 5 * minuteMs;
/** The oldest is recorded and dropped first. */
const maxPeople = 10_000;
const maxNamedTargets = 10;

interface Counted {
  readonly since: number;
  readonly last: Misuse;
  readonly lastAt: number;
  /** Refusals after the first. */
  readonly times: number;
  readonly targets: readonly string[];
}

interface MisuseAuditParts {
  readonly now: () => number;
  readonly newId: () => string;
  /** Never rejects. */
  readonly recordEntry: (entry: AuditEntry) => Promise<void>;
}

export function createMisuseAudit({ now, newId, recordEntry: record }: MisuseAuditParts): MisuseAudit {
  /** In the order of their first refusal. */
  const counts = new Map<string, Counted>();

  const write = ({ guildId, discordUserId, target }: Misuse, at: number, detail: unknown): Promise<void> =>
    record({
      id: newId(),
      guildId,
      workspaceId: undefined,
      discordUserId,
      action: "component.refused",
      target,
      outcome: "refused",
      detail,
      reference: undefined,
      at,
    });

  async function settleWhile(isDue: (counted: Counted) => boolean): Promise<void> {
    for (const [key, counted] of counts) {
      if (!isDue(counted)) return;
      counts.delete(key);
      const { last, lastAt, times, targets } = counted;
      if (times > 0) await write(last, lastAt, { times, components: targets });
    }
  }
  /** A start in the future was counted before the clock was set back. */
  const isOver = ({ since }: Counted): boolean => since + misuseWindowMs <= now() || since > now();

  return {
    async report(misuse) {
      await settleWhile(isOver);
      const at = now();
      const key = `${misuse.guildId}/${misuse.discordUserId}`;
      const known = counts.get(key);
      if (known !== undefined) {
        const targets = [...new Set([...known.targets, misuse.target])].slice(0, maxNamedTargets);
        counts.set(key, { since: known.since, last: misuse, lastAt: at, times: known.times + 1, targets });
        return;
      }
      counts.set(key, { since: at, last: misuse, lastAt: at, times: 0, targets: [] });
      if (counts.size > maxPeople) await settleWhile(() => counts.size > maxPeople);
      await write(misuse, at, undefined);
    },
    flush: () => settleWhile(isOver),
    flushAll: () => settleWhile(() => true),
  };
}
