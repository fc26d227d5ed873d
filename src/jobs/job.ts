import type { REST } from "discord.js";
import type { AppContext } from "../context.ts";
import type { CommandRegistration } from "../discord/registration.ts";
import { leasePart } from "../discord/leased.ts";
import type { Lease } from "../lease.ts";
import type { LinkedWorkspace, LinkLocation } from "../interactions/dispatch/workspace.ts";
import { nextTurn } from "../turns.ts";

export interface JobTools {
  readonly ctx: AppContext;
  /** For all requests to Discord but replies to interactions. */
  readonly postRest: REST;
  /** The workspace of a place. @throws UserError if there is none, KeyNotOpenedError if its key can't be decrypted */
  readonly resolveWorkspace: (workspace: LinkLocation) => Promise<LinkedWorkspace>;
  /** Tells people whose write was interrupted. */
  readonly recover: (before: number) => Promise<void>;
  readonly registration: Pick<CommandRegistration, "ensure">;
  /** Aborted when the bot stops: work in progress ends, and none is started. */
  readonly stopping?: AbortSignal;
}

/** The same tools, but they send nothing once the lease has ended. */
export function leaseTools(tools: JobTools, lease: Lease): JobTools {
  const { ctx } = tools;
  const messenger = leasePart(ctx.messenger, lease);
  const memberRoles = leasePart(ctx.memberRoles, lease);
  return { ...tools, ctx: { ...ctx, messenger, memberRoles } };
}

export type JobSchedule =
  /** The interval, from the start on. Setting the machine's clock doesn't change it. */
  | { readonly everyMs: number }
  /** A node-cron expression, in UTC. For jobs that run hourly or less often. */
  | { readonly cron: string };

/** Work that runs on a timer. Running twice, or on several replicas at once, must do no harm. */
export interface Job {
  readonly name: string;
  readonly schedule: JobSchedule;
  readonly run: (tools: JobTools) => Promise<void>;
}

/** Deletes what is older than its retention period. */
export type Removal = (ctx: AppContext) => Promise<unknown>;

/** After the clock was set back: what waits for a time that is now further away is tried when it was meant to be. */
export type ClockSetBack = (tools: JobTools, change: ClockChange) => Promise<void>;

export interface ClockChange {
  /** Epoch milliseconds, by the new clock. */
  readonly now: number;
  /** How far it was set back. */
  readonly byMs: number;
}

/**
 * Processes a list with a bounded number of entries at a time, each in a turn of its own, so that a list of any length
 * lets others in. @throws what `work` throws, once the rest has ended
 */
export async function forEachLimited<T>(
  entries: readonly T[],
  maxConcurrent: number,
  work: (entry: T) => Promise<void>,
): Promise<void> {
  const waiting = entries.values();
  const results = await Promise.allSettled(
    Array.from({ length: maxConcurrent }, async () => {
      for (const entry of waiting) {
        await nextTurn();
        await work(entry);
      }
    }),
  );
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
