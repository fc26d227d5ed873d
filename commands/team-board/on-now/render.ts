import type { RoleTier } from "../../../src/store/access-roles.ts";
import { createEmbed } from "../../../src/ui/embed.ts";
import type { Formats } from "../../../src/ui/formats.ts";
import { fitLines, joinParts, subtext, withoutBreaks } from "../../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../../src/ui/numbers.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { labelMoment } from "../../../src/ui/time.ts";
import type { SeenPerson } from "./store.ts";

export interface OnNowView {
  readonly people: readonly SeenPerson[];
  /** The server's mapped roles, highest tier first. */
  readonly roles: readonly string[];
  /** By member, as far as they are known. */
  readonly rolesByMember: ReadonlyMap<string, readonly string[]>;
  /** What is wrong with it: sentences. */
  readonly troubles?: readonly string[];
  readonly maxLength: number;
}

export const roleGoneText =
  "A role that gives access to me was deleted in Discord, so nobody is listed under it. An admin can choose another one with `/access set`.";

/** Highest first. */
export const roleTiers: readonly RoleTier[] = ["admin", "manager", "staff"];

/** Who is in the game, under the highest mapped role of each; the roles that nobody has are left out. */
export function renderOnNow(view: OnNowView, formats: Formats): Reply {
  const { people, roles, rolesByMember, troubles = [], maxLength } = view;
  const on = people.filter(({ state }) => state === "on");
  const unread = people.filter(({ state }) => state === "unread").length;
  const findRole = ({ discordUserId }: SeenPerson) =>
    roles.find((roleId) => rolesByMember.get(discordUserId)?.includes(roleId));
  // Nobody who wasn't read is off.
  const isAnyoneRead = unread < people.length;
  const groups = isAnyoneRead ? Map.groupBy(people, findRole) : new Map<string | undefined, SeenPerson[]>();
  const blocks = [...roles, undefined].flatMap((roleId) => {
    const those = groups.get(roleId) ?? [];
    if (those.length === 0) return [];
    const present = those.filter(({ state }) => state === "on").toSorted(byJoining);
    const whose = roleId === undefined ? "others" : `<@&${roleId}>`;
    const count = `**${formatNumber(present.length)} of ${formatNumber(those.length)}**`;
    const lines = present.map((person) => formatLine(person, formats));
    return [{ heading: groups.size > 1 ? `${count} ${whose}` : "", lines }];
  });
  const small = joinParts([describeUnread(unread, formats), describeUnreadable(people), ...troubles], " ");
  const blocksLength = Math.max(0, maxLength - small.length - 10);
  return {
    embeds: [
      createEmbed({
        title: isAnyoneRead ? formatTitle(on.length, unread > 0, formats) : "Not read yet who's on",
        tone: on.length === 0 ? "over" : "information",
        description: joinParts([...fitBlocks(blocks, blocksLength), small && subtext(small)], "\n\n"),
      }),
    ],
  };
}

interface Block {
  readonly heading: string;
  /** One for each person. */
  readonly lines: readonly string[];
}

/** For the breaks around a block, and for how many more people it has. */
const besideLines = 24;

/** All headings, with as many people below them as fit and how many more there are. */
function fitBlocks(blocks: readonly Block[], maxLength: number): readonly string[] {
  const reserved = blocks.reduce((sum, { heading }) => sum + heading.length + besideLines, 0);
  let room = Math.max(0, maxLength - reserved);
  return blocks.map(({ heading, lines }) => {
    const people = fitLines(lines, room + besideLines);
    room = Math.max(0, room - people.length);
    return joinParts([heading, people], "\n");
  });
}

/** `4 on now`, or what stays true of it. */
function formatTitle(count: number, isPartial: boolean, { tense }: Formats): string {
  const isNow = tense === "now";
  const who = count === 0 ? "Nobody" : formatNumber(count);
  const was = count < 2 ? "was on" : "were on";
  if (isNow) return joinParts([who, "on now", isPartial && "so far"], " ");
  return joinParts([`${who} ${was}`, isPartial && "as far as I know"], ", ");
}

function formatLine({ discordUserId, since }: SeenPerson, formats: Formats): string {
  const joined = since !== undefined && labelMoment("joined", since, "R", formats);
  return joinParts([`<@${discordUserId}>`, joined && withoutBreaks(joined)]);
}

/** The longest first; those whose moment can't be read last. */
function byJoining(
  { since: a = Number.POSITIVE_INFINITY }: SeenPerson,
  { since: b = Number.POSITIVE_INFINITY }: SeenPerson,
) {
  return a === b ? 0 : a - b;
}

function describeUnread(count: number, { tense }: Formats): string | false {
  if (count === 0) return false;
  const who = pluralize(count, "person", "people");
  if (tense === "lasting") return `Couldn't read ${who} in time.`;
  return `${who} not read yet: I read up to eight a minute, while nobody else needs the requests.`;
}

function describeUnreadable(people: readonly SeenPerson[]): string | false {
  const count = people.filter(({ state }) => state === "unreadable").length;
  return count > 0 && `Couldn't tell for ${pluralize(count, "person", "people")}.`;
}
