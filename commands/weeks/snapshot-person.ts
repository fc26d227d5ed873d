import {
  observeIn,
  announceNotices,
  type KindFoundBy,
  type Sighting,
  type WantedNotice,
} from "../remind/index.ts";
import type { AppContext } from "../../src/context.ts";
import { filterKept, type KeptReading, type PersonReading, type PersonSource } from "./read-person.ts";

export interface SnapshotSource extends PersonSource {
  /** What people here want to be notified of. */
  readonly wanted: readonly WantedNotice<KindFoundBy<"weeks">>[];
}

/** Stores people's weeks and what they want to be notified of, all or nothing. */
export async function saveReadings(
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
