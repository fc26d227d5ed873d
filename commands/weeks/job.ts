import { backgroundCall, type WorkspaceApi } from "../../src/api/client.ts";
import type { Order } from "../../src/api/contract/orders.ts";
import { ApiError, ContractError } from "../../src/api/errors.ts";
import type { AppContext } from "../../src/context.ts";
import {
  isRollingOver,
  isSnapshotDue,
  computeNextSnapshotAt,
  peoplePerMinute,
  type SnapshotState,
} from "./snapshot-policy.ts";
import { UserError } from "../../src/errors.ts";
import { forEachLimited, type Job, type JobTools } from "../../src/jobs/job.ts";
import { StoreError } from "../../src/store/errors.ts";
import type { LinkedWorkspaceRef } from "./store.ts";
import { readCurrentWeek, snapshotPerson } from "./snapshot-person.ts";
import { hourMs, minuteMs, secondMs } from "../../src/time.ts";

/** At least this often, however far ahead the next reading seems to be. */
const maxLookMs = 6 * hourMs;

/**
 * All orders of a workspace; `undefined` if they can't be read now, since a week's other numbers count without them.
 */
async function readOrders(
  { workspace, api }: { readonly workspace: LinkedWorkspaceRef; readonly api: WorkspaceApi },
  { log }: AppContext,
): Promise<readonly Order[] | undefined> {
  try {
    return await api.searchOrders({ params: { workspaceId: workspace.workspaceId } });
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ContractError)) throw error;
    log.debug("orders could not be counted for the week", { guildId: workspace.guildId, error });
    return undefined;
  }
}

/**
 * Reads the weeks due in one workspace, as many as a minute's limit allows. Never rejects.
 * @returns when the next one is due; `undefined` for the end of the lease
 */
async function snapshotWorkspace(
  workspace: LinkedWorkspaceRef,
  tools: JobTools,
): Promise<number | undefined> {
  const { ctx } = tools;
  const { guildId, workspaceId } = workspace;
  try {
    const now = ctx.now();
    const known = await ctx.store.weeks.known(guildId, workspaceId, 2);
    const [newest] = known;
    if (newest !== undefined && isRollingOver(newest.endsAt, now)) return undefined;
    const people = await ctx.store.weeks.people(guildId, workspaceId, now);
    const due = people
      .filter((person) => isSnapshotDue(person, people.length, now))
      .slice(0, peoplePerMinute);
    if (due.length === 0) return computeNextCheckAt(people, now);
    const { api } = await tools.resolveWorkspace({ guildId, channelId: guildId, linkKey: workspace.linkKey });
    const thisWeek = await readCurrentWeek(workspace, known, ctx);
    const source = {
      workspace,
      api: api.withDefaults(backgroundCall),
      thisWeek,
      wanted: await ctx.store.reminders.wanted(workspace, ["assignment", "marked"]),
    };
    const orders = await readOrders(source, ctx);
    for (const { userId } of due) {
      try {
        await snapshotPerson(userId, { ...source, orders }, ctx);
      } catch (error) {
        if (error instanceof ApiError || error instanceof UserError || error instanceof StoreError)
          throw error;
        // A failure on one person's response says nothing about the others.
        ctx.log.warn("a person's week could not be saved", { guildId, workspaceId, error });
      }
    }
  } catch (error) {
    // People who weren't reached are still due, and are read a minute later.
    const isExpected = error instanceof ApiError || error instanceof UserError;
    ctx.log[isExpected ? "debug" : "warn"]("the weeks of a workspace could not be saved", {
      guildId,
      workspaceId,
      error,
    });
  }
  return undefined;
}

/** New people are found by when they were connected. */
function computeNextCheckAt(people: readonly SnapshotState[], now: number): number {
  return Math.min(
    now + maxLookMs,
    ...people.map((person) => computeNextSnapshotAt(person, people.length, now)),
  );
}

/** Workspaces read at the same time. */
const workspacesAtOnce = 8;
const maxBatch = 64;
/** A workspace with more due weeks than a minute's limit allows continues a minute later. */
const leaseMs = 55 * secondMs;

/**
 * The service forgets each week when it ends, so connected people's weeks are read and stored before the end, and again
 * once the service has marked them. One replica at a time reads a workspace.
 */
export const weeks: Job = {
  name: "weeks",
  schedule: { everyMs: minuteMs },
  async run(tools) {
    const { store, now } = tools.ctx;
    await store.weeks.prepareLooks(now());
    const startedAt = now();
    let claimed: readonly LinkedWorkspaceRef[];
    do {
      const leaseUntil = now() + leaseMs;
      claimed = await store.weeks.claimLooks(now(), leaseUntil, maxBatch);
      await forEachLimited(claimed, workspacesAtOnce, async (workspace) => {
        const next = await snapshotWorkspace(workspace, tools);
        if (next !== undefined) await store.weeks.setNextLook(workspace, leaseUntil, next);
      });
    } while (claimed.length > 0 && now() - startedAt < leaseMs && tools.stopping?.aborted !== true);
  },
};
