import { rank, type Ranked } from "../../../src/domain/lists.ts";
import { findLastWeek } from "../../../src/domain/week-boundaries.ts";
import {
  describeTimeLeft,
  findOldestRead,
  type KnownWeek,
  labelWeekEnd,
  refreshWeeks,
  type Week,
} from "../../weeks/index.ts";
import { toStaleReason } from "../../../src/api/errors.ts";
import { createEmbed } from "../../../src/ui/embed.ts";
import { fitLines, joinParts, smallPrint, withoutBreaks } from "../../../src/ui/lines.ts";
import { pluralize } from "../../../src/ui/numbers.ts";
import { describePerson, type Names, describeUnnamed, readPortraits } from "../../../src/ui/people.ts";
import { describeWeek, type Dates } from "../../../src/ui/time.ts";
import type { PostContext } from "../../../src/ui/render-context.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { Measure, measures, medals } from "../measures.ts";
import {
  weekIsOver,
  choiceOption,
  partOption,
  pictureOption,
  defineBoard,
  kindNames,
} from "../../boards/index.ts";
import { readMissedWeeks, selectLastWeek } from "../report/weeks.ts";
import { hourMs } from "../../../src/time.ts";
import type { AppContext } from "../../../src/context.ts";
import { type LeaderboardPicture, type LeaderboardRow, maxLeaderboardRows } from "./draw.ts";

/** Without anyone to rank. @param now in epoch milliseconds */
export function describeNobody({ endsAt }: KnownWeek, now: number): string {
  return endsAt > now ? "Nobody has any numbers yet." : "Nobody has any numbers in that week.";
}

interface Ranking {
  readonly what: Measure;
  readonly week: KnownWeek;
  /** Best first. */
  readonly ranked: readonly Ranked<Week>[];
  /** The caller's user id, if connected. */
  readonly ownUserId: string | undefined;
}

type LeaderboardPlace = Pick<AppContext, "store"> & {
  readonly guildId: string;
  readonly link: { readonly linkKey: string };
};

/** The top places and the caller's own, as a picture. */
export async function createLeaderboardPicture(
  { what, week, ranked, ownUserId }: Ranking,
  { guildId, link, store }: LeaderboardPlace,
  dates: Dates,
): Promise<LeaderboardPicture> {
  const first = ranked.slice(0, maxLeaderboardRows);
  const isOwn = ({ entry }: Ranked<Week>): boolean => entry.userId === ownUserId;
  const own = first.some(isOwn) ? undefined : ranked.find(isOwn);
  const shown = own === undefined ? first : [...first, own];
  const userIds = shown.map(({ entry }) => entry.userId);
  const portraits = await readPortraits(userIds, { guildId, linkKey: link.linkKey, store });
  const toRow = (place: Ranked<Week>): LeaderboardRow => ({
    place: place.place,
    person: portraits.get(place.entry.userId) ?? { name: "" },
    value: place.value,
    numbers: measures[what].format(place.value),
    isOwn: isOwn(place),
  });
  return {
    kind: "leaderboard",
    title: `${measures[what].title}, ${describeWeek(week.weekStart, dates)}`,
    rows: first.map(toRow),
    own: own && toRow(own),
    total: ranked.length,
  };
}

const maxPlaces = 10;

/** Who did the most in the current week, or in the one before. */
export const leaderboardBoard = defineBoard({
  name: "leaderboard",
  description: kindNames.leaderboard,
  options: {
    rankBy: choiceOption(
      "What to rank by",
      Measure.options.map((value) => ({ value, name: measures[value].choice, chosen: `By ${value}` })),
      "minutes",
    ),
    part: partOption,
    pictures: pictureOption,
  },
  refreshEveryMs: hourMs,
  async build(input) {
    const { ctx, link, now, options, maxLength, schedule, boardData } = input;
    const { guildId, workspaceId } = link;
    const isFinal = options.part === "final";
    const failure = isFinal ? undefined : await refreshWeeks(input);
    if (failure !== undefined) boardData.addStale(toStaleReason(failure, now));
    const known = await ctx.store.weeks.known(guildId, workspaceId, 3);
    const at = Math.min(now, input.dueAt ?? now);
    const present = isFinal ? findLastWeek(known, at) : known.find(({ endsAt }) => endsAt > at);
    const saved = present && (await ctx.store.weeks.ofWeek(guildId, workspaceId, present.weekStart));
    const missed = isFinal ? selectLastWeek(await readMissedWeeks(input, saved), at) : [];
    const week = present ?? missed[0];
    if (week === undefined)
      return {
        empty: isFinal ? "Nothing was saved for the last week." : "Nothing has been saved for this week yet.",
      };
    // A late post would rank the beginning of another week.
    if (!isFinal && week.endsAt <= now) return weekIsOver;
    const weeks = [...(saved ?? []), ...missed.filter(({ weekStart }) => weekStart === week.weekStart)];
    const byId = weeks.toSorted((a, b) => a.userId.localeCompare(b.userId));
    const ranked = rank(byId, measures[options.rankBy].getValue);
    if (ranked.length === 0) return { empty: describeNobody(week, now) };
    const names = await input.readNames(ranked.slice(0, maxPlaces).map(({ entry }) => entry.userId));
    const view = { what: options.rankBy, week, ranked };
    const context = input.renderContext(names);
    return {
      message: renderLeaderboardBoard({ ...view, maxLength, isDrawn: false }, names, context),
      beside: renderLeaderboardBoard({ ...view, maxLength, isDrawn: true }, names, context),
      picture: await createLeaderboardPicture(
        { ...view, ownUserId: undefined },
        { store: ctx.store, guildId, link },
        context,
      ),
      coveredUntil: isFinal
        ? undefined
        : await findOldestRead(
            ranked.map(({ entry }) => entry),
            input,
          ),
      contentKey: [
        week.weekStart,
        options.rankBy,
        ranked.map(({ entry, value }) => [entry.userId, value]),
        schedule.zone,
      ],
    };
  },
});

interface BoardView extends Omit<Ranking, "ownUserId"> {
  readonly maxLength: number;
  /** Whether a picture shows the places. */
  readonly isDrawn: boolean;
}

export function renderLeaderboardBoard(
  { what, week, ranked, maxLength, isDrawn }: BoardView,
  names: Names,
  ctx: PostContext,
): Reply {
  const shown = isDrawn ? [] : ranked.slice(0, maxPlaces);
  const lines = shown.map(
    ({ entry, value, place }) =>
      `${medals[place - 1] ?? `**${place}.**`} ${describePerson(entry.userId, names)} · ${withoutBreaks(measures[what].format(value))}`,
  );
  const now = ctx.now.epochMilliseconds;
  const isOver = week.endsAt <= now;
  const isCut = ranked.length > maxPlaces;
  const head = joinParts([
    isOver ? labelWeekEnd("Ended", week.endsAt, "F", ctx) : describeTimeLeft(week.endsAt, ctx),
    (isOver || isCut) && pluralize(ranked.length, "person", "people"),
  ]);
  const small = smallPrint([
    describeUnnamed(
      shown.map(({ entry }) => entry.userId),
      names,
    ),
  ]);
  return {
    embeds: [
      createEmbed({
        // Never edited, so it names its week from the beginning.
        title: `${measures[what].title}, ${describeWeek(week.weekStart, ctx)}`,
        tone: isOver ? "over" : "information",
        description: joinParts(
          [head, fitLines(lines, maxLength - head.length - small.length - 4), small],
          "\n\n",
        ),
      }),
    ],
  };
}
