import type { Answer } from "../../src/interactions/answer.ts";
import type { RememberedPerson } from "../../src/store/weeks.ts";
import { embed } from "../../src/text/embed.ts";
import { code } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { timeMark } from "../../src/text/time.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import { type Names, personWords } from "../shared/people.ts";
import { dayWords } from "../shared/week-words.ts";

export interface ForgetQuestion {
  readonly remembered: RememberedPerson;
  readonly names: Names;
  readonly disconnectMention: string;
}

export function renderForgetQuestion({ remembered, names, disconnectMention }: ForgetQuestion): Answer {
  const { userId, weeks, firstWeek, lastWeek } = remembered;
  const span =
    firstWeek === lastWeek
      ? `from ${dayWords(firstWeek)}`
      : `from ${dayWords(firstWeek)} to ${dayWords(lastWeek)}`;
  return {
    embeds: [
      embed({
        title: "Delete these weeks?",
        tone: "harmful",
        description: joined(
          [
            `${counted(weeks, "week")} of ${personWords(userId, names)}, ${span}.`,
            "They go from this server for good. The workspace does not keep them, so they cannot be brought back; in the workspace nothing changes.",
            "The person's names go from decided requests, drafts and the audit log, too; ids stay there.",
            names.has(userId) &&
              `They are still connected, so their present week is remembered anew within minutes. To end that, use ${disconnectMention} with its option \`forget-history\` in place of this.`,
            smallPrint(`User id ${code(userId)}`),
          ],
          "\n",
        ),
      }),
    ],
  };
}

interface Words {
  readonly caller: { readonly discordUserId: string };
  readonly now: () => number;
}

export function renderForgotten(
  { userId, weeks, names }: { readonly userId: string; readonly weeks: number; readonly names: Names },
  { caller, now }: Words,
): Answer {
  if (weeks === 0)
    return { content: "Somebody deleted these weeks already, so there was nothing left to delete." };
  const at = timeMark(Temporal.Instant.fromEpochMilliseconds(now()));
  return {
    embeds: [
      embed({
        title: "Weeks deleted",
        tone: "done",
        description: joined(
          [
            `${counted(weeks, "week")} of ${personWords(userId, names)} ${weeks === 1 ? "is" : "are"} gone from this server.`,
            smallPrint(`User id ${code(userId)} · by <@${caller.discordUserId}> · ${at}`),
          ],
          "\n",
        ),
      }),
    ],
  };
}
