import { kindWords } from "../../src/boards/index.ts";
import type { Board } from "../../src/boards/board.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import type { Schedule } from "../../src/store/schedules.ts";
import { embed } from "../../src/text/embed.ts";
import { nearAndExact } from "../../src/text/time.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import { isAlwaysLive, type Plan } from "./plan.ts";
import { receipt, type Words } from "./render-plan.ts";
import { planLines } from "./words.ts";

export function renderRunQuestion(
  { kind, mode, messageId, nextDueAt }: Pick<Schedule, "kind" | "mode" | "messageId" | "nextDueAt">,
  plan: Plan | undefined,
): Answer {
  const lines = [
    ...(plan === undefined ? [`**${kindWords(kind)}**`] : planLines(plan)),
    mode === "standing" && messageId !== undefined
      ? "Its message is brought up to date now."
      : mode === "changed"
        ? "It is posted now, if something changed since the last post."
        : "It is posted now, for everyone in the channel.",
    nextDueAt !== undefined &&
      (plan === undefined || !isAlwaysLive(plan)) &&
      `Its set times stay: next ${nearAndExact(Temporal.Instant.fromEpochMilliseconds(nextDueAt))}.`,
  ];
  return { embeds: [embed({ title: "Post this now?", description: joined(lines, "\n") })] };
}

export function renderRunning(
  { id, channelId }: { readonly id: string; readonly channelId: string },
  words: Words,
): Answer {
  return receipt(
    "Being posted",
    [
      `It stands in <#${channelId}> within seconds, if there is something to show.`,
      `${words.commandMention("schedule list")} says what came of it.`,
    ],
    [],
    { id, words },
  );
}

/** What would be posted at this moment, for one person only. */
export function renderPreview(
  { channelId, mode, messageHash }: Pick<Schedule, "channelId" | "mode" | "messageHash">,
  board: Board,
): Answer {
  if ("nothing" in board) return { content: `I would post nothing now. ${board.nothing}` };
  const isSame = mode === "changed" && board.hash === messageHash;
  const about = isSame
    ? `Nothing changed since the last post in <#${channelId}>, so I would not post this again now.`
    : `This is what I would post in <#${channelId}> now. Only you see it.`;
  const { content = "", embeds, files } = board.answer;
  return {
    content: joined([smallPrint(about), content], "\n"),
    ...(embeds !== undefined && { embeds }),
    ...(files !== undefined && { files }),
  };
}
