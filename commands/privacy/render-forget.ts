import type { Account } from "../../src/store/accounts.ts";
import type { Forgotten } from "./forget-store.ts";
import type { SavedWeeks } from "../weeks/store.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { escapeMarkdown, inlineCode } from "../../src/ui/escape.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { type Names, describePerson } from "../../src/ui/people.ts";
import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { formatDateInFull } from "../../src/ui/time.ts";
import type { DateStyle, Formats } from "../../src/ui/formats.ts";

export interface ForgetPreview {
  /** Someone else; left out for oneself. */
  readonly userId: string | undefined;
  readonly account: Account | undefined;
  /** `undefined` if none of their weeks are saved. */
  readonly saved: SavedWeeks | undefined;
  readonly names: Names;
  readonly disconnects: boolean;
  readonly reminders: number;
  /** Of their calendar. */
  readonly hasAddress: boolean;
  /** Requests for time. */
  readonly timeRequests: number;
  /** Roles that the bot gave them for a week. */
  readonly rewardRoleIds: readonly string[];
  /** Where it is not shown in that server. */
  readonly serverName: string | undefined;
}

export function renderForgetPreview(
  preview: ForgetPreview,
  { dateStyle }: Pick<Formats, "dateStyle">,
): Reply {
  const { userId, account, saved, names, disconnects, reminders, serverName } = preview;
  const { timeRequests, rewardRoleIds } = preview;
  const isOwn = userId === undefined;
  const who = isOwn ? "you" : describePerson(userId, names);
  const where = serverName === undefined ? "this server" : escapeMarkdown(serverName, 60);
  const shownId = userId ?? account?.userId;
  const deleted = [
    saved !== undefined && `${pluralize(saved.weeks, "saved week")} ${describeSpan(saved, dateStyle)}`,
    reminders > 0 && pluralize(reminders, "reminder"),
    preview.hasAddress && `${isOwn ? "your" : "their"} calendar address, so apps get nothing more from it`,
    timeRequests > 0 &&
      pluralize(timeRequests, "request for time, with its card", "requests for time, with their cards"),
    rewardRoleIds.length > 0 &&
      `the roles I gave ${isOwn ? "you" : "them"} for a week: ${rewardRoleIds.map((id) => `<@&${id}>`).join(", ")}`,
    "requests to be connected and open previews",
    `the names I keep for ${who}, including in the audit log`,
  ].filter((each) => each !== false);
  return {
    embeds: [
      createEmbed({
        title: isOwn ? `Forget you in ${where}?` : "Forget this person?",
        tone: "harmful",
        description: joinParts(
          [
            `**Deleted for good**\n${deleted.map((each) => `• ${each}`).join("\n")}`,
            "**Kept:** ids in the audit log, for up to 180 days, what was posted in channels, and the user id with today's date, so that none of this comes back. Nothing changes in the workspace.",
            account !== undefined && describeConnection(isOwn, disconnects),
            shownId !== undefined && subtext(`User id ${inlineCode(shownId)}`),
          ],
          "\n",
        ),
      }),
    ],
  };
}

function describeConnection(isOwn: boolean, disconnects: boolean): string {
  if (isOwn)
    return disconnects
      ? "**You will also be disconnected** from your workspace user, so nothing new is saved."
      : "You'll stay connected, so your current week is saved again, without names. To disconnect as well, press *Disconnect too*.";
  return disconnects
    ? "**They will also be disconnected** from their workspace user, so nothing new is saved."
    : "They'll stay connected, so their current week is saved again, without names. To disconnect them as well, press *Disconnect too*.";
}

function describeSpan({ firstWeek, lastWeek }: SavedWeeks, style: DateStyle): string {
  const [first, last] = [firstWeek, lastWeek].map((week) => formatDateInFull(week, style));
  return firstWeek === lastWeek ? `from ${first}` : `from ${first} to ${last}`;
}

interface ForgottenView {
  readonly userId?: string | undefined;
  readonly disconnects: boolean;
  readonly forgotten: Forgotten & { readonly rolesLeft: readonly string[] };
}

export function renderForgotten(view: ForgottenView, ctx: RenderContext): Reply {
  const { userId, disconnects, forgotten } = view;
  const { weeks, requests, timeRequests, reminders, account, rolesLeft } = forgotten;
  const isOwn = userId === undefined;
  const shownId = userId ?? account?.userId;
  const counted = joinParts(
    [
      weeks > 0 && pluralize(weeks, "saved week"),
      requests.length > 0 && pluralize(requests.length, "request to connect", "requests to connect"),
      timeRequests > 0 && pluralize(timeRequests, "request for time", "requests for time"),
      reminders > 0 && pluralize(reminders, "reminder"),
    ],
    ", ",
  );
  return receipt(
    {
      title: isOwn ? "You're forgotten" : "Person forgotten",
      verb: "Deleted",
      lines: [
        describeDeleted(isOwn, counted),
        account !== undefined && describeNow(isOwn, disconnects),
        rolesLeft.length > 0 &&
          `🟧 I couldn't take back ${rolesLeft.map((id) => `<@&${id}>`).join(", ")} yet. I'll keep trying until that works.`,
      ],
      ids: { "User id": shownId },
      next: `See what's left with ${ctx.commandMention(isOwn ? "privacy" : "audit")}`,
    },
    ctx,
  );
}

function describeDeleted(isOwn: boolean, counted: string): string {
  if (counted === "") return isOwn ? "✅ Your names were deleted." : "✅ Their names were deleted.";
  return isOwn ? `✅ ${counted} and your names were deleted.` : `✅ ${counted} and their names were deleted.`;
}

function describeNow(isOwn: boolean, disconnects: boolean): string {
  const subject = isOwn ? "You're" : "They're";
  return disconnects ? `${subject} no longer connected.` : `${subject} still connected, without a name.`;
}
