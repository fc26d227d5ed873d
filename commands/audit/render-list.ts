import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Page } from "../../src/domain/lists.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { AuditEntry, AuditFilter } from "../../src/store/audit.ts";
import { embed, embedLimits } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { menuRow, type MenuChoice } from "../../src/ui/buttons.ts";
import { shortAge, timestamp } from "../../src/ui/time.ts";
import { fitLines, joinParts } from "../../src/ui/lines.ts";
import { pageButtons, describePage } from "../kit/page-buttons.ts";
import { entryLine, wholeEntryText } from "../../src/audit/render-entry.ts";
import { actionOf, doneLabelOf, outcomes } from "../../src/audit/actions.ts";

export interface AuditList {
  readonly filter: AuditFilter;
  readonly page: Page<AuditEntry>;
  readonly customIdOf: (page: number) => string;
  /** The id of the menu that opens one of the entries. */
  readonly openId: string;
}

export function renderAuditList(
  { filter, page, customIdOf, openId }: AuditList,
  { names, now, commandMention }: RenderContext,
): Reply {
  const filtered = describeAuditFilter(filter);
  const head = filtered === undefined ? "" : `Only ${filtered}\n\n`;
  const body =
    page.total === 0
      ? describeEmpty(filtered !== undefined, commandMention)
      : fitLines(
          page.entries.map((entry) => entryLine(entry, { names, now })),
          embedLimits.description - head.length,
        );
  return {
    embeds: [
      embed({
        title: "Who did what here",
        description: `${head}${body}`,
        tone: page.total === 0 ? "over" : "information",
        footer: joinParts([
          describePage(page),
          pluralize(page.total, "entry", "entries"),
          "kept for 180 days",
        ]),
      }),
    ],
    components: [
      ...menuRow(
        openId,
        "Open an entry",
        page.entries.map((entry) => menuChoice(entry, now)),
      ),
      ...pageButtons(page, { before: "Previous", after: "Next" }, customIdOf),
    ],
  };
}

function menuChoice({ id, action, outcome, at }: AuditEntry, now: Temporal.Instant): MenuChoice {
  const age = shortAge(Temporal.Instant.fromEpochMilliseconds(at).toString(), now);
  return {
    value: id,
    label: actionOf(action)?.label ?? action,
    description: joinParts([outcomes[outcome].label, age?.startsWith("<") ? undefined : age]),
  };
}

/** One entry with its ids, values and exact time. */
export function renderAuditEntry(entry: AuditEntry, { names }: RenderContext): Reply {
  const action = actionOf(entry.action);
  const title =
    action === undefined
      ? escapeMarkdown(entry.action, 60)
      : entry.outcome === "done"
        ? doneLabelOf(action)
        : action.label;
  const tone = entry.outcome === "done" ? "information" : "waiting";
  return { embeds: [embed({ title, description: wholeEntryText(entry, names), tone })] };
}

/** The filters as text; `undefined` if there are none. */
export function describeAuditFilter({
  discordUserId,
  action,
  outcome,
  since,
}: AuditFilter): string | undefined {
  const label = joinParts([
    discordUserId !== undefined && `by <@${discordUserId}>`,
    action !== undefined && `“${describeFamily(action)}”`,
    outcome !== undefined && outcomes[outcome].label,
    since !== undefined && `since ${timestamp(Temporal.Instant.fromEpochMilliseconds(since))}`,
  ]);
  return label || undefined;
}

function describeFamily(action: string): string {
  return action.endsWith(".")
    ? `all of ${escapeMarkdown(action.slice(0, -1), 60)}`
    : (actionOf(action)?.label ?? escapeMarkdown(action, 60));
}

function describeEmpty(filtered: boolean, commandMention: (path: string) => string): string {
  return filtered
    ? `No entries match. Remove filters from ${commandMention("audit list")} to see more.`
    : "No entries yet. Changes people make here or in the workspace will appear here.";
}
