import type { RenderContext } from "../../src/ui/render-context.ts";
import type { ChosenOrderRule } from "../../src/domain/order-status.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { embed } from "../../src/ui/embed.ts";
import { clockIn, relativeAndExact } from "../../src/ui/time.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { type Missing, describeMissing } from "../kit/post-channel.ts";
import { describeOrderRule } from "./render-orders.ts";
import { dayTexts, type WeekStart } from "./render-zone.ts";

export interface PostChannel {
  readonly channelId: string;
  /** What the bot lacks there; `undefined` when Discord did not say. */
  readonly missing: Missing | undefined;
}

export interface Settings {
  readonly managers: PostChannel | undefined;
  readonly audit: PostChannel | undefined;
  readonly auditSetBy: string | undefined;
  /** Since when posting into the record's channel fails, in epoch milliseconds. */
  readonly auditTroubleSince: number | undefined;
  readonly zone: string | undefined;
  readonly weekStart: WeekStart | undefined;
  readonly orderRule: ChosenOrderRule;
}

export function renderSettings(settings: Settings, ctx: RenderContext): Reply {
  const { managers, audit, auditSetBy, auditTroubleSince } = settings;
  const { commandMention } = ctx;
  const troubled = auditTroubleSince !== undefined || [managers, audit].some((channel) => isBroken(channel));
  return {
    embeds: [
      embed({
        title: "Settings of this server",
        description: `See ${commandMention("link status")} for workspaces and ${commandMention("access show")} for roles.`,
        tone: troubled ? "waiting" : "information",
        fields: [
          {
            name: "Managers' channel",
            value: describeChannel(
              managers,
              `None, so members cannot ask to be connected. Choose one with ${commandMention("settings managers-channel")}.`,
            ),
          },
          {
            name: "Channel of the record",
            value: joinParts(
              [
                describeChannel(
                  audit,
                  `None; who did what is in ${commandMention("audit list")} only. Choose one with ${commandMention("audit channel")}.`,
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
            value: `${describeOrderRule(settings.orderRule)} Change that with ${commandMention("settings orders")}.`,
          },
        ],
      }),
    ],
  };
}

function describeChannel(channel: PostChannel | undefined, none: string): string {
  if (channel === undefined) return `▫️ ${none}`;
  const where = `<#${channel.channelId}>`;
  if (channel.missing === undefined)
    return `▫️ ${where}. Discord does not tell right now whether I may post there.`;
  if (channel.missing === "gone")
    return "⚠️ The channel was deleted, so nothing is posted. Choose another one.";
  return channel.missing.length === 0
    ? `✅ ${where}. I can post there.`
    : `⚠️ ${where}. I cannot post there: I lack ${describeMissing(channel.missing)}.`;
}

function describeTimes({ zone, weekStart }: Settings, { now, commandMention }: RenderContext): string {
  return joinParts(
    [
      zone === undefined
        ? `▫️ No time zone is chosen, so each schedule names its own. Choose one with ${commandMention("settings zone")}.`
        : `🕑 *${zone}*, where it is ${clockIn(zone, now.epochMilliseconds)} now.`,
      weekStart !== undefined && `Weeks begin on ${dayTexts[weekStart]} where the workspace does not say.`,
    ],
    "\n",
  );
}

function describeTrouble({ commandMention }: RenderContext, since: number): string {
  const when = relativeAndExact(Temporal.Instant.fromEpochMilliseconds(since));
  return `⚠️ Posting there failed first ${when}, and no entry got through since. Nothing is lost: all stands in ${commandMention("audit list")}.`;
}

function isBroken(channel: PostChannel | undefined): boolean {
  return channel?.missing !== undefined && channel.missing.length > 0;
}
