import { boardKinds, describeKind } from "../../src/schedules/boards/index.ts";
import { button, buttonRow, channelMenuRow, menuRow } from "../../src/ui/buttons.ts";
import { embed } from "../../src/ui/embed.ts";
import { joinParts } from "../../src/ui/lines.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { scheduleChannelTypes } from "../kit/post-channel.ts";
import { settingLines } from "./format.ts";
import { daysOffered, isAlwaysLive, type PanelInput, timesOffered } from "./panel-input.ts";
import { type AddView, nextPosts } from "./render-settings.ts";

/** The custom ids of a panel's lists and buttons. */
export interface PanelIds {
  readonly kind: string;
  readonly channel: string;
  readonly days: string;
  readonly time: string;
  readonly preview: string;
  readonly otherTime: string;
  readonly options: string;
  readonly cancel: string;
}

export interface PanelView {
  readonly title: string;
  readonly input: PanelInput;
  /** Once everything is filled in; the time zone is asked for after it. */
  readonly settings: AddView | "needs-zone" | undefined;
  /** Of its times, if it is known. */
  readonly zone: string | undefined;
  /** What can't be used, as a sentence. */
  readonly problem: string | undefined;
}

/** A schedule as far as it is filled in, with lists for the rest. */
export function renderPanel({ title, input, settings, zone, problem }: PanelView, ids: PanelIds): Reply {
  const { kind, channelId } = input;
  const isLive = isAlwaysLive(input);
  const isMissing = missing(input);
  const lines =
    settings === undefined || settings === "needs-zone"
      ? [
          kind !== undefined &&
            `**${describeKind(kind)}**${channelId === undefined ? "" : ` in <#${channelId}>`}`,
          joinParts(
            [
              settings === "needs-zone" ? "The time zone comes next." : isMissing,
              "You'll see it before anything is saved.",
            ],
            " ",
          ),
          zone !== undefined && !isLive && `Times are in ${zone}.`,
        ]
      : [...settingLines(settings.plan), nextPosts(settings)];
  return {
    ...(problem !== undefined && { content: problem }),
    embeds: [
      embed({
        title,
        description: joinParts(lines, "\n"),
        tone: problem === undefined ? "information" : "waiting",
      }),
    ],
    components: [
      ...menuRow(
        ids.kind,
        "What to post",
        boardKinds.map(({ name, description }) => ({
          value: name,
          label: description,
          isChosen: name === kind,
        })),
      ),
      ...channelMenuRow({
        customId: ids.channel,
        placeholder: "Where to post it",
        types: scheduleChannelTypes,
        channelId,
      }),
      ...menuRow(ids.days, "On which days", daysOffered(input)),
      ...menuRow(ids.time, isLive ? "No time: it's always up to date" : "At what time", timesOffered(input), {
        isDisabled: isLive,
      }),
      ...buttonRow(
        button({
          customId: ids.preview,
          label: "Preview",
          style: "primary",
          disabled: isMissing !== undefined,
        }),
        button({ customId: ids.otherTime, label: "Other time…" }),
        button({ customId: ids.options, label: "More options…" }),
        button({ customId: ids.cancel, label: "Not now" }),
      ),
    ],
  };
}

/** What is still to be chosen, as a sentence. */
function missing(input: PanelInput): string | undefined {
  const { kind, channelId, rule } = input;
  if (kind === undefined)
    return channelId === undefined
      ? "Choose what to post, where, on which days and at what time."
      : "Choose what to post.";
  if (channelId === undefined) return "Choose where to post it.";
  const isDayAlone = rule.days !== undefined || rule.dayOfMonth !== undefined;
  return isDayAlone && rule.time === undefined && rule.cron === undefined ? "Choose a time." : undefined;
}
