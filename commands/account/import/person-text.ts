import type { ImportedPerson, ImportedPersonState, ImportRefusal } from "./store.ts";
import { escapeMarkdown, inlineCode } from "../../../src/ui/escape.ts";
import { joinParts } from "../../../src/ui/lines.ts";
import { describeDisplay } from "../../../src/ui/people.ts";

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
  "unreadable-user": ["I can't read the workspace's answer"],
  "not-member": ["not a member"],
  "ambiguous-member": ["several members are called that", "use the username or the Discord id"],
  bot: ["a bot"],
  "no-match": ["no free member has this name", "give the Discord user"],
  "several-matches": ["several members have this name", "give the Discord user"],
  repeated: ["the same as line"],
  "member-twice": ["connected to another user in line"],
  "user-twice": ["connected to another member in line"],
  "member-taken": ["already connected to another user", "disconnect them first"],
  "user-taken": ["already connected to another member", "disconnect them first"],
  oneself: ["that's you", "ask another manager"],
  left: ["left the server in the meantime"],
  "link-gone": ["the link this list is for was removed in the meantime", "add the list again"],
};

/** Why someone isn't connected and what to do about it, without a full stop. */
export function describeRefusal(person: ImportedPerson): string {
  const next = person.reason === undefined ? undefined : refusals[person.reason][1];
  return joinParts([describeWhyRefused(person), person.state === "match" ? undefined : next], "; ");
}

function describeWhyRefused({ state, reason, otherLine }: ImportedPerson): string {
  if (state === "match") return "only a suggestion that nobody accepted";
  if (reason === undefined) return "not checked";
  return joinParts([refusals[reason][0], otherLine !== undefined && String(otherLine)], " ");
}

export type Counts = Readonly<Record<ImportedPersonState, number>>;

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
export function describeImported(person: ImportedPerson): string {
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
