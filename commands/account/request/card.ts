import type { Account } from "../../../src/store/accounts.ts";
import type { ConnectionRequest } from "./store.ts";
import { createEmbed, type EmbedFieldParts, type EmbedParts } from "../../../src/ui/embed.ts";
import { escapeLines, escapeMarkdown, inlineCode } from "../../../src/ui/escape.ts";
import { joinParts, subtext } from "../../../src/ui/lines.ts";
import { describeDisplay } from "../../../src/ui/people.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { formatRelativeAndExact } from "../../../src/ui/time.ts";

type NamedUser = Pick<Account, "displayName" | "userId"> & { readonly username?: string | undefined };

/** The workspace user, for a card about them. */
export function createUserFields(person: NamedUser): readonly EmbedFieldParts[] {
  const { userId } = person;
  const names = describeUser(person);
  return [
    { name: "Workspace user", value: `${names}\n${subtext(`User id ${inlineCode(userId)}`)}`, inline: true },
  ];
}

export function describeUser(person: NamedUser): string {
  const { username } = person;
  return joinParts(
    [`**${describeDisplay(person)}**`, username !== undefined && `(${escapeMarkdown(username, 60)})`],
    " ",
  );
}

export function createMemberField({ discordUserId }: Pick<Account, "discordUserId">): EmbedFieldParts {
  return { name: "Member", value: `<@${discordUserId}>`, inline: true };
}

type StateText = Required<Pick<EmbedParts, "title" | "tone">>;

const stateTexts: Readonly<Record<ConnectionRequest["state"], StateText>> = {
  open: { title: "Connect this member?", tone: "waiting" },
  approved: { title: "Request approved", tone: "done" },
  declined: { title: "Request declined", tone: "over" },
  withdrawn: { title: "Request withdrawn", tone: "over" },
  expired: { title: "Request expired", tone: "over" },
};

/** How a member was notified of the decision on their request; `later`: they will be. */
export type Told = "private" | "channel" | "nobody" | "later";

/** What became of a request, besides its state. */
export interface Ending {
  /** `undefined` if nobody was to be notified, or it isn't known any more. */
  readonly told?: Told | undefined;
  /** An import connected the member; to another user if the request was withdrawn. */
  readonly byImport?: boolean;
}

/** The managers' card. */
export function renderRequest(request: ConnectionRequest, { told, byImport = false }: Ending = {}): Reply {
  const { title, tone } = stateTexts[request.state];
  return {
    embeds: [
      createEmbed({
        title,
        tone,
        description: joinParts(
          [
            `<@${request.discordUserId}> says they are this workspace user.`,
            describeState(request),
            request.reason !== undefined && `Reason: ${escapeLines(request.reason, 500)}`,
            byImport &&
              (request.state === "approved"
                ? "They were connected by an import."
                : "They were connected to another user by an import."),
            told && describeTold(told, request),
            subtext(
              `Asked: ${formatRelativeAndExact(Temporal.Instant.fromEpochMilliseconds(request.createdAt))}`,
            ),
          ],
          "\n",
        ),
        thumbnailUrl: request.avatarUrl,
        fields: [createMemberField(request), ...createUserFields(request)],
      }),
    ],
  };
}

export function describeTold(told: Told, { channelId }: Pick<ConnectionRequest, "channelId">): string {
  switch (told) {
    case "private":
      return "I told them in a private message.";
    case "channel":
      return `They don't accept private messages, so I told them in <#${channelId}>.`;
    case "later":
      return "⏳ Discord hasn't confirmed my message to them yet. I'll keep trying, and say here how they were told.";
    case "nobody":
      return "🟧 I couldn't reach them in private or in the channel where they asked. Please tell them yourself.";
    default:
      return told satisfies never;
  }
}

/** `✅ Approved by @theo · 3 minutes ago (…)`. */
function describeState({ state, decidedByDiscordUserId: by, decidedAt }: ConnectionRequest): string {
  const at =
    decidedAt === undefined ? "" : formatRelativeAndExact(Temporal.Instant.fromEpochMilliseconds(decidedAt));
  const byAndAt = joinParts([by !== undefined && `by <@${by}>`, at]);
  switch (state) {
    case "open":
      return "If you approve, they'll see this user's week, assignments and orders as their own.";
    case "approved":
      return `✅ Approved ${byAndAt}`;
    case "declined":
      return `🚫 Declined ${byAndAt}`;
    case "withdrawn":
      return `🔹 Withdrawn ${byAndAt}`;
    case "expired":
      return "🔹 Nobody decided within 30 days, so nothing changed.";
    default:
      return state satisfies never;
  }
}
