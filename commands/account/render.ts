import { formatIdFooter, receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Account } from "../../src/store/accounts.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { inlineCode } from "../../src/ui/escape.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { describeDisplay } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { timestamp } from "../../src/ui/time.ts";
import { describeUser, createMemberField, createUserFields } from "./connection-request/card.ts";
import type { ServicePerson } from "../kit/service-person.ts";

/** The preview before the managers are asked. */
export function renderRequestPreview(person: ServicePerson): Reply {
  return {
    embeds: [
      createEmbed({
        title: "Is this you?",
        description:
          "I'll ask a manager to connect you to this workspace user. Nothing changes until they decide, and I'll tell you either way.",
        thumbnailUrl: person.avatarUrl,
        fields: createUserFields(person),
      }),
    ],
  };
}

interface Requested {
  readonly person: ServicePerson;
  /** The managers have it; otherwise they will. */
  readonly isPosted: boolean;
  /** The bot can also tell them in the channel. */
  readonly canTellHere: boolean;
}

export function renderRequested(
  { person, isPosted, canTellHere }: Requested,
  { commandMention }: RenderContext,
): Reply {
  const told = canTellHere
    ? "I'll send you a private message, or tell you here if you don't accept those."
    : "I'll send you a private message. If you don't accept those, ask a manager: I can't write in this channel.";
  return {
    embeds: [
      createEmbed({
        title: "Request sent",
        tone: "waiting",
        description: joinParts(
          [
            `⏳ A manager will decide whether to connect you to **${describeDisplay(person)}** ${inlineCode(person.userId)}. ${told}`,
            !isPosted && "🔹 Discord hasn't confirmed my message to the managers yet. I'll keep trying.",
            subtext(`Check it with ${commandMention("profile")}`),
          ],
          "\n",
        ),
      }),
    ],
  };
}

/** The preview before a manager connects someone. */
export function renderConnectPreview(person: ServicePerson, member: Pick<Account, "discordUserId">): Reply {
  return {
    embeds: [
      createEmbed({
        title: "Connect these two?",
        description:
          "This person will see this user's week, assignments and orders as their own. You can undo this at any time.",
        thumbnailUrl: person.avatarUrl,
        fields: [createMemberField(member), ...createUserFields(person)],
      }),
    ],
  };
}

export function renderConnected(account: Account, { commandMention }: RenderContext): Reply {
  const by = account.connectedByDiscordUserId;
  const now = Temporal.Instant.fromEpochMilliseconds(account.connectedAt);
  const reply = receipt(
    {
      title: "Account connected",
      verb: "Connected",
      lines: [`<@${account.discordUserId}> is now connected to **${describeDisplay(account)}**.`],
      next: `See their week with ${commandMention("profile")}.`,
      thumbnailUrl: account.avatarUrl,
    },
    { by, now },
  );
  return { ...reply, share: {} };
}

/** @param isOwn it is the reader's */
export function renderAccount(account: Account, isOwn: boolean): Reply {
  const who = isOwn ? "You're" : `<@${account.discordUserId}> is`;
  return {
    embeds: [
      createEmbed({
        title: isOwn ? "Your account" : `${describeDisplay(account)}'s account`,
        description: [
          `${who} ${describeUser(account)} in the workspace.`,
          `Connected by <@${account.connectedByDiscordUserId}> · ${formatSince(account)}`,
        ].join("\n"),
        thumbnailUrl: account.avatarUrl,
        footer: formatIdFooter({ "User id": account.userId }),
      }),
    ],
    ...(!isOwn && { share: {} }),
  };
}

/** @param isOwn it is the reader's */
export function renderDisconnectPreview(
  account: Account,
  isOwn: boolean,
  { commandMention }: Pick<RenderContext, "commandMention">,
): Reply {
  const who = isOwn ? "You've" : `<@${account.discordUserId}> has`;
  return {
    embeds: [
      createEmbed({
        title: isOwn ? "Disconnect yourself?" : "Disconnect this account?",
        description: [
          `${who} been connected to **${describeDisplay(account)}** since ${formatSince(account)}.`,
          isOwn
            ? `Afterwards nobody here can find you by that name, and ${commandMention("me")} and ${commandMention("assignments")} stop working for you. Nothing changes in the workspace. You can connect again.`
            : "Afterwards nobody here can find this person by that name, and commands about themselves stop working for them. Nothing changes in the workspace, and they can be connected again.",
          isOwn
            ? `Saved weeks and names stay; *Forget me…* in ${commandMention("privacy")} deletes them.`
            : `Saved weeks and names stay; they can delete theirs with *Forget me…* in ${commandMention("privacy")}.`,
        ].join("\n"),
        thumbnailUrl: account.avatarUrl,
        footer: formatIdFooter({ "User id": account.userId }),
      }),
    ],
  };
}

export function renderDisconnected(account: Account, ctx: RenderContext): Reply {
  return receipt(
    {
      title: "Account disconnected",
      verb: "Disconnected",
      lines: [`<@${account.discordUserId}> is no longer connected to **${describeDisplay(account)}**.`],
      next: `Connect again with ${ctx.commandMention("account connect")}.`,
    },
    ctx,
  );
}

function formatSince({ connectedAt }: Account): string {
  return timestamp(Temporal.Instant.fromEpochMilliseconds(connectedAt), "D");
}
