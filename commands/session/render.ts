import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { SessionGroup, SessionServer } from "../../src/api/contract/sessions.ts";
import { idKinds } from "../../src/domain/service-ids.ts";
import { createEmbed, type EmbedFieldParts } from "../../src/ui/embed.ts";
import { escapeMarkdown, inlineCode } from "../../src/ui/escape.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { describePerson, type Names, describeUnnamed } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { labelAge } from "../../src/ui/time.ts";

export interface Attempt {
  readonly discordUserId: string;
  readonly at: Temporal.Instant;
  /** Whether it certainly created a server. */
  readonly isCertain: boolean;
}

interface ServerPreview {
  readonly eventId: string;
  /** Other ids in a link that could have been meant. */
  readonly otherIds: readonly string[];
  readonly previous: Attempt | undefined;
}

export function renderServerPreview({ eventId, otherIds, previous }: ServerPreview): Reply {
  const isUsual = idKinds.event.usual.test(eventId);
  return {
    embeds: [
      createEmbed({
        title: "Create a server for this event?",
        tone: previous === undefined && isUsual ? "information" : "waiting",
        description: joinParts(
          [
            !isUsual &&
              `⚠️ The id below doesn't look like an event's. Those usually have 24 characters, only digits and the letters a to f.`,
            "The workspace will create a server for this event, with its groups and roles.",
            otherIds.length > 0 &&
              `The link contains more than one id. I used the one below, not ${otherIds
                .slice(0, 3)
                .map((id) => inlineCode(id))
                .join(", ")}.`,
            previous && describeLastTry(previous),
            "An event can have several servers: doing this again creates another one. I can't delete a server.",
            subtext(`Event ${inlineCode(eventId)}. I can't look up events, so check the id.`),
          ],
          "\n",
        ),
      }),
    ],
  };
}

export function describeLastTry({ discordUserId, at, isCertain }: Attempt): string {
  return isCertain
    ? `⚠️ <@${discordUserId}> created a server for this event. ${labelAge("Created", at)}`
    : `⚠️ <@${discordUserId}> tried this, and I don't know whether a server was created. Check the event in the workspace first. ${labelAge("Tried", at)}`;
}

export function listServerPeople({
  created_by: maker,
  groups,
}: SessionServer): readonly (string | undefined)[] {
  const people = groups.flatMap(({ roles, attendees }) => [...roles, ...attendees]);
  return [maker, ...people.map(({ user_id: userId }) => userId)];
}

const maxGroups = 12;
/** Of a group's roles, and of its other people; of many groups less, since an embed holds 6,000 characters. */
const maxPeopleLength = 400;
const maxLengthOfAll = 4_000;

export function renderServerReceipt(server: SessionServer, ctx: RenderContext): Reply {
  const groups = server.groups.toSorted(comparePriorities);
  const shown = groups.slice(0, maxGroups);
  const left = groups.length - shown.length;
  const room = Math.min(maxPeopleLength, Math.floor(maxLengthOfAll / 2 / shown.length));
  const { created_by: maker, _id: id } = server;
  const reply = receipt(
    {
      title: "Session server created",
      verb: "Asked for",
      lines: [describeRoles(server), left > 0 && `Only the first ${maxGroups} are shown.`],
      fields: shown.map((group) => createGroupField(group, room, ctx.names)),
      notes: [
        maker && `created in the workspace as ${describePerson(maker, ctx.names)}`,
        describeUnnamed(listServerPeople(server), ctx.names),
        id && `Id ${inlineCode(id, 64)}`,
      ],
    },
    ctx,
  );
  return { ...reply, share: {} };
}

/** `3 groups, 5 of 12 roles taken.` */
function describeRoles({ groups }: SessionServer): string {
  const roles = groups.flatMap((group) => group.roles);
  const taken = roles.filter(({ user_id: holder }) => holder).length;
  if (groups.length === 0) return "The workspace lists no groups for it. People are assigned there.";
  return joinParts(
    [
      `**${pluralize(groups.length, "group")}**`,
      roles.length > 0 && `**${taken} of ${pluralize(roles.length, "role")} taken**`,
    ],
    ", ",
  ).concat(". Roles are given out in the workspace.");
}

/** Smaller numbers first; groups without one last. */
function comparePriorities(a: SessionGroup, b: SessionGroup): number {
  const of = ({ priority }: SessionGroup): number => priority ?? Number.MAX_VALUE;
  return Math.sign(of(a) - of(b));
}

function createGroupField(
  { name, roles, attendees }: SessionGroup,
  room: number,
  names: Names,
): EmbedFieldParts {
  const holders = roles.map(({ name: role = "", user_id: holder }) => {
    const who = holder ? describePerson(holder, names) : "nobody yet";
    return `${holder ? "✅" : "🔹"} ${escapeMarkdown(role, 60) || "Unnamed role"} · ${who}`;
  });
  // Those with a role are named above.
  const attending = attendees.flatMap(({ user_id: userId }) =>
    userId && roles.every(({ user_id: holder }) => holder !== userId) ? [describePerson(userId, names)] : [],
  );
  return {
    name: escapeMarkdown(name ?? "", 100) || "Unnamed group",
    value: joinParts(
      [
        roles.length === 0 ? "No roles" : fitLines(holders, room),
        attending.length > 0 &&
          `Also attending: ${fitLines([attending.join(", ")], room, () => pluralize(attending.length, "person", "people"))}`,
      ],
      "\n",
    ),
  };
}
