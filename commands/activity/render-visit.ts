import type { ActivityEntry, ActivityEvent } from "../../src/api/contract/activity.ts";
import { createEmbed, type EmbedFieldParts, embedLimits, parseSafeLink } from "../../src/ui/embed.ts";
import { escapeMarkdown, formatLink } from "../../src/ui/escape.ts";
import type { Formats } from "../../src/ui/formats.ts";
import { fitLines, joinParts } from "../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { describePerson, formatUnnamed, formatWhose, type Names } from "../../src/ui/people.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import { formatClockIn, formatDayAndClockIn, formatMoment, parseInstant } from "../../src/ui/time.ts";
import { formatUnitDuration, isRunning } from "./format.ts";
import { describeLength, describeOrigin, formatGameName, listDoubts } from "./render-view.ts";
import type { OwnGifts } from "./own-gifts.ts";
import type { DurationUnit } from "./units.ts";

export interface VisitView {
  readonly userId: string;
  readonly entry: ActivityEntry;
  readonly unit: DurationUnit | undefined;
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
  const friends = [...new Set(entry.friends)].filter((id) => id !== undefined);
  const { gift } = describeOrigin(entry, { names, ownGifts: view.ownGifts });
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
            gift !== undefined && `🎁 ${gift.replace(/^g/, "G")}`,
            ...doubts,
            !isDoubtful && !isRunning(entry) && "The workspace names nothing that takes time off this visit.",
            formatUnnamed(friends, names),
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
                    friends.slice(0, maxFriends).map((id) => describePerson(id, names)),
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
  const events = (entry.events ?? [])
    .filter((each) => each !== undefined)
    .filter(({ event, timestamp }) => event !== undefined || timestamp !== undefined);
  if (events.length === 0) return [];
  const shown = events
    .slice(0, maxEvents)
    .map((event) => formatEvent(event, { userId, zone, names, dateStyle }));
  const more = events.length - shown.length;
  return [
    {
      name: "What happened",
      value: fitLines(
        [...shown, ...(more > 0 ? [`… and ${pluralize(more, "more event")}`] : [])],
        embedLimits.fieldValue,
      ),
    },
  ];
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
