import type { z } from "zod";
import { namesOf, type Names } from "../../commands/shared/people.ts";
import type { Answer } from "../interactions/answer.ts";
import { embed } from "../text/embed.ts";
import { withMomentsInWords, withoutPassingWords } from "../text/lasting.ts";
import { leftOutWords } from "../text/left-out.ts";
import type { Board, BoardKind, BoardRequest } from "./board.ts";
import { hashOf } from "./hash.ts";
import { type Readings, readingsFor } from "./readings.ts";
import { type Staleness, withTruth } from "./truth.ts";

/** What a board is drawn from. */
export interface Drawing<Options> extends BoardRequest {
  readonly options: Options;
  readonly readings: Readings;
  readonly at: Temporal.Instant;
  /** How many characters all its texts may have together. */
  readonly room: number;
  readonly namesOf: (userIds: readonly (string | undefined)[]) => Promise<Names>;
}

export type Drawn =
  | {
      readonly answer: Answer;
      /** What it shows, without moments that pass by themselves. */
      readonly shows: unknown;
      /** In place of the moment of reading: until when it has told everything. */
      readonly toldUntil?: number | undefined;
    }
  | { readonly nothing: string };

export interface KindParts<Options> extends Omit<BoardKind, "make"> {
  /** Each field gives its default in place of what cannot be read. */
  readonly Options: z.ZodType<Options>;
  /** News stay as they were told; everything else is kept true. */
  readonly isNews?: boolean;
  /** @throws ApiError, ContractError */
  readonly draw: (drawing: Drawing<Options>) => Promise<Drawn>;
}

/** A kind that can also stand as a part of another one. */
export interface DrawnKind extends BoardKind {
  /** @throws as `make` */
  drawPart(
    request: BoardRequest,
    part: { readonly readings: Readings; readonly room: number },
  ): Promise<Drawn>;
}

/** Leaves Discord's 6,000 characters room for titles and for when it was true. */
const wholeRoom = 3_600;

export function defineKind<Options>(parts: KindParts<Options>): DrawnKind {
  const { Options, isNews = false, draw, ...kind } = parts;
  const drawPart: DrawnKind["drawPart"] = (request, part) =>
    draw({
      ...request,
      ...part,
      options: readOptions(Options, request.schedule.options),
      at: Temporal.Instant.fromEpochMilliseconds(request.now),
      namesOf: (userIds) => namesOf(userIds, { store: request.ctx.store, guildId: request.schedule.guildId }),
    });

  return {
    ...kind,
    drawPart,
    async make(request): Promise<Board> {
      const readings = readingsFor(request);
      const drawn = await drawPart(request, { readings, room: wholeRoom });
      const stale = readings.isStale() ? { limitedUntil: readings.limitedUntil() } : undefined;
      const leftOut = readings.leftOut();
      if ("nothing" in drawn && (isNews || request.schedule.mode !== "standing"))
        return leftOut.length === 0 ? drawn : { nothing: `${drawn.nothing} ${leftOutWords(leftOut)}` };
      const { answer, shows } = "nothing" in drawn ? emptied(kind.words, drawn.nothing) : drawn;
      const trueAt = ("nothing" in drawn ? undefined : drawn.toldUntil) ?? readings.trueAt();
      const workspaceName = await workspaceNameFor(request);
      const zone = request.schedule.mode === "standing" ? undefined : request.schedule.zone;
      const nextLook = nextLookAt(request, stale);
      const truth = { trueAt, stale, leftOut, nextLookAt: nextLook, workspaceName, zone };
      const hash = hashOf(leftOut.length === 0 ? shows : [shows, leftOutWords(leftOut)]);
      const shown = lasting(isNews ? answer : withTruth(answer, truth), request);
      return { answer: shown, hash, trueAt, stale };
    },
  };
}

/** What was chosen, and the defaults of what was not, or cannot be read. */
export function readOptions<Options>(schema: z.ZodType<Options>, stored: unknown): Options {
  return schema.parse(isObject(stored) ? stored : {});
}

/** A standing message has to say that there is nothing any more, else it would go on showing what is over. */
function emptied(words: string, nothing: string): Extract<Drawn, { readonly answer: Answer }> {
  const empty = embed({ title: words, description: nothing, tone: "over" });
  return { answer: { embeds: [empty] }, shows: nothing };
}

/** A post is never edited, and a pinned message without looks only at its set times: what they say has to hold until then. */
function lasting(answer: Answer, { schedule, now }: BoardRequest): Answer {
  if (schedule.mode !== "standing")
    return withMomentsInWords(withoutPassingWords(answer), schedule.zone, now);
  return schedule.refreshEveryMs === undefined ? withoutPassingWords(answer) : answer;
}

function nextLookAt(
  { schedule, now, nextTryAt }: BoardRequest,
  stale: Staleness | undefined,
): number | undefined {
  const { mode, refreshEveryMs, nextDueAt } = schedule;
  if (stale !== undefined && nextTryAt !== undefined) return nextTryAt(stale);
  if (mode !== "standing") return undefined;
  return refreshEveryMs === undefined ? nextDueAt : now + refreshEveryMs;
}

async function workspaceNameFor({ ctx, link }: BoardRequest): Promise<string | undefined> {
  const links = await ctx.store.guildLinks.list(link.guildId);
  return links.length > 1 ? link.name : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
