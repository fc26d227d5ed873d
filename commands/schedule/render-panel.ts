import { describeZone } from "../../src/ui/time.ts";
import { boardKinds, describeKind } from "./boards/index.ts";
import { createButton, createButtonRow, createChannelMenuRow, createMenuRow } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { joinParts } from "../../src/ui/lines.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { scheduleChannelTypes } from "../kit/post-channel.ts";
import { formatSettingLines } from "./format.ts";
import { listDaysOffered, isAlwaysLive, type PanelInput, listTimesOffered } from "./panel-input.ts";
import { type AddView, describeNextPosts } from "./render-settings.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";

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
export function renderPanel(
  { title, input, settings, zone, problem }: PanelView,
  ids: PanelIds,
  { dateStyle }: Pick<GuildContext, "dateStyle">,
): Reply {
  const { kind, channelId } = input;
  const isLive = isAlwaysLive(input);
  const isMissing = describeMissing(input);
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
          zone !== undefined && !isLive && `All times are ${describeZone(zone)}.`,
        ]
      : [...formatSettingLines(settings.plan), describeNextPosts(settings, dateStyle)];
  return {
    ...(problem !== undefined && { content: problem }),
    embeds: [
      createEmbed({
        title,
        description: joinParts(lines, "\n"),
        tone: problem === undefined ? "information" : "waiting",
      }),
    ],
    components: [
      ...createMenuRow(
        ids.kind,
        "What to post",
        boardKinds.map(({ name, description }) => ({
          value: name,
          label: description,
          isChosen: name === kind,
        })),
      ),
      ...createChannelMenuRow({
        customId: ids.channel,
        placeholder: "Where to post it",
        types: scheduleChannelTypes,
        channelId,
      }),
      ...createMenuRow(ids.days, "On which days", listDaysOffered(input)),
      ...createMenuRow(
        ids.time,
        isLive ? "No time: it's always up to date" : "At what time",
        listTimesOffered(input),
        {
          isDisabled: isLive,
        },
      ),
      ...createButtonRow(
        createButton({
          customId: ids.preview,
          label: "Preview",
          style: "primary",
          disabled: isMissing !== undefined,
        }),
        createButton({ customId: ids.otherTime, label: "Other time…" }),
        createButton({ customId: ids.options, label: "More options…" }),
        createButton({ customId: ids.cancel, label: "Not now" }),
      ),
    ],
  };
}

/** What is still to be chosen, as a sentence. */
function describeMissing(input: PanelInput): string | undefined {
  const { kind, channelId, rule } = input;
  if (kind === undefined)
    return channelId === undefined
      ? "Choose what to post, where, on which days and at what time."
      : "Choose what to post.";
  if (channelId === undefined) return "Choose where to post it.";
  const isDayAlone = rule.days !== undefined || rule.dayOfMonth !== undefined;
  return isDayAlone && rule.time === undefined && rule.cron === undefined ? "Choose a time." : undefined;
}
