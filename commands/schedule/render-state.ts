import { kindWords } from "../../src/boards/index.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import type { Schedule } from "../../src/store/schedules.ts";
import { lackWords, type PlanView, receipt, runFields, type Words } from "./render-plan.ts";
import type { Surroundings } from "./surroundings.ts";
import { planLines } from "./words.ts";

export function renderPaused(
  {
    id,
    kind,
    channelId,
    mode,
    messageId,
  }: Pick<Schedule, "id" | "kind" | "channelId" | "mode" | "messageId">,
  words: Words,
): Answer {
  return receipt(
    "Schedule paused",
    [
      `⏸️ **${kindWords(kind)}** is not posted in <#${channelId}> any more.`,
      mode === "standing" &&
        messageId !== undefined &&
        "Its message stays, and says that it is paused and since when.",
      `Next: ${words.commandMention("schedule resume")} lets it go on.`,
    ],
    [],
    { id, words },
  );
}

export function renderResumed(
  { around, ...view }: PlanView & { readonly around: Surroundings },
  id: string,
  words: Words,
): Answer {
  return receipt(
    "Schedule goes on",
    [
      ...planLines(view.plan),
      view.plan.mode === "standing"
        ? "Its message is brought up to date now."
        : "What fell due while it was paused is not posted.",
      ...lackWords(view.plan, around),
    ],
    runFields(view),
    { id, words },
  );
}
