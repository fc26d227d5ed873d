import type { Import, ImportedPerson, ImportWait, ImportedPersonState, ImportRefusal } from "./store.ts";
import { createButton, createButtonRow } from "../../../src/ui/buttons.ts";
import { createCsvFile } from "../../../src/ui/csv-file.ts";
import { createEmbed } from "../../../src/ui/embed.ts";
import { fitLines, joinParts, subtext } from "../../../src/ui/lines.ts";
import { pluralize, pluralizeText } from "../../../src/ui/numbers.ts";
import { receipt } from "../../../src/ui/receipt.ts";
import type { RenderContext } from "../../../src/ui/render-context.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { labelAge } from "../../../src/ui/time.ts";
import { escapeMarkdown, inlineCode } from "../../../src/ui/escape.ts";
import { describeDisplay } from "../../../src/ui/people.ts";
import { type Page, paginate } from "../../../src/domain/lists.ts";
import { describePage } from "../../kit/paged-list.ts";

/** Why, short enough for a line, and what to do about it. */
const refusals: Readonly<Record<ImportRefusal, readonly [why: string, next?: string]>> = {
  formula: ["a formula", "put its result there instead"],
  "rounded-id": ["the spreadsheet rounded this id", "use the username, or format the column as text"],
  "no-user": ["no workspace user is given"],
  actor: ["this id is a machine here", "if it's a person, an admin can say so in /link status"],
  "other-workspace": ["the link is to another workspace"],
  "unknown-name": ["I don't know this name", "use the id or the profile link"],
  "ambiguous-name": ["several people have this name", "use the id or the profile link"],
  "unknown-user": ["no workspace user has this id"],
  "unreadable-user": ["I can't read what the workspace has about them", "try them again later"],
  "not-member": ["not a member"],
  "ambiguous-member": ["several members are called that", "use the username or the Discord id"],
  bot: ["a bot"],
  "no-match": ["no free member has this name", "give the Discord user"],
  "several-matches": ["several members have this name", "give the Discord user"],
  repeated: ["the same as line"],
  "member-twice": ["listed with another user in line"],
  "user-twice": ["listed with another member in line"],
  "member-taken": ["already connected to another user", "disconnect them first"],
  "user-taken": ["already connected to another member", "disconnect them first"],
  oneself: ["that's you", "ask another manager"],
  left: ["left the server in the meantime"],
  "link-gone": ["the link this list is for was removed in the meantime", "add the list again"],
};

/** Why someone isn't connected and what to do about it, without a full stop. */
function describeRefusal(person: ImportedPerson): string {
  const next = person.reason === undefined ? undefined : refusals[person.reason][1];
  return joinParts([describeWhyRefused(person), person.state === "match" ? undefined : next], "; ");
}

function describeWhyRefused({ state, reason, otherLine }: ImportedPerson): string {
  if (state === "match") return "only a suggestion that nobody accepted";
  if (reason === undefined) return "not checked";
  return joinParts([refusals[reason][0], otherLine !== undefined && String(otherLine)], " ");
}

/** What to do about each reason there is, below the heading *What helps*: `• I don't know this name: use the id`. */
function describeWhatHelps(people: readonly ImportedPerson[]): string | undefined {
  const reasons = people.flatMap(({ state, reason }) => (state === "refused" && reason ? [reason] : []));
  const lines = [...new Set(reasons)].flatMap((reason) => {
    const [why, next] = refusals[reason];
    return next === undefined ? [] : [`• ${why}: ${next}`];
  });
  return lines.length === 0 ? undefined : joinParts(["\n**What helps**", ...lines], "\n");
}

type Counts = Readonly<Record<ImportedPersonState, number>>;

export function countPeople(people: readonly ImportedPerson[]): Counts {
  const counts = { waiting: 0, match: 0, ready: 0, already: 0, refused: 0, connected: 0 };
  for (const { state } of people) counts[state] += 1;
  return counts;
}

const aboutUser: ReadonlySet<ImportRefusal> = new Set([
  "actor",
  "other-workspace",
  "unknown-name",
  "ambiguous-name",
  "unknown-user",
  "unreadable-user",
  "user-twice",
  "user-taken",
]);

/** One line: who would be connected to whom, or why not. */
function describeImported(person: ImportedPerson): string {
  const { state, reason, discordUserId, displayName, userId, typedMember, typedUser, line } = person;
  const typed = typedMember === "" ? "" : `“${escapeMarkdown(typedMember, 40)}”`;
  const member = discordUserId === undefined ? typed : `<@${discordUserId}>`;
  const user =
    displayName !== undefined && userId !== undefined
      ? `**${describeDisplay({ displayName, userId })}** ${inlineCode(userId, 30)}`
      : inlineCode(userId ?? typedUser, 40);
  const pair = joinParts([member, user], " → ");
  const isAboutUser = reason !== undefined && aboutUser.has(reason);
  switch (state) {
    case "ready":
    case "connected":
      return `✅ ${pair}`;
    case "already":
      return `🔹 ${joinParts([member, displayName && `**${escapeMarkdown(displayName, 40)}**`], " → ")} · connected`;
    case "match":
      return `❔ ${pair}`;
    case "waiting":
      return `⏳ ${pair}`;
    case "refused":
      // The file has both.
      return `🚫 Line ${line}: ${joinParts([isAboutUser ? user : member || user, describeWhyRefused(person)])}`;
    default:
      return state satisfies never;
  }
}

const formatPeople = (count: number): string => pluralize(count, "person", "people");

export interface ImportView {
  readonly begun: Import;
  readonly people: readonly ImportedPerson[];
  readonly commandMention: (path: string) => string;
  /** The id of the button that shows its current state. */
  readonly showId: string;
  /** The id of the button that undoes it. */
  readonly undoId: string;
}

const waits: Readonly<Record<ImportWait, (again: string, linkMention: string) => string>> = {
  limit: (again) =>
    `This workspace's requests for this minute are used up. I'll continue by myself; nothing is lost. ${again}`,
  service: (again) => `The workspace isn't responding. I'll try again by myself; nothing is lost. ${again}`,
  key: (again, linkMention) =>
    `The workspace no longer accepts this server's key, or I can't use it. An admin needs to set a new one with ${linkMention}. ${again}`,
  discord: (again) => `Discord isn't responding. I'll try again by myself; nothing is lost. ${again}`,
};

/** While it is being checked or executed. */
export function renderProgress({ begun, people, commandMention, showId }: ImportView): Reply {
  const counts = countPeople(people);
  const checking = begun.state === "checking";
  const isOfNames = begun.source === "names";
  const total = checking ? people.length : counts.ready + counts.connected;
  const done = checking ? people.length - counts.waiting : counts.connected;
  const until = labelAge("Next try", begun.until);
  const title = checking
    ? isOfNames
      ? "Looking for people with the same name"
      : `Checking ${formatPeople(total)}`
    : `Connecting ${formatPeople(total)}`;
  const wait =
    begun.waitsFor === undefined ? undefined : waits[begun.waitsFor](until, commandMention("link set"));
  return {
    embeds: [
      createEmbed({
        title,
        tone: wait === undefined ? "information" : "waiting",
        description: joinParts(
          [
            checking
              ? `⏳ ${done} of ${total} checked. Nobody is connected yet.`
              : `⏳ ${done} of ${total} connected.`,
            wait,
            subtext(
              `This message updates itself. You can close it and come back with ${commandMention("account import")}.`,
            ),
          ],
          "\n",
        ),
      }),
    ],
    components: createShowButton(showId, "Reload"),
  };
}

/** People in a list who can't be connected need attention; names that nobody here has don't. */
function getToneOfChecked({ ready, match, refused }: Counts, source: Import["source"]) {
  if (source === "list" && refused > 0) return "waiting";
  return ready + match > 0 ? "information" : "over";
}

/** When everyone is checked: it waits for the person who started it. */
export function renderChecked({ begun, people, showId }: ImportView): Reply {
  const isOfNames = begun.source === "names";
  const counts = countPeople(people);
  const isAnyone = counts.ready + counts.match > 0;
  return {
    embeds: [
      createEmbed({
        title: isAnyone ? "Checked" : "Nobody to connect",
        tone: getToneOfChecked(counts, begun.source),
        description: joinParts([...formatSummaryLines(counts, isOfNames), "Nobody is connected yet."], "\n"),
      }),
    ],
    components: createShowButton(showId, isAnyone ? "Review and connect" : "Review", true),
  };
}

function createShowButton(customId: string, label: string, isMain = false) {
  return createButtonRow(createButton({ customId, label, ...(isMain && { style: "primary" }) }));
}

/** How many of each there are. */
function formatSummaryLines(
  { ready, match, already, refused }: Counts,
  isOfNames: boolean,
): readonly (string | undefined)[] {
  const wrong = isOfNames
    ? `🚫 ${formatPeople(refused)} without a match here`
    : `🚫 **${formatPeople(refused)} can't be connected**`;
  return [
    // Problems first; names that nobody here has aren't mistakes in the list.
    refused > 0 && !isOfNames ? wrong : undefined,
    match > 0 ? `❔ ${pluralize(match, "suggestion")} by name, for you to accept or skip` : undefined,
    ready > 0 ? `✅ ${formatPeople(ready)} will be connected` : undefined,
    already > 0 ? `🔹 ${formatPeople(already)} already connected like this` : undefined,
    refused > 0 && isOfNames ? wrong : undefined,
  ];
}

/** The outcome, with a file of who wasn't connected. */
export function renderImportReceipt(
  { begun, people, commandMention, undoId }: ImportView,
  locale: string,
): Reply {
  const counts = countPeople(people);
  // Names that nobody here has are no failures.
  const failed = begun.source === "list" ? people.filter(({ state }) => state === "refused") : [];
  const file = createNotConnectedFile(begun, people, locale);
  return {
    embeds: [
      createEmbed({
        title:
          counts.connected === 0 ? "Nobody was connected" : `${formatPeople(counts.connected)} connected`,
        tone: counts.connected === 0 ? "over" : "done",
        description: joinParts(
          [
            counts.connected > 0 &&
              `✅ ${formatPeople(counts.connected)} connected by <@${begun.discordUserId}>`,
            counts.already > 0 && `🔹 ${formatPeople(counts.already)} already connected before`,
            failed.length > 0 && `🚫 ${formatPeople(failed.length)} not connected:`,
            failed.length > 0 && fitLines(failed.slice(0, 10).map(describeImported), 2_500),
            failed.length > 10 && `… and ${failed.length - 10} more, in the file`,
            describeWhatHelps(failed.slice(0, 10)),
            subtext(`See everyone with ${commandMention("account list")}`),
          ],
          "\n",
        ),
      }),
    ],
    ...(file !== undefined && { files: [file] }),
    components:
      counts.connected === 0
        ? []
        : createButtonRow(createButton({ customId: undoId, label: "Disconnect them…" })),
  };
}

/** @param count those who are still connected as the import did */
export function renderUndoImport(count: number): Reply {
  return {
    embeds: [
      createEmbed({
        title: `Disconnect ${formatPeople(count)}?`,
        tone: "harmful",
        description:
          "Everyone whom this import connected and who hasn't been disconnected since. Commands about themselves stop working for them. Nothing changes in the workspace, their saved weeks and names stay, and they can be connected again.",
      }),
    ],
  };
}

export function renderImportUndone(count: number, ctx: RenderContext): Reply {
  return receipt(
    {
      title: `${formatPeople(count)} disconnected`,
      verb: "Disconnected",
      lines: ["Everyone whom the import connected is disconnected again."],
      next: `Connect them again with ${ctx.commandMention("account import")}`,
    },
    ctx,
  );
}

/**
 * For correcting and importing again: the same columns, and the reasons. `undefined` if everyone is
 * connected.
 */
export function createNotConnectedFile(
  { state: step }: Pick<Import, "state">,
  people: readonly ImportedPerson[],
  locale: string,
) {
  const left = people.filter(({ state }) => state === "refused" || (step === "done" && state === "match"));
  if (left.length === 0) return undefined;
  return createCsvFile(
    {
      name: "not-connected",
      summary: pluralizeText(left.length, {
        one: "The person who wasn't connected, and why",
        other: "The {count} people who weren't connected, and why",
      }),
      head: ["Discord user", "Workspace user", "Line", "Why not", "Workspace name"],
      lines: left.map((person) => [
        person.typedMember || person.discordUserId,
        person.typedUser || person.userId,
        person.line,
        describeRefusal(person),
        person.displayName,
      ]),
    },
    locale,
  );
}

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
            begun.source === "list" && describeWhatHelps(page.entries),
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
