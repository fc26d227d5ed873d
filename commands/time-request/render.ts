import type { NewTimeRequest, TimeRequest, TimeRequestState } from "./store.ts";
import type { createButton } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { formatShortAgo, formatDuration, timestamp, formatWeekdayAndDate } from "../../src/ui/time.ts";
import type { Page } from "../../src/domain/lists.ts";
import { buildCardLink } from "../kit/member-request/kind.ts";
import { createPageButtons, describePage, turnButtons } from "../kit/paged-list.ts";
import { minuteMs } from "../../src/time.ts";
import { escapeLines, escapeMarkdown } from "../../src/ui/escape.ts";
import type { DateStyle } from "../../src/ui/formats.ts";

/** The maximum length of a reason for a request, and of one for declining. */
export const maxReasonLength = 500;

/** `1 h 30 min`. */
export function formatMinutes(minutes: number): string {
  return formatDuration(minutes * minuteMs);
}

/** `Wednesday 18 November`. */
export function formatLongDay(day: string, style: DateStyle): string {
  return formatWeekdayAndDate(Temporal.PlainDate.from(day), style, { weekday: "long", month: "long" });
}

/** `Wed 18 Nov`, for lists. */
export function formatShortDay(day: string, style: DateStyle): string {
  return formatWeekdayAndDate(Temporal.PlainDate.from(day), style);
}

/** A request on its own: `1 h 30 min on Wednesday 18 November`. */
export function formatTimeRequest(
  { minutes, day }: { readonly minutes: number; readonly day: string },
  style: DateStyle,
): string {
  return `**${formatMinutes(minutes)}** on **${formatLongDay(day, style)}**`;
}

/** About a day whose week hadn't begun in the workspace when time was requested for it. */
export function describeLaterWeek(beginsAt: number): string {
  const at = timestamp(Temporal.Instant.fromEpochMilliseconds(beginsAt));
  return `In the workspace, that week begins ${at}. Time approved before then counts for the week before.`;
}

/** A person's text, as a quotation. */
export function quoteLines(text: string): string {
  return escapeLines(text, maxReasonLength).replaceAll(/^/gm, "> ");
}

interface Requested {
  readonly request: NewTimeRequest & Pick<TimeRequest, "cardMessageId">;
  /** Everyone in the server can read the channel of requests. */
  readonly isPublic: boolean;
}

/** To a member whose request was stored and, if that worked, posted. */
export function renderRequested({ request, isPublic }: Requested, ctx: RenderContext): Reply {
  const { pictures, reason, week, cardMessageId } = request;
  return receipt(
    {
      title: cardMessageId === undefined ? "Time request saved" : "Time request sent",
      verb: "Asked",
      tone: "waiting",
      lines: [
        `You asked for ${formatTimeRequest(request, ctx.dateStyle)}${pictures === 0 ? "" : `, with ${pluralize(pictures, "picture")}`}.`,
        quoteLines(reason),
        week?.isOver === true && "That week is over, so approved time counts for this week.",
        week?.beginsAt !== undefined && describeLaterWeek(week.beginsAt),
        isPublic && "⚠️ Everyone in this server can see the requests channel.",
        cardMessageId === undefined &&
          "⚠️ I don't know yet whether it reached the managers. I'm still trying to post it, so you don't need to ask again.",
        "A manager decides, and I'll tell you in a private message. It expires after seven days.",
      ],
      next: `See it with ${ctx.commandMention("request list")}.`,
    },
    ctx,
  );
}

const turnLabels = { before: "Previous", after: "Next" };

const marks: Readonly<Record<TimeRequestState, readonly [mark: string, words: string]>> = {
  open: ["⏳", "waiting"],
  sending: ["⏳", "being approved"],
  unknown: ["❓", "not sure whether it was given"],
  approved: ["✅", "approved"],
  declined: ["🚫", "declined"],
  withdrawn: ["🔹", "withdrawn"],
  expired: ["🔹", "expired"],
};

interface RequestList {
  readonly whose: "mine" | "everyone";
  readonly page: Page<TimeRequest>;
  /** By link key, if there are several. */
  readonly workspaces: ReadonlyMap<string, string>;
  /** Of all of them. */
  readonly open: number;
  /** Channels of cards that were deleted. */
  readonly gone: ReadonlySet<string>;
  /** The channel that requests go to is one of them, so a choice of another one posts the cards there. */
  readonly mayMove: boolean;
  /** Whether staff can ask for time in this server now. */
  readonly mayAsk: boolean;
  readonly createCustomId: (page: number) => string;
  /** Further buttons. */
  readonly more: readonly ReturnType<typeof createButton>[];
}

export function renderRequestList(
  { whose, page, workspaces, open, gone, mayMove, mayAsk, createCustomId, more }: RequestList,
  ctx: RenderContext,
): Reply {
  const { entries, total } = page;
  const lines = entries.map((request) =>
    joinParts([
      whose === "mine" ? formatOwnLine(request, ctx) : formatOpenLine(request, gone, ctx),
      escapeMarkdown(workspaces.get(request.linkKey) ?? "", 40),
    ]),
  );
  const isEmpty = total === 0;
  return {
    embeds: [
      createEmbed({
        title:
          whose === "mine"
            ? total === 0
              ? "No requests for time"
              : `Your requests for time (${total})`
            : open === 0
              ? "No open requests for time"
              : `${pluralize(open, "open request")} for time`,
        tone: open > 0 ? "waiting" : "information",
        description: joinParts(
          [
            isEmpty ? describeEmpty({ whose, mayAsk }, ctx) : fitLines(lines, 3_500),
            whose === "everyone" && !isEmpty && subtext("Oldest first. Tap a request's length to review it."),
            mayMove &&
              `⚠️ The channel for requests was deleted, and the cards in it are gone. An admin can choose another one in ${ctx.commandMention("settings")}, where I'll post the open ones again.`,
          ],
          "\n",
        ),
        footer: joinParts([describePage(page)]),
      }),
    ],
    components:
      more.length === 0
        ? turnButtons(page, turnLabels, createCustomId)
        : createPageButtons(page, turnLabels, createCustomId, ...more),
  };
}

function describeEmpty(
  { whose, mayAsk }: Pick<RequestList, "whose" | "mayAsk">,
  { commandMention }: RenderContext,
): string {
  if (!mayAsk)
    return `Asking for time is off in this server. An admin can turn it on in ${commandMention("settings")}.`;
  return whose === "mine"
    ? `You haven't asked for time in the last 30 days. Ask with ${commandMention("request time")}.`
    : "New requests will appear here.";
}

function formatOpenLine(request: TimeRequest, gone: ReadonlySet<string>, ctx: RenderContext): string {
  const { discordUserId, createdAt, state, cardChannelId = "" } = request;
  const isGone = gone.has(cardChannelId);
  const [card, minutes] = [isGone ? undefined : buildCardLink(request), formatMinutes(request.minutes)];
  return joinParts([
    `${marks[state][0]} ${card === undefined ? `**${minutes}**` : `**[${minutes}](${card})**`}`,
    formatShortDay(request.day, ctx.dateStyle),
    `<@${discordUserId}>`,
    formatShortAgo(createdAt, ctx),
    state !== "open" && marks[state][1],
    isGone ? "its channel was deleted" : card === undefined && "card not posted yet",
  ]);
}

function formatOwnLine(request: TimeRequest, { dateStyle }: RenderContext): string {
  const { state, minutes, approvedMinutes = minutes, decidedByDiscordUserId: by, declineReason } = request;
  const [mark, words] = marks[state];
  const isDecided = state === "approved" || state === "declined";
  return joinParts([
    `${mark} **${formatMinutes(minutes)}**`,
    formatShortDay(request.day, dateStyle),
    joinParts([words, isDecided && by !== undefined && `by <@${by}>`], " "),
    approvedMinutes !== minutes && `${formatMinutes(approvedMinutes)} given`,
    declineReason !== undefined && escapeMarkdown(declineReason, maxReasonLength),
  ]);
}
