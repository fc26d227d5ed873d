import type { ActivityEntry, UserActivity } from "../../src/api/contract/activity.ts";
import type { DurationUnit } from "../../src/domain/durations.ts";
import { type Page, pageOf } from "../../src/domain/pages.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { inert } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { readInstant, timeMark } from "../../src/text/time.ts";
import { fitLines, joined, smallPrint } from "../shared/lines.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import { type Names, personWords } from "../shared/people.ts";
import { inOrder, isRunning, unitOfEntries } from "./entries.ts";
import { durationText, totalsFields } from "./words.ts";

const entriesAPage = 9;
const unclearWords = "The workspace does not say what unit these durations are in, and nothing here tells.";

export interface ActivityView {
  readonly userId: string;
  readonly names: Names;
  readonly activity: UserActivity;
  /** What the server chose, where the service does not say. */
  readonly weekStart: string | undefined;
  /** From 0. */
  readonly page: number;
  readonly customIdOf: (page: number) => string;
}

export function renderActivity(
  { userId, names, activity, weekStart: chosen, page: asked, customIdOf }: ActivityView,
  now: Temporal.Instant,
): Answer {
  const { totals, last_25: entries } = activity;
  const weekStart = activity.week_starts_on?.trim() || chosen;
  const unit = unitOfEntries(entries);
  const page = pageOf(inOrder(entries), asked, entriesAPage);
  return {
    embeds: [
      embed({
        title: "Activity this week",
        description: joined([`Of ${personWords(userId, names)}`, entriesText(page, unit, names)], "\n\n"),
        fields: [
          ...totalsFields(totals),
          ...(weekStart ? [{ name: "Week starts", value: dayWords(weekStart), inline: true }] : []),
        ],
        footer: joined([pageWords(page), entries.length > 0 && `last ${counted(entries.length, "stay")}`]),
        at: now,
      }),
    ],
    components: pageButtons(page, { before: "Newer", after: "Older" }, customIdOf),
    share: { userId },
  };
}

function entriesText(
  { entries, total }: Page<ActivityEntry>,
  unit: DurationUnit | undefined,
  names: Names,
): string {
  if (total === 0)
    return "Nothing is tracked this week yet. Time in the game and gifts will stand here, the last 25 of them.";
  const lines = entries.map((entry) => entryLine(entry, unit, names));
  const isUnclear = unit === undefined && entries.some(({ duration }) => duration !== undefined);
  return joined([fitLines(lines, 3_700), isUnclear && smallPrint(unclearWords)], "\n");
}

function entryLine(entry: ActivityEntry, unit: DurationUnit | undefined, names: Names): string {
  const start = readInstant(entry.start);
  const running = isRunning(entry);
  const lasted = entry.duration !== undefined && durationText(entry.duration, unit);
  const length = running
    ? joined(["in the game now", start && `since ${timeMark(start, "R")}`], ", ")
    : lasted || "▫️ length not told";
  const { mark, gift } = originOf(entry, names);
  return joined([
    `${running ? "▶️" : mark} **${gameName(entry)}** ${length}`,
    gift,
    entry.messages_sent !== undefined && entry.messages_sent > 0 && counted(entry.messages_sent, "message"),
    entry.friends.length > 0 && `with ${counted(entry.friends.length, "friend")}`,
    !running && start && timeMark(start, "f"),
  ]);
}

function originOf(
  { gifted_by: giftedBy, manual_punch: byHand }: ActivityEntry,
  names: Names,
): {
  readonly mark: string;
  readonly gift: string | undefined;
} {
  if (giftedBy !== undefined) return { mark: "🎁", gift: `gifted by ${personWords(giftedBy, names)}` };
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
