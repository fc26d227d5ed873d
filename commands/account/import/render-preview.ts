import type { Import, ImportedPerson, ImportedPersonState } from "./store.ts";
import { createButton, createButtonRow } from "../../../src/ui/buttons.ts";
import { createEmbed } from "../../../src/ui/embed.ts";
import { joinParts, fitLines } from "../../../src/ui/lines.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { labelAge } from "../../../src/ui/time.ts";
import { type Page, paginate } from "../../../src/domain/lists.ts";
import { countPeople, describeImported } from "./person-text.ts";
import { type ImportView, formatSummaryLines, getToneOfChecked } from "./render.ts";
import { pluralize } from "../../../src/ui/numbers.ts";
import { describePage } from "../../kit/page-buttons.ts";

interface MenuIds {
  readonly list: string;
  readonly match: string;
  readonly template: string;
}

const stateTexts: Readonly<Record<Import["state"], string>> = {
  checking: "is being checked",
  asking: "is checked and waiting for you",
  connecting: "is running",
  done: "is done",
  cancelled: "was replaced",
};

/** How people can be brought in. @param latest what the reader imported last */
export function renderImportMenu(
  latest: (Import & { readonly showId: string }) | undefined,
  { list, match, template }: MenuIds,
): Reply {
  const show =
    latest &&
    createButton({
      customId: latest.showId,
      label: latest.state === "done" ? "Show the last one" : "Continue",
      style: latest.state === "done" ? "secondary" : "primary",
    });
  return {
    embeds: [
      createEmbed({
        title: "Connect your team",
        description: joinParts(
          [
            "**A list.** Add a CSV file with the Discord user and the workspace user of each person, or paste names, ids or profile links.",
            "**Matching names.** I suggest members who are called the same here and in the workspace.",
            "You'll see the whole list before anyone is connected.",
            latest && `Your last import ${stateTexts[latest.state]}. ${labelAge("Begun", latest.createdAt)}`,
          ],
          "\n",
        ),
      }),
    ],
    components: createButtonRow(
      ...(show === undefined ? [] : [show]),
      createButton({ customId: list, label: "Add a list" }),
      createButton({ customId: template, label: "Get a template" }),
      createButton({ customId: match, label: "Suggest matches" }),
    ),
  };
}

const aPage = 10;
/** What needs someone's eyes comes first. */
const order: readonly ImportedPersonState[] = ["refused", "match", "ready", "already"];

interface ReviewIds {
  readonly page: (page: number) => string;
  readonly take: (line: number) => string;
  readonly takeAll: string;
  readonly file: string;
}

/** Of names that nobody here has there may be hundreds: they are only counted. */
export function paginateImport({ begun, people }: ImportView, asked: number): Page<ImportedPerson> {
  const listed = people.filter(({ state }) => begun.source === "list" || state !== "refused");
  // Suggestions that were taken stay where they were.
  const getRank = ({ state, typedMember }: ImportedPerson): number =>
    order.indexOf(state === "ready" && typedMember === "" ? "match" : state);
  return paginate(
    listed.toSorted((a, b) => getRank(a) - getRank(b) || a.line - b.line),
    asked,
    aPage,
  );
}

/** Who would be connected, and who not and why; suggestions have a button each. */
export function renderImportReview(view: ImportView, asked: number, ids: ReviewIds): Reply {
  const { begun, people } = view;
  const counts = countPeople(people);
  const page = paginateImport(view, asked);
  const lines = page.entries.map((person, index) =>
    isSuggestion(person) ? `**${index + 1}** ${describeImported(person)}` : describeImported(person),
  );
  const suggestions = page.entries.flatMap((person, index) =>
    isSuggestion(person) ? [{ ...person, number: index + 1 }] : [],
  );
  const firstLine = people[0]?.line ?? 1;
  const title =
    counts.ready > 0
      ? `Connect ${pluralize(counts.ready, "person", "people")}?`
      : counts.match > 0
        ? "Which ones are right?"
        : "Nobody to connect";
  return {
    embeds: [
      createEmbed({
        title,
        tone: getToneOfChecked(counts, begun.source),
        description: joinParts(
          [
            ...formatSummaryLines(counts, begun.source === "names"),
            begun.source === "list" &&
              firstLine > 1 &&
              `🔹 People start on line ${firstLine}. I took what's above as the heading.`,
            suggestions.length > 0 &&
              "Only the names match, so check each one and press its number to accept it.",
            `\n${fitLines(lines, 3_200)}`,
          ],
          "\n",
        ),
        footer: joinParts([describePage(page), counts.ready > 0 && "You can disconnect people at any time"]),
      }),
    ],
    components: [
      ...createTakeRows(suggestions, ids),
      ...createButtonRow(
        ...(page.count === 1
          ? []
          : [
              createButton({
                customId: ids.page(page.index - 1),
                label: "Previous",
                disabled: page.index === 0,
              }),
              createButton({
                customId: ids.page(page.index + 1),
                label: "Next",
                disabled: page.index === page.count - 1,
              }),
            ]),
        ...(suggestions.some(({ state }) => state === "match")
          ? [createButton({ customId: ids.takeAll, label: "Accept all on this page" })]
          : []),
        ...(counts.refused > 0 ? [createButton({ customId: ids.file, label: "Get the rest as CSV" })] : []),
      ),
    ],
  };
}

function isSuggestion({ typedMember, state }: ImportedPerson): boolean {
  return typedMember === "" && (state === "match" || state === "ready");
}

type Suggestion = ImportedPerson & { readonly number: number };

function createTakeRows(suggestions: readonly Suggestion[], { take }: ReviewIds) {
  const buttons = suggestions.map(({ number, line, state }) =>
    createButton({
      customId: take(line),
      label: state === "ready" ? `${number} ✓` : String(number),
      ...(state === "ready" && { style: "success" }),
    }),
  );
  return [buttons.slice(0, 5), buttons.slice(5)].flatMap((row) => createButtonRow(...row));
}
