import { boardKinds, describeKind } from "../../src/schedules/boards/index.ts";
import { button, buttonRow, channelMenuRow, menuRow } from "../../src/ui/buttons.ts";
import { embed } from "../../src/ui/embed.ts";
import { joinParts } from "../../src/ui/lines.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { scheduleChannelTypes } from "../kit/post-channel.ts";
import { settingLines } from "./format.ts";
import { daysOffered, isAlwaysLive, type PanelInput, timesOffered } from "./panel-input.ts";
import { type AddView, renderRuns } from "./render-settings.ts";

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
  /** What can't be used, as a sentence. */
  readonly problem: string | undefined;
}

/** A schedule as far as it is filled in, with lists to go on. */
export function renderPanel({ title, input, settings, problem }: PanelView, ids: PanelIds): Reply {
  const { kind, channelId } = input;
  const isLive = isAlwaysLive(input);
  const lines =
    settings === undefined || settings === "needs-zone"
      ? [
          joinParts(
            [
              kind !== undefined && `**${describeKind(kind)}**`,
              channelId !== undefined && `in <#${channelId}>`,
            ],
            " ",
          ),
          `${settings === "needs-zone" ? "The time zone comes next." : missing(input)} You'll see the post itself before anything is saved.`,
        ]
      : settingLines(settings.plan);
  return {
    ...(problem !== undefined && { content: problem }),
    embeds: [
      embed({
        title,
        description: joinParts(lines, "\n"),
        tone: problem === undefined ? "information" : "waiting",
        fields: settings === undefined || settings === "needs-zone" ? [] : renderRuns(settings),
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
        button({ customId: ids.preview, label: "Preview", style: "primary" }),
        button({ customId: ids.otherTime, label: "Other time…" }),
        button({ customId: ids.options, label: "More options…" }),
        button({ customId: ids.cancel, label: "Not now" }),
      ),
    ],
  };
}

function missing(input: PanelInput): string {
  const { kind, channelId, rule } = input;
  if (kind === undefined) return "Choose what to post, where and when.";
  if (channelId === undefined && isAlwaysLive(input)) return "Choose where to post it.";
  if (channelId === undefined) return "Choose where to post it, and when.";
  return rule.days === undefined && rule.dayOfMonth === undefined
    ? "Choose a day and a time."
    : "Choose a time.";
}
