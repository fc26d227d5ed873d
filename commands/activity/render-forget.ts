import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { PersonWithHistory } from "../../src/store/weeks.ts";
import { embed } from "../../src/ui/embed.ts";
import { inlineCode } from "../../src/ui/escape.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { type Names, describePerson } from "../../src/ui/people.ts";
import { describeDay } from "../../src/ui/week-text.ts";

export interface ForgetQuestion {
  readonly userId: string;
  /** `undefined` when no week of theirs is saved. */
  readonly saved: PersonWithHistory | undefined;
  readonly names: Names;
  readonly disconnectMention: string;
}

export function renderForgetQuestion({ userId, saved, names, disconnectMention }: ForgetQuestion): Reply {
  const person = describePerson(userId, names);
  return {
    embeds: [
      embed({
        title: saved === undefined ? "Delete this person's names?" : "Delete these weeks?",
        tone: "harmful",
        description: joinParts(
          [
            saved === undefined
              ? `No week of ${person} is saved here.`
              : `${pluralize(saved.weeks, "week")} of ${person}, ${spanOf(saved)}.\nThey go from this server for good. The workspace does not keep them, so they can't be brought back; in the workspace nothing changes.`,
            `The person's names go from decided requests, drafts and the audit log${saved === undefined ? "" : ", too"}; ids stay there. Lists no longer look their name up.`,
            names.get(userId)?.discordUserId !== undefined &&
              `They are still connected, so their present week is saved anew within minutes. To end that, use ${disconnectMention} with its option \`forget-history\` in place of this.`,
            subtext(`User id ${inlineCode(userId)}`),
          ],
          "\n",
        ),
      }),
    ],
  };
}

function spanOf({ firstWeek, lastWeek }: PersonWithHistory): string {
  return firstWeek === lastWeek
    ? `from ${describeDay(firstWeek)}`
    : `from ${describeDay(firstWeek)} to ${describeDay(lastWeek)}`;
}

interface Forgotten {
  readonly userId: string;
  readonly weeks: number;
  /** How many were saved when the question was asked. */
  readonly asked: number;
  readonly names: Names;
}

export function renderForgotten({ userId, weeks, asked, names }: Forgotten, ctx: RenderContext): Reply {
  const isNamesOnly = weeks === 0 && asked === 0;
  if (weeks === 0 && asked > 0)
    return { content: "Somebody deleted these weeks already, so there was nothing left to delete." };
  return receipt(
    {
      title: isNamesOnly ? "Names deleted" : "Weeks deleted",
      verb: "Deleted",
      lines: [
        isNamesOnly
          ? `The names of ${describePerson(userId, names)} are gone from decided requests, drafts and the audit log.`
          : `${pluralize(weeks, "week")} of ${describePerson(userId, names)} ${weeks === 1 ? "is" : "are"} gone from this server.`,
      ],
      facts: [`User id ${inlineCode(userId)}`],
    },
    ctx,
  );
}
