import { setTimeout as sleep } from "node:timers/promises";
import type { AppContext } from "../context.ts";

/** Tried again this long after each failure; all of it fits into a draft's lease. */
const pausesMs = [1_000, 5_000, 15_000, 25_000] as const;

/**
 * Stores that a write was done. When the database has trouble it is tried again in the background: a draft that stays
 * `sending` would later be told as unknown, over a receipt that was true. Never rejects.
 */
export async function settleDone(draftId: string, result: string, ctx: AppContext): Promise<void> {
  if (!(await settled(draftId, result, ctx))) void settleLater(draftId, result, ctx);
}

async function settleLater(draftId: string, result: string, ctx: AppContext): Promise<void> {
  for (const pauseMs of pausesMs) {
    await sleep(pauseMs, undefined, { ref: false });
    if (await settled(draftId, result, ctx)) return;
  }
}

async function settled(draftId: string, result: string, ctx: AppContext): Promise<boolean> {
  try {
    await ctx.store.drafts.settle(draftId, "done", result);
    return true;
  } catch (error) {
    ctx.log.error("a write was done, but that could not be stored", { draftId, error });
    return false;
  }
}
