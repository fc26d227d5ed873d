import { pluralize, pluralizeText } from "../../src/ui/numbers.ts";
import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { KeptMonths } from "../weeks/index.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { type ChosenOrderRule, type OrderEnd, describeStatus } from "../order/index.ts";
import { type Dates, formatDuration, formatClockIn } from "../../src/ui/time.ts";

interface ManagersChannel {
  readonly channelId: string;
  readonly isPublic: boolean;
  /** Cards of a deleted channel that were posted again. */
  readonly posted: number;
}

export function renderManagersChannel(
  { channelId, isPublic, posted }: ManagersChannel,
  ctx: RenderContext,
): Reply {
  const where = `<#${channelId}>`;
  return receipt(
    {
      title: "Managers' channel chosen",
      verb: "Changed",
      tone: isPublic ? "waiting" : "done",
      lines: [
        `I'll post requests for managers in ${where}, for example when a member wants to be connected to a workspace user.`,
        isPublic &&
          `⚠️ Everyone in this server can see ${where}, and requests name people. Hide the channel from *@everyone* in its settings, or choose another one.`,
        posted > 0 &&
          `The previous channel was deleted, so I posted ${pluralize(posted, "open request")} in ${where} again. ${ctx.commandMention("account list")} shows them, too.`,
        `Members can ask with ${ctx.commandMention("account connect")}.`,
      ],
    },
    ctx,
  );
}

export function renderNoManagersChannel(ctx: RenderContext): Reply {
  return receipt(
    {
      title: "Managers' channel removed",
      verb: "Changed",
      lines: [
        `Members can no longer ask to be connected to a workspace user. Managers can connect them with ${ctx.commandMention("account connect")} and its \`person\` option.`,
      ],
    },
    ctx,
  );
}

interface RequestsChannel {
  readonly channelId: string;
  readonly isPublic: boolean;
  /** Open requests whose cards went with a deleted channel. */
  readonly moved: number;
}

export function renderRequestsChannel(
  { channelId, isPublic, moved }: RequestsChannel,
  ctx: RenderContext,
): Reply {
  const where = `<#${channelId}>`;
  return receipt(
    {
      title: "Channel for time requests chosen",
      verb: "Changed",
      tone: isPublic ? "waiting" : "done",
      lines: [
        `Staff can now ask for time with ${ctx.commandMention("request time")}. Their requests appear in ${where}, where managers approve or decline them.`,
        isPublic &&
          `⚠️ Everyone in this server can see ${where}, and requests show reasons and pictures. Hide the channel from *@everyone* in its settings, or choose another one.`,
        moved > 0 &&
          `The previous channel was deleted, so ${pluralize(moved, "open request")} will be posted in ${where} within a minute, without their pictures.`,
      ],
    },
    ctx,
  );
}

export function renderNoRequestsChannel(ctx: RenderContext): Reply {
  return receipt(
    {
      title: "Requests for time turned off",
      verb: "Changed",
      lines: [
        `Staff can no longer ask for time. Open requests can still be decided: ${ctx.commandMention("request list")} links to their cards.`,
      ],
    },
    ctx,
  );
}

export function describeKept(months: KeptMonths): string {
  return `Saved weeks are kept for ${months} months.`;
}

export function renderHistoryPreview(months: KeptMonths, old: number): Reply {
  return {
    embeds: [
      createEmbed({
        title: `Keep saved weeks for ${months} months only?`,
        tone: "harmful",
        description: pluralizeText(old, {
          one: "1 saved week of this server is older and will be deleted now. The workspace doesn't keep it, so it can't be restored. From then on, older weeks are deleted every hour.",
          other:
            "{count} saved weeks of this server are older and will be deleted now. The workspace doesn't keep them, so they can't be restored. From then on, older weeks are deleted every hour.",
        }),
      }),
    ],
  };
}

export function renderHistoryChosen(months: KeptMonths, removed: number, ctx: RenderContext): Reply {
  return receipt(
    {
      title: "History changed",
      verb: "Changed",
      lines: [
        describeKept(months),
        removed > 0 &&
          pluralizeText(removed, {
            one: "1 older week was deleted.",
            other: "{count} older weeks were deleted.",
          }),
      ],
    },
    ctx,
  );
}

export function describeEndChoice(end: OrderEnd | "learned"): string {
  if (end === "learned") return "Learned from recent orders";
  const { mark, label } = describeStatus(end);
  return `${mark} ${label}`;
}

/** Two sentences, for replies and the audit log. */
export function describeOrderRule({ endsAt, oldAfterMs }: ChosenOrderRule): string {
  const end =
    endsAt === undefined
      ? "I learn from recent orders which status means an order is done."
      : `An order is done at *${describeStatus(endsAt).label}*.`;
  return `${end} An open order without a change for ${formatDuration(oldAfterMs)} is old.`;
}

export function renderOrderRuleChosen(rule: ChosenOrderRule, ctx: RenderContext): Reply {
  return receipt(
    {
      title: "Order rule changed",
      verb: "Changed",
      lines: [
        describeOrderRule(rule),
        "Boards, searches, digests and profiles now use this rule. Old orders are counted instead of listed, and never count as stuck.",
      ],
    },
    ctx,
  );
}

export type WeekStart = "monday" | "sunday";

export function describeZone(zone: string | undefined, { now, dateStyle }: Dates): string {
  return zone === undefined
    ? "This server has no time zone yet, so each schedule needs its own."
    : `This server's time zone is *${zone}*, where it's now ${formatClockIn(zone, now.epochMilliseconds, dateStyle)}.`;
}

/** @param chosen.elsewhere schedules in another time zone */
export function renderZoneChosen(
  { zone, elsewhere }: { readonly zone: string; readonly elsewhere: number },
  ctx: RenderContext,
): Reply {
  const { now, commandMention, dateStyle } = ctx;
  return receipt(
    {
      title: "Time zone chosen",
      verb: "Changed",
      lines: [
        `New schedules use *${zone}*, where it's now ${formatClockIn(zone, now.epochMilliseconds, dateStyle)}.`,
        elsewhere > 0 &&
          pluralizeText(elsewhere, {
            one: `1 schedule keeps its own time zone; open it in ${commandMention("schedule list")} to change that.`,
            other: `{count} schedules keep their own time zones; open each in ${commandMention("schedule list")} to change that.`,
          }),
        `Next: ${commandMention("schedule add")}.`,
      ],
    },
    ctx,
  );
}

export function describeWeekStart(day: WeekStart | undefined): string {
  return day === undefined
    ? "This server has no first day of the week, so weeks begin on Monday if the workspace doesn't say."
    : `Weeks begin on ${dayTexts[day]} here if the workspace doesn't say.`;
}

export function renderWeekStartChosen(day: WeekStart, ctx: RenderContext): Reply {
  return receipt(
    {
      title: "First day of the week chosen",
      verb: "Changed",
      lines: [
        `Weeks now begin on ${dayTexts[day]} if the workspace doesn't say.`,
        "The current week isn't affected.",
      ],
    },
    ctx,
  );
}

export const dayTexts: Readonly<Record<WeekStart, string>> = { monday: "Monday", sunday: "Sunday" };
