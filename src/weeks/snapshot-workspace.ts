import { backgroundCall, type WorkspaceApi } from "../api/client.ts";
import type { Order } from "../api/contract/orders.ts";
import { ApiError, ContractError } from "../api/errors.ts";
import type { AppContext } from "../context.ts";
import {
  isRollingOver,
  isSnapshotDue,
  keptMonthsOf,
  oldestKept,
  peoplePerMinute,
} from "../domain/snapshot-policy.ts";
import { UserError } from "../errors.ts";
import { forEachLimited, type Job, type JobTools } from "../jobs/job.ts";
import { StoreError } from "../store/errors.ts";
import type { LinkedWorkspaceRef } from "../store/weeks.ts";
import { currentWeek, snapshotPerson } from "./snapshot-person.ts";
import { minuteMs } from "../time.ts";

/**
 * All orders of a workspace; `undefined` when they cannot be read now, since the rest of a week counts without them.
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

/** Takes the weeks that are due in one workspace, as many as one minute may read. Never rejects. */
async function snapshotWorkspace(workspace: LinkedWorkspaceRef, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const { guildId, workspaceId } = workspace;
  try {
    const now = ctx.now();
    const [newest] = await ctx.store.weeks.known(guildId, workspaceId, 1);
    if (newest !== undefined && isRollingOver(newest.endsAt, now)) return;
    const people = await ctx.store.weeks.people(guildId, workspaceId, now);
    const due = people
      .filter((person) => isSnapshotDue(person, people.length, now))
      .slice(0, peoplePerMinute);
    if (due.length === 0 || !(await isOurs(workspace, tools))) return;
    const { api } = await tools.resolveWorkspace({ guildId, channelId: guildId, linkKey: workspace.linkKey });
    const thisWeek = await currentWeek(workspace, newest, ctx);
    const source = {
      workspace,
      api: api.withDefaults(backgroundCall),
      thisWeek,
      oldestKept: oldestKept(keptMonthsOf(await ctx.store.guildSettings.all(guildId)), now),
      wanted: await ctx.store.reminders.wanted(workspace, ["assignment", "marked"]),
    };
    const orders = await readOrders(source, ctx);
    for (const person of due) {
      try {
        await snapshotPerson(person, { ...source, orders }, ctx);
      } catch (error) {
        if (error instanceof ApiError || error instanceof UserError || error instanceof StoreError)
          throw error;
        // What breaks on one person's answer says nothing of the others.
        ctx.log.warn("a person's week could not be saved", { guildId, workspaceId, error });
      }
    }
  } catch (error) {
    // People who weren't reached are still due and get another turn in a minute.
    const isExpected = error instanceof ApiError || error instanceof UserError;
    ctx.log[isExpected ? "debug" : "warn"]("the weeks of a workspace could not be saved", {
      guildId,
      workspaceId,
      error,
    });
  }
}

/** Of several replicas one reads a workspace in each minute. */
async function isOurs({ guildId, linkKey }: LinkedWorkspaceRef, { ctx }: JobTools): Promise<boolean> {
  if (!ctx.store.shared) return true;
  const minute = Math.floor(ctx.now() / minuteMs);
  return ctx.store.idempotencyKeys.claim(`weeks:${guildId}/${linkKey}/${minute}`, ctx.now());
}

/** Workspaces that are asked at the same time. */
const workspacesAtOnce = 8;

/**
 * The service forgets each week at its end, so connected people's weeks are read before it, again after it when the
 * service has marked them, and kept.
 */
export const weeks: Job = {
  name: "weeks",
  schedule: { everyMs: minuteMs },
  async run(tools) {
    const places = await tools.ctx.store.weeks.workspaces();
    await forEachLimited(places, workspacesAtOnce, (workspace) => snapshotWorkspace(workspace, tools));
  },
};
