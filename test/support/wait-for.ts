import { setTimeout as sleep } from "node:timers/promises";

/** Whether it becomes so within a second. */
export async function soon(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + 1_000;
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
  withinMs = 90_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms in vain for: ${what}`);
    await sleep(5);
  }
}
