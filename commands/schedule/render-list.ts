import { kindWords } from "../../src/boards/index.ts";
import { pageOf } from "../../src/domain/pages.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import type { Schedule } from "../../src/store/schedules.ts";
import { channelGone, inChannel } from "../../src/text/channel-gone.ts";
import { clip } from "../../src/text/clip.ts";
import { embed } from "../../src/text/embed.ts";
import { withCommandMarks } from "../../src/text/command-marks.ts";
import { code, inert } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { nearAndExact, timeMark } from "../../src/text/time.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import { isAlwaysLive, type Plan, planOf } from "./plan.ts";
import { planLines } from "./words.ts";

const schedulesAPage = 5;
const maxEntryLength = 700;
const maxReasonLength = 200;

export interface ScheduleList {
  readonly schedules: readonly Schedule[];
  readonly links: readonly Pick<GuildLink, "linkKey" | "name">[];
  /** The guild's own. */
  readonly zone: string | undefined;
  /** From 0. */
  readonly page: number;
  readonly customIdOf: (page: number) => string;
  readonly commandMention: (path: string) => string;
}

export function renderSchedules(view: ScheduleList, now: Temporal.Instant): Answer {
  const { schedules, zone, commandMention, customIdOf } = view;
  const page = pageOf(schedules, view.page, schedulesAPage);
  const paused = schedules.filter(({ state }) => state === "paused").length;
  const first = page.index * schedulesAPage + 1;
  const entries = page.entries.map((schedule, index) => entryOf(schedule, first + index, view));
  return {
    embeds: [
      embed({
        title: "Schedules",
        description:
          schedules.length === 0
            ? `Nothing is posted at set times here yet. ${commandMention("schedule add")} posts, for example, the calendar every Monday.`
            : entries.join("\n\n"),
        tone: schedules.length === 0 ? "over" : paused > 0 ? "waiting" : "information",
        footer: joined([
          pageWords(page),
          schedules.length > 0 && counted(schedules.length, "schedule"),
          paused > 0 && `${paused} paused`,
          zone !== undefined && `server's zone ${zone}`,
        ]),
        at: now,
      }),
    ],
    components: pageButtons(page, { before: "Previous", after: "Next" }, customIdOf),
    share: {},
  };
}

function entryOf(
  schedule: Schedule,
  number: number,
  { links, commandMention }: Pick<ScheduleList, "links" | "commandMention">,
): string {
  const { id, kind, channelId, linkKey, pausedReason } = schedule;
  const plan = planOf(schedule);
  const [title = "", ...lines] =
    plan === undefined
      ? [
          `**${kindWords(inert(kind, 40))}** ${inChannel(channelId, pausedReason)}`,
          "⚠️ Its settings can no longer be read.",
        ]
      : planLines(plan, pausedReason);
  const link = links.find((each) => each.linkKey === linkKey);
  const workspace =
    link === undefined
      ? "⚠️ its workspace is no longer linked"
      : links.length > 1 && `of ${inert(link.name, 60)}`;
  const text = joined(
    [joined([`${number} · ${title}`, workspace]), ...lines, nextWords(schedule, plan), lastWords(schedule)],
    "\n",
  );
  return `${withCommandMarks(clip(text, maxEntryLength), commandMention)}\n${smallPrint(code(id))}`;
}

function nextWords({ state, pausedReason, nextDueAt, nextRefreshAt }: Schedule, plan?: Plan): string {
  if (state === "paused")
    return `⏸️ Paused${pausedReason === undefined ? " by hand" : `: ${reasonWords(pausedReason)}`}`;
  if (plan !== undefined && isAlwaysLive(plan) && nextRefreshAt !== undefined)
    return `Next look ${timeMark(instant(nextRefreshAt), "R")}`;
  return nextDueAt === undefined ? "Never due again" : `Next ${nearAndExact(instant(nextDueAt))}`;
}

const outcomeWords = {
  sent: "✅ posted",
  skipped: "▫️ skipped",
  failed: "❌ failed",
} as const satisfies Record<NonNullable<Schedule["lastOutcome"]>, string>;

function lastWords({ lastRunAt, lastOutcome, lastReason, pausedReason, lastTrueAt, mode }: Schedule): string {
  // What paused it is said above already.
  const reason =
    lastReason === undefined || lastReason === pausedReason ? undefined : reasonWords(lastReason);
  if (lastRunAt === undefined || lastOutcome === undefined)
    return reason === undefined ? "Not run yet" : `Not posted yet, I keep trying: ${reason}`;
  const at = timeMark(instant(lastRunAt), "R");
  // What was posted has no reason: this one is of a later try, which is still going on.
  const isLate = lastOutcome === "sent" && reason !== undefined;
  const last = joined([
    `Last ${outcomeWords[lastOutcome]} ${at}${reason === undefined || isLate ? "" : `: ${reason}`}`,
    mode === "standing" &&
      lastTrueAt !== undefined &&
      pausedReason !== channelGone &&
      `true as of ${timeMark(instant(lastTrueAt), "R")}`,
  ]);
  return joined([last, isLate && `⚠️ What fell due since is late, I keep trying: ${reason}`], "\n");
}

/** Sentences of ours, whose marks are meant. */
function reasonWords(reason: string): string {
  return clip(reason, maxReasonLength);
}

function instant(at: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(at);
}
