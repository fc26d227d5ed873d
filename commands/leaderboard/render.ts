import type { RenderContext } from "../../src/ui/render-context.ts";
import { type Page, paginate, type Ranked } from "../../src/domain/lists.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { button, buttonRow, menuRow, type MenuChoice } from "../../src/ui/buttons.ts";
import type { KnownWeek, Week } from "../../src/store/weeks.ts";
import { embed } from "../../src/ui/embed.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { ownPlaceText } from "../../src/ui/permanent-wording.ts";
import { timestamp } from "../../src/ui/time.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { pageButtons, describePage } from "../kit/page-buttons.ts";
import {
  describePerson,
  type Names,
  peopleIds,
  personPlain,
  possessiveFor,
  unnamedLine,
} from "../../src/ui/people.ts";
import { describeReset, titleOfWeek, weekEndMark } from "../../src/ui/week-text.ts";
import { type Measure, measures, medals } from "../../src/ui/week-measures.ts";

const placesAPage = 10;

export interface LeaderboardView {
  readonly what: Measure;
  readonly week: KnownWeek;
  /** Best first. */
  readonly ranked: readonly Ranked<Week>[];
  /** The caller's, if connected. */
  readonly ownUserId: string | undefined;
  /** From 0. */
  readonly page: number;
  readonly customIdOf: (page: number) => string;
  readonly csvId: string;
  /** The id of the menu that opens one person's places. */
  readonly openId: string;
}

export function renderLeaderboard(view: LeaderboardView, ctx: RenderContext): Reply {
  const { what, week, ranked, customIdOf, csvId, openId } = view;
  const now = ctx.now.epochMilliseconds;
  const page = paginate(ranked, view.page, placesAPage);
  const lines = page.entries.map((place) => placeLine(place, view, ctx));
  return {
    embeds: [
      embed({
        title: titleOfWeek(measures[what].title, week, now),
        tone: week.endsAt > now ? "information" : "over",
        description: joinParts(
          [
            joinParts([ownPlace(view), ...describeAsOf(week, ranked, now).map(subtext)], "\n"),
            ranked.length === 0 ? emptyTexts : fitLines(lines, 3_200),
            ranked.length > 0 && ownLine(page, view, ctx),
            unnamedLine(
              page.entries.map(({ entry }) => entry.userId),
              ctx.names,
            ),
          ],
          "\n\n",
        ),
        footer: joinParts([describePage(page), pluralize(ranked.length, "person", "people")]),
      }),
    ],
    components: [
      ...menuRow(
        openId,
        "Open a person",
        page.entries.map((place) => menuChoice(place, what, ctx.names)),
      ),
      ...pageButtons(page, { before: "Previous", after: "Next" }, customIdOf),
      ...(ranked.length === 0 ? [] : buttonRow(button({ customId: csvId, label: "Get as CSV" }))),
    ],
    share: {},
  };
}

function menuChoice({ entry, value, place }: Ranked<Week>, what: Measure, names: Names): MenuChoice {
  const { userId } = entry;
  return {
    value: userId,
    label: personPlain(userId, names),
    description: joinParts([`Place ${place}`, measures[what].format(value)]),
  };
}

interface PlacesView {
  readonly userId: string;
  readonly week: KnownWeek;
  /** By each measure that the person has a number for. */
  readonly places: readonly {
    readonly what: Measure;
    readonly place: number;
    readonly value: number;
    /** How many have a place. */
    readonly of: number;
  }[];
}

/** One person's places of a week, by everything people are ranked by. */
export function renderPlaces({ userId, week, places }: PlacesView, { names, now, by }: RenderContext): Reply {
  const lines = places.map(({ what, place, value, of }) =>
    joinParts([
      `${medals[place - 1] ?? "🔹"} **Place ${place}** of ${of}`,
      `**${measures[what].format(value)}**`,
    ]),
  );
  return {
    embeds: [
      embed({
        title: titleOfWeek(`${possessiveFor(by, userId, names)} places`, week, now.epochMilliseconds),
        tone: week.endsAt > now.epochMilliseconds ? "information" : "over",
        description: joinParts(
          [
            describePerson(userId, names),
            ...lines,
            week.endsAt > now.epochMilliseconds && subtext(describeReset(week, now.epochMilliseconds)),
          ],
          "\n",
        ),
        footer: peopleIds([userId], names),
      }),
    ],
    share: { userId },
  };
}

const emptyTexts = "No numbers yet. They appear within hours of people connecting.";

function placeLine(
  { entry, value, place }: Ranked<Week>,
  { what, ownUserId }: LeaderboardView,
  { names }: RenderContext,
): string {
  const text = `${describePerson(entry.userId, names)} · ${measures[what].format(value)}`;
  return entry.userId === ownUserId ? `**${place}. ${text}**` : `**${place}.** ${text}`;
}

/** `You're 9th of 12`. */
function ownPlace({ ranked, ownUserId }: LeaderboardView): string | undefined {
  const own = ranked.find(({ entry }) => entry.userId === ownUserId);
  return own && ownPlaceText(own.place, ranked.length);
}

/** The caller's own place, unless it is on the page. */
function ownLine(page: Page<Ranked<Week>>, view: LeaderboardView, ctx: RenderContext): string | undefined {
  const { ranked, ownUserId } = view;
  const isOwn = ({ entry }: Ranked<Week>): boolean => entry.userId === ownUserId;
  if (ownUserId === undefined)
    return `You aren't connected yet, so you have no place here. Connect yourself with ${ctx.commandMention("account connect")}.`;
  if (page.entries.some(isOwn)) return undefined;
  const own = ranked.find(isOwn);
  return own === undefined
    ? "You have no numbers here, so you have no place yet."
    : placeLine(own, view, ctx);
}

function describeAsOf(week: KnownWeek, ranked: readonly Ranked<Week>[], now: number) {
  if (week.endsAt <= now) return [`Ended ${weekEndMark(week.endsAt, "R")}`];
  const newest = Math.max(...ranked.map(({ entry }) => entry.snapshotAt));
  const read = Number.isFinite(newest) && timestamp(Temporal.Instant.fromEpochMilliseconds(newest), "R");
  // In one line on a phone a moment would be cut in two.
  return [describeReset(week, now), ...(read === false ? [] : [`Updated ${read}`])];
}
