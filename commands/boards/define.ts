import type { APIEmbed } from "discord.js";
import type { StaleReason } from "../../src/api/errors.ts";
import { readNames, type Names } from "../../src/ui/people.ts";
import type { PostContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createEmbed, embedLimits } from "../../src/ui/embed.ts";
import type { Picture } from "../../src/pictures/picture.ts";
import { describeLeftOut, type Missing } from "../../src/ui/left-out.ts";
import { type Board, type BoardKind, type BoardRequest, hashContent, readPictureTheme } from "./board.ts";
import type { Theme } from "../../src/pictures/kit/colours.ts";
import { type BoardData, createBoardData } from "./data.ts";
import type { BoardSummary } from "./summary.ts";
import { type BoardOptions, type OptionsOf, readOptions } from "./option.ts";
import { type Formats, parseDateStyle } from "../../src/ui/formats.ts";
import type { GuildSettings } from "../../src/store/guild-settings.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { describeStaleReason } from "../../src/error-text.ts";
import { formatEvery, describeZone, formatMoment, labelAge } from "../../src/ui/time.ts";
import { hourMs } from "../../src/time.ts";
import { listWorkspaceNames } from "../../src/interactions/dispatch/workspace.ts";
import { backgroundCall } from "../../src/api/client.ts";
import { computeNextTryAt, toRefreshProblem } from "./attempts.ts";
import type { JobTools } from "../../src/jobs/job.ts";
import type { Schedule } from "./store.ts";

export interface AsOf {
  /** What couldn't be read. */
  readonly leftOut?: readonly Missing[];
  readonly asOf: number;
  /** Set if the service couldn't be asked, so that this is from the cache. */
  readonly stale: StaleReason | undefined;
  /** When it will be refreshed, if known. */
  readonly nextRefreshAt?: number | undefined;
  /** How often it is compared with the service; it is edited when something changed. */
  readonly checkedEveryMs?: number | undefined;
  /** Set if the guild has several workspaces. */
  readonly workspaceName: string | undefined;
  /** Leaves out when it was read, unless that is long ago. */
  readonly isUndated?: boolean;
}

/** Adds to the message when it was last updated and when it will be next. */
export function withAsOf(message: Reply, asOfParts: AsOf, formats: Formats): Reply {
  return formats.writtenZone === undefined
    ? withAsOfBelow(message, asOfParts)
    : withLine(message, [...listLeftOut(asOfParts), formatAsOfLine(asOfParts, formats.writtenZone, formats)]);
}

function listLeftOut({ leftOut = [] }: AsOf): readonly string[] {
  return leftOut.length === 0 ? [] : [describeLeftOut(leftOut)];
}

/**
 * For a message that is edited: what is true until the next edit has places of its own, the text above the embeds and the
 * footer of the last one, so that a schedule that is paused can take it away.
 */
function withAsOfBelow(message: Reply, asOfParts: AsOf): Reply {
  const { asOf, stale, checkedEveryMs, workspaceName } = asOfParts;
  const name = workspaceName === undefined ? [] : [subtext(escapeMarkdown(workspaceName, 60))];
  const { content, embeds = [], ...rest } = withLine(message, [...listLeftOut(asOfParts), ...name]);
  const last = embeds.at(-1);
  const line = stale && formatStaleLine(describeStaleReason(stale), asOfParts);
  const checked = checkedEveryMs !== undefined && `Checked ${formatEvery(checkedEveryMs)}`;
  return {
    ...rest,
    content: joinParts([line, content], "\n"),
    embeds: [
      ...embeds.slice(0, -1),
      ...(last === undefined
        ? []
        : [
            {
              ...last,
              // Discord shows the time right after it.
              footer: { text: checked === false ? "As of" : checked },
              timestamp: new Date(asOf).toISOString(),
            },
          ]),
    ],
  };
}

/** Lines at the end of the text. */
function withLine(message: Reply, lines: readonly string[]): Reply {
  const { content, embeds = [], ...rest } = message;
  const line = joinParts(lines, "\n");
  if (line === "") return withoutTimestamps(message);
  // The time of posting next to the time of reading would be confusing.
  const { embeds: timeless = [] } = withoutTimestamps({ embeds });
  const last = timeless.at(-1);
  if (last !== undefined && hasRoom(timeless, last, line)) {
    const description = joinParts([last.description, line], "\n");
    return {
      ...rest,
      ...(content !== undefined && { content }),
      embeds: [...timeless.slice(0, -1), { ...last, description }],
    };
  }
  return { ...rest, content: joinParts([content, line], "\n"), embeds: timeless };
}

/** The message without the time it was rendered. */
function withoutTimestamps({ embeds, ...rest }: Reply): Reply {
  return { ...rest, ...(embeds && { embeds: embeds.map(({ timestamp: _timestamp, ...each }) => each) }) };
}

/** Why a message isn't up to date, since when, and when the next check is, if known. @param reason a sentence */
export function formatStaleLine(
  reason: string,
  { asOf, nextRefreshAt }: { readonly asOf: number | undefined; readonly nextRefreshAt?: number | undefined },
): string {
  const moments = [
    asOf !== undefined && labelAge("Last read", asOf),
    nextRefreshAt !== undefined && labelAge(asOf === undefined ? "Next look" : "next look", nextRefreshAt),
  ];
  return joinParts([`⚠️ ${reason}`, joinParts(moments)], " ");
}

/** In a post, in words. */
function formatAsOfLine(asOfParts: AsOf, writtenZone: string, formats: Formats): string {
  const { asOf, stale, workspaceName, isUndated = false, nextRefreshAt } = asOfParts;
  const format = (at: number): string => formatMoment(at, "F", formats);
  const zoneName = describeZone(writtenZone);
  if (stale !== undefined) {
    const next = nextRefreshAt !== undefined && `Next look ${format(nextRefreshAt)}.`;
    const line = [`⚠️ ${describeStaleReason(stale)}`, `This is from ${format(asOf)}.`, next];
    return joinParts([joinParts(line, " "), subtext(zoneName)], "\n");
  }
  const name = workspaceName === undefined ? "" : escapeMarkdown(workspaceName, 60);
  if (isUndated) return name === "" ? "" : subtext(name);
  return subtext(joinParts([name, `As of ${format(asOf)} (${zoneName})`]));
}

function hasRoom(embeds: readonly APIEmbed[], last: APIEmbed, line: string): boolean {
  const own = (last.description ?? "").length + line.length + 1;
  return (
    own <= embedLimits.description &&
    embeds.reduce((sum, embed) => sum + computeEmbedLength(embed), line.length + 1) <= embedLimits.total
  );
}

/** The length as Discord counts it. */
function computeEmbedLength({ title = "", description = "", fields = [], footer, author }: APIEmbed): number {
  const texts = [title, description, footer?.text ?? "", author?.name ?? ""];
  const all = [...texts, ...fields.flatMap(({ name, value }) => [name, value])];
  return all.reduce((sum, text) => sum + text.length, 0);
}

/** What a board is drawn from. */
export interface BoardInput<Options> extends BoardRequest, PartRoom {
  readonly options: Options;
  readonly readNames: (userIds: readonly (string | undefined)[]) => Promise<Names>;
  readonly renderContext: (names?: Names) => PostContext;
}

export type BoardOutput =
  | {
      readonly message: Reply;
      /** What isn't in the picture, for a message that shows it; all of it if left out. */
      readonly beside?: Reply | undefined;
      /** The same as a picture, drawn if pictures are wanted. */
      readonly picture?: Picture | undefined;
      /** The same in a few lines, for a digest. */
      readonly summary?: BoardSummary;
      /** Whether the picture changes just by the passage of time: then that alone is no reason to draw it again. */
      readonly isPictureOfMoment?: boolean;
      /** What it shows, without anything that changes just by the passage of time. */
      readonly contentKey: unknown;
      /** A post that needs no time of reading: it is about a week, or is over. */
      readonly isUndated?: boolean;
      /** Instead of the time of reading: everything up to this time has been announced. */
      readonly coveredUntil?: number | undefined;
    }
  | {
      readonly empty: string;
      readonly isWeekOver?: true;
      /** What a digest still tells of it. */
      readonly changes?: BoardSummary["changes"];
    };

interface BoardDefinition<O extends BoardOptions> extends Omit<BoardKind, "make" | "options"> {
  readonly options: O;
  /** News is never edited; everything else is kept up to date. */
  readonly isAppendOnly?: boolean;
  /** @throws ApiError, ContractError */
  readonly build: (input: BoardInput<OptionsOf<O>>) => Promise<BoardOutput>;
}

interface PartRoom {
  readonly boardData: BoardData;
  /** How many characters all its texts may have in total. */
  readonly maxLength: number;
  readonly formats: Formats;
}

/** A kind that can also be part of another one. */
export interface BoardPart extends BoardKind {
  /** @throws as `make` */
  buildPart(request: BoardRequest, part: PartRoom): Promise<BoardOutput>;
}

/** Of Discord's 6,000 characters; leaves room for titles and the time of the data. */
const fullLength = 3_600;

export function defineBoard<O extends BoardOptions>(parts: BoardDefinition<O>): BoardPart {
  const { isAppendOnly = false, build, ...kind } = parts;
  const buildPart: BoardPart["buildPart"] = (request, part) =>
    build({
      ...request,
      ...part,
      options: readOptions(kind.options, request.schedule.options),
      readNames: (userIds) =>
        readNames(userIds, { ...request.ctx, guildId: request.schedule.guildId, link: request.link }),
      renderContext: (names = new Map()) => ({
        names,
        ...part.formats,
        commandMention: request.ctx.commandMention,
      }),
    });

  return {
    ...kind,
    buildPart,
    async make(request): Promise<Board> {
      const boardData = createBoardData(request);
      const formats = await readFormats(request);
      const built = await buildPart(request, { boardData, maxLength: fullLength, formats });
      const stale = boardData.stale();
      const leftOut = boardData.leftOut();
      if ("empty" in built && (isAppendOnly || request.schedule.mode !== "live"))
        return { empty: joinParts([built.empty, leftOut.length > 0 && describeLeftOut(leftOut)], " ") };
      const output = "empty" in built ? createEmptyBoard(kind.description, built.empty) : built;
      const { message, contentKey } = output;
      const theme = output.picture && (await findTheme(request));
      const picture = theme && output.picture && { ...output.picture, theme };
      const asOf = ("empty" in built ? undefined : built.coveredUntil) ?? boardData.asOf();
      const { guildId, linkKey } = request.link;
      const workspaceName = (await listWorkspaceNames(guildId, request.ctx.store)).get(linkKey);
      const isUndated = formats.writtenZone !== undefined && !("empty" in built) && built.isUndated === true;
      const asOfParts = {
        asOf,
        stale,
        leftOut,
        ...getNextLook(request, stale, asOf),
        workspaceName,
        isUndated,
      };
      const key = request.schedule.mode === "live" ? [contentKey, withoutTimestamps(message)] : contentKey;
      const hash = hashContent(leftOut.length === 0 ? key : [key, describeLeftOut(leftOut)]);
      const date = (undatedMessage: Reply): Reply =>
        isAppendOnly ? undatedMessage : withAsOf(undatedMessage, asOfParts, formats);
      const beside = output.beside && date(output.beside);
      const { isPictureOfMoment = false } = output;
      return { message: date(message), beside, picture, isPictureOfMoment, hash, asOf, stale };
    },
  };
}

/** `undefined` if the schedule or the server turned pictures off. */
async function findTheme({ ctx, schedule: { guildId, options } }: BoardRequest): Promise<Theme | undefined> {
  if (isObject(options) && "pictures" in options && options.pictures === false) return undefined;
  return readPictureTheme(guildId, ctx.store);
}

/** A live message has to say that nothing is left, or it would keep showing what is over. */
function createEmptyBoard(heading: string, empty: string): Extract<BoardOutput, { readonly message: Reply }> {
  const emptyEmbed = createEmbed({ title: heading, description: empty, tone: "over" });
  return { message: { embeds: [emptyEmbed] }, contentKey: empty };
}

interface FormatsRequest extends Pick<BoardRequest, "now"> {
  readonly schedule: Pick<BoardRequest["schedule"], "guildId" | "zone" | "mode"> &
    Partial<Pick<BoardRequest["schedule"], "refreshEveryMs">>;
  readonly ctx: { readonly store: { readonly guildSettings: Pick<GuildSettings, "all"> } };
}

/**
 * A post is never edited, and a pinned message without refreshes only at its set times, so its text has to stay true
 * until then.
 */
export async function readFormats({ schedule, now, ctx }: FormatsRequest): Promise<Formats> {
  const isKeptUpToDate = schedule.mode === "live" && schedule.refreshEveryMs !== undefined;
  return {
    now: Temporal.Instant.fromEpochMilliseconds(now),
    audience: "others",
    tense: isKeptUpToDate ? "now" : "lasting",
    ...(schedule.mode !== "live" && { writtenZone: schedule.zone }),
    dateStyle: parseDateStyle(await ctx.store.guildSettings.all(schedule.guildId)),
  };
}

function getNextLook(
  { schedule, nextTryAt }: BoardRequest,
  stale: StaleReason | undefined,
  asOf: number,
): Pick<AsOf, "nextRefreshAt" | "checkedEveryMs"> {
  const { mode, refreshEveryMs } = schedule;
  if (stale !== undefined && nextTryAt !== undefined) return { nextRefreshAt: nextTryAt(stale, asOf) };
  return mode === "live" ? { checkedEveryMs: refreshEveryMs } : {};
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** @throws UserError if the link is gone */
export async function createBoardRequest(
  schedule: Schedule,
  { ctx, resolveWorkspace }: JobTools,
): Promise<BoardRequest> {
  const { guildId, channelId, linkKey } = schedule;
  const { link, api } = await resolveWorkspace({ guildId, channelId, linkKey });
  const now = ctx.now();
  const isLookedAt = schedule.mode === "live" && schedule.refreshEveryMs !== undefined;
  const tryAgainAt = (staleness: StaleReason, lastAsOf: number) =>
    computeNextTryAt({ ...schedule, lastAsOf }, toRefreshProblem(staleness, now), now);
  return {
    ctx,
    schedule,
    link,
    // A message checked again and again shows its last response until there is a newer one.
    api: api.withDefaults({ ...backgroundCall, ...(isLookedAt && { ttlMs: hourMs }) }),
    now,
    ...(isLookedAt && { nextTryAt: tryAgainAt }),
  };
}
