import type { APIEmbed } from "discord.js";
import type { StaleReason } from "../../src/api/errors.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { embedLimits } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { describeStaleReason } from "../../src/error-text.ts";
import { describeLeftOut, type Missing } from "../../src/ui/left-out.ts";
import { formatDuration, describeZone, formatMoment, labelAge } from "../../src/ui/time.ts";
import type { Formats } from "../../src/ui/formats.ts";

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
  readonly undated?: { readonly hasTimes: boolean } | undefined;
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
  const checked = checkedEveryMs !== undefined && `Checked every ${formatDuration(checkedEveryMs)}`;
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
              footer: { text: checked === false ? "As of" : `${checked} · as of` },
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
export function withoutTimestamps({ embeds, ...rest }: Reply): Reply {
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
  const { asOf, stale, workspaceName, undated, nextRefreshAt } = asOfParts;
  const format = (at: number): string => formatMoment(at, "F", formats);
  const zoneName = describeZone(writtenZone);
  if (stale !== undefined) {
    const next = nextRefreshAt !== undefined && `Next look ${format(nextRefreshAt)}.`;
    const line = [`⚠️ ${describeStaleReason(stale)}`, `This is from ${format(asOf)}.`, next];
    return joinParts([joinParts(line, " "), subtext(zoneName)], "\n");
  }
  const name = workspaceName !== undefined && escapeMarkdown(workspaceName, 60);
  if (undated !== undefined) {
    const text = joinParts([name, undated.hasTimes && zoneName]);
    return text === "" ? "" : subtext(text);
  }
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
export function computeEmbedLength({
  title = "",
  description = "",
  fields = [],
  footer,
  author,
}: APIEmbed): number {
  const texts = [title, description, footer?.text ?? "", author?.name ?? ""];
  const all = [...texts, ...fields.flatMap(({ name, value }) => [name, value])];
  return all.reduce((sum, text) => sum + text.length, 0);
}
