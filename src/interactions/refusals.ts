import type { AppContext } from "../context.ts";

/** Somebody used a control that was forged, or is somebody else's. */
export interface Refusal {
  readonly guildId: string;
  readonly discordUserId: string;
  /** Name of the control. */
  readonly target: string;
}

/** Puts refusals on record, however many there are: a person's first at once, what follows in one entry with a count. */
export interface Refusals {
  /** Never rejects. */
  note(this: void, refusal: Refusal): Promise<void>;
  /** Records what was counted of everybody whose minutes are over. Never rejects. */
  settle(this: void): Promise<void>;
  /** The same for everybody, at the end of the program. */
  settleAll(this: void): Promise<void>;
}

/** So long after somebody's first refusal the next ones are counted with it. */
export const countedForMs = 5 * 60_000;
/** Whoever was refused longest ago is settled first. */
const keptPeople = 10_000;
const namedTargets = 10;

interface Counted {
  readonly since: number;
  readonly last: Refusal;
  readonly lastAt: number;
  /** After the first. */
  readonly times: number;
  readonly targets: readonly string[];
}

export function createRefusals({
  now,
  newId,
  record,
}: Pick<AppContext, "now" | "newId" | "record">): Refusals {
  /** In the order of their first refusal. */
  const counts = new Map<string, Counted>();

  const write = ({ guildId, discordUserId, target }: Refusal, at: number, detail: unknown): Promise<void> =>
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
      if (times > 0) await write(last, lastAt, { times, controls: targets });
    }
  }
  /** After now lies only what was counted before the clock was set back. */
  const isOver = ({ since }: Counted): boolean => since + countedForMs <= now() || since > now();

  return {
    async note(refusal) {
      await settleWhile(isOver);
      const at = now();
      const key = `${refusal.guildId}/${refusal.discordUserId}`;
      const known = counts.get(key);
      if (known !== undefined) {
        const targets = [...new Set([...known.targets, refusal.target])].slice(0, namedTargets);
        counts.set(key, { since: known.since, last: refusal, lastAt: at, times: known.times + 1, targets });
        return;
      }
      counts.set(key, { since: at, last: refusal, lastAt: at, times: 0, targets: [] });
      if (counts.size > keptPeople) await settleWhile(() => counts.size > keptPeople);
      await write(refusal, at, undefined);
    },
    settle: () => settleWhile(isOver),
    settleAll: () => settleWhile(() => true),
  };
}
