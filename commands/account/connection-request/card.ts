import { z } from "zod";
import { defineCustomId } from "../../../src/interactions/custom-id.ts";
import type { Account } from "../../../src/store/accounts.ts";
import type { ConnectionRequest } from "./store.ts";
import { describeTold, type Shown } from "../../kit/member-request/kind.ts";
import { createButton, createButtonRow } from "../../../src/ui/buttons.ts";
import { canUse } from "../../../src/interactions/access.ts";
import type { GuildContext } from "../../../src/interactions/handler-context.ts";
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
  return [{ name: "Workspace user", value: `${names}\n${inlineCode(userId)}`, inline: true }];
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

const requestField = { requestId: z.string().min(1) };

/** The buttons of a request, and the form behind one. */
export const connectionIds = {
  approve: defineCustomId("account.approve", requestField),
  decline: defineCustomId("account.decline", requestField),
  declineForm: defineCustomId("account.decline.form", requestField),
  withdraw: defineCustomId("account.withdraw", requestField),
} as const;

/** Longer ids don't fit into a button. */
const maxPicked = 40;

/** Asks whether to connect these two. */
export const pickId = defineCustomId("account.pick", {
  userId: z.string().min(1).max(maxPicked),
  /** Discord id; empty for the caller. */
  member: z.string(),
});

export function canBePicked(userId: string): boolean {
  return userId.length <= maxPicked;
}

/** For who may connect these two: what undoes that they were disconnected, or that a request was withdrawn. */
export function createConnectAgainButtons(
  { userId, discordUserId }: Pick<Account, "userId" | "discordUserId">,
  { invoker }: GuildContext,
) {
  const isOwn = discordUserId === invoker.discordUserId;
  if (!canBePicked(userId) || !canUse(isOwn ? "staff" : "manager", invoker)) return [];
  const customId = pickId.encode({ userId, member: isOwn ? "" : discordUserId });
  return [createButton({ customId, label: isOwn ? "Ask again…" : "Connect again…" })];
}

/** Asks whether to disconnect a member. */
export const askToDisconnectId = defineCustomId("account.ask-disconnect", { member: z.string().min(1) });

/** The managers' card, with buttons while there is something to decide. */
export function renderRequest(request: Shown<ConnectionRequest>): Reply {
  const { id: requestId, state, told, byImport = false } = request;
  // That they were told of a request that nobody decided isn't worth a line.
  const isWorthTelling = state !== "expired" || told === "nobody" || told === "later";
  const { title, tone } = stateTexts[state];
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
              (state === "approved"
                ? "They were connected by an import."
                : "They were connected to another user by an import."),
            told && isWorthTelling && describeTold(told, request),
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
    ...(state === "open" && {
      components: createButtonRow(
        createButton({
          customId: connectionIds.approve.encode({ requestId }),
          label: "Approve",
          style: "success",
        }),
        createButton({ customId: connectionIds.decline.encode({ requestId }), label: "Decline" }),
      ),
    }),
    ...(state === "approved" && {
      components: createButtonRow(
        createButton({
          customId: askToDisconnectId.encode({ member: request.discordUserId }),
          label: "Disconnect…",
        }),
      ),
    }),
  };
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

/** For staff whose own open request it is; where members of a server are known. */
export function createWithdrawButtons(
  open: Pick<ConnectionRequest, "id"> | undefined,
  { invoker, isPrivate }: GuildContext,
) {
  return open === undefined || isPrivate || !canUse("staff", invoker)
    ? []
    : [
        createButton({
          customId: connectionIds.withdraw.encode({ requestId: open.id }),
          label: "Withdraw request",
        }),
      ];
}

/** Where people find their user id, true of every workspace; follows a refusal. */
export const whereToFindUserId =
  "The user id is shown on the person's profile in the workspace. If you can't find it, ask someone who manages the workspace.";

/** @param isOwn it is the reader's */
export function describeWaiting(
  { displayName, userId, createdAt }: ConnectionRequest,
  isOwn: boolean,
): string {
  const asked = formatRelativeAndExact(Temporal.Instant.fromEpochMilliseconds(createdAt));
  const user = `**${describeDisplay({ displayName, userId })}** ${inlineCode(userId)}`;
  return isOwn
    ? `⏳ You asked to be connected to ${user}. A manager hasn't decided yet. Asked: ${asked}`
    : `⏳ They asked to be connected to ${user}. A manager hasn't decided yet. Asked: ${asked}`;
}
