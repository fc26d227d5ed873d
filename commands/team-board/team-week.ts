import {
  compareNeed,
  computeExpectedShareOf,
  summarizeWeek,
  type WeekSummary,
  type KnownWeek,
  type Week,
} from "../weeks/index.ts";
import { computeExpectedShare } from "../../src/domain/week-boundaries.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { selectDrawn, type TeamPicture } from "./draw.ts";
import { createTeamPicture } from "./picture.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { type Names, readNames, readPortraits, formatPlainPerson } from "../../src/ui/people.ts";
import { formatWeekdayAndClockIn } from "../../src/ui/time.ts";
import { readGuildZone } from "../kit/zone-option.ts";

/** More than any workspace has connected. */
const maxPeople = 5_000;

export interface Member {
  readonly userId: string;
  readonly week: Week | undefined;
  readonly summary: WeekSummary;
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

/** The first page as a picture. */
export async function createTeamWeekPicture(
  { endsAt }: KnownWeek,
  members: readonly Member[],
  ctx: LinkedContext,
): Promise<TeamPicture> {
  const { guildId, link, store, now, dateStyle } = ctx;
  const shown = selectDrawn(members, ({ summary }) => summary.outcome).map(({ userId }) => userId);
  const portraits = await readPortraits(shown, { guildId, linkKey: link.linkKey, store });
  const rows = members.map(({ userId, week, summary }) => ({
    person: portraits.get(userId) ?? { name: "" },
    summary,
    assignments: week?.assignments ?? [],
  }));
  if (endsAt <= now()) return createTeamPicture(rows, () => 0);
  const zone = await readGuildZone(ctx);
  // Numbers that couldn't be read again are judged as of then.
  const readAt = Math.max(...members.map(({ week }) => week?.snapshotAt ?? 0)) || now();
  // Others may get to see a copy of it later.
  const by = joinParts(
    [formatWeekdayAndClockIn(zone ?? "UTC", readAt, dateStyle), zone === undefined && "UTC"],
    " ",
  );
  return {
    ...createTeamPicture(rows, (goal) => computeExpectedShareOf(goal, endsAt, readAt), by),
    isFresh: computeExpectedShare(endsAt, readAt) === computeExpectedShare(endsAt, now()),
  };
}
