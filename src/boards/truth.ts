import type { APIEmbed } from "discord.js";
import { joined, smallPrint } from "../../commands/shared/lines.ts";
import type { Answer } from "../interactions/answer.ts";
import { embedLimits } from "../text/embed.ts";
import { inert } from "../text/inert.ts";
import { leftOutWords, type Missing } from "../text/left-out.ts";
import { notAskedWords } from "../text/staleness.ts";
import { timeMark } from "../text/time.ts";

export interface Staleness {
  /** When requests are free again, in epoch milliseconds, where they are all that it lacks. */
  readonly limitedUntil: number | undefined;
}

export interface Truth {
  /** Of what it shows, what could not be read. */
  readonly leftOut?: readonly Missing[];
  readonly trueAt: number;
  /** Set when the service could not be asked, so that it is from memory. */
  readonly stale: Staleness | undefined;
  /** When it will be looked at again, if that is known. */
  readonly nextLookAt: number | undefined;
  /** Given when the guild has several workspaces. */
  readonly workspaceName: string | undefined;
  /** In which its moments stand as words; left out where each reader sees them in their own. */
  readonly zone?: string | undefined;
}

/** The same message, saying when it was last true and when it will be looked at again. */
export function withTruth({ content, embeds = [], ...rest }: Answer, truth: Truth): Answer {
  const { leftOut = [] } = truth;
  const line = joined([leftOut.length > 0 && leftOutWords(leftOut), truthLine(truth)], "\n");
  // The moment of posting would stand beside the moment of reading and say something else.
  const timeless = embeds.map(({ timestamp: _timestamp, ...embed }) => embed);
  const last = timeless.at(-1);
  if (last !== undefined && hasRoom(timeless, last, line)) {
    const description = joined([last.description, line], "\n");
    return {
      ...rest,
      ...(content !== undefined && { content }),
      embeds: [...timeless.slice(0, -1), { ...last, description }],
    };
  }
  return { ...rest, content: joined([content, line], "\n"), embeds: timeless };
}

/** Why a message is not up to date, since when, and when it will be looked at again, if both are known. */
export function staleLine(
  { limitedUntil }: Staleness,
  { trueAt, nextLookAt }: { readonly trueAt: number | undefined; readonly nextLookAt: number | undefined },
): string {
  return [
    `⚠️ ${notAskedWords(limitedUntil)}`,
    trueAt === undefined ? "" : `What you see is from ${mark(trueAt, "R")}.`,
    nextLookAt === undefined ? "" : `I look again ${mark(nextLookAt, "R")}.`,
  ]
    .filter((words) => words !== "")
    .join(" ");
}

/** The same text without the promise of a next look. */
export function withoutNextLook(text: string): string {
  return text.replace(/ · next look <t:\d+:R>| I look again <t:\d+:R>\./g, "");
}

function truthLine(truth: Truth): string {
  const { trueAt, stale, nextLookAt, workspaceName, zone } = truth;
  const near = mark(trueAt, "R");
  const zoneWords = zone !== undefined && `times in ${inert(zone, 60)}`;
  return stale !== undefined
    ? joined([staleLine(stale, truth), zoneWords && smallPrint(zoneWords)], "\n")
    : smallPrint(
        joined([
          workspaceName !== undefined && inert(workspaceName, 60),
          `As of ${near} (${mark(trueAt, "t")})`,
          nextLookAt !== undefined && `next look ${mark(nextLookAt, "R")}`,
          zoneWords,
        ]),
      );
}

function mark(atMs: number, style: "R" | "t"): string {
  return timeMark(Temporal.Instant.fromEpochMilliseconds(atMs), style);
}

function hasRoom(embeds: readonly APIEmbed[], last: APIEmbed, line: string): boolean {
  const own = (last.description ?? "").length + line.length + 1;
  return (
    own <= embedLimits.description &&
    embeds.reduce((sum, embed) => sum + lengthOf(embed), line.length + 1) <= embedLimits.total
  );
}

/** As Discord counts it. */
export function lengthOf({ title = "", description = "", fields = [], footer, author }: APIEmbed): number {
  const texts = [title, description, footer?.text ?? "", author?.name ?? ""];
  const all = [...texts, ...fields.flatMap(({ name, value }) => [name, value])];
  return all.reduce((sum, text) => sum + text.length, 0);
}
