import type { Answer } from "../../src/interactions/answer.ts";
import type { OutcomeAssignment, WeekSummary } from "../../src/domain/week-outcome.ts";
import { weekEndingAt } from "../../src/domain/week-span.ts";
import type { Account } from "../../src/store/accounts.ts";
import { embed } from "../../src/text/embed.ts";
import { inert } from "../../src/text/inert.ts";
import { weekOfWords } from "../../src/text/lasting.ts";
import { fitLines, joined, smallPrint } from "../shared/lines.ts";
import { accountWords } from "../shared/people.ts";
import { outcomeMarks, outcomeWords, weekEndWords } from "../shared/week-words.ts";
import { figureWords, leftWords } from "./words.ts";

type Missing = OutcomeAssignment & { readonly name: string };

/** How one connected person stands this week. */
export interface TeamRow {
  readonly account: Account;
  readonly summary: WeekSummary<Missing>;
}

export interface TeamBoard {
  /** What it is, without its week. */
  readonly title: string;
  /** The worst first. */
  readonly rows: readonly TeamRow[];
  /** Discord ids of members who asked to be connected. */
  readonly waiting: readonly string[];
  /** Epoch milliseconds; the first moment that is no longer in the week. */
  readonly resetsAt: number | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly room: number;
}

/** Of whom the board has no data, it knows why. */
const words: typeof outcomeWords = { ...outcomeWords, unknown: "not on the workspace's staff" };

const mostMissing = 3;
const mostWaiting = 10;

/** Everybody who is connected against what they have to reach, a line a person. */
export function renderTeamBoard({ title, rows, waiting, resetsAt, now, room }: TeamBoard): Answer {
  const head = joined([countsOf(rows), resetsAt !== undefined && `Resets ${weekEndWords(resetsAt)}`], "\n");
  const week = resetsAt !== undefined && weekOfWords(weekEndingAt(resetsAt).weekStart, now);
  const tail = waiting.length === 0 ? "" : smallPrint(waitingWords(waiting));
  const list = fitLines(rows.map(rowLine), Math.max(0, room - head.length - tail.length - 4));
  return {
    embeds: [
      embed({
        title: joined([title, week], ", "),
        tone: rows.some(({ summary }) => summary.outcome === "behind") ? "waiting" : "information",
        description: joined([head, list, tail], "\n\n"),
      }),
    ],
  };
}

/** `🟧 3 behind · ✅ 5 passed`. */
function countsOf(rows: readonly TeamRow[]): string {
  return joined(
    [...Map.groupBy(rows, ({ summary }) => summary.outcome)].map(
      ([outcome, those]) => `${outcomeMarks[outcome]} **${those.length}** ${words[outcome]}`,
    ),
  );
}

function rowLine({ account, summary: { outcome, missing } }: TeamRow): string {
  const shown = missing.slice(0, mostMissing).map(missingWords);
  const person = `${outcomeMarks[outcome]} **${accountWords(account)}**`;
  return joined([
    missing.length === 0 ? `${person} ${words[outcome]}` : person,
    ...shown,
    missing.length > mostMissing && `${missing.length - mostMissing} more`,
  ]);
}

function missingWords({ name, targetType, achieved: done, target }: Missing): string {
  const figures = { name, targetType, done, target };
  return joined(
    [`${inert(figures.name, 30) || "Unnamed"} ${figureWords(figures)}`, leftWords(figures)],
    ", ",
  );
}

function waitingWords(waiting: readonly string[]): string {
  const shown = waiting.slice(0, mostWaiting).map((discordUserId) => `<@${discordUserId}>`);
  const more = waiting.length - shown.length;
  return `Not connected yet: ${joined([...shown, more > 0 && `${more} more`], ", ")}`;
}
