import type { Answer } from "../../src/interactions/answer.ts";
import { embed, type EmbedFieldParts } from "../../src/text/embed.ts";
import { code, inert } from "../../src/text/inert.ts";
import type { ServicePerson } from "../shared/service-person.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import { displayWords } from "../shared/people.ts";

/** The user of the service, for a card about them. */
export function personFields(
  person: Pick<ServicePerson, "displayName" | "username" | "userId">,
): readonly EmbedFieldParts[] {
  const { username, userId } = person;
  const names = joined(
    [`**${displayWords(person)}**`, username !== undefined && inert(`@${username}`, 60)],
    " ",
  );
  return [
    { name: "User of the workspace", value: names, inline: true },
    { name: "User id", value: code(userId), inline: true },
  ];
}

export interface MemberWords {
  readonly discordUserId: string;
  readonly memberName: string;
}

export function memberField({ discordUserId, memberName }: MemberWords): EmbedFieldParts {
  const words = joined([inert(memberName, 60), `(<@${discordUserId}>)`], " ");
  return { name: "Member", value: words, inline: true };
}

/** Before the managers are asked. */
export function renderIsItYou(person: ServicePerson): Answer {
  return {
    embeds: [
      embed({
        title: "Is this you?",
        description:
          "A manager is asked to connect you to this user of the workspace. Until then nothing changes; you hear of it either way.",
        thumbnailUrl: person.avatarUrl,
        fields: personFields(person),
      }),
    ],
  };
}

export function renderAsked(person: ServicePerson, showMention: string): Answer {
  return {
    embeds: [
      embed({
        title: "The managers were asked",
        tone: "waiting",
        description: [
          `⏳ They decide whether you are connected to **${displayWords(person)}** ${code(person.userId)}. I tell you in private, or here when you take no private messages.`,
          smallPrint(`See how it stands, or withdraw it, with ${showMention}`),
        ].join("\n"),
      }),
    ],
  };
}
