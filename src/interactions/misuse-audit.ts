import type { AppContext } from "../context.ts";
import { minuteMs } from "../time.ts";

/** Somebody used a control that was forged, or is somebody else's. */
export interface Misuse {
  readonly guildId: string;
  readonly discordUserId: string;
  /** Name of the control. */
  readonly target: string;
}

/** Puts refusals on record, however many there are: a person's first at once, what follows in one entry with a count. */
export interface MisuseAudit {
  /** Never rejects. */
  report(this: void, refusal: Misuse): Promise<void>;
  /** Records what was counted of everybody whose minutes are over. Never rejects. */
  flush(this: void): Promise<void>;
  /** The same for everybody, at the end of the program. */
  flushAll(this: void): Promise<void>;
}

/** So long after somebody's first refusal the next ones are counted with it. */
export const misuseWindowMs = 5 * minuteMs;
/** Whoever was refused longest ago is settled first. */
const maxPeople = 10_000;
const maxNamedTargets = 10;

interface Counted {
  readonly since: number;
  readonly last: Misuse;
  readonly lastAt: number;
  /** After the first. */
  readonly times: number;
  readonly targets: readonly string[];
}

export function createMisuseAudit({
  now,
  newId,
  recordEntry: record,
}: Pick<AppContext, "now" | "newId" | "recordEntry">): MisuseAudit {
  /** In the order of their first refusal. */
  const counts = new Map<string, Counted>();

  const write = ({ guildId, discordUserId, target }: Misuse, at: number, detail: unknown): Promise<void> =>
    record({
      id: newId(),
      guildId,
      workspaceId: undefined,
      discordUserId,
      action: "control.refused",
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
  /** After now lies only what was counted before the clock was set back. */
  const isOver = ({ since }: Counted): boolean => since + misuseWindowMs <= now() || since > now();

  return {
    async report(refusal) {
      await settleWhile(isOver);
      const at = now();
      const key = `${refusal.guildId}/${refusal.discordUserId}`;
      const known = counts.get(key);
      if (known !== undefined) {
        const targets = [...new Set([...known.targets, refusal.target])].slice(0, maxNamedTargets);
        counts.set(key, { since: known.since, last: refusal, lastAt: at, times: known.times + 1, targets });
        return;
      }
      counts.set(key, { since: at, last: refusal, lastAt: at, times: 0, targets: [] });
      if (counts.size > maxPeople) await settleWhile(() => counts.size > maxPeople);
      await write(refusal, at, undefined);
    },
    flush: () => settleWhile(isOver),
    flushAll: () => settleWhile(() => true),
  };
}
