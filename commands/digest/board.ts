import { type DigestPicture, maxTiles } from "./draw.ts";
import { createButtonRow } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { plainText } from "../../src/ui/escape.ts";
import { fitLines, joinParts } from "../../src/ui/lines.ts";
import { formatNumber } from "../../src/ui/numbers.ts";
import type { Reply } from "../../src/ui/reply.ts";
import {
  formatClockIn,
  getDateIn,
  formatDateAs,
  formatShortMomentIn,
  formatMoment,
} from "../../src/ui/time.ts";
import {
  weekIsOver,
  kindsOption,
  pictureOption,
  type BoardOutput,
  type BoardPart,
  defineBoard,
  isReadable,
  type BoardSummary,
  getChangesSince,
  type SummaryChange,
  kindNames,
} from "../boards/index.ts";
import { calendarBoard } from "../calendar/index.ts";
import { ordersBoard } from "../order/index.ts";
import { postsBoard } from "../posts/index.ts";
import { teamBoard } from "../team-board/index.ts";
import type { DateStyle, Formats } from "../../src/ui/formats.ts";

/** In the order they appear in the message. */
const parts: readonly BoardPart[] = [calendarBoard, teamBoard, ordersBoard, postsBoard];

/** Between them, the subjects of a digest may have so many lines. */
const linesAtMost = 10;
const maxButtons = 5;

/** Several kinds in one message, a few lines each; empty ones and those that the key can't read are omitted. */
export const digestBoard = defineBoard({
  name: "digest",
  description: kindNames.digest,
  options: {
    kinds: kindsOption(
      "Which kinds",
      parts.map(({ name, description }) => ({ value: name, name: description })),
      ["calendar", "team", "orders"],
      { standings: "team" },
    ),
    pictures: pictureOption,
  },
  async build(input) {
    const { options, boardData, link, maxLength, now, schedule } = input;
    const all = parts.filter(({ name }) => options.kinds.includes(name));
    const readable = all.filter((kind) => isReadable(kind, link));
    // Without any, the service's refusal says why nothing is posted.
    const chosen = readable.length > 0 ? readable : all;
    // All subjects tell what changed since the same moment.
    const since = getChangesSince(schedule.lastAsOf, now);
    const request = { ...input, schedule: { ...schedule, lastAsOf: since } };
    const output: (readonly [name: string, output: BoardOutput])[] = [];
    for (const kind of chosen) {
      const partRoom = Math.floor(maxLength / chosen.length);
      output.push([
        kind.name,
        await kind.buildPart(request, { boardData, maxLength: partRoom, formats: input.formats }),
      ]);
    }
    if (output.some(([, part]) => "isWeekOver" in part)) return weekIsOver;
    const shown = output.flatMap(([name, part]) => ("message" in part ? [{ name, ...part }] : []));
    // Of a kind that has nothing to show now, too.
    const changes = output.flatMap(([, part]) => ("empty" in part ? part : part.summary)?.changes ?? []);
    if (shown.length === 0 && changes.every(({ count }) => count === 0))
      return { empty: "None of the chosen kinds has anything to show." };
    const summaries = shown.flatMap(({ summary }) => summary ?? []);
    const formats = input.renderContext();
    return {
      message: renderDigest(summaries, { since, changes, maxLength }, formats),
      // The text below the message tells the same time.
      picture: createDigestPicture(summaries, {
        title: link.name,
        zone: schedule.zone,
        since,
        changes,
        asOf: boardData.asOf(),
        dateStyle: formats.dateStyle,
      }),
      contentKey: shown.map(({ name, contentKey }) => [name, contentKey]),
    };
  },
});

interface Changes {
  /** Epoch milliseconds. */
  readonly since: number;
  /** Of all kinds that count them, in their order. */
  readonly changes: readonly SummaryChange[];
}

interface DigestText extends Changes {
  readonly maxLength: number;
}

/** The title says what needs attention; below it are what changed, then a paragraph for each kind. */
function renderDigest(
  summaries: readonly BoardSummary[],
  { since, changes, maxLength }: DigestText,
  formats: Formats,
): Reply {
  const alerts = summaries.flatMap(({ alert }) => alert ?? []);
  const head = changes.length === 0 ? "" : describeChanges({ since, changes }, formats);
  const lineCount = Math.max(2, Math.floor(linesAtMost / Math.max(1, summaries.length)));
  const room = Math.floor((maxLength - head.length) / Math.max(1, summaries.length)) - 4;
  const buttons = summaries.flatMap(({ button }) => button ?? []).slice(0, maxButtons);
  return {
    embeds: [
      createEmbed({
        title: joinParts(["Digest", joinParts(alerts, ", ")], ": "),
        tone: alerts.length > 0 ? "waiting" : "information",
        description: joinParts(
          [head, ...summaries.map((each) => formatSection(each, lineCount, room))],
          "\n\n",
        ),
      }),
    ],
    components: createButtonRow(...buttons),
  };
}

function describeChanges({ since, changes }: Changes, formats: Formats): string {
  const from = formatMoment(since, "F", formats);
  const changed = changes
    .filter(({ count }) => count > 0)
    .map(({ count, unit }) => `**${formatNumber(count)}** ${unit}`);
  return changed.length === 0 ? `Nothing new since ${from}` : `Since ${from}: ${joinParts(changed, ", ")}`;
}

function formatSection(
  { heading, text, isTextInLines = false, lines }: BoardSummary,
  lineCount: number,
  maxLength: number,
): string {
  const title = joinParts([`**${heading}**`, text]);
  // A line that counts one other would be as long as that one.
  const first = lines.length === lineCount + 1 ? lines : lines.slice(0, lineCount);
  const shown = fitLines(first, Math.max(0, maxLength - title.length - 20));
  const left = lines.length - first.length;
  const isComplete = shown === first.join("\n");
  const more = isComplete && left > 0 && `… and ${formatNumber(left)} more`;
  const isSaid = isTextInLines && isComplete && left === 0;
  return joinParts([isSaid ? `**${heading}**` : title, shown, more], "\n");
}

interface DigestView extends Changes {
  readonly title: string;
  readonly zone: string;
  /** When what it shows was read. */
  readonly asOf: number;
  readonly dateStyle: DateStyle;
}

/** Without numbers there is nothing to draw. */
function createDigestPicture(
  summaries: readonly BoardSummary[],
  { title, zone, since, changes: [change], asOf, dateStyle }: DigestView,
): DigestPicture | undefined {
  const changed = change && {
    heading: `Since ${formatMomentBefore(zone, since, asOf, dateStyle)}`,
    value: formatNumber(change.count),
    unit: change.unit,
    parts: [],
  };
  const tiles = summaries.flatMap(({ tile }) => tile ?? []);
  if (tiles.length === 0) return undefined;
  return {
    kind: "digest",
    title: plainText(title, 80),
    when: formatShortMomentIn(zone, asOf, { now: Temporal.Instant.fromEpochMilliseconds(asOf), dateStyle }),
    tiles: changed === undefined ? tiles : [...tiles.slice(0, maxTiles - 1), changed],
  };
}

/** `17 Nov`, or `09:00` of the same day. */
function formatMomentBefore(zone: string, atMs: number, nowMs: number, style: DateStyle): string {
  const date = getDateIn(zone, atMs);
  return date.equals(getDateIn(zone, nowMs))
    ? formatClockIn(zone, atMs, style)
    : formatDateAs(date, { day: "numeric", month: "short" }, style);
}
