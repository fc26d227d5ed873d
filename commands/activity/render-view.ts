import type { ActivityEntry, ActivityTotals, UserActivity } from "../../src/api/contract/activity.ts";
import { type DurationUnit, toMs } from "../../src/domain/durations.ts";
import { guildWeek, type WeekCounting } from "../../src/domain/guild-week.ts";
import { type Page, pageOf } from "../../src/domain/pages.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { inert } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { readInstant, timeMark } from "../../src/text/time.ts";
import { fitLines, joined, smallPrint } from "../shared/lines.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import { type Names, personWords } from "../shared/people.ts";
import { atReset, inOrder, isRunning, unitOfEntries } from "./entries.ts";
import type { OwnGifts } from "./own-gifts.ts";
import { durationText, totalsFields } from "./words.ts";

const entriesAPage = 9;
const unclearWords = "The workspace does not say what unit these durations are in, and nothing here tells.";

export interface ActivityView {
  readonly userId: string;
  readonly names: Names;
  readonly activity: UserActivity;
  /** How weeks are counted here: the first day where the service does not say it, and the zone of its midnight. */
  readonly counting: Pick<WeekCounting, "zone"> & {
    readonly startsOn: WeekCounting["startsOn"] | undefined;
  };
  readonly ownGifts: OwnGifts;
  /** From 0. */
  readonly page: number;
  readonly customIdOf: (page: number) => string;
}

export function renderActivity(view: ActivityView, now: Temporal.Instant): Answer {
  const { userId, names, activity, page: asked, customIdOf } = view;
  const { totals, last_25: entries } = activity;
  const startsOn = activity.week_starts_on?.trim() || view.counting.startsOn;
  const { current, earlier } = atReset(inOrder(entries), weekStartMs(startsOn, view.counting.zone, now));
  const page = pageOf([...current, ...earlier], asked, entriesAPage);
  return {
    embeds: [
      embed({
        title: "Activity this week",
        description: joined(
          [
            joined([`Of ${personWords(userId, names)}`, totalsLine(totals)], "\n"),
            entriesText(page, new Set(earlier), view),
          ],
          "\n\n",
        ),
        fields: startsOn ? [{ name: "Week starts", value: dayWords(startsOn), inline: true }] : [],
        footer: joined([pageWords(page), entries.length > 0 && `last ${counted(entries.length, "visit")}`]),
        at: now,
      }),
    ],
    components: pageButtons(page, { before: "Newer", after: "Older" }, customIdOf),
    share: { userId },
  };
}

/** The totals stand first: what follows may be of an earlier week. */
function totalsLine(totals: ActivityTotals): string {
  return joined(totalsFields(totals).map(({ name, value }) => `**${name}** ${value}`));
}

/** When this week began, by the calendar; `undefined` where nobody says on which day. */
function weekStartMs(startsOn: string | undefined, zone: string, now: Temporal.Instant): number | undefined {
  const day = startsOn?.toLowerCase();
  if (day !== "monday" && day !== "sunday") return undefined;
  return guildWeek({ zone, startsOn: day }, now.epochMilliseconds, 0).startsAt;
}

function entriesText(
  { entries, total }: Page<ActivityEntry>,
  earlier: ReadonlySet<ActivityEntry>,
  { activity, names, ownGifts }: ActivityView,
): string {
  if (total === 0)
    return "Nothing is tracked this week yet. Time in the game and gifts will stand here, the last 25 of them.";
  const unit = unitOfEntries(activity.last_25, ownGifts);
  const lineOf = (entry: ActivityEntry) => entryLine(entry, { unit, names, ownGifts });
  const isUnclear = unit === undefined && entries.some(({ duration }) => duration !== undefined);
  const current = entries.filter((entry) => !earlier.has(entry)).map(lineOf);
  const before = entries.filter((entry) => earlier.has(entry)).map(lineOf);
  const nothingYet = earlier.size === total ? ["No visits this week yet."] : [];
  const heading = before.length === 0 ? [] : ["**Before this week**"];
  return joined(
    [
      fitLines([...nothingYet, ...current, ...heading, ...before], 3_700),
      isUnclear && smallPrint(unclearWords),
    ],
    "\n",
  );
}

interface Reading {
  readonly unit: DurationUnit | undefined;
  readonly names: Names;
  readonly ownGifts: OwnGifts;
}

function entryLine(entry: ActivityEntry, reading: Reading): string {
  const start = readInstant(entry.start);
  const running = isRunning(entry);
  const lasted = entry.duration !== undefined && durationText(entry.duration, reading.unit);
  const length = running
    ? joined(["in the game now", start && `since ${timeMark(start, "R")}`], ", ")
    : lasted || "▫️ length not told";
  const { mark, gift } = originOf(entry, reading);
  return joined([
    `${running ? "▶️" : mark} **${gameName(entry)}** ${length}`,
    ...doubtsOf(entry, reading.unit),
    gift,
    entry.messages_sent !== undefined && entry.messages_sent > 0 && counted(entry.messages_sent, "message"),
    entry.friends.length > 0 && `with ${counted(entry.friends.length, "friend")}`,
    !running && start && timeMark(start, "f"),
  ]);
}

/** States after which nothing more happens to a visit, as far as words tell; any other one is shown. */
const settledState = /^(consolidated|completed?|done|finished|ok|success(ful)?)$/i;

/** Why a visit may count less than it lasted, or not at all. */
function doubtsOf(
  { tracked_idle: idle, error, consolidation_state: state }: ActivityEntry,
  unit: DurationUnit | undefined,
): readonly (string | undefined)[] {
  const trouble = inert(error ?? "", 80);
  const step = inert(state ?? "", 40);
  return [
    isWorthTelling(idle, unit) ? `${durationText(idle, unit)} idle` : undefined,
    trouble === "" ? undefined : `⚠️ may not count: “${trouble}”`,
    step === "" || settledState.test(step) ? undefined : `state “${step}”`,
  ];
}

/** Seconds of idling explain nothing. Where the unit is not known, any idling may. */
function isWorthTelling(idle: number | undefined, unit: DurationUnit | undefined): idle is number {
  return idle !== undefined && idle > 0 && (unit === undefined || toMs(idle, unit) >= 60_000);
}

function originOf(
  { _id, gifted_by: giftedBy, manual_punch: byHand }: ActivityEntry,
  { names, ownGifts }: Reading,
): {
  readonly mark: string;
  readonly gift: string | undefined;
} {
  const member = _id === undefined ? undefined : ownGifts.get(_id);
  const giver = giftedBy === undefined ? member && `<@${member}>` : personWords(giftedBy, names);
  if (giver !== undefined) return { mark: "🎁", gift: `gifted by ${giver}` };
  return byHand === true ? { mark: "✍️", gift: "entered by hand" } : { mark: "🎮", gift: undefined };
}

function gameName({ game, game_details: details }: ActivityEntry): string {
  const name = inert(details?.name ?? "", 60);
  if (name !== "") return name;
  return game?.trim() ? `Game ${inert(game, 40)}` : "Unnamed game";
}

function dayWords(day: string): string {
  const text = inert(day, 40);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
