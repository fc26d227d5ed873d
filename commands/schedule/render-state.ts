import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import { type Board, hasSameContent } from "./boards/board.ts";
import { describeKind } from "./boards/index.ts";
import type { Schedule } from "./store.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { formatRelativeAndExact } from "../../src/ui/time.ts";
import { formatSettingLines } from "./format.ts";
import type { Preflight } from "./preflight.ts";
import {
  type AddView,
  describeMissingRights,
  describeNextPosts,
  oldMessageStays,
} from "./render-settings.ts";
import { hasNoSetTimes, type ScheduleSettings } from "./settings.ts";

export function renderPaused(
  {
    id,
    kind,
    channelId,
    mode,
    messageId,
  }: Pick<Schedule, "id" | "kind" | "channelId" | "mode" | "messageId">,
  ctx: RenderContext,
): Reply {
  return receipt(
    {
      title: "Schedule paused",
      verb: "Paused",
      lines: [
        `⏸️ **${describeKind(kind)}** is paused in <#${channelId}>.`,
        mode === "live" &&
          messageId !== undefined &&
          "Its message stays up and shows when it was last updated.",
        `Next: ${ctx.commandMention("schedule resume")} resumes it.`,
      ],
      ids: { Schedule: id },
    },
    ctx,
  );
}

export function renderResumed(
  { around, ...view }: AddView & { readonly around: Preflight },
  id: string,
  ctx: RenderContext,
): Reply {
  return receipt(
    {
      title: "Schedule resumed",
      verb: "Resumed",
      lines: [
        ...formatSettingLines(view.plan),
        describeNextPosts(view, ctx.dateStyle),
        view.plan.mode === "live"
          ? "I'm updating its message now."
          : "Posts missed during the pause won't be made up.",
        ...describeMissingRights(view.plan, around),
      ],
      ids: { Schedule: id },
    },
    ctx,
  );
}

export function renderRunPreview(
  { kind, mode, messageId, nextDueAt }: Pick<Schedule, "kind" | "mode" | "messageId" | "nextDueAt">,
  plan: ScheduleSettings | undefined,
): Reply {
  const lines = [
    ...(plan === undefined ? [`**${describeKind(kind)}**`] : formatSettingLines(plan)),
    mode === "live" && messageId !== undefined
      ? "I'm updating its message now."
      : mode === "changed"
        ? "I'll post it now if something changed since the last post."
        : "I'll post it now, for everyone in the channel.",
    nextDueAt !== undefined &&
      (plan === undefined || !hasNoSetTimes(plan)) &&
      `Its set times don't change: next ${formatRelativeAndExact(Temporal.Instant.fromEpochMilliseconds(nextDueAt))}.`,
  ];
  return { embeds: [createEmbed({ title: "Post this now?", description: joinParts(lines, "\n") })] };
}

export function renderRunning(
  {
    id,
    kind,
    channelId,
  }: { readonly id: string; readonly kind?: string | undefined; readonly channelId: string },
  ctx: RenderContext,
): Reply {
  return receipt(
    {
      title: "Posting now",
      verb: "Started",
      lines: [
        kind === undefined
          ? `It will appear in <#${channelId}> within seconds, if there's something to show.`
          : `**${describeKind(kind)}** will appear in <#${channelId}> within seconds, if there's something to show.`,
        `Check the result with ${ctx.commandMention("schedule list")}.`,
      ],
      ids: { Schedule: id },
    },
    ctx,
  );
}

/** What would be posted now, for one person only. */
export function renderPreview(
  { channelId, mode, messageHash }: Pick<Schedule, "channelId" | "mode" | "messageHash">,
  board: Board,
): Reply {
  if ("empty" in board) return { content: `I wouldn't post anything now. ${board.empty}` };
  const isSame = mode === "changed" && hasSameContent(messageHash, board);
  const about = isSame
    ? `Nothing changed since the last post in <#${channelId}>, so I wouldn't post this again now.`
    : `This is what I'd post in <#${channelId}> now.`;
  const { content = "", embeds, components, files } = board.message;
  return {
    content: joinParts([subtext(about), content], "\n"),
    ...(embeds !== undefined && { embeds }),
    ...(components !== undefined && { components }),
    ...(files !== undefined && { files }),
  };
}

export function renderRemovePreview(
  { kind, channelId, mode, messageId }: Pick<Schedule, "kind" | "channelId" | "mode" | "messageId">,
  plan: ScheduleSettings | undefined,
): Reply {
  const lines = [
    ...(plan === undefined ? [`**${describeKind(kind)}** in <#${channelId}>`] : formatSettingLines(plan)),
    mode === "live" && messageId !== undefined
      ? "This can't be undone, and its live message will be deleted."
      : "This can't be undone. Its posts stay.",
  ];
  return {
    embeds: [
      createEmbed({ title: "Remove this schedule?", description: joinParts(lines, "\n"), tone: "harmful" }),
    ],
  };
}

export type ScheduleRemoval = "removed" | "removed-message-left" | "already-gone";

export function renderScheduleRemoved(
  result: ScheduleRemoval,
  { id, kind, channelId }: { readonly id: string; readonly kind: string; readonly channelId: string },
  ctx: RenderContext,
): Reply {
  if (result === "already-gone")
    return { content: "Someone already removed this schedule, so there was nothing left to remove." };
  return receipt(
    {
      title: "Schedule removed",
      verb: "Removed",
      lines: [
        `**${describeKind(kind)}** is no longer posted in <#${channelId}>.`,
        result === "removed-message-left" && oldMessageStays,
      ],
      ids: { Schedule: id },
    },
    ctx,
  );
}
