import { z } from "zod";
import { defineCustomId, withLinkKey } from "../../src/interactions/custom-id.ts";
import { tagRow } from "../../src/interactions/dispatch/annotate.ts";
import type { TimeRequest, TimeRequestState } from "./store.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { describeTold } from "../kit/member-request/kind.ts";
import { createEmbed, type EmbedFieldParts, type EmbedParts } from "../../src/ui/embed.ts";
import { inlineCode, plainText } from "../../src/ui/escape.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import { describeLaterWeek, formatMinutes, formatShortDay, quoteLines, formatTimeRequest } from "./render.ts";
import { timestamp } from "../../src/ui/time.ts";
import type { DateStyle } from "../../src/ui/formats.ts";

const requestField = { requestId: z.string().min(1) };

/** The buttons of a card, and the forms behind them. */
export const requestIds = {
  approve: defineCustomId("request.approve", requestField),
  change: defineCustomId("request.change", requestField),
  changeForm: defineCustomId("request.change.form", requestField),
  decline: defineCustomId("request.decline", requestField),
  declineForm: defineCustomId("request.decline.form", requestField),
  look: defineCustomId("request.look", requestField),
  markGiven: defineCustomId("request.mark-given", requestField),
  reopen: defineCustomId("request.reopen", requestField),
  withdraw: defineCustomId("request.withdraw", requestField),
  askAgain: defineCustomId("request.ask-again", requestField),
} as const;

const tones: Readonly<Record<TimeRequestState, EmbedParts["tone"]>> = {
  open: "waiting",
  sending: "waiting",
  unknown: "waiting",
  approved: "done",
  declined: "harmful",
  withdrawn: "over",
  expired: "over",
};

/** The managers' card, with buttons while it can be decided. */
export function renderRequestCard(
  request: TimeRequest,
  { dateStyle }: { readonly dateStyle: DateStyle },
): Reply {
  const { discordUserId, userId, reason, state, createdAt, linkKey } = request;
  const isUndecided = state === "open" || state === "sending" || state === "unknown";
  return {
    embeds: [
      createEmbed({
        title: formatTitle(request),
        tone: tones[state] ?? "information",
        description: joinParts(
          [
            isUndecided
              ? `<@${discordUserId}> asks for ${formatTimeRequest(request, dateStyle)}.`
              : `<@${discordUserId}> asked for ${formatTimeRequest(request, dateStyle)}.`,
            quoteLines(reason),
            formatStatusLine(request),
            request.told && describeTold(request.told, request),
            subtext(`User ${inlineCode(userId)} · asked ${timestamp(toInstant(createdAt))}`),
          ],
          "\n",
        ),
        fields: isUndecided ? createWeekFields(request) : [],
      }),
    ],
    components: createButtons(request).map((row) => tagRow(row, linkKey)),
    // An edit keeps the card's pictures.
    keepsFiles: true,
  };
}

function formatTitle({ state, minutes, approvedMinutes = minutes }: TimeRequest): string {
  switch (state) {
    case "open":
    case "sending":
      return `Time request: ${formatMinutes(minutes)}`;
    case "unknown":
      return "Not sure whether this time was given";
    case "approved":
      return `${formatMinutes(approvedMinutes)} approved`;
    case "declined":
      return "Time request declined";
    case "withdrawn":
      return "Time request withdrawn";
    case "expired":
      return "Time request expired";
    default:
      return state satisfies never;
  }
}

function formatStatusLine(request: TimeRequest): string | undefined {
  const { state, minutes, approvedMinutes = minutes, decidedByDiscordUserId: by, decidedAt = 0 } = request;
  const who = `<@${by ?? ""}>, ${timestamp(toInstant(decidedAt))}`;
  switch (state) {
    case "open":
      return undefined;
    case "sending":
      return `⏳ <@${by ?? ""}> is approving ${formatMinutes(approvedMinutes)}.`;
    case "unknown":
      return `❓ <@${by ?? ""}> approved ${formatMinutes(approvedMinutes)}. I sent the gift but got no clear answer, so I don't know whether it counts. Check before you continue: nothing is sent again automatically.`;
    case "approved":
      return joinParts(
        [
          approvedMinutes === minutes
            ? `✅ Approved by ${who}`
            : `✅ Approved by ${who}: ${formatMinutes(approvedMinutes)} of ${formatMinutes(minutes)}`,
          request.week?.isOver === true &&
            "That week was over, so it counts for the week in which it was approved.",
          decidedAt < (request.week?.beginsAt ?? 0) &&
            "That week hadn't begun in the workspace, so it counts for the week before.",
        ],
        "\n",
      );
    case "declined":
      return joinParts([`🚫 Declined by ${who}`, quoteLines(request.declineReason ?? "")], "\n");
    case "withdrawn":
      return "They withdrew it. Nothing was given.";
    case "expired":
      return "Nobody decided within seven days. Nothing was given.";
    default:
      return state satisfies never;
  }
}

function createWeekFields(request: TimeRequest): readonly EmbedFieldParts[] {
  const { week, minutes, pictures, state } = request;
  const isLost = request.proof.length > 0;
  const counted = pluralize(pictures, "picture");
  const shown = isLost ? `🟧 ${counted} couldn't be posted here` : `${counted} above`;
  const proof = pictures === 0 ? [] : [{ name: "Proof", value: shown, inline: true }];
  const { minutes: before, goals, isOver = false, beginsAt } = week ?? { goals: [] };
  const another = isOver
    ? [{ name: "An earlier week", value: "🟧 Approved time counts for this week, not for that one." }]
    : beginsAt === undefined
      ? []
      : [{ name: "A later week", value: `🟧 ${describeLaterWeek(beginsAt)}` }];
  if (before === undefined && goals.length === 0)
    return [...proof, { name: "Their week", value: "🔹 I couldn't read it when they asked." }, ...another];
  const after = before === undefined ? undefined : formatNumber(before + minutes);
  const time =
    before === undefined || after === undefined
      ? "🔹 unknown"
      : // Its week may be over by now, and a sum across two weeks isn't one.
        state === "open" && another.length === 0
        ? `${formatNumber(before)} → ${after} min`
        : `${formatNumber(before)} min before`;
  return [
    { name: "Time this week", value: time, inline: true },
    ...proof,
    ...(goals.length === 0 ? [] : [{ name: "Assignments", value: fitLines(goals, 900) }]),
    ...another,
  ];
}

/** A sentence about a request that isn't open. */
export function describeState({ state, decidedByDiscordUserId: by = "" }: TimeRequest): string {
  switch (state) {
    case "open":
      return "This request is still waiting for a manager.";
    case "sending":
      return `<@${by}> is approving this request right now.`;
    case "unknown":
      return "This request was approved, but I don't know whether the time counts.";
    case "approved":
      return `This request was already approved by <@${by}>.`;
    case "declined":
      return `This request was already declined by <@${by}>.`;
    case "withdrawn":
      return "This request was withdrawn.";
    case "expired":
      return "This request expired after seven days.";
    default:
      return state satisfies never;
  }
}

function createButtons({ id: requestId, state }: TimeRequest): readonly Row[] {
  const { approve, change, decline, look, markGiven, reopen } = requestIds;
  if (state === "open")
    return createButtonRow(
      createButton({ customId: approve.encode({ requestId }), label: "Approve", style: "success" }),
      createButton({ customId: change.encode({ requestId }), label: "Change" }),
      createButton({ customId: decline.encode({ requestId }), label: "Decline…" }),
    );
  if (state !== "unknown") return [];
  return createButtonRow(
    createButton({ customId: look.encode({ requestId }), label: "Look for it", style: "primary" }),
    createButton({ customId: markGiven.encode({ requestId }), label: "Mark as given" }),
    createButton({ customId: reopen.encode({ requestId }), label: "Open again" }),
  );
}

function toInstant(ms: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(ms);
}

/** As many as a member can have open. @param workspaces by link key, if there are several */
export function createWithdrawRowFor(
  open: readonly TimeRequest[],
  style: DateStyle,
  workspaces: ReadonlyMap<string, string>,
): readonly Row[] {
  return createButtonRow(
    ...open.slice(0, 5).map(({ id: requestId, linkKey, minutes, day }) =>
      createButton({
        customId: requestIds.withdraw.encode({ requestId }),
        label: joinParts([
          `Withdraw ${formatMinutes(minutes)}, ${formatShortDay(day, style)}`,
          plainText(workspaces.get(linkKey) ?? "", 40),
        ]),
      }),
    ),
  );
}

/** Opens the form with what was withdrawn, for the workspace it was asked in, whichever this channel uses. */
export function createAskAgainButtons({ id: requestId, linkKey }: Pick<TimeRequest, "id" | "linkKey">) {
  const customId = withLinkKey(requestIds.askAgain.encode({ requestId }), linkKey);
  return [createButton({ customId, label: "Ask again…" })];
}

export function createWithdrawRow(requestId: string): readonly Row[] {
  return createButtonRow(
    createButton({ customId: requestIds.withdraw.encode({ requestId }), label: "Withdraw" }),
  );
}
