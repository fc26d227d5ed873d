import { compareNeed } from "../../src/domain/attention.ts";
import { summarizeWeek, type WeekSummary } from "../../src/domain/week-results.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { KnownWeek, Week, WeekAssignment } from "../../src/store/weeks.ts";
import { type Names, readNames, formatPlainPerson } from "../../src/ui/people.ts";

/** More than any workspace has connected. */
const maxPeople = 5_000;

export interface Member {
  readonly userId: string;
  readonly week: Week | undefined;
  readonly summary: WeekSummary<WeekAssignment>;
}
export interface TeamWeek {
  /** People who need attention first. */
  readonly members: readonly Member[];
  readonly names: Names;
}

/** Everyone with a saved week and, in the current week, everyone who is connected. */
export async function readTeamWeek({ weekStart, endsAt }: KnownWeek, ctx: LinkedContext): Promise<TeamWeek> {
  const { store, guildId, workspaceId } = ctx;
  const now = ctx.now();
  const weeks = await store.weeks.ofWeek(guildId, workspaceId, weekStart);
  const weekOf = new Map(weeks.map((week) => [week.userId, week]));
  const connected = endsAt > now ? await store.accounts.list(guildId, { limit: maxPeople, offset: 0 }) : [];
  const userIds = [...new Set([...weekOf.keys(), ...connected.map(({ userId }) => userId)])];
  const names = await readNames(userIds, ctx);
  const members = userIds.map((userId) => {
    const week = weekOf.get(userId);
    return { userId, week, summary: summarizeWeek(week, now) };
  });
  return { members: members.toSorted(compareByNeed(names)), names };
}

function compareByNeed(names: Names): (a: Member, b: Member) => number {
  return (a, b) =>
    compareNeed(a.summary, b.summary) ||
    formatPlainPerson(a.userId, names).localeCompare(formatPlainPerson(b.userId, names));
}
