import type { ActivityEntry, UserActivity } from "../../src/api/contract/activity.ts";
import { type DurationUnit, toMs } from "./units.ts";
import {
  type GuildWeek,
  getGuildWeek,
  findServiceWeek,
  type WeekSettings,
  type WeekSpan,
} from "../../src/domain/week-boundaries.ts";
import { type Page, paginate } from "../../src/domain/lists.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { type createButton, createMenuRow, type MenuChoice } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { describeTimeLeft, formatTitleWithWeek } from "../weeks/index.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { dayMs, minuteMs } from "../../src/time.ts";
import { pluralize, withUnit } from "../../src/ui/numbers.ts";
import {
  formatDateAs,
  formatDuration,
  parseInstant,
  formatDate,
  describeZone,
  formatMoment,
  formatWeekdayAndClockIn,
  getDateIn,
  labelMoment,
} from "../../src/ui/time.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { createPageButtons, describePage } from "../kit/page-buttons.ts";
import {
  describePerson,
  formatPeople,
  type Names,
  formatWhose,
  formatUnnamed,
  isReaderAlone,
} from "../../src/ui/people.ts";
import {
  splitAtReset,
  formatUnitDuration,
  sortEntries,
  isRunning,
  measureVisits,
  formatTotals,
  guessUnitOfEntries,
} from "./format.ts";
import type { OwnGifts } from "./own-gifts.ts";
import { type Formats, toFormatsForOthers } from "../../src/ui/formats.ts";

const entriesAPage = 9;
const unclearTexts = "I don't know which unit these durations are in: the workspace doesn't say.";

const noIdsText = "These visits can't be opened, because the workspace sends no ids with them.";

export interface ActivityView {
  readonly userId: string;
  readonly activity: UserActivity;
  /** How weeks are counted here: the first day if the service doesn't say, and the time zone of midnight. */
  readonly weekSettings: Pick<WeekSettings, "zone"> & {
    readonly startsOn: WeekSettings["startsOn"] | undefined;
  };
  /** The saved weeks nearest to now, which tell when the service's week began. */
  readonly savedWeeks: readonly WeekSpan[];
  readonly ownGifts: OwnGifts;
  /** Its game goes without saying. */
  readonly workspaceName: string;
  /** From 0. */
  readonly page: number;
  readonly createCustomId: (page: number) => string;
  /** The id of the menu that opens a visit. */
  readonly openId: string;
  readonly pastWeeksButton: ReturnType<typeof createButton>;
}

export function renderActivity(view: ActivityView, ctx: RenderContext): Reply {
  const { names, now } = ctx;
  const { userId, activity, page: asked, createCustomId, pastWeeksButton } = view;
  const { totals, last_25: entries } = activity;
  const visits = arrangeVisits(view, now);
  const { week, current, earlier } = visits;
  const page = paginate([...current, ...earlier], asked, entriesAPage);
  const whose = formatWhose(userId, ctx);
  const what = `${whose} activity`;
  const { minutes, messages } = totals;
  const shown = week && { weekStart: week.first.toString(), endsAt: week.endsAt };
  return {
    embeds: [
      createEmbed({
        title:
          shown === undefined
            ? `${what}, as of ${formatDate(getDateIn(view.weekSettings.zone, now.epochMilliseconds), ctx)}`
            : minutes === undefined
              ? formatTitleWithWeek(what, shown, ctx)
              : `${whose} week: ${withUnit(minutes, "min")} in game`,
        description: joinParts(
          [
            // First, since what follows may be from an earlier week.
            joinParts([
              shown && describeTimeLeft(shown.endsAt, ctx),
              shown === undefined || minutes === undefined
                ? formatTotals(totals)
                : messages !== undefined && pluralize(messages, "message"),
            ]),
            formatEntries(page, visits, view, ctx),
            formatGivers(page, userId, names),
            page.entries.length > 0 && page.entries.every(({ _id }) => !_id) && subtext(noIdsText),
          ],
          "\n\n",
        ),
        footer: joinParts([
          describePage(page),
          entries.length > 0 && `Last ${pluralize(entries.length, "visit")}`,
          entries.length > 0 && describeZone(view.weekSettings.zone),
          !isReaderAlone(userId, ctx) && formatPeople([userId], names),
        ]),
      }),
    ],
    components: [
      ...createMenuRow(
        view.openId,
        "Open a visit",
        page.entries.map((entry) => toMenuChoice(entry, visits, view.weekSettings.zone, ctx)),
      ),
      ...createPageButtons(page, { before: "Previous", after: "Next" }, createCustomId, pastWeeksButton),
    ],
    share: { userId, renderForOthers: () => renderActivity(view, toFormatsForOthers(ctx)) },
  };
}

/** The visits of a response, newest first. */
export interface ArrangedVisits {
  /** Now, as the service or else the server counts it. */
  readonly week: ReturnType<typeof findServiceWeek>;
  readonly current: readonly ActivityEntry[];
  readonly earlier: readonly ActivityEntry[];
  readonly unit: DurationUnit | undefined;
  /** In milliseconds; those whose length or unit is unknown aren't in it. */
  readonly lengths: ReadonlyMap<ActivityEntry, number>;
}

export function arrangeVisits(
  {
    activity,
    savedWeeks,
    weekSettings,
    ownGifts,
  }: Pick<ActivityView, "activity" | "savedWeeks" | "weekSettings" | "ownGifts">,
  now: Temporal.Instant,
): ArrangedVisits {
  const startsOn = activity.week_starts_on?.trim() || weekSettings.startsOn;
  const week =
    findServiceWeek(savedWeeks, now.epochMilliseconds) ?? findWeek(startsOn, weekSettings.zone, now);
  const { current, earlier } = splitAtReset(sortEntries(activity.last_25), week?.startsAt);
  const unit = guessUnitOfEntries(activity.last_25, ownGifts);
  const lengths = new Map([...measureVisits(current, unit), ...measureVisits(earlier, unit)]);
  return { week, current, earlier, unit, lengths };
}

/** `48 min · Wed 09:37`; Discord has no entry without an id. */
function toMenuChoice(
  entry: ActivityEntry,
  { unit, lengths, earlier }: ArrangedVisits,
  zone: string,
  formats: Formats,
): MenuChoice {
  const start = parseInstant(entry.start);
  const length = isRunning(entry) ? "In the game" : describeLength(entry, unit, lengths.get(entry));
  const local = { zone, isDated: earlier.includes(entry) };
  return {
    label: joinParts([length, start && formatStart(start, { local, formats })]),
    value: entry._id ?? "",
  };
}

/** This week by the calendar; `undefined` if its first day is unknown. */
function findWeek(startsOn: string | undefined, zone: string, now: Temporal.Instant): GuildWeek | undefined {
  const day = startsOn?.toLowerCase();
  if (day !== "monday" && day !== "sunday") return undefined;
  return getGuildWeek({ zone, startsOn: day }, now.epochMilliseconds, 0);
}

function formatEntries(
  { entries, total }: Page<ActivityEntry>,
  { unit, lengths, ...visits }: ArrangedVisits,
  { ownGifts, weekSettings: { zone }, workspaceName }: ActivityView,
  { names, ...formats }: Formats & Pick<RenderContext, "names">,
): string {
  const isNow = formats.tense === "now";
  if (total === 0)
    return isNow
      ? "Nothing yet this week. The last 25 visits and gifts will appear here."
      : "Nothing that week so far.";
  const earlier = new Set(visits.earlier);
  const formatLine = (entry: ActivityEntry) => {
    const local = { zone, isDated: earlier.has(entry) };
    return formatEntryLine(entry, { unit, lengths, names, ownGifts, workspaceName, local, formats });
  };
  const isUnclear = unit === undefined && entries.some(({ duration }) => duration !== undefined);
  const current = entries.filter((entry) => !earlier.has(entry)).map(formatLine);
  const before = entries.filter((entry) => earlier.has(entry)).map(formatLine);
  const nothingYet =
    earlier.size === total ? [isNow ? "No visits this week yet." : "No visits that week so far."] : [];
  const heading = before.length === 0 ? [] : ["", isNow ? "**Before this week**" : "**Before that week**"];
  return joinParts(
    [fitLines([...nothingYet, ...current, ...heading, ...before], 3_400), isUnclear && subtext(unclearTexts)],
    "\n",
  );
}

function formatGivers({ entries }: Page<ActivityEntry>, userId: string, names: Names): string | undefined {
  const givers = entries.map(({ gifted_by: giver }) => giver).filter((giver) => giver !== userId);
  return formatUnnamed(givers, names);
}

interface Reading {
  readonly formats: Formats;
  readonly unit: DurationUnit | undefined;
  /** In milliseconds; without one, a visit is as long as the service says. */
  readonly lengths?: ReadonlyMap<ActivityEntry, number>;
  readonly names: Names;
  readonly ownGifts: OwnGifts;
  readonly workspaceName?: string;
  /** For moments in one zone; without it they are relative. */
  readonly local?: {
    readonly zone: string;
    /** Each with its date, however recent it is. */
    readonly isDated?: boolean;
  };
}

/** A visit or a gift, in one line on a phone unless it may not count. */
export function formatEntryLine(entry: ActivityEntry, reading: Reading): string {
  const start = parseInstant(entry.start);
  const running = isRunning(entry);
  const lasted = describeLength(entry, reading.unit, reading.lengths?.get(entry));
  const length = running ? "**In the game**" : `**${lasted}**`;
  const { mark, gift } = describeOrigin(entry, reading);
  const doubts = joinParts(listDoubts(entry, reading.unit));
  const game = formatGameName(entry);
  const elsewhere = game !== undefined && game !== escapeMarkdown(reading.workspaceName ?? "", 60);
  const messages = entry.messages_sent ?? 0;
  return joinParts([
    `${running ? "▶️" : mark} ${length}${elsewhere ? ` in ${game}` : ""}`,
    start && (running ? labelMoment("joined", start, "R", reading.formats) : formatStart(start, reading)),
    doubts,
    gift,
    !running && doubts === "" && messages > 0 && pluralize(messages, "message"),
  ]);
}

/** @param shownMs in milliseconds, if that is known */
export function describeLength(
  { duration }: ActivityEntry,
  unit: DurationUnit | undefined,
  shownMs: number | undefined,
): string {
  if (shownMs !== undefined) return formatDuration(shownMs);
  return duration === undefined ? "Length unknown" : formatUnitDuration(duration, unit);
}

const aboutAWeekMs = 6 * dayMs;

/** `Wed 09:37`, of an earlier week `9 Nov`, and without a zone `2 hours ago`. */
function formatStart(
  start: Temporal.Instant,
  { local, formats }: Pick<Reading, "local" | "formats">,
): string {
  if (local === undefined) return formatMoment(start, "R", formats);
  const atMs = start.epochMilliseconds;
  const isRecent = local.isDated !== true && formats.now.epochMilliseconds - atMs < aboutAWeekMs;
  return isRecent
    ? formatWeekdayAndClockIn(local.zone, atMs, formats.dateStyle)
    : formatDateAs(getDateIn(local.zone, atMs), { day: "numeric", month: "short" }, formats.dateStyle);
}

/** States of a visit that tell people nothing, by their names: it has ended, or will be counted; any other is shown. */
const settledState = /^(pending|consolidated|completed?|done|finished|ok|success(ful)?)$/i;

/** What services write where nothing went wrong. */
const noTrouble = /^(none|null|nil|no|false|ok|0|undefined|n\/?a|no error|-+)$/i;

/** Why a visit may count for less than its length, or not at all. */
export function listDoubts(
  { tracked_idle: idle, error, consolidation_state: state }: ActivityEntry,
  unit: DurationUnit | undefined,
): readonly (string | undefined)[] {
  const trouble = noTrouble.test(error?.trim() ?? "") ? "" : escapeMarkdown(error ?? "", 80);
  const step = escapeMarkdown(state ?? "", 40);
  return [
    isWorthTelling(idle, unit) ? `${formatUnitDuration(idle, unit)} idle` : undefined,
    trouble === "" ? undefined : `⚠️ may not count: “${trouble}”`,
    step === "" || settledState.test(step) ? undefined : `state “${step}”`,
  ];
}

/** A few seconds of idling explain nothing. If the unit is unknown, any idling may. */
function isWorthTelling(idle: number | undefined, unit: DurationUnit | undefined): idle is number {
  return idle !== undefined && idle > 0 && (unit === undefined || toMs(idle, unit) >= minuteMs);
}

export function describeOrigin(
  { _id, gifted_by: giftedBy, manual_punch: byHand }: ActivityEntry,
  { names, ownGifts }: Pick<Reading, "names" | "ownGifts">,
): {
  readonly mark: string;
  readonly gift: string | undefined;
} {
  const member = _id === undefined ? undefined : ownGifts.get(_id);
  const giver = giftedBy === undefined ? member && `<@${member}>` : describePerson(giftedBy, names);
  if (giver !== undefined) return { mark: "🎁", gift: `gifted by ${giver}` };
  return byHand === true ? { mark: "✍️", gift: "by hand" } : { mark: "⏱️", gift: undefined };
}

export function formatGameName({ game, game_details: details }: ActivityEntry): string | undefined {
  const name = escapeMarkdown(details?.name ?? "", 60);
  if (name !== "") return name;
  return game?.trim() ? `Game ${escapeMarkdown(game, 40)}` : undefined;
}
