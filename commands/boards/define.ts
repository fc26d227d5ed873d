import type { StaleReason } from "../../src/api/errors.ts";
import { readNames, type Names } from "../../src/ui/people.ts";
import type { PostContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import type { Picture } from "../../src/pictures/picture.ts";
import { describeLeftOut } from "../../src/ui/left-out.ts";
import { type Board, type BoardKind, type BoardRequest, hashContent, readPictureTheme } from "./board.ts";
import type { Theme } from "../../src/pictures/kit/colours.ts";
import { type BoardData, createBoardData } from "./data.ts";
import { type AsOf, withAsOf, withoutTimestamps } from "./as-of-line.ts";
import type { BoardSummary } from "./summary.ts";
import { type BoardOptions, type OptionsOf, readOptions } from "./option.ts";
import { type Formats, parseDateStyle } from "../../src/ui/formats.ts";
import type { GuildSettings } from "../../src/store/guild-settings.ts";

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
      /** A post that needs no time of reading: it is about a week, or is over. Says whether it has times in it. */
      readonly undated?: AsOf["undated"];
      /** Instead of the time of reading: everything up to this time has been announced. */
      readonly coveredUntil?: number | undefined;
    }
  | { readonly empty: string };

export interface BoardDefinition<O extends BoardOptions> extends Omit<BoardKind, "make" | "options"> {
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
        return leftOut.length === 0 ? built : { empty: `${built.empty} ${describeLeftOut(leftOut)}` };
      const output = "empty" in built ? createEmptyBoard(kind.description, built.empty) : built;
      const { message, contentKey } = output;
      const theme = output.picture && (await findTheme(request));
      const picture = theme && output.picture && { ...output.picture, theme };
      const asOf = ("empty" in built ? undefined : built.coveredUntil) ?? boardData.asOf();
      const workspaceName = await readWorkspaceName(request);
      const undated = formats.writtenZone === undefined || "empty" in built ? undefined : built.undated;
      const asOfParts = {
        asOf,
        stale,
        leftOut,
        ...getNextLook(request, stale, asOf),
        workspaceName,
        undated,
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

async function readWorkspaceName({ ctx, link }: BoardRequest): Promise<string | undefined> {
  const links = await ctx.store.guildLinks.list(link.guildId);
  return links.length > 1 ? link.name : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
