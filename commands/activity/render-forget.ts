import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { PersonWithHistory } from "../../src/store/weeks.ts";
import { embed } from "../../src/ui/embed.ts";
import { inlineCode } from "../../src/ui/escape.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { describePerson } from "../../src/ui/people.ts";
import { describeDay } from "../../src/ui/week-text.ts";

export interface ForgetPreview {
  readonly userId: string;
  /** `undefined` if none of their weeks are saved. */
  readonly saved: PersonWithHistory | undefined;
}

export function renderForgetPreview(
  { userId, saved }: ForgetPreview,
  { names, commandMention }: RenderContext,
): Reply {
  const person = describePerson(userId, names);
  return {
    embeds: [
      embed({
        title: saved === undefined ? "Delete this person's names?" : "Delete these weeks?",
        tone: "harmful",
        description: joinParts(
          [
            saved === undefined
              ? `There are no saved weeks of ${person}.`
              : `${pluralize(saved.weeks, "week")} of ${person}, ${spanOf(saved)}.\nThe workspace doesn't keep them, so they can't be restored. Nothing changes in the workspace.`,
            `The person's names are removed from decided requests, drafts and the audit log; ids stay there. Lists no longer look up their name.`,
            names.get(userId)?.discordUserId !== undefined &&
              `They're still connected, so their current week will be saved again within minutes. To prevent that, use ${commandMention("account disconnect")} with \`forget-history\` instead.`,
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
  /** How many were saved at the time of the preview. */
  readonly asked: number;
}

export function renderForgotten({ userId, weeks, asked }: Forgotten, ctx: RenderContext): Reply {
  const { names } = ctx;
  const isNamesOnly = weeks === 0 && asked === 0;
  if (weeks === 0 && asked > 0)
    return { content: "Someone already deleted these weeks, so there was nothing left to delete." };
  return receipt(
    {
      title: isNamesOnly ? "Names deleted" : "Weeks deleted",
      verb: "Deleted",
      lines: [
        isNamesOnly
          ? `The names of ${describePerson(userId, names)} were removed from decided requests, drafts and the audit log.`
          : `${pluralize(weeks, "saved week")} of ${describePerson(userId, names)} ${weeks === 1 ? "was" : "were"} deleted.`,
      ],
      facts: [`User id ${inlineCode(userId)}`],
    },
    ctx,
  );
}
