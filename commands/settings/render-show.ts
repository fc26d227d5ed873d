import type { RenderContext } from "../../src/ui/render-context.ts";
import type { ChosenOrderRule, OrderEnd } from "../order/status.ts";
import type { KeptMonths } from "../weeks/snapshot-policy.ts";
import type { Theme } from "../../src/pictures/kit/colours.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createMenuRow } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { formatClockIn, formatDuration, labelAge } from "../../src/ui/time.ts";
import { joinParts, withoutBreaks } from "../../src/ui/lines.ts";
import { type PostChannel, describeMissingPermissions } from "../kit/post-channel.ts";
import type { RewardSetting } from "../rewards/plan.ts";
import { formatRewardLines } from "../rewards/render.ts";
import { formatStatusInLine } from "../order/text.ts";
import { Setting, settingIds, settingNames } from "./ids.ts";
import { dayTexts, type WeekStart } from "./render-change.ts";

export interface Settings {
  readonly managers: PostChannel | undefined;
  /** For requests for time. */
  readonly requests: PostChannel | undefined;
  readonly audit: PostChannel | undefined;
  readonly auditSetBy: string | undefined;
  /** Since when posting to the audit log channel has failed, in epoch milliseconds. */
  readonly auditTroubleSince: number | undefined;
  readonly zone: string | undefined;
  readonly weekStart: WeekStart | undefined;
  /** `18:05 and 29 Nov`. */
  readonly clock: string;
  readonly orderRule: ChosenOrderRule;
  /** The final status, if it isn't chosen and enough orders reached it. */
  readonly learnedEnd: OrderEnd | undefined;
  readonly pictures: Theme | "off";
  readonly keptMonths: KeptMonths;
  readonly rewards: RewardSetting | undefined;
  /** Their workspace was unlinked. */
  readonly areRewardsStopped: boolean;
}

export function renderSettings(settings: Settings, ctx: RenderContext): Reply {
  const { managers, requests, audit, auditTroubleSince } = settings;
  const troubled =
    auditTroubleSince !== undefined || [managers, requests, audit].some((channel) => isBroken(channel));
  return {
    embeds: [
      createEmbed({
        title: "Server settings",
        description: [
          formatChannelLines(settings, ctx),
          formatTimeLines(settings, ctx),
          formatOrderLines(settings),
          [...formatRewards(settings), formatLine("pictures", settings.pictures)],
        ]
          .map((lines) => lines.join("\n"))
          .join("\n\n"),
        tone: troubled ? "waiting" : "information",
      }),
    ],
    components: createMenuRow(
      settingIds.change.encode({}),
      "Change a setting",
      Setting.options.map((setting) => ({ label: settingNames[setting], value: setting })),
    ),
  };
}

/** `**Pictures:** dark`, by the name it has in the menu below. */
const formatLine = (setting: Setting, value: string): string => `**${settingNames[setting]}:** ${value}`;

/** Where it posts, and whether it can. */
function formatChannelLines(
  { managers, requests, audit, auditSetBy, auditTroubleSince }: Settings,
  { commandMention }: RenderContext,
): readonly string[] {
  const trouble =
    audit === undefined || auditTroubleSince === undefined
      ? undefined
      : `Posting there fails. Nothing is lost: it's all in ${commandMention("audit")}. ${labelAge("First failed", auditTroubleSince)}`;
  return [
    formatChannelLine("managers-channel", managers, {
      none: "none, so members can't ask to be connected",
      gone: "was deleted, so nobody gets requests",
    }),
    formatChannelLine("requests", requests, {
      none: "off, so staff can't ask for time",
      gone: "their channel was deleted, so nobody can ask",
    }),
    formatChannelLine("audit", audit, {
      none: "none",
      gone: "was deleted, so nothing is posted",
      note: auditSetBy === undefined ? undefined : `chosen by <@${auditSetBy}>`,
    }),
    ...(trouble === undefined ? [] : [`⚠️ ${trouble}`]),
  ];
}

function formatTimeLines(
  { zone, weekStart, clock, keptMonths }: Settings,
  { now, dateStyle }: RenderContext,
): readonly string[] {
  return [
    formatLine(
      "zone",
      zone === undefined
        ? "none yet: each schedule needs its own"
        : joinParts([zone, `${formatClockIn(zone, now.epochMilliseconds, dateStyle)} now`]),
    ),
    ...(weekStart === undefined
      ? []
      : [formatLine("week-start", `${dayTexts[weekStart]}, if the workspace doesn't say`)]),
    formatLine("clock", clock),
    formatLine("history", `kept for ${keptMonths} months`),
  ];
}

function formatOrderLines({ orderRule: { endsAt, oldAfterMs }, learnedEnd }: Settings): readonly string[] {
  const end = endsAt ?? learnedEnd;
  const words = end && formatStatusInLine(end);
  const found = "found out by itself";
  const automatic = words === undefined ? found : `${words} (${found})`;
  return [
    formatLine("orders", endsAt === undefined ? automatic : (words ?? "")),
    `**Old orders:** hidden after ${withoutBreaks(formatDuration(oldAfterMs))} unchanged`,
  ];
}

function formatRewards({ rewards, areRewardsStopped }: Settings): readonly string[] {
  if (areRewardsStopped)
    return [
      `⚠️ ${formatLine("rewards", "stopped: their workspace was unlinked. Choose the roles again below.")}`,
    ];
  return rewards === undefined
    ? [formatLine("rewards", "off")]
    : [`**${settingNames.rewards}:**`, ...formatRewardLines(rewards.roles)];
}

interface ChannelTexts {
  /** While none is chosen. */
  readonly none: string;
  readonly gone: string;
  /** What else there is to say of the channel. */
  readonly note?: string | undefined;
}

function formatChannelLine(
  setting: Setting,
  channel: PostChannel | undefined,
  { none, gone, note }: ChannelTexts,
): string {
  if (channel === undefined) return formatLine(setting, none);
  const { channelId, missing } = channel;
  if (missing === "gone") return `⚠️ ${formatLine(setting, `${gone}. Choose another one.`)}`;
  const text = formatLine(setting, joinParts([`<#${channelId}>`, note]));
  if (missing === undefined) return `${text}. I couldn't check whether I can post there.`;
  return missing.length === 0
    ? text
    : `⚠️ ${text}. I can't post there: I need ${describeMissingPermissions(missing)}.`;
}

function isBroken(channel: PostChannel | undefined): boolean {
  return channel?.missing !== undefined && channel.missing.length > 0;
}
