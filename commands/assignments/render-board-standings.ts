import type { AssignmentWeek } from "../../src/api/contract/assignments.ts";
import type { WeekResult } from "../../src/domain/last-week.ts";
import { markOf, type WeekMark } from "../../src/domain/past-weeks.ts";
import { weekEndingAt } from "../../src/domain/week-span.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import type { Account } from "../../src/store/accounts.ts";
import { embed } from "../../src/text/embed.ts";
import { inert } from "../../src/text/inert.ts";
import { weekOfWords } from "../../src/text/lasting.ts";
import { fitLines, joined } from "../shared/lines.ts";
import { accountWords } from "../shared/people.ts";
import { weekEndMark } from "../shared/week-words.ts";
import { figureWords, weekMarks } from "./words.ts";

export interface FinalRow {
  readonly account: Account;
  /** `undefined` for whom that week was not marked. */
  readonly result: WeekResult<AssignmentWeek & { readonly endMs: number | undefined }> | undefined;
}

export interface FinalStandings {
  /** The worst first. */
  readonly rows: readonly FinalRow[];
  /** When the week ended, in epoch milliseconds. */
  readonly endsAt: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly room: number;
}

const noMark = "▫️";
const namesAPerson = 2;

/** How the week that is over was marked, a line a person, with what is different from the week before. */
export function renderFinalStandings({ rows, endsAt, now, room }: FinalStandings): Answer {
  const head = joined([countsOf(rows), `The week ended ${weekEndMark(endsAt, "F")}`], "\n");
  const week = weekOfWords(weekEndingAt(endsAt).weekStart, now);
  const list = fitLines(rows.map(rowLine), Math.max(0, room - head.length - 2));
  return {
    embeds: [embed({ title: `Final standings, ${week}`, description: joined([head, list], "\n\n") })],
  };
}

const words: Readonly<Record<WeekMark, string>> = { passed: "passed", failed: "failed", excused: "excused" };

function countsOf(rows: readonly FinalRow[]): string {
  return joined(
    (["failed", "passed", "excused"] as const).map((mark) => {
      const count = rows.filter(({ result }) => result?.mark === mark).length;
      const before = rows.filter(({ result }) => result?.before === mark).length;
      return (
        (count > 0 || before > 0) &&
        `${weekMarks[mark]} **${count}** ${words[mark]} (${before} the week before)`
      );
    }),
  );
}

function rowLine({ account, result }: FinalRow): string {
  const person = `**${accountWords(account)}**`;
  if (result === undefined) return joined([`${noMark} ${person}`, "not marked"]);
  const { mark, entries, before } = result;
  const failed = entries.filter((entry) => markOf(entry) === "failed");
  return joined([
    `${weekMarks[mark]} ${person} ${words[mark]}`,
    ...failed.slice(0, namesAPerson).map(failedWords),
    failed.length > namesAPerson && `${failed.length - namesAPerson} more`,
    before !== undefined && before !== mark && `${weekMarks[before]} ${words[before]} the week before`,
  ]);
}

function failedWords({ assignment_name: name, achieved, target, target_type }: AssignmentWeek): string {
  const figures = { name, done: achieved, target, targetType: target_type };
  return `${inert(name, 30) || "Unnamed"} ${figureWords(figures)}`;
}
