import type { ChosenOrderRule } from "../../src/domain/order-life.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { nearAndExact } from "../../src/text/time.ts";
import { joined } from "../shared/lines.ts";
import { type Missing, missingWords } from "../shared/post-channel.ts";
import { clockIn } from "../shared/zone-time.ts";
import { orderRuleWords } from "./render-orders.ts";
import { dayWords, type WeekStart } from "./render-zone.ts";

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
  readonly now: () => number;
  readonly commandMention: (path: string) => string;
}

export function renderSettings(settings: Settings): Answer {
  const { managers, audit, auditSetBy, auditTroubleSince, commandMention } = settings;
  const troubled = auditTroubleSince !== undefined || [managers, audit].some((channel) => isBroken(channel));
  return {
    embeds: [
      embed({
        title: "Settings of this server",
        description: `Links and workspaces stand in ${commandMention("link status")}, roles in ${commandMention("access show")}.`,
        tone: troubled ? "waiting" : "information",
        fields: [
          {
            name: "Managers' channel",
            value: channelWords(
              managers,
              `None, so members cannot ask to be connected. Choose one with ${commandMention("settings managers-channel")}.`,
            ),
          },
          {
            name: "Channel of the record",
            value: joined(
              [
                channelWords(
                  audit,
                  `None; who did what is in ${commandMention("audit list")} only. Choose one with ${commandMention("audit channel")}.`,
                ),
                audit !== undefined && auditSetBy !== undefined && `Chosen by <@${auditSetBy}>.`,
                audit !== undefined &&
                  auditTroubleSince !== undefined &&
                  troubleWords(settings, auditTroubleSince),
              ],
              "\n",
            ),
          },
          { name: "Times", value: timesWords(settings) },
          {
            name: "Orders",
            value: `${orderRuleWords(settings.orderRule)} Change that with ${commandMention("settings orders")}.`,
          },
        ],
      }),
    ],
  };
}

function channelWords(channel: PostChannel | undefined, none: string): string {
  if (channel === undefined) return `▫️ ${none}`;
  const where = `<#${channel.channelId}>`;
  if (channel.missing === undefined)
    return `▫️ ${where}. Discord does not tell right now whether I may post there.`;
  if (channel.missing === "gone")
    return "⚠️ The channel was deleted, so nothing is posted. Choose another one.";
  return channel.missing.length === 0
    ? `✅ ${where}. I can post there.`
    : `⚠️ ${where}. I cannot post there: I lack ${missingWords(channel.missing)}.`;
}

function timesWords({ zone, weekStart, now, commandMention }: Settings): string {
  return joined(
    [
      zone === undefined
        ? `▫️ No time zone is chosen, so each schedule names its own. Choose one with ${commandMention("settings zone")}.`
        : `🕑 *${zone}*, where it is ${clockIn(zone, now())} now.`,
      weekStart !== undefined && `Weeks begin on ${dayWords[weekStart]} where the workspace does not say.`,
    ],
    "\n",
  );
}

function troubleWords({ commandMention }: Settings, since: number): string {
  const when = nearAndExact(Temporal.Instant.fromEpochMilliseconds(since));
  return `⚠️ Posting there failed first ${when}, and no entry got through since. Nothing is lost: all stands in ${commandMention("audit list")}.`;
}

function isBroken(channel: PostChannel | undefined): boolean {
  return channel?.missing !== undefined && channel.missing.length > 0;
}
