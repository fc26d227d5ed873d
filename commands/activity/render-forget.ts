import type { Reply } from "../../src/ui/reply.ts";
import type { PersonWithHistory } from "../../src/store/weeks.ts";
import { embed } from "../../src/ui/embed.ts";
import { inlineCode } from "../../src/ui/escape.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { timestamp } from "../../src/ui/time.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { type Names, describePerson } from "../../src/ui/people.ts";
import { describeDay } from "../../src/ui/week-text.ts";

export interface ForgetQuestion {
  readonly remembered: PersonWithHistory;
  readonly names: Names;
  readonly disconnectMention: string;
}

export function renderForgetQuestion({ remembered, names, disconnectMention }: ForgetQuestion): Reply {
  const { userId, weeks, firstWeek, lastWeek } = remembered;
  const span =
    firstWeek === lastWeek
      ? `from ${describeDay(firstWeek)}`
      : `from ${describeDay(firstWeek)} to ${describeDay(lastWeek)}`;
  return {
    embeds: [
      embed({
        title: "Delete these weeks?",
        tone: "harmful",
        description: joinParts(
          [
            `${pluralize(weeks, "week")} of ${describePerson(userId, names)}, ${span}.`,
            "They go from this server for good. The workspace does not keep them, so they cannot be brought back; in the workspace nothing changes.",
            "The person's names go from decided requests, drafts and the audit log, too; ids stay there.",
            names.has(userId) &&
              `They are still connected, so their present week is remembered anew within minutes. To end that, use ${disconnectMention} with its option \`forget-history\` in place of this.`,
            subtext(`User id ${inlineCode(userId)}`),
          ],
          "\n",
        ),
      }),
    ],
  };
}

interface RenderContext {
  readonly invoker: { readonly discordUserId: string };
  readonly now: () => number;
}

export function renderForgotten(
  { userId, weeks, names }: { readonly userId: string; readonly weeks: number; readonly names: Names },
  { invoker, now }: RenderContext,
): Reply {
  if (weeks === 0)
    return { content: "Somebody deleted these weeks already, so there was nothing left to delete." };
  const at = timestamp(Temporal.Instant.fromEpochMilliseconds(now()));
  return {
    embeds: [
      embed({
        title: "Weeks deleted",
        tone: "done",
        description: joinParts(
          [
            `${pluralize(weeks, "week")} of ${describePerson(userId, names)} ${weeks === 1 ? "is" : "are"} gone from this server.`,
            subtext(`User id ${inlineCode(userId)} · by <@${invoker.discordUserId}> · ${at}`),
          ],
          "\n",
        ),
      }),
    ],
  };
}
