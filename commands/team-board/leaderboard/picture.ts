import type { AppContext } from "../../../src/context.ts";
import type { Ranked } from "../../../src/domain/lists.ts";
import { type LeaderboardPicture, type LeaderboardRow, maxLeaderboardRows } from "./draw.ts";
import type { KnownWeek, Week } from "../../weeks/index.ts";
import { describeWeek, type Dates } from "../../../src/ui/time.ts";
import { readPortraits } from "../../../src/ui/people.ts";
import { type Measure, measures } from "../measures.ts";

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
