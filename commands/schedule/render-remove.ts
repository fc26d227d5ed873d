import { kindWords } from "../../src/boards/index.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import type { Schedule } from "../../src/store/schedules.ts";
import { embed } from "../../src/text/embed.ts";
import { joined } from "../shared/lines.ts";
import type { Removed } from "./confirm-remove.ts";
import type { Plan } from "./plan.ts";
import { oldMessageStays, receipt, type Words } from "./render-plan.ts";
import { planLines } from "./words.ts";

export function renderRemoveQuestion(
  { kind, channelId, mode, messageId }: Pick<Schedule, "kind" | "channelId" | "mode" | "messageId">,
  plan: Plan | undefined,
): Answer {
  const lines = [
    ...(plan === undefined ? [`**${kindWords(kind)}** in <#${channelId}>`] : planLines(plan)),
    mode === "standing" && messageId !== undefined
      ? "It is gone for good then, and the message it keeps up to date is deleted."
      : "It is gone for good then. What was posted stays.",
  ];
  return {
    embeds: [embed({ title: "Remove this schedule?", description: joined(lines, "\n"), tone: "harmful" })],
  };
}

export function renderRemoved(
  result: Removed,
  { id, kind, channelId }: { readonly id: string; readonly kind: string; readonly channelId: string },
  words: Words,
): Answer {
  if (result === "already-gone")
    return { content: "Somebody removed this schedule already, so there was nothing left to remove." };
  return receipt(
    "Schedule removed",
    [
      `**${kindWords(kind)}** is not posted in <#${channelId}> any more.`,
      result === "removed-message-left" && oldMessageStays,
    ],
    [],
    { id, words },
  );
}
