import type { RenderContext } from "../../src/ui/render-context.ts";
import type { ChosenOrderRule } from "../../src/domain/order-status.ts";
import type { KeptMonths } from "../../src/domain/snapshot-policy.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { z } from "zod";
import { createMenuRow } from "../../src/ui/buttons.ts";
import { createEmbed, type EmbedFieldParts } from "../../src/ui/embed.ts";
import { formatClockIn, formatDuration, timestamp } from "../../src/ui/time.ts";
import { joinParts, withoutBreaks } from "../../src/ui/lines.ts";
import { type PostChannel, describeMissingPermissions } from "../kit/post-channel.ts";
import type { RewardSetting } from "../../src/weeks/reward-plan.ts";
import { formatRewardLines } from "./render-rewards.ts";
import { describeStatus } from "../../src/ui/order-text.ts";
import { dayTexts, type WeekStart } from "./render-change.ts";

/** What can be changed, in the order in which it's shown. */
export const Setting = z.enum([
  "managers-channel",
  "requests",
  "audit",
  "zone",
  "week-start",
  "history",
  "orders",
  "rewards",
  "pictures",
]);
export type Setting = z.output<typeof Setting>;

const settingNames: Readonly<Record<Setting, string>> = {
  "managers-channel": "Managers' channel",
  requests: "Requests for time",
  audit: "Audit log",
  zone: "Time zone",
  "week-start": "First day of the week",
  history: "Saved weeks",
  orders: "When an order is done",
  rewards: "Rewards",
  pictures: "Pictures",
};

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
  readonly orderRule: ChosenOrderRule;
  readonly drawsPictures: boolean;
  readonly keptMonths: KeptMonths;
  readonly rewards: RewardSetting | undefined;
  /** Their workspace was unlinked. */
  readonly areRewardsStopped: boolean;
  /** The id of the menu that changes one of them. */
  readonly changeId: string;
}

export function renderSettings(settings: Settings, ctx: RenderContext): Reply {
  const { managers, requests, audit, auditTroubleSince } = settings;
  const troubled =
    auditTroubleSince !== undefined || [managers, requests, audit].some((channel) => isBroken(channel));
  return {
    embeds: [
      createEmbed({
        title: "Server settings",
        fields: [
          createField("Channels", formatChannelLines(settings, ctx)),
          createField("Time and weeks", formatTimeLines(settings, ctx)),
          createField("Orders", formatOrderLines(settings.orderRule)),
          createField("Rewards", formatRewards(settings, ctx)),
          createField("Pictures", [settings.drawsPictures ? "On" : "Off"]),
        ],
        tone: troubled ? "waiting" : "information",
      }),
    ],
    components: createMenuRow(
      settings.changeId,
      "Change a setting",
      Setting.options.map((setting) => ({ label: settingNames[setting], value: setting })),
    ),
  };
}

const createField = (name: string, lines: readonly string[]): EmbedFieldParts => ({
  name,
  value: lines.join("\n"),
});

/** Where it posts, and whether it can. */
function formatChannelLines(
  { managers, requests, audit, auditSetBy, auditTroubleSince }: Settings,
  { commandMention }: RenderContext,
): readonly string[] {
  const trouble =
    audit === undefined || auditTroubleSince === undefined
      ? undefined
      : `Posting there has failed since ${timestamp(Temporal.Instant.fromEpochMilliseconds(auditTroubleSince), "R")}. Nothing is lost: it's all in ${commandMention("audit list")}.`;
  return [
    formatChannelLine(managers, {
      none: "Members can't ask to be connected yet",
      describe: (where) => `Managers get requests in ${where}`,
      gone: "The managers' channel was deleted, so nobody gets requests",
    }),
    formatChannelLine(requests, {
      none: "Staff can't ask for time yet",
      describe: (where) => `Staff ask for time in ${where}`,
      gone: "The channel for time requests was deleted, so nobody can ask",
    }),
    formatChannelLine(audit, {
      none: "Audit log: not posted anywhere",
      describe: (where) =>
        joinParts([
          `Changes are posted in ${where}`,
          auditSetBy !== undefined && `chosen by <@${auditSetBy}>`,
        ]),
      gone: "The audit log's channel was deleted, so nothing is posted",
    }),
    ...(trouble === undefined ? [] : [`⚠️ ${trouble}`]),
  ];
}

function formatTimeLines(
  { zone, weekStart, keptMonths }: Settings,
  { now }: RenderContext,
): readonly string[] {
  return [
    zone === undefined
      ? "No time zone yet: each schedule needs its own"
      : joinParts([`It's ${formatClockIn(zone, now.epochMilliseconds)} here`, zone]),
    ...(weekStart === undefined
      ? []
      : [`Weeks begin on ${dayTexts[weekStart]} if the workspace doesn't say`]),
    `Saved weeks are kept for ${keptMonths} months`,
  ];
}

function formatOrderLines({ endsAt, oldAfterMs }: ChosenOrderRule): readonly string[] {
  return [
    endsAt === undefined
      ? "Done: learned from recent orders"
      : `Done: once ${describeStatus(endsAt).label.toLowerCase()}`,
    `Old: open and unchanged for ${withoutBreaks(formatDuration(oldAfterMs))}`,
  ];
}

function formatRewards(
  { rewards, areRewardsStopped }: Settings,
  { commandMention }: RenderContext,
): readonly string[] {
  if (areRewardsStopped)
    return [
      `⚠️ Stopped: their workspace was unlinked. Choose the roles again with ${commandMention("settings rewards")}.`,
    ];
  return rewards === undefined ? ["Off"] : formatRewardLines(rewards.roles);
}

interface ChannelTexts {
  /** While none is chosen. */
  readonly none: string;
  readonly describe: (where: string) => string;
  readonly gone: string;
}

function formatChannelLine(channel: PostChannel | undefined, { none, describe, gone }: ChannelTexts): string {
  if (channel === undefined) return none;
  const { channelId, missing } = channel;
  if (missing === "gone") return `⚠️ ${gone}. Choose another one.`;
  const text = describe(`<#${channelId}>`);
  if (missing === undefined) return `${text}. I couldn't check whether I can post there.`;
  return missing.length === 0
    ? text
    : `⚠️ ${text}. I can't post there: I need ${describeMissingPermissions(missing)}.`;
}

function isBroken(channel: PostChannel | undefined): boolean {
  return channel?.missing !== undefined && channel.missing.length > 0;
}
