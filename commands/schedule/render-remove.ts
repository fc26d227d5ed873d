import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import { describeKind } from "../../src/schedules/boards/index.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { Schedule } from "../../src/store/schedules.ts";
import { embed } from "../../src/ui/embed.ts";
import { joinParts } from "../../src/ui/lines.ts";
import type { ScheduleSettings } from "./settings.ts";
import { oldMessageStays } from "./render-settings.ts";
import { settingLines } from "./format.ts";

export function renderRemovePreview(
  { kind, channelId, mode, messageId }: Pick<Schedule, "kind" | "channelId" | "mode" | "messageId">,
  plan: ScheduleSettings | undefined,
): Reply {
  const lines = [
    ...(plan === undefined ? [`**${describeKind(kind)}** in <#${channelId}>`] : settingLines(plan)),
    mode === "live" && messageId !== undefined
      ? "This can't be undone, and its live message will be deleted."
      : "This can't be undone. Its posts stay.",
  ];
  return {
    embeds: [embed({ title: "Remove this schedule?", description: joinParts(lines, "\n"), tone: "harmful" })],
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
