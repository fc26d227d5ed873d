import type { Alarm } from "./alarm.ts";
import { type Asked, keyOf } from "./connection.ts";
import type { Reading } from "./reading.ts";

/**
 * Gives what is known, and sees to it in the background that it is known better the next time. Where nothing is known
 * yet, the first answer, when it comes in time. Never rejects.
 */
export type Recall = (asked: Asked, withinMs: number) => Promise<unknown>;

const BUDGET_MS = 10_000;
/** Somebody who types asks several times a second; a question that failed is not repeated at that pace. */
const ASK_AGAIN_MS = 5_000;
const REMEMBERED = 1_000;

interface Question {
  readonly askedAt: number;
  /** Never rejects: `undefined` when it failed. */
  readonly answer: Promise<unknown>;
}

export function createRecall(reading: Reading, { now, alarm }: RecallParts): Recall {
  /** What is being asked, or failed lately, longest ago first. */
  const questions = new Map<string, Question>();

  function refresh(asked: Asked): Promise<unknown> {
    const key = keyOf(asked);
    const last = questions.get(key);
    if (last !== undefined && Math.abs(now() - last.askedAt) < ASK_AGAIN_MS) return last.answer;
    const question = { askedAt: now(), answer: ask(asked, key) };
    questions.delete(key);
    questions.set(key, question);
    const [longestAgo] = questions.keys();
    if (questions.size > REMEMBERED && longestAgo !== undefined) questions.delete(longestAgo);
    return question.answer;
  }

  async function ask(asked: Asked, key: string): Promise<unknown> {
    try {
      const data = await reading.read(asked, {
        lane: "background",
        fresh: false,
        keep: true,
        budgetMs: BUDGET_MS,
      });
      // From here on it is kept, or a write came between and it has to be asked again.
      questions.delete(key);
      return data;
    } catch {
      // The next command meets the same failure and says so.
      return undefined;
    }
  }

  return async (asked, withinMs) => {
    const kept = reading.kept(asked);
    if (kept !== undefined) {
      const { cacheMs = 0, suggestsMs = cacheMs } = asked.endpoint;
      if (now() - kept.at >= suggestsMs) void refresh(asked);
      return kept.data;
    }
    const late = Promise.withResolvers<undefined>();
    const callOff = alarm(withinMs, () => late.resolve(undefined));
    try {
      return await Promise.race([refresh(asked), late.promise]);
    } finally {
      callOff();
    }
  };
}

export interface RecallParts {
  readonly now: () => number;
  readonly alarm: Alarm;
}
