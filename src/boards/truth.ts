import type { APIEmbed } from "discord.js";
import { joined, smallPrint } from "../../commands/shared/lines.ts";
import type { Answer } from "../interactions/answer.ts";
import { embedLimits } from "../text/embed.ts";
import { inert } from "../text/inert.ts";
import { timeMark } from "../text/time.ts";

export interface Truth {
  readonly trueAt: number;
  readonly isStale: boolean;
  /** When it will be looked at again, if that is known. */
  readonly nextLookAt: number | undefined;
  /** Given when the guild has several workspaces. */
  readonly workspaceName: string | undefined;
}

/** The same message, saying when it was last true and when it will be looked at again. */
export function withTruth({ content, embeds = [], ...rest }: Answer, truth: Truth): Answer {
  const line = truthLine(truth);
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

function truthLine({ trueAt, isStale, nextLookAt, workspaceName }: Truth): string {
  const near = mark(trueAt, "R");
  return isStale
    ? `⚠️ The workspace service could not be asked just now. What you see is from ${near}.`
    : smallPrint(
        joined([
          workspaceName !== undefined && inert(workspaceName, 60),
          `As of ${near} (${mark(trueAt, "t")})`,
          nextLookAt !== undefined && `next look ${mark(nextLookAt, "R")}`,
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
