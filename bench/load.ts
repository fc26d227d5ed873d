import { setTimeout as sleep } from "node:timers/promises";
import type { MinimalDiscord } from "./minimal-discord/server.ts";
import type { Frame } from "./minimal-discord/frames.ts";
import type { MeasuredProcess } from "./measured-process.ts";

/** A contender, and its own Discord emulator that sends the interactions. */
export interface Asked {
  readonly discord: MinimalDiscord;
  readonly process: MeasuredProcess;
  readonly nextFrame: () => Frame;
  /** A wrong answer, or none, is counted instead of ending the bench. */
  readonly wrongIsCounted?: boolean;
}

export interface Loaded {
  /** From question to shown answer, each. */
  readonly ms: readonly number[];
  /** From the first question to the last answer, an answer's share. */
  readonly wallMs: number;
  /** Of the whole process, an answer's share. */
  readonly cpuMs: number;
  /** How many were not answered, or with something else; none unless `wrongIsCounted`. */
  readonly wrong: number;
}

/** Each after the previous one was answered and a pause. */
export function oneByOne(asked: Asked, count: number, pauseMs: number): Promise<Loaded> {
  return loaded(asked, async (ask) => {
    for (let n = 0; n < count; n++) {
      await sleep(pauseMs);
      await ask();
    }
  });
}

/** Sends on schedule, whether or not earlier ones were answered. */
export function atRate(asked: Asked, perSecond: number, count: number): Promise<Loaded> {
  return loaded(asked, async (ask) => {
    const startedAt = performance.now();
    const answers: Promise<void>[] = [];
    for (let n = 0; n < count; n++) {
      const waitMs = startedAt + (n * 1_000) / perSecond - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      answers.push(ask());
    }
    await Promise.all(answers);
  });
}

/** Keeps this many in progress, so that there is always something to do. */
export function saturated(asked: Asked, atOnce: number, count: number): Promise<Loaded> {
  return loaded(asked, async (ask) => {
    let left = count;
    const askOn = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await ask();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, askOn));
  });
}

async function loaded(
  { discord, process, nextFrame, wrongIsCounted = false }: Asked,
  load: (ask: () => Promise<void>) => Promise<void>,
): Promise<Loaded> {
  const ms: number[] = [];
  let wrong = 0;
  const before = await process.usage();
  const startedAt = performance.now();
  await load(() =>
    discord.ask(nextFrame()).then(
      (answeredMs) => void ms.push(answeredMs),
      (error: unknown) => {
        if (!wrongIsCounted) throw error;
        wrong += 1;
      },
    ),
  );
  const wallMs = performance.now() - startedAt;
  const after = await process.usage();
  const count = ms.length + wrong;
  return { ms, wallMs: wallMs / count, cpuMs: (after.cpuMs - before.cpuMs) / count, wrong };
}
