import {
  announceNotices,
  isFoundBy,
  type KindFoundBy,
  observeIn,
  reminderKinds,
  type Sighting,
  type WantedNotice,
} from "../remind/index.ts";
import { backgroundCall, type WorkspaceApi } from "../../src/api/client.ts";
import type { Order } from "../../src/api/contract/orders.ts";
import { ApiError, ContractError } from "../../src/api/errors.ts";
import type { AppContext } from "../../src/context.ts";
import {
  isRollingOver,
  isSnapshotDue,
  computeNextSnapshotAt,
  getRolloverEnd,
  peoplePerMinute,
  type SnapshotState,
} from "./snapshot-policy.ts";
import { UserError } from "../../src/errors.ts";
import { forEachLimited, type Job, type JobTools } from "../../src/jobs/job.ts";
import { StoreError } from "../../src/store/errors.ts";
import type { LinkPosition } from "../../src/store/guild-links.ts";
import type { LinkedWorkspaceRef, NextLook } from "./store.ts";
import {
  filterKept,
  type KeptReading,
  moveFailedBack,
  type PersonReading,
  type PersonSource,
  readCurrentWeek,
  readPerson,
  weeksCompared,
} from "./read-person.ts";
import { hourMs, minuteMs, secondMs } from "../../src/time.ts";
import { nextTurn } from "../../src/turns.ts";
import { notePeople } from "../../src/ui/people.ts";

const kindsOfWeeks = reminderKinds.filter(isFoundBy("weeks"));
/** At least this often, however far ahead the next reading seems to be. */
const maxLookMs = 6 * hourMs;

/**
 * All orders of a workspace; `undefined` if they can't be read now, since a week's other numbers count without them.
 */
async function readOrders(
  { workspace, api }: { readonly workspace: LinkedWorkspaceRef; readonly api: WorkspaceApi },
  { log }: Pick<AppContext, "log">,
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
    const known = await ctx.store.weeks.known(guildId, workspaceId, weeksCompared);
    const [newest] = known;
    if (newest !== undefined && isRollingOver(newest.endsAt, now)) return getRolloverEnd(newest.endsAt);
    const people = await ctx.store.weeks.people(guildId, workspaceId, now);
    const due = moveFailedBack(
      people.filter((person) => isSnapshotDue(person, people.length, now)),
      workspace,
      ctx,
    ).slice(0, peoplePerMinute);
    if (due.length === 0) return computeNextCheckAt(people, now);
    const { api } = await tools.resolveWorkspace({ guildId, channelId: guildId, linkKey: workspace.linkKey });
    const thisWeek = await readCurrentWeek(workspace, known, ctx);
    const source = {
      workspace,
      api: api.withDefaults(backgroundCall),
      thisWeek,
      wanted: await ctx.store.reminders.wanted(workspace, kindsOfWeeks),
    };
    const orders = await readOrders(source, ctx);
    const userIds = due.map(({ userId }) => userId);
    await snapshotPeople(userIds, { ...source, orders }, ctx);
    await notePeople(userIds, { ...ctx, link: workspace });
  } catch (error) {
    // People who weren't reached are still due, and are read a minute later, whoever failed after the others.
    const isExpected = error instanceof ApiError || error instanceof UserError;
    ctx.log[isExpected ? "debug" : "warn"]("the weeks of a workspace could not be saved", {
      guildId,
      workspaceId,
      error,
    });
  }
  return undefined;
}

interface SnapshotSource extends PersonSource {
  /** What people here want to be notified of. */
  readonly wanted: readonly WantedNotice<KindFoundBy<"weeks">>[];
}

/** Stores people's weeks and what they want to be notified of, all or nothing. */
async function saveReadings(
  readings: readonly PersonReading[],
  { workspace, wanted }: SnapshotSource,
  ctx: AppContext,
): Promise<void> {
  const kept = await filterKept(readings, workspace, ctx);
  await ctx.store.weeks.save(workspace.guildId, {
    finals: kept.flatMap(({ marked }) => marked),
    snapshots: kept.flatMap(({ week = [] }) => week),
    alongside: kept
      .flatMap((reading) => listSightings(reading, wanted))
      .map((sighting) => (transaction) => observeIn(transaction, sighting)),
  });
}

/** What this person wants to be notified of. */
function listSightings(
  { userId, readAt: noticedAt, told, marked }: KeptReading,
  wanted: SnapshotSource["wanted"],
): readonly Sighting[] {
  if (told === undefined) return [];
  const subjects: Readonly<Record<KindFoundBy<"weeks">, readonly string[]>> = {
    assignment: told.assigned.filter(({ active, target }) => active && target > 0).map(({ _id }) => _id),
    marked: marked.map(({ weekStart }) => weekStart),
  };
  const announce = announceNotices(userId);
  return wanted.flatMap(({ userId: whose, ...look }) =>
    whose === userId ? [{ look: { ...look, noticedAt }, subjects: subjects[look.kind], announce }] : [],
  );
}

/** What was read of people is in memory for no longer. */
const maxUnsavedMs = 10 * secondMs;

/**
 * Reads people one after the other and saves them together: each commit waits for the disk, for everyone. Those read
 * before a failure are saved, too.
 */
async function snapshotPeople(
  userIds: readonly string[],
  source: SnapshotSource,
  ctx: AppContext,
): Promise<void> {
  let unsaved: PersonReading[] = [];
  const save = async (): Promise<void> => {
    const readings = unsaved;
    unsaved = [];
    if (readings.length > 0) await saveEach(readings, source, ctx);
  };
  let unsavedSince = ctx.now();
  try {
    for (const userId of userIds) {
      if (unsaved.length === 0) unsavedSince = ctx.now();
      else if (ctx.now() - unsavedSince >= maxUnsavedMs) await save();
      await forOne(source, ctx, async () => void unsaved.push(await readPerson(userId, source, ctx)));
    }
  } finally {
    await nextTurn();
    await save();
  }
}

/** Together; one by one if that fails, so that what one person's week fails at keeps nobody else's from being saved. */
async function saveEach(
  readings: readonly PersonReading[],
  source: SnapshotSource,
  ctx: AppContext,
): Promise<void> {
  try {
    await saveReadings(readings, source, ctx);
  } catch (error) {
    if (isOfAll(error)) throw error;
    for (const reading of readings) {
      await nextTurn();
      await forOne(source, ctx, () => saveReadings([reading], source, ctx));
    }
  }
}

function isOfAll(error: unknown): boolean {
  return error instanceof ApiError || error instanceof UserError || error instanceof StoreError;
}

/** A failure on one person's response says nothing about the others. @throws what does */
async function forOne(
  { workspace: { guildId, workspaceId } }: SnapshotSource,
  { log }: Pick<AppContext, "log">,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isOfAll(error)) throw error;
    log.warn("a person's week could not be saved", { guildId, workspaceId, error });
  }
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
    let after: LinkPosition | undefined;
    do {
      await nextTurn();
      after = await store.weeks.prepareLooks(now(), after);
    } while (after !== undefined);
    const startedAt = now();
    let claimed: readonly LinkedWorkspaceRef[];
    do {
      const leaseUntil = now() + leaseMs;
      claimed = await store.weeks.claimLooks(now(), leaseUntil, maxBatch);
      const looks: NextLook[] = [];
      await forEachLimited(claimed, workspacesAtOnce, async (workspace) => {
        const dueAt = await snapshotWorkspace(workspace, tools);
        if (dueAt !== undefined) looks.push({ ...workspace, dueAt });
      });
      if (looks.length > 0) await store.weeks.setNextLooks(looks, leaseUntil);
    } while (claimed.length > 0 && now() - startedAt < leaseMs && tools.stopping?.aborted !== true);
  },
};
