import { z } from "zod";
import { defineCustomId, withLinkKey } from "../../src/interactions/custom-id.ts";
import { parseZone } from "../../src/domain/zones.ts";
import { type WeekOutcome, outcomeMarks, outcomeTexts } from "../weeks/index.ts";
import type { Account } from "../../src/store/accounts.ts";
import {
  createButton,
  createButtonRow,
  maxMenuChoices,
  type MenuChoice,
  createMenuRow,
} from "../../src/ui/buttons.ts";
import { plainText } from "../../src/ui/escape.ts";
import type { Row } from "../../src/ui/reply.ts";

// Controls of boards in a channel, which anyone can use; access is checked each time.

/** Opens the profile of the person chosen, or the list of everyone. */
export const boardPersonId = defineCustomId("team.person", {});
/** The choice that opens a page of everyone in a week, the newest one if it has no first date. No id has a slash. */
export const everyoneChoice = defineCustomId("/everyone", {
  week: z.union([z.literal(""), z.iso.date()]),
  page: z.coerce.number().int().min(0).max(1),
});
/** Gives everyone's results of a week as a file, by its first date. */
export const boardCsvId = defineCustomId("team.csv", { week: z.iso.date() });
/** Gives the numbers of a report as a file, by the first date of its week and the zone its days are counted in. */
export const reportCsvId = defineCustomId("report.csv", {
  week: z.iso.date(),
  zone: z.string().refine((zone) => parseZone(zone) === zone),
});
interface PersonChoice {
  readonly account: Pick<Account, "userId" | "displayName">;
  readonly outcome: WeekOutcome | undefined;
}

interface Team {
  /** In the order of the board. */
  readonly people: readonly PersonChoice[];
  /** The first date of its week; `undefined` when it isn't known. */
  readonly week: string | undefined;
  /** Whether `/board` has the same order, so that its second page continues a full menu. */
  readonly isInListOrder: boolean;
}

export function createTeamControls({ people, week, isInListOrder }: Team, linkKey: string): readonly Row[] {
  const all = people.map(({ account: { userId, displayName }, outcome = "unknown" }) => ({
    value: userId,
    label: plainText(displayName, 60) || `User ${userId}`,
    description: `${outcomeMarks[outcome]} ${outcomeTexts[outcome]}`,
  }));
  const others = {
    value: everyoneChoice.encode({ week: week ?? "", page: isInListOrder ? 1 : 0 }),
    label: "More people…",
    description: "Opens the whole list",
  };
  const choices = all.length <= maxMenuChoices ? all : [...all.slice(0, maxMenuChoices - 1), others];
  return createPeopleControls(choices, week === undefined ? undefined : boardCsvId.encode({ week }), linkKey);
}

/** For a report, whose file has more than the week of each person. */
export function createReportControls(
  choices: readonly MenuChoice[],
  { first, zone }: { readonly first: Temporal.PlainDate; readonly zone: string },
  linkKey: string,
): readonly Row[] {
  return createPeopleControls(choices, reportCsvId.encode({ week: first.toString(), zone }), linkKey);
}

function createPeopleControls(
  choices: readonly MenuChoice[],
  csvId: string | undefined,
  linkKey: string,
): readonly Row[] {
  return [
    ...createMenuRow(withLinkKey(boardPersonId.encode({}), linkKey), "Open a person", choices),
    ...(csvId === undefined
      ? []
      : createButtonRow(createButton({ customId: withLinkKey(csvId, linkKey), label: "Download CSV" }))),
  ];
}
