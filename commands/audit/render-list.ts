import type { Page } from "../../src/domain/pages.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import type { AuditEntry, AuditFilter } from "../../src/store/audit.ts";
import { embed, embedLimits } from "../../src/text/embed.ts";
import { inert } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { timeMark } from "../../src/text/time.ts";
import { fitLines, joined } from "../shared/lines.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import type { Names } from "../shared/people.ts";
import { entryText } from "./render-entry.ts";
import { actionOf, outcomes } from "./words.ts";

export interface AuditList {
  /** Of those whom the entries are about. */
  readonly names: Names;
  readonly filter: AuditFilter;
  readonly page: Page<AuditEntry>;
}
interface Words {
  readonly commandMention: (path: string) => string;
  readonly customIdOf: (page: number) => string;
}

export function renderList(
  { names, filter, page }: AuditList,
  { commandMention, customIdOf }: Words,
): Answer {
  const filtered = filterWords(filter);
  const head = filtered === undefined ? "" : `Only ${filtered}\n\n`;
  const body =
    page.total === 0
      ? emptyWords(filtered !== undefined, commandMention)
      : fitLines(
          page.entries.map((entry) => entryText(entry, { names, style: "R" })),
          embedLimits.description - head.length,
        );
  return {
    embeds: [
      embed({
        title: "Who did what here",
        description: `${head}${body}`,
        tone: page.total === 0 ? "over" : "information",
        footer: joined([pageWords(page), counted(page.total, "entry", "entries"), "kept for 180 days"]),
      }),
    ],
    components: pageButtons(page, { before: "Newer", after: "Older" }, customIdOf),
  };
}

/** What a list is narrowed to, ready to be shown; `undefined` when it holds everything. */
export function filterWords({ discordUserId, action, outcome, since }: AuditFilter): string | undefined {
  const words = joined([
    discordUserId !== undefined && `by <@${discordUserId}>`,
    action !== undefined && `“${familyWords(action)}”`,
    outcome !== undefined && outcomes[outcome].words,
    since !== undefined && `since ${timeMark(Temporal.Instant.fromEpochMilliseconds(since))}`,
  ]);
  return words || undefined;
}

function familyWords(action: string): string {
  return action.endsWith(".")
    ? `all of ${inert(action.slice(0, -1), 60)}`
    : (actionOf(action)?.words ?? inert(action, 60));
}

function emptyWords(filtered: boolean, commandMention: (path: string) => string): string {
  return filtered
    ? `Nothing on record fits. Leave filters out of ${commandMention("audit list")} to see more.`
    : "Nothing is on record yet. Whatever people change here or in the workspace through me will stand here.";
}
