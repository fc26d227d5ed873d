import type { ApiError } from "../../../src/api/errors.ts";
import { describeFailure } from "../../../src/error-text.ts";
import { lastNumbers } from "../render.ts";
import type { RenderContext } from "../../../src/ui/render-context.ts";
import { paginate, type Ranked } from "../../../src/domain/lists.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { createButton, createMenuRow, type MenuChoice } from "../../../src/ui/buttons.ts";
import {
  type KnownWeek,
  type Week,
  describeTimeLeft,
  formatTitleWithWeek,
  labelWeekEnd,
} from "../../weeks/index.ts";
import { createEmbed } from "../../../src/ui/embed.ts";
import { pluralize, formatNumber, formatOrdinal } from "../../../src/ui/numbers.ts";
import { fitLines, joinParts, subtext, withoutBreaks } from "../../../src/ui/lines.ts";
import { createPageButtons, describePage } from "../../kit/paged-list.ts";
import {
  describePerson,
  type Names,
  formatPeople,
  formatPlainPerson,
  formatWhose,
  formatUnnamed,
} from "../../../src/ui/people.ts";
import { type Measure, measures, medals } from "../measures.ts";
import { type Formats, toFormatsForOthers } from "../../../src/ui/formats.ts";

import { describeNobody } from "./board.ts";
import { maxLeaderboardRows } from "./draw.ts";

const placesAPage = maxLeaderboardRows;

export interface LeaderboardView {
  readonly what: Measure;
  readonly week: KnownWeek;
  /** Best first. */
  readonly ranked: readonly Ranked<Week>[];
  /** The caller's, if connected. */
  readonly ownUserId: string | undefined;
  /** From 0. */
  readonly page: number;
  /** Why its numbers couldn't be read again. */
  readonly failure?: ApiError | undefined;
  /** When the oldest of a running week's numbers was read, in epoch milliseconds. */
  readonly readAt: number | undefined;
  /** Whether a picture shows the places of the page. */
  readonly isDrawn: boolean;
  readonly createCustomId: (page: number) => string;
  readonly csvId: string;
  /** The id of the menu that opens one person's places. */
  readonly openId: string;
}

export function renderLeaderboard(view: LeaderboardView, ctx: RenderContext): Reply {
  const { what, week, ranked, readAt, isDrawn, createCustomId, csvId, openId } = view;
  const now = ctx.now.epochMilliseconds;
  const page = paginate(ranked, view.page, placesAPage);
  const lines = isDrawn ? [] : page.entries.map((place) => formatPlaceLine(place, view, ctx));
  return {
    embeds: [
      createEmbed({
        title: formatTitleWithWeek(measures[what].title, week, ctx),
        tone: week.endsAt > now ? "information" : "over",
        description: joinParts(
          [
            view.failure && `⚠️ ${describeFailure(view.failure, lastNumbers)}`,
            joinParts([ctx.audience === "me" && describePlace(view), describeEnd(week, ctx)], "\n"),
            ranked.length === 0 ? describeNobody(week, now) : fitLines(lines, 3_200),
            ranked.length > 0 && ctx.audience === "me" && describeNoPlace(view, ctx),
          ],
          "\n\n",
        ),
        footer: joinParts([
          describePage(page),
          pluralize(ranked.length, "person", "people"),
          !isDrawn &&
            formatUnnamed(
              page.entries.map(({ entry }) => entry.userId),
              ctx.names,
            ),
          // Discord shows the time right after it: the first of the numbers may be hours older than the last.
          readAt !== undefined && "last read",
        ]),
        at: readAt === undefined ? undefined : Temporal.Instant.fromEpochMilliseconds(readAt),
      }),
    ],
    components: [
      ...createMenuRow(
        openId,
        "Open a person",
        page.entries.map((place) => toMenuChoice(place, what, ctx.names)),
      ),
      ...createPageButtons(
        page,
        { before: "Previous", after: "Next" },
        createCustomId,
        ...(ranked.length === 0 ? [] : [createButton({ customId: csvId, label: "Download CSV" })]),
      ),
    ],
    share: { renderForOthers: () => renderLeaderboard(view, toFormatsForOthers(ctx)) },
  };
}

function toMenuChoice({ entry, value, place }: Ranked<Week>, what: Measure, names: Names): MenuChoice {
  const { userId } = entry;
  return {
    value: userId,
    label: formatPlainPerson(userId, names),
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
export function renderPlaces(view: PlacesView, ctx: RenderContext): Reply {
  const { userId, week, places } = view;
  const { names, now } = ctx;
  const lines = places.map(({ what, place, value, of }) =>
    joinParts([
      `${medals[place - 1] ?? "🔹"} **Place ${place}** of ${of}`,
      `**${measures[what].format(value)}**`,
    ]),
  );
  return {
    embeds: [
      createEmbed({
        title: formatTitleWithWeek(`${formatWhose(userId, ctx)} places`, week, ctx),
        tone: week.endsAt > now.epochMilliseconds ? "information" : "over",
        description: joinParts(
          [
            describePerson(userId, names),
            ...lines,
            week.endsAt > now.epochMilliseconds && subtext(describeTimeLeft(week.endsAt, ctx)),
          ],
          "\n",
        ),
        footer: formatPeople([userId], names),
      }),
    ],
    share: { userId, renderForOthers: () => renderPlaces(view, toFormatsForOthers(ctx)) },
  };
}

function formatPlaceLine(
  { entry, value, place }: Ranked<Week>,
  { what, ownUserId }: LeaderboardView,
  { names, audience }: RenderContext,
): string {
  const mark = medals[place - 1] ?? `**${place}.**`;
  const text = joinParts([describePerson(entry.userId, names), withoutBreaks(measures[what].format(value))]);
  const isReader = audience === "me" && entry.userId === ownUserId;
  return isReader ? `${mark} **${text}**` : `${mark} ${text}`;
}

/** `You're 9th of 12 · 88 min`, `You're tied for 9th of 12`. */
function describePlace({ what, ranked, ownUserId }: LeaderboardView): string | undefined {
  const own = ranked.find(({ entry }) => entry.userId === ownUserId);
  const isTied = ranked.some(({ entry, place }) => place === own?.place && entry.userId !== ownUserId);
  return (
    own &&
    joinParts([
      withoutBreaks(
        `You're ${isTied ? "tied for " : ""}${formatOrdinal(own.place)} of ${formatNumber(ranked.length)}`,
      ),
      withoutBreaks(measures[what].format(own.value)),
    ])
  );
}

/** Why the caller has no place, if so. */
function describeNoPlace(
  { what, week, ranked, ownUserId }: LeaderboardView,
  ctx: RenderContext,
): string | undefined {
  if (ownUserId === undefined)
    return `You aren't connected yet, so you have no place here. Connect yourself with ${ctx.commandMention("account connect")}.`;
  if (ranked.some(({ entry }) => entry.userId === ownUserId)) return undefined;
  return week.endsAt > ctx.now.epochMilliseconds ? noPlaceTexts[what] : "You had no place that week.";
}

const noPlaceTexts: Readonly<Record<Measure, string>> = {
  minutes: "You'll be ranked after your first visit.",
  messages: "You'll be ranked after your first message.",
  orders: "You'll be ranked after your first order.",
};

function describeEnd({ endsAt }: KnownWeek, formats: Formats): string {
  return endsAt > formats.now.epochMilliseconds
    ? describeTimeLeft(endsAt, formats)
    : labelWeekEnd("Ended", endsAt, "R", formats);
}
