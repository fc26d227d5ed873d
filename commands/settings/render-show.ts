import type { RenderContext } from "../../src/ui/render-context.ts";
import type { ChosenOrderRule } from "../../src/domain/order-status.ts";
import type { KeptMonths } from "../../src/domain/snapshot-policy.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { embed } from "../../src/ui/embed.ts";
import { clockIn, relativeAndExact } from "../../src/ui/time.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { type PostChannel, describeMissingPermissions } from "../kit/post-channel.ts";
import { describeKept } from "./render-history.ts";
import type { RewardSetting } from "../../src/weeks/reward-setting.ts";
import { rewardLines } from "./render-rewards.ts";
import { describeOrderRule } from "./render-orders.ts";
import { dayTexts, type WeekStart } from "./render-zone.ts";

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
}

export function renderSettings(settings: Settings, ctx: RenderContext): Reply {
  const { managers, requests, audit, auditSetBy, auditTroubleSince } = settings;
  const { commandMention } = ctx;
  const troubled =
    auditTroubleSince !== undefined || [managers, requests, audit].some((channel) => isBroken(channel));
  return {
    embeds: [
      embed({
        title: "Server settings",
        description: `See ${commandMention("link status")} for workspaces and ${commandMention("access show")} for roles.`,
        tone: troubled ? "waiting" : "information",
        fields: [
          {
            name: "Managers' channel",
            value: describeChannel(
              managers,
              `None, so members can't ask to be connected. Choose one with ${commandMention("settings managers-channel")}.`,
            ),
          },
          {
            name: "Channel for time requests",
            value: describeChannel(
              requests,
              `None, so staff can't ask for time. Choose one with ${commandMention("settings requests")}.`,
            ),
          },
          {
            name: "Audit log channel",
            value: joinParts(
              [
                describeChannel(
                  audit,
                  `None; see ${commandMention("audit list")} instead. Choose one with ${commandMention("audit channel")}.`,
                ),
                audit !== undefined && auditSetBy !== undefined && `Chosen by <@${auditSetBy}>.`,
                audit !== undefined &&
                  auditTroubleSince !== undefined &&
                  describeTrouble(ctx, auditTroubleSince),
              ],
              "\n",
            ),
          },
          { name: "Times", value: describeTimes(settings, ctx) },
          {
            name: "Orders",
            value: `${describeOrderRule(settings.orderRule)} Change this with ${commandMention("settings orders")}.`,
          },
          {
            name: "History",
            value: `${describeKept(settings.keptMonths)} Change this with ${commandMention("settings history")}.`,
          },
          {
            name: "Rewards",
            value: `${settings.rewards === undefined ? "Off: a week earns nobody a role." : rewardLines(settings.rewards.roles).join("\n")} Change this with ${commandMention("settings rewards")}.`,
          },
          {
            name: "Pictures",
            value: `${settings.drawsPictures ? "On" : "Off: boards and cards are text only"}. Change this with ${commandMention("settings pictures")}.`,
          },
        ],
      }),
    ],
  };
}

function describeChannel(channel: PostChannel | undefined, none: string): string {
  if (channel === undefined) return `▫️ ${none}`;
  const where = `<#${channel.channelId}>`;
  if (channel.missing === undefined) return `▫️ ${where}. I couldn't check whether I can post there.`;
  if (channel.missing === "gone")
    return "⚠️ The channel was deleted, so nothing is posted. Choose another one.";
  return channel.missing.length === 0
    ? `✅ ${where}. I can post there.`
    : `⚠️ ${where}. I can't post there: I need ${describeMissingPermissions(channel.missing)}.`;
}

function describeTimes({ zone, weekStart }: Settings, { now, commandMention }: RenderContext): string {
  return joinParts(
    [
      zone === undefined
        ? `▫️ No time zone chosen, so each schedule needs its own. Choose one with ${commandMention("settings zone")}.`
        : `🕑 *${zone}*, where it is ${clockIn(zone, now.epochMilliseconds)} now.`,
      weekStart !== undefined && `Weeks begin on ${dayTexts[weekStart]} if the workspace doesn't say.`,
    ],
    "\n",
  );
}

function describeTrouble({ commandMention }: RenderContext, since: number): string {
  const when = relativeAndExact(Temporal.Instant.fromEpochMilliseconds(since));
  return `⚠️ Posting there has failed since ${when}. Nothing is lost: it's all in ${commandMention("audit list")}.`;
}

function isBroken(channel: PostChannel | undefined): boolean {
  return channel?.missing !== undefined && channel.missing.length > 0;
}
