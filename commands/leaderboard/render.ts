import { type Page, pageOf } from "../../src/domain/pages.ts";
import type { Ranked } from "../../src/domain/ranking.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { button, buttonRow } from "../../src/interactions/components.ts";
import type { KnownWeek, Week } from "../../src/store/weeks.ts";
import { embed } from "../../src/text/embed.ts";
import { counted } from "../../src/text/numbers.ts";
import { timeMark } from "../../src/text/time.ts";
import { fitLines, joined, smallPrint } from "../shared/lines.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import { type Names, personWords } from "../shared/people.ts";
import { titleOfWeek, weekEndMark } from "../shared/week-words.ts";
import { type Measure, measures } from "./measure.ts";

const placesAPage = 10;

export interface LeaderboardView {
  readonly what: Measure;
  readonly week: KnownWeek;
  /** Best first. */
  readonly ranked: readonly Ranked<Week>[];
  /** The caller's, when connected. */
  readonly ownUserId: string | undefined;
  readonly names: Names;
  /** From 0. */
  readonly page: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly connectMention: string;
  readonly customIdOf: (page: number) => string;
  readonly csvId: string;
}

export function renderLeaderboard(view: LeaderboardView): Answer {
  const { what, week, ranked, now, customIdOf, csvId } = view;
  const page = pageOf(ranked, view.page, placesAPage);
  const lines = page.entries.map((place) => placeLine(place, view));
  return {
    embeds: [
      embed({
        title: titleOfWeek(measures[what].title, week, now),
        tone: week.endsAt > now ? "information" : "over",
        description: joined(
          [
            ranked.length === 0 ? emptyWords : fitLines(lines, 3_200),
            ranked.length > 0 && ownLine(page, view),
            smallPrint(truthWords(week, ranked, now)),
          ],
          "\n\n",
        ),
        footer: joined([pageWords(page), counted(ranked.length, "person", "people")]),
      }),
    ],
    components: [
      ...pageButtons(page, { before: "Higher", after: "Lower" }, customIdOf),
      ...(ranked.length === 0 ? [] : buttonRow(button({ customId: csvId, label: "Get as CSV" }))),
    ],
    share: {},
  };
}

const emptyWords = "Nobody has figures for this yet. They come in within hours after people are connected.";

function placeLine(
  { entry, value, place }: Ranked<Week>,
  { what, names, ownUserId }: LeaderboardView,
): string {
  const line = `**${place}.** ${personWords(entry.userId, names)} ${measures[what].words(value)}`;
  return entry.userId === ownUserId ? `▸ ${line}` : line;
}

/** The caller's own place, when it is not on the page anyway. */
function ownLine(page: Page<Ranked<Week>>, view: LeaderboardView): string | undefined {
  const { ranked, ownUserId, connectMention } = view;
  const isOwn = ({ entry }: Ranked<Week>): boolean => entry.userId === ownUserId;
  if (ownUserId === undefined)
    return `You are not connected yet, so you have no place here. Connect yourself with ${connectMention}.`;
  if (page.entries.some(isOwn)) return undefined;
  const own = ranked.find(isOwn);
  return own === undefined ? "You have no figures here, so you have no place." : placeLine(own, view);
}

function truthWords({ endsAt }: KnownWeek, ranked: readonly Ranked<Week>[], now: number): string {
  const end = weekEndMark(endsAt, "R");
  if (endsAt <= now) return `Over since ${end}.`;
  const newest = Math.max(...ranked.map(({ entry }) => entry.takenAt));
  const read = Number.isFinite(newest) && timeMark(Temporal.Instant.fromEpochMilliseconds(newest), "R");
  return joined([`Resets ${end}.`, read && `Last read ${read}.`], " ");
}
