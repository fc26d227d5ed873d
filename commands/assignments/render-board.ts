import type { Answer } from "../../src/interactions/answer.ts";
import type { Account } from "../../src/store/accounts.ts";
import { embed } from "../../src/text/embed.ts";
import { inert } from "../../src/text/inert.ts";
import { nearAndExact } from "../../src/text/time.ts";
import { fitLines, joined, smallPrint } from "../shared/lines.ts";
import { accountWords } from "../shared/people.ts";
import { type Figures, figureWords, leftWords } from "./words.ts";

export type TeamState = "behind" | "on-the-way" | "passed" | "excused" | "nothing-to-do" | "not-staff";

/** How one connected person stands this week. */
export interface TeamRow {
  readonly account: Account;
  readonly state: TeamState;
  /** What is not reached yet and makes them stand as they do. */
  readonly missing: readonly Figures[];
}

export interface TeamBoard {
  readonly title: string;
  /** The worst first. */
  readonly rows: readonly TeamRow[];
  /** Discord ids of members who asked to be connected. */
  readonly waiting: readonly string[];
  readonly reset: Temporal.Instant | undefined;
  readonly room: number;
}

const marks: Readonly<Record<TeamState, string>> = {
  behind: "🟧",
  "on-the-way": "🟦",
  passed: "✅",
  excused: "🌿",
  "nothing-to-do": "▫️",
  "not-staff": "▫️",
};

const words: Readonly<Record<TeamState, string>> = {
  behind: "behind",
  "on-the-way": "on the way",
  passed: "passed",
  excused: "excused",
  "nothing-to-do": "nothing to do",
  "not-staff": "not on the workspace's staff",
};

const mostMissing = 3;
const mostWaiting = 10;

/** Everybody who is connected against what they have to reach, a line a person. */
export function renderTeamBoard({ title, rows, waiting, reset, room }: TeamBoard): Answer {
  const head = joined([countsOf(rows), reset && `Resets ${nearAndExact(reset)}`], "\n");
  const tail = waiting.length === 0 ? "" : smallPrint(waitingWords(waiting));
  const list = fitLines(rows.map(rowLine), Math.max(0, room - head.length - tail.length - 4));
  return {
    embeds: [
      embed({
        title,
        tone: rows.some(({ state }) => state === "behind") ? "waiting" : "information",
        description: joined([head, list, tail], "\n\n"),
      }),
    ],
  };
}

/** `🟧 3 behind · ✅ 5 passed`. */
function countsOf(rows: readonly TeamRow[]): string {
  return joined(
    [...Map.groupBy(rows, ({ state }) => state)].map(
      ([state, those]) => `${marks[state]} **${those.length}** ${words[state]}`,
    ),
  );
}

function rowLine({ account, state, missing }: TeamRow): string {
  const shown = missing.slice(0, mostMissing).map(missingWords);
  const person = `${marks[state]} **${accountWords(account)}**`;
  return joined([
    missing.length === 0 ? `${person} ${words[state]}` : person,
    ...shown,
    missing.length > mostMissing && `${missing.length - mostMissing} more`,
  ]);
}

function missingWords(figures: Figures): string {
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
