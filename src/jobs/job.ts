import type { REST } from "discord.js";
import type { AppContext } from "../context.ts";
import { leasedMessenger } from "../discord/leased.ts";
import type { Lease } from "../lease.ts";
import type { LinkedWorkspace, LinkLocation } from "../interactions/dispatch/workspace.ts";

export interface JobTools {
  readonly ctx: AppContext;
  /** For everything that is not an answer to an interaction. */
  readonly postRest: REST;
  /** The workspace of a place. @throws UserError when there is none, KeyNotOpenedError when its key cannot be opened */
  readonly resolveWorkspace: (workspace: LinkLocation) => Promise<LinkedWorkspace>;
  /** Tells people whose write was cut off. */
  readonly recover: (before: number) => Promise<void>;
  /** Aborted when the bot stops: what is running ends, nothing new is started. */
  readonly stopping?: AbortSignal;
}

/** The same, which write to nobody once the lease has ended. */
export function leasedTools(tools: JobTools, lease: Lease): JobTools {
  const { ctx } = tools;
  return { ...tools, ctx: { ...ctx, messenger: leasedMessenger(ctx.messenger, lease) } };
}

export type JobSchedule =
  /** So long after the start, and then again and again. Nothing that is done to the machine's clock changes that. */
  | { readonly everyMs: number }
  /** At set times, in UTC; see node-cron for the form. For what is done hourly or less often. */
  | { readonly cron: string };

/** Work that runs by itself. It must bear running twice, and on several replicas at once. */
export interface Job {
  readonly name: string;
  readonly schedule: JobSchedule;
  readonly run: (tools: JobTools) => Promise<void>;
}

/** Works through a list, a bounded number of entries at a time. @throws what the work throws, once the rest has ended */
export async function forEachLimited<T>(
  entries: readonly T[],
  maxConcurrent: number,
  work: (entry: T) => Promise<void>,
): Promise<void> {
  const waiting = entries.values();
  const results = await Promise.allSettled(
    Array.from({ length: maxConcurrent }, async () => {
      for (const entry of waiting) await work(entry);
    }),
  );
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
