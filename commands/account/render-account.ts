import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Account } from "../../src/store/accounts.ts";
import { embed, type EmbedFieldParts } from "../../src/ui/embed.ts";
import { escapeMarkdown, inlineCode } from "../../src/ui/escape.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { describeAccount, describeDisplay } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { relativeAndExact } from "../../src/ui/time.ts";
import type { ServicePerson } from "../kit/service-person.ts";

/** The user of the service, for a card about them. */
export function personFields(
  person: Pick<ServicePerson, "displayName" | "username" | "userId">,
): readonly EmbedFieldParts[] {
  const { username, userId } = person;
  const names = joinParts(
    [`**${describeDisplay(person)}**`, username !== undefined && escapeMarkdown(`@${username}`, 60)],
    " ",
  );
  return [
    { name: "User of the workspace", value: names, inline: true },
    { name: "User id", value: inlineCode(userId), inline: true },
  ];
}

interface MemberWords {
  readonly discordUserId: string;
  readonly memberName: string;
}

export function memberField({ discordUserId, memberName }: MemberWords): EmbedFieldParts {
  const words = joinParts([escapeMarkdown(memberName, 60), `(<@${discordUserId}>)`], " ");
  return { name: "Member", value: words, inline: true };
}

/** Before the managers are asked. */
export function renderIsItYou(person: ServicePerson): Reply {
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

export function renderAsked(person: ServicePerson, showMention: string): Reply {
  return {
    embeds: [
      embed({
        title: "The managers were asked",
        tone: "waiting",
        description: [
          `⏳ They decide whether you are connected to **${describeDisplay(person)}** ${inlineCode(person.userId)}. I tell you in private, or here when you take no private messages.`,
          subtext(`See how it stands, or withdraw it, with ${showMention}`),
        ].join("\n"),
      }),
    ],
  };
}

/** Before a manager connects somebody. */
export function renderConnectQuestion(person: ServicePerson, member: MemberWords): Reply {
  return {
    embeds: [
      embed({
        title: "Connect these two?",
        description:
          "This member's own week, assignments and orders here are those of this user then. It can be undone at any time.",
        thumbnailUrl: person.avatarUrl,
        fields: [memberField(member), ...personFields(person)],
      }),
    ],
  };
}

export function renderConnected(account: Account, profileMention: string): Reply {
  return {
    embeds: [
      embed({
        title: "Account connected",
        tone: "done",
        description: [
          `✅ ${describeAccount(account)} is connected now, by <@${account.connectedByDiscordUserId}>.`,
          subtext(`User id ${inlineCode(account.userId)}`),
          subtext(`See how their week goes with ${profileMention}`),
        ].join("\n"),
        thumbnailUrl: account.avatarUrl,
        at: Temporal.Instant.fromEpochMilliseconds(account.connectedAt),
      }),
    ],
    share: {},
  };
}

export function renderAccount(account: Account): Reply {
  return {
    embeds: [
      embed({
        title: `Account of ${describeDisplay(account)}`,
        description: subtext(`Connected by <@${account.connectedByDiscordUserId}> ${since(account)}`),
        thumbnailUrl: account.avatarUrl,
        fields: [memberField(account), ...personFields(account)],
      }),
    ],
    share: {},
  };
}

export function renderDisconnectQuestion(account: Account, forgets: boolean): Reply {
  return {
    embeds: [
      embed({
        title: "Disconnect this account?",
        description: [
          `${describeAccount(account)} ${inlineCode(account.userId)}, connected ${since(account)}.`,
          "Their name no longer finds them here, and commands about themselves stop working for them. In the workspace nothing changes, and they can be connected again.",
          ...(forgets
            ? [
                "**The weeks that are remembered of them here are deleted too.** The workspace does not keep them, so they cannot be brought back. Their names go from decided requests, drafts and the audit log; ids stay there.",
              ]
            : []),
        ].join("\n"),
        thumbnailUrl: account.avatarUrl,
      }),
    ],
  };
}

interface Disconnected {
  readonly account: Account;
  /** How many of their weeks were deleted, when that was asked for. */
  readonly weeks?: number | undefined;
}

export function renderDisconnected({ account, weeks }: Disconnected, ctx: RenderContext): Reply {
  return receipt(
    {
      title: "Account disconnected",
      verb: "Disconnected",
      lines: [
        `✅ ${describeAccount(account)} is not connected any more.`,
        weeks !== undefined &&
          `${pluralize(weeks, "week")} of theirs ${weeks === 1 ? "was" : "were"} deleted here.`,
      ],
      facts: [`User id ${inlineCode(account.userId)}`],
      next: `Connect again with ${ctx.commandMention("account connect")}`,
    },
    ctx,
  );
}

function since({ connectedAt }: Account): string {
  return relativeAndExact(Temporal.Instant.fromEpochMilliseconds(connectedAt));
}
