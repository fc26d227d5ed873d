import type { Import, ImportedPerson, ImportWait } from "./store.ts";
import { createButton, createButtonRow } from "../../../src/ui/buttons.ts";
import { createCsvFile } from "../../../src/ui/csv-file.ts";
import { createEmbed } from "../../../src/ui/embed.ts";
import { type Counts, countPeople, describeImported, describeRefusal } from "./person-text.ts";
import { fitLines, joinParts, subtext } from "../../../src/ui/lines.ts";
import { pluralize, pluralizeText } from "../../../src/ui/numbers.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { labelAge } from "../../../src/ui/time.ts";

const formatPeople = (count: number): string => pluralize(count, "person", "people");

export interface ImportView {
  readonly begun: Import;
  readonly people: readonly ImportedPerson[];
  readonly commandMention: (path: string) => string;
  /** The id of the button that shows its current state. */
  readonly showId: string;
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
export function getToneOfChecked({ ready, match, refused }: Counts, source: Import["source"]) {
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
export function formatSummaryLines(
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
export function renderImportReceipt({ begun, people, commandMention }: ImportView): Reply {
  const counts = countPeople(people);
  // Names that nobody here has are no failures.
  const failed = begun.source === "list" ? people.filter(({ state }) => state === "refused") : [];
  const file = createNotConnectedFile(begun, people);
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
            subtext(`See everyone with ${commandMention("account list")}`),
          ],
          "\n",
        ),
      }),
    ],
    ...(file !== undefined && { files: [file] }),
  };
}

/**
 * For correcting and importing again: the same columns, and the reasons. `undefined` if everyone is
 * connected.
 */
export function createNotConnectedFile(
  { state: step }: Pick<Import, "state">,
  people: readonly ImportedPerson[],
) {
  const left = people.filter(({ state }) => state === "refused" || (step === "done" && state === "match"));
  if (left.length === 0) return undefined;
  return createCsvFile({
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
  });
}
