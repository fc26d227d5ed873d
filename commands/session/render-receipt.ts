import type { SessionGroup, SessionServer } from "../../src/api/contract/sessions.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed, type EmbedFieldParts } from "../../src/text/embed.ts";
import { code, inert } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { nearAndExact, readInstant } from "../../src/text/time.ts";
import { fitLines, joined, smallPrint } from "../shared/lines.ts";
import { type Names, personWords } from "../shared/people.ts";

export interface ReceiptFacts {
  readonly eventId: string;
  readonly names: Names;
  readonly discordUserId: string;
  readonly at: Temporal.Instant;
}

const mostGroups = 12;
const maxPeopleLength = 400;

export function renderReceipt(
  server: SessionServer,
  { eventId, names, discordUserId, at }: ReceiptFacts,
): Answer {
  const groups = server.groups.toSorted(byPriority);
  const left = groups.length - mostGroups;
  const created = readInstant(server.createdAt);
  return {
    embeds: [
      embed({
        title: "Server created",
        tone: "done",
        description: joined(
          [
            groups.length === 0 && "The workspace shows no groups for it. Its people are arranged there.",
            left > 0 && `Only the first ${mostGroups} of ${counted(groups.length, "group")} are shown.`,
            smallPrint(
              joined([
                server._id !== undefined && `Id ${code(server._id)}`,
                `event ${code(eventId)}`,
                created && `made ${nearAndExact(created)}`,
                server.created_by && `by ${personWords(server.created_by, names)} in the workspace`,
              ]),
            ),
            smallPrint(
              `Asked for by <@${discordUserId}> ${nearAndExact(at)} · roles are given out in the workspace`,
            ),
          ],
          "\n",
        ),
        fields: groups.slice(0, mostGroups).map((group) => groupField(group, names)),
      }),
    ],
    share: {},
  };
}

/** The smaller the number, the sooner; groups without one come last. */
function byPriority(a: SessionGroup, b: SessionGroup): number {
  const of = ({ priority }: SessionGroup): number => priority ?? Number.MAX_VALUE;
  return Math.sign(of(a) - of(b));
}

function groupField({ name, roles, attendees }: SessionGroup, names: Names): EmbedFieldParts {
  const holders = roles.map(({ name: role = "", user_id: holder }) => {
    const who = holder ? personWords(holder, names) : "nobody yet";
    return `**${inert(role, 60) || "Unnamed role"}** ${who}`;
  });
  const attending = attendees.flatMap(({ user_id: userId }) =>
    userId ? [`- ${personWords(userId, names)}`] : [],
  );
  return {
    name: inert(name ?? "", 100) || "Unnamed group",
    value: joined(
      [
        roles.length === 0 ? "No roles" : fitLines(holders, maxPeopleLength),
        attending.length > 0 && `Attending:\n${fitLines(attending, maxPeopleLength)}`,
      ],
      "\n",
    ),
  };
}
