import type { RenderContext } from "../../src/ui/render-context.ts";
import type { ChosenOrderRule } from "../../src/domain/order-status.ts";
import type { KeptMonths } from "../../src/domain/snapshot-policy.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { embed } from "../../src/ui/embed.ts";
import { clockIn, formatDuration, timestamp } from "../../src/ui/time.ts";
import { joinParts, subtext, unbroken } from "../../src/ui/lines.ts";
import { type PostChannel, describeMissingPermissions } from "../kit/post-channel.ts";
import type { RewardSetting } from "../../src/weeks/reward-plan.ts";
import { rewardLines } from "./render-rewards.ts";
import { describeStatus } from "../../src/ui/order-text.ts";
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
  readonly orderRule: ChosenOrderRule;
  readonly drawsPictures: boolean;
  readonly keptMonths: KeptMonths;
  readonly rewards: RewardSetting | undefined;
  /** Their workspace was unlinked. */
  readonly areRewardsStopped: boolean;
}

export function renderSettings(settings: Settings, ctx: RenderContext): Reply {
  const { managers, requests, audit, auditTroubleSince, zone, weekStart, rewards } = settings;
  const { commandMention } = ctx;
  const troubled =
    auditTroubleSince !== undefined || [managers, requests, audit].some((channel) => isBroken(channel));
  return {
    embeds: [
      embed({
        title: "Server settings",
        description: joinParts(
          [
            ...channelLines(settings, ctx),
            zone === undefined
              ? line("Time zone", "none, so each schedule needs its own")
              : line("Time zone", `${zone} · ${clockIn(zone, ctx.now.epochMilliseconds)}`),
            weekStart !== undefined &&
              line("Weeks", `begin on ${dayTexts[weekStart]} if the workspace doesn't say`),
            ...orderLines(settings.orderRule),
            line("Saved weeks", `kept for ${settings.keptMonths} months`),
            settings.areRewardsStopped
              ? line(
                  "Rewards",
                  `stopped: their workspace was unlinked. Choose the roles again with ${commandMention("settings rewards")}.`,
                  "⚠️",
                )
              : line("Rewards", rewards === undefined ? "off" : rewardLines(rewards.roles).join(", ")),
            line("Pictures", settings.drawsPictures ? "on" : "off: boards and cards are text only"),
            subtext(`Change these: ${commandMention("setup")}, or type \`/settings\``),
          ],
          "\n",
        ),
        tone: troubled ? "waiting" : "information",
      }),
    ],
  };
}

/** Where it posts, and whether it can. */
function channelLines(
  { managers, requests, audit, auditSetBy, auditTroubleSince }: Settings,
  { commandMention }: RenderContext,
): readonly string[] {
  const trouble =
    audit === undefined || auditTroubleSince === undefined
      ? undefined
      : `Posting there has failed since ${timestamp(Temporal.Instant.fromEpochMilliseconds(auditTroubleSince), "R")}. Nothing is lost: it's all in ${commandMention("audit list")}.`;
  return [
    channelLine("Managers' channel", managers, "none, so members can't ask to be connected"),
    channelLine("Requests for time", requests, "off, so staff can't ask for it", (where) => `in ${where}`),
    channelLine("Audit log", audit, "not posted in a channel", (where) =>
      joinParts([where, auditSetBy !== undefined && `chosen by <@${auditSetBy}>`]),
    ),
    ...(trouble === undefined ? [] : [`⚠️ ${trouble}`]),
  ];
}

function orderLines({ endsAt, oldAfterMs }: ChosenOrderRule): readonly string[] {
  const end =
    endsAt === undefined
      ? "at their usual last status"
      : `once ${describeStatus(endsAt).label.toLowerCase()}`;
  return [
    line("Done orders", end),
    line("Old orders", `open ${unbroken(formatDuration(oldAfterMs))} without a change`),
  ];
}

/** @param warning a mark in front */
function line(name: string, text: string, warning?: string): string {
  return joinParts([joinParts([warning, `**${name}**`], " "), text]);
}

function channelLine(
  name: string,
  channel: PostChannel | undefined,
  none: string,
  describe: (where: string) => string = String,
): string {
  if (channel === undefined) return line(name, none);
  const where = describe(`<#${channel.channelId}>`);
  if (channel.missing === undefined)
    return line(name, `${where}. I couldn't check whether I can post there.`);
  if (channel.missing === "gone")
    return line(name, "the channel was deleted, so nothing is posted. Choose another one.", "⚠️");
  return channel.missing.length === 0
    ? line(name, where)
    : line(
        name,
        `${where}. I can't post there: I need ${describeMissingPermissions(channel.missing)}.`,
        "⚠️",
      );
}

function isBroken(channel: PostChannel | undefined): boolean {
  return channel?.missing !== undefined && channel.missing.length > 0;
}
