import { z } from "zod";
import { type DigestPicture, type DigestTile, maxTiles } from "../../pictures/digest.ts";
import { buttonRow } from "../../ui/buttons.ts";
import { embed } from "../../ui/embed.ts";
import { plainText } from "../../ui/escape.ts";
import { fitLines, joinParts } from "../../ui/lines.ts";
import { formatNumber } from "../../ui/numbers.ts";
import { shortMomentIn } from "../../ui/permanent-wording.ts";
import type { Reply } from "../../ui/reply.ts";
import { timestamp } from "../../ui/time.ts";
import { pictureOption, weekIsOver } from "./board.ts";
import { calendarBoard } from "./calendar.ts";
import { type BoardOutput, type BoardPart, defineBoard } from "./define-board.ts";
import { type BoardSummary, changesSince, type SummaryChange } from "./digest-summary.ts";
import { kindNames } from "./kind-names.ts";
import { ordersBoard } from "./orders.ts";
import { postsBoard } from "./posts.ts";
import { standingsBoard } from "./standings.ts";
import { teamBoard } from "./team.ts";

/** In the order they appear in the message. */
const parts: readonly BoardPart[] = [calendarBoard, teamBoard, standingsBoard, ordersBoard, postsBoard];
const standard = ["calendar", "team", "orders"] as const;

const Options = z.object({ kinds: z.array(z.string()).catch([...standard]) });

/** Between them, the subjects of a digest may have so many lines. */
const linesAtMost = 10;
const maxButtons = 5;

/** Several kinds in one message, a few lines each; empty ones are omitted. */
export const digestBoard = defineBoard({
  name: "digest",
  description: kindNames.digest,
  Options,
  options: [
    {
      name: "kinds",
      description: "which kinds, separated by commas",
      chosen: (kinds) => `holds ${kinds}`,
      kind: "kinds",
      choices: parts.map(({ name, description }) => ({ name: description, value: name })),
      default: [...standard],
    },
    pictureOption,
  ],
  async build(input) {
    const { options, boardData, link, maxLength, now, schedule } = input;
    const chosen = parts.filter(({ name }) => options.kinds.includes(name));
    // All subjects tell what changed since the same moment.
    const since = changesSince(schedule.lastAsOf, now);
    const request = { ...input, schedule: { ...schedule, lastAsOf: since } };
    const output: (readonly [name: string, output: BoardOutput])[] = [];
    for (const kind of chosen) {
      const partRoom = Math.floor(maxLength / chosen.length);
      output.push([kind.name, await kind.buildPart(request, { boardData, maxLength: partRoom })]);
    }
    if (output.some(([, part]) => "empty" in part && part.empty === weekIsOver)) return { empty: weekIsOver };
    const shown = output.flatMap(([name, part]) => ("message" in part ? [{ name, ...part }] : []));
    if (shown.length === 0) return { empty: "None of the chosen kinds has anything to show." };
    // Of the week so far, the team board and the standings say the same.
    const byHeading = new Map(
      shown.flatMap(({ summary }) => (summary === undefined ? [] : [[summary.heading, summary] as const])),
    );
    const summaries = [...byHeading.values()];
    return {
      message: renderDigest(summaries, { since, maxLength }),
      picture: digestPicture(summaries, { title: link.name, zone: schedule.zone, since, now }),
      contentKey: shown.map(({ name, contentKey }) => [name, contentKey]),
    };
  },
});

interface DigestText {
  /** Epoch milliseconds. */
  readonly since: number;
  readonly maxLength: number;
}

/** The title says what needs attention; below it are what changed, then a paragraph for each kind. */
function renderDigest(summaries: readonly BoardSummary[], { since, maxLength }: DigestText): Reply {
  const alerts = summaries.flatMap(({ alert }) => alert ?? []);
  const changes = changesOf(summaries).filter(({ count }) => count > 0);
  const changed = changes.map(
    ({ count, one, many }) => `**${formatNumber(count)}** ${count === 1 ? one : (many ?? `${one}s`)}`,
  );
  const from = timestamp(Temporal.Instant.fromEpochMilliseconds(since), "F");
  const head =
    changed.length === 0 ? `Nothing new since ${from}` : `Since ${from}: ${joinParts(changed, ", ")}`;
  const lineCount = Math.max(2, Math.floor(linesAtMost / Math.max(1, summaries.length)));
  const room = Math.floor((maxLength - head.length) / Math.max(1, summaries.length)) - 4;
  const buttons = summaries.flatMap(({ button }) => button ?? []).slice(0, maxButtons);
  return {
    embeds: [
      embed({
        title: joinParts(["Digest", joinParts(alerts, ", ")], ": "),
        tone: alerts.length > 0 ? "waiting" : "information",
        description: joinParts([head, ...summaries.map((each) => section(each, lineCount, room))], "\n\n"),
      }),
    ],
    components: buttonRow(...buttons),
  };
}

function section({ heading, text, lines }: BoardSummary, lineCount: number, maxLength: number): string {
  const title = joinParts([`**${heading}**`, text]);
  const shown = fitLines(lines.slice(0, lineCount), Math.max(0, maxLength - title.length - 20));
  const isComplete = shown === lines.slice(0, lineCount).join("\n");
  const more =
    isComplete && lines.length > lineCount && `… and ${formatNumber(lines.length - lineCount)} more`;
  return joinParts([title, shown, more], "\n");
}

/** Of all kinds, in their order. */
function changesOf(summaries: readonly BoardSummary[]): readonly SummaryChange[] {
  return summaries.flatMap(({ changes = [] }) => changes);
}

interface DigestView {
  readonly title: string;
  readonly zone: string;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly now: number;
}

/** Without numbers there is nothing to draw. */
function digestPicture(
  summaries: readonly BoardSummary[],
  { title, zone, since, now }: DigestView,
): DigestPicture | undefined {
  const changes = changesOf(summaries);
  const [first, ...others] = changes.map(({ count, one, many = `${one}s` }) => ({
    label: count === 1 ? one : many,
    count,
    tone: "information" as const,
  }));
  const changed: DigestTile = {
    heading: `Since ${shortMomentIn(zone, since, now)}`,
    value: formatNumber(first?.count ?? 0),
    unit: first?.label ?? "",
    hasBar: false,
    parts: others,
  };
  const tiles = summaries
    .flatMap(({ tile }) => tile ?? [])
    .slice(0, changes.length > 0 ? maxTiles - 1 : maxTiles);
  if (tiles.length === 0) return undefined;
  return {
    kind: "digest",
    title: plainText(title, 80),
    when: shortMomentIn(zone, now, now),
    tiles: changes.length > 0 ? [...tiles, changed] : tiles,
  };
}
