import { setTimeout as sleep } from "node:timers/promises";
import { conditionWithinMs } from "./patience.ts";

/** Whether it becomes so within this time, a second by default. */
export async function soon(condition: () => boolean | Promise<boolean>, withinMs = 1_000): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await sleep(5);
  }
  return true;
}

/** Waits for a condition, asking every few milliseconds. Says what it waited for when it never comes. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = conditionWithinMs,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms in vain for: ${what}`);
    await sleep(5);
  }
}

/**
 * Waits for a condition that comes as time passes. After each step the bot has a while of real time: a clock that runs
 * on while a busy machine works would end each of its leases.
 */
export function untilAfterSteps(
  what: string,
  step: () => void,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  return until(what, async () => {
    if (await soon(condition, 3_000)) return true;
    step();
    return false;
  });
}
