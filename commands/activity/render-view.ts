import type { ActivityEntry, UserActivity, ActivityEvent } from "../../src/api/contract/activity.ts";
import { findLeftOut } from "../../src/api/contract/records.ts";
import {
  type DurationUnit,
  toMs,
  splitAtReset,
  describeChosenUnit,
  formatUnitDuration,
  sortEntries,
  isRunning,
  measureVisits,
  formatTotals,
  guessUnitOfEntries,
  type OwnGifts,
} from "./format.ts";
import {
  type GuildWeek,
  getGuildWeek,
  findServiceWeek,
  type WeekSettings,
  type WeekSpan,
} from "../../src/domain/week-boundaries.ts";
import { type Page, paginate } from "../../src/domain/lists.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import { type createButton, createMenuRow, type MenuChoice } from "../../src/ui/buttons.ts";
import { createEmbed, type EmbedFieldParts, embedLimits, parseSafeLink } from "../../src/ui/embed.ts";
import { describeTimeLeft, formatTitleWithWeek } from "../weeks/index.ts";
import { escapeMarkdown, formatLink, plainText } from "../../src/ui/escape.ts";
import { dayMs, minuteMs } from "../../src/time.ts";
import { pluralize, withUnit, formatNumber } from "../../src/ui/numbers.ts";
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
  formatClockIn,
  formatDayAndClockIn,
} from "../../src/ui/time.ts";
import { capitalize, fitLines, joinFirstLines, joinParts, smallPrint } from "../../src/ui/lines.ts";
import { createPageButtons, describePage } from "../kit/paged-list.ts";
import {
  describePerson,
  formatPeople,
  type Names,
  formatWhose,
  describeUnnamed,
  formatUnnamed,
  isReaderAlone,
} from "../../src/ui/people.ts";
import { type Formats, toFormatsForOthers } from "../../src/ui/formats.ts";

const entriesAPage = 9;

const noIdsText = "These visits can't be opened, because the workspace sends no ids with them.";

interface ActivityView {
  readonly userId: string;
  readonly activity: UserActivity;
  /** How weeks are counted here: the first day if the service doesn't say, and the time zone of midnight. */
  readonly weekSettings: Pick<WeekSettings, "zone"> & {
    readonly startsOn: WeekSettings["startsOn"] | undefined;
  };
  /** The saved weeks nearest to now, which tell when the service's week began. */
  readonly savedWeeks: readonly WeekSpan[];
  readonly ownGifts: OwnGifts;
  /** The unit of durations, if an admin chose it. */
  readonly chosenUnit: DurationUnit | undefined;
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
            page.entries.length > 0 && page.entries.every(({ _id }) => !_id) && noIdsText,
          ],
          "\n\n",
        ),
        footer: joinParts([
          describePage(page),
          entries.length > 0 && `Last ${pluralize(entries.length, "visit")}`,
          entries.length > 0 && describeZone(view.weekSettings.zone),
          entries.length > 0 && describeChosenUnit(view.chosenUnit, visits.told),
          !isReaderAlone(userId, ctx) && formatPeople([userId], names),
          formatGivers(page, userId, names),
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
interface ArrangedVisits {
  /** Now, as the service or else the server counts it. */
  readonly week: ReturnType<typeof findServiceWeek>;
  readonly current: readonly ActivityEntry[];
  readonly earlier: readonly ActivityEntry[];
  /** What the visits tell, whatever an admin chose. */
  readonly told: DurationUnit | undefined;
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
    chosenUnit,
  }: Pick<ActivityView, "activity" | "savedWeeks" | "weekSettings" | "ownGifts" | "chosenUnit">,
  now: Temporal.Instant,
): ArrangedVisits {
  const startsOn = activity.week_starts_on?.trim() || weekSettings.startsOn;
  const week =
    findServiceWeek(savedWeeks, now.epochMilliseconds) ?? findWeek(startsOn, weekSettings.zone, now);
  const { current, earlier } = splitAtReset(sortEntries(activity.last_25), week?.startsAt);
  const told = guessUnitOfEntries(activity.last_25, ownGifts);
  const unit = chosenUnit ?? told;
  const lengths = new Map([...measureVisits(current, unit), ...measureVisits(earlier, unit)]);
  return { week, current, earlier, told, unit, lengths };
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
  { activity, ownGifts, weekSettings: { zone }, workspaceName }: ActivityView,
  { names, commandMention, ...formats }: RenderContext,
): string {
  const isNow = formats.tense === "now";
  if (total === 0) return describeNone(activity, isNow);
  const earlier = new Set(visits.earlier);
  const formatLine = (entry: ActivityEntry) => {
    const local = { zone, isDated: earlier.has(entry) };
    return formatEntryLine(entry, { unit, lengths, names, ownGifts, workspaceName, local, formats });
  };
  const isUnclear = unit === undefined && entries.some(({ duration }) => duration !== undefined);
  const current = entries.filter((entry) => !earlier.has(entry)).map(formatLine);
  const before = entries.filter((entry) => earlier.has(entry)).map(formatLine);
  const nothingYet =
    earlier.size === total && isReadWhole(activity)
      ? [isNow ? "No visits this week yet." : "No visits that week so far."]
      : [];
  const heading = before.length === 0 ? [] : ["", isNow ? "**Before this week**" : "**Before that week**"];
  return joinParts(
    [
      fitLines([...nothingYet, ...current, ...heading, ...before], 3_400),
      isUnclear && describeUnclear(commandMention("settings")),
    ],
    "\n",
  );
}

const describeUnclear = (settingsMention: string): string =>
  `I don't know which unit these durations are in: the workspace doesn't say. An admin can choose it with ${settingsMention}.`;

/** Whether all of the list was read: otherwise nobody knows that there was nothing. */
function isReadWhole({ last_25: listed }: UserActivity): boolean {
  return findLeftOut(listed).length === 0;
}

function describeNone(activity: UserActivity, isNow: boolean): string {
  if (!isReadWhole(activity)) return "None of the visits could be read.";
  return isNow
    ? "Nothing yet this week. The last 25 visits and gifts will appear here."
    : "Nothing that week so far.";
}

function formatGivers({ entries }: Page<ActivityEntry>, userId: string, names: Names): string {
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
function describeLength(
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

/** What services write where there is nothing to say. */
const nothingWritten = /^(none|null|nil|no|false|ok|0|undefined|n\/?a|no[ _]errors?|-+)$/i;

/** Why a visit may count for less than its length, or not at all. */
export function listDoubts(
  entry: ActivityEntry,
  unit: DurationUnit | undefined,
): readonly (string | undefined)[] {
  const { idle, trouble, step } = findDoubts(entry, unit);
  return [
    idle === undefined ? undefined : `${formatUnitDuration(idle, unit)} idle`,
    trouble && `⚠️ may not count: “${escapeMarkdown(trouble, 80)}”`,
    step && `state “${escapeMarkdown(step, 40)}”`,
  ];
}

interface Doubts {
  /** As the workspace counts it, if it's worth telling. */
  readonly idle: number | undefined;
  /** What the workspace says against the visit, and that it isn't settled, in its own words. */
  readonly trouble: string | undefined;
  readonly step: string | undefined;
}

function findDoubts(
  { tracked_idle: idle, error, consolidation_state: state }: ActivityEntry,
  unit: DurationUnit | undefined,
): Doubts {
  const [trouble, step] = [plainText(error ?? "", 80), plainText(state ?? "", 40)];
  return {
    idle: isWorthTelling(idle, unit) ? idle : undefined,
    trouble: trouble === "" || nothingWritten.test(trouble) ? undefined : trouble,
    step: step === "" || settledState.test(step) || nothingWritten.test(step) ? undefined : step,
  };
}

/**
 * How much of a visit may not have counted, in milliseconds: all of it where the workspace doubts it, else what was idle;
 * 0 if that isn't known or is nothing.
 */
export function measureUncounted(
  entry: ActivityEntry,
  unit: DurationUnit | undefined,
  lengthMs: number | undefined,
): number {
  const { idle, trouble, step } = findDoubts(entry, unit);
  if (trouble !== undefined || step !== undefined) return lengthMs ?? 0;
  return idle === undefined || unit === undefined ? 0 : toMs(idle, unit);
}

/** A few seconds of idling explain nothing. If the unit is unknown, any idling may. */
function isWorthTelling(idle: number | undefined, unit: DurationUnit | undefined): idle is number {
  return idle !== undefined && idle > 0 && (unit === undefined || toMs(idle, unit) >= minuteMs);
}

function describeOrigin(
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

function formatGameName({ game, game_details: details }: ActivityEntry): string | undefined {
  const name = escapeMarkdown(details?.name ?? "", 60);
  if (name !== "") return name;
  return game?.trim() ? `Game ${escapeMarkdown(game, 40)}` : undefined;
}

interface VisitView {
  readonly userId: string;
  readonly entry: ActivityEntry;
  readonly unit: DurationUnit | undefined;
  /** The same, if an admin chose it. */
  readonly chosenUnit: DurationUnit | undefined;
  /** As the list shows it, in milliseconds; `undefined` if its length or unit is unknown. */
  readonly lengthMs: number | undefined;
  readonly ownGifts: OwnGifts;
  /** Of the server. */
  readonly zone: string;
  /** This week's goals as they stand, a short line each; `undefined` for a visit of an earlier week. */
  readonly goals: readonly string[] | undefined;
  readonly components: readonly Row[];
}

/** One visit, with all that the workspace says about why it may count for less. */
export function renderVisit(view: VisitView, ctx: RenderContext): Reply {
  const { userId, entry, unit, zone, goals, components } = view;
  const { names, now } = ctx;
  const startMs = parseInstant(entry.start)?.epochMilliseconds;
  const length = isRunning(entry) ? "In the game" : describeLength(entry, unit, view.lengthMs);
  const friends = listFriends(entry);
  const shownFriends = friends.slice(0, maxFriends);
  const { mark, gift } = describeOrigin(entry, { names, ownGifts: view.ownGifts });
  const doubts = listDoubts(entry, unit).filter((doubt) => doubt !== undefined);
  const isDoubtful = doubts.length > 0;
  return {
    embeds: [
      createEmbed({
        title: joinParts([
          `${formatWhose(userId, ctx)} visit: ${length}`,
          startMs !== undefined && formatDayAndClockIn(zone, startMs, ctx.dateStyle, now.epochMilliseconds),
        ]),
        tone: isDoubtful ? "waiting" : "information",
        description: joinParts(
          [
            gift !== undefined && `${mark} ${capitalize(gift)}`,
            ...doubts,
            !isDoubtful && !isRunning(entry) && "The workspace names nothing that takes time off this visit.",
            smallPrint([
              describeChosenUnit(view.chosenUnit, guessUnitOfEntries([entry], view.ownGifts)),
              describeUnnamed(shownFriends, names),
            ]),
          ],
          "\n",
        ),
        fields: [
          ...listTimes(entry, view, ctx),
          ...(friends.length === 0
            ? []
            : [
                {
                  name: "With",
                  value: joinParts(
                    [
                      ...shownFriends.map((id) => describePerson(id, names)),
                      friends.length > maxFriends && `${formatNumber(friends.length - maxFriends)} more`,
                    ],
                    ", ",
                  ),
                },
              ]),
          ...(goals === undefined
            ? [{ name: "Counts for", value: "The week it was in, which is over" }]
            : goals.length === 0
              ? []
              : [{ name: "This week's goals so far", value: fitLines(goals, embedLimits.fieldValue) }]),
          ...createTimeline(entry, view, ctx),
        ],
      }),
    ],
    components,
  };
}

const maxFriends = 15;

function listFriends({ friends }: ActivityEntry): readonly string[] {
  return [...new Set(friends)].filter((id) => id !== undefined);
}

/** Whom a visit names. */
export function listVisitPeople(entry: ActivityEntry): readonly (string | undefined)[] {
  const others = listEvents(entry).map(({ user }) => user);
  return [entry.gifted_by, ...listFriends(entry).slice(0, maxFriends), ...others.slice(0, maxEvents)];
}

function listTimes(entry: ActivityEntry, { unit }: VisitView, formats: Formats): readonly EmbedFieldParts[] {
  const [start, end] = [parseInstant(entry.start), parseInstant(entry.end)];
  const game = describeGame(entry);
  const { tracked_idle: idle, messages_sent: messages } = entry;
  return [
    start !== undefined && { name: "Joined", value: formatMoment(start, "f", formats) },
    end !== undefined && { name: "Left", value: formatMoment(end, "f", formats) },
    idle !== undefined && { name: "Idle", value: idle === 0 ? "Never" : formatUnitDuration(idle, unit) },
    messages !== undefined && { name: "Messages", value: formatNumber(messages) },
    game !== undefined && { name: "Game", value: game },
  ]
    .filter((field) => field !== false)
    .map((field) => ({ ...field, inline: true }));
}

/** A longer one would be cut within its field. */
const maxHrefLength = 500;

function describeGame(entry: ActivityEntry): string | undefined {
  const link = parseSafeLink(entry.game_details?.url ?? "");
  const name = entry.game_details?.name ?? "";
  if (link === undefined || link.href.length > maxHrefLength) return formatGameName(entry);
  return `${formatLink(name === "" ? "Game" : name, link.href, "Open", 60)} · ${escapeMarkdown(link.host, 60)}`;
}

/** What services call the usual kinds; any other is shown as it is. */
const kindTexts: Readonly<Record<string, string>> = {
  join: "joined",
  joined: "joined",
  leave: "left",
  left: "left",
};
const maxEvents = 12;

function createTimeline(
  entry: ActivityEntry,
  { userId, zone }: VisitView,
  { names, dateStyle }: Pick<RenderContext, "names" | "dateStyle">,
): readonly EmbedFieldParts[] {
  const lines = listEvents(entry).map((event) => formatEvent(event, { userId, zone, names, dateStyle }));
  return lines.length === 0 ? [] : [{ name: "What happened", value: joinFirstLines(lines, maxEvents) }];
}

function listEvents({ events = [] }: ActivityEntry): readonly ActivityEvent[] {
  return events
    .filter((each) => each !== undefined)
    .filter(({ event, timestamp }) => event !== undefined || timestamp !== undefined);
}

/** `09:37 · joined`, and of someone else with their name. */
function formatEvent(
  { event, timestamp, user }: ActivityEvent,
  {
    userId,
    zone,
    names,
    dateStyle,
  }: Pick<VisitView, "userId" | "zone"> & { readonly names: Names | undefined } & Pick<Formats, "dateStyle">,
): string {
  const at = parseInstant(timestamp);
  const kind = event?.trim() ?? "";
  return joinParts([
    at && formatClockIn(zone, at.epochMilliseconds, dateStyle),
    kindTexts[kind.toLowerCase()] ?? (escapeMarkdown(kind, 60) || "something without a name"),
    user !== undefined && user !== userId && describePerson(user, names),
  ]);
}
