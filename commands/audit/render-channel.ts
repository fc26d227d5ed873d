import type { AuditFilter } from "../../src/store/audit.ts";
import { embed } from "../../src/ui/embed.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { timestamp } from "../../src/ui/time.ts";
import { describeFilter } from "./render-list.ts";

interface Export {
  readonly text: string;
  readonly lines: number;
  /** How many there are; a file holds the newest of them. */
  readonly total: number;
  readonly filter: AuditFilter;
  readonly at: number;
}

export function renderExport({ text, lines, total, filter, at }: Export): Reply {
  const filtered = describeFilter(filter);
  const day = Temporal.Instant.fromEpochMilliseconds(at).toString().slice(0, 10);
  const entries = pluralize(lines, "entry", "entries");
  const content = [
    lines < total
      ? `The newest ${entries} of ${formatNumber(total)}, newest first. Choose fewer \`days\` or another filter to get the others.`
      : `${entries}, newest first.`,
    filtered !== undefined && `Only ${filtered}.`,
    subtext("Times are in UTC. The file names people and what they did: share it with care."),
  ];
  return {
    content: joinParts(content, "\n"),
    files: [
      {
        name: `record-${day}.csv`,
        data: Buffer.from(text),
        description: `Who did what here, ${entries}, as a table`,
      },
    ],
  };
}

interface RenderContext {
  readonly invoker: { readonly discordUserId: string };
  readonly now: () => number;
  readonly commandMention: (path: string) => string;
}

export function renderAuditChannel(
  { channelId, isPublic }: { readonly channelId: string; readonly isPublic: boolean },
  words: RenderContext,
): Reply {
  const where = `<#${channelId}>`;
  const lines = [
    `From now on all that is put on record is posted in ${where}, too. It stays in ${words.commandMention("audit list")}.`,
    isPublic &&
      `⚠️ Everyone in this server sees ${where}, and the record names people and what they did. Hide it from *@everyone* in its settings, or choose another channel.`,
    "If posting there ever fails, I tell you in a private message.",
    changedBy(words),
  ];
  return {
    embeds: [
      embed({
        title: "Channel of the record chosen",
        description: joinParts(lines, "\n"),
        tone: isPublic ? "waiting" : "done",
      }),
    ],
  };
}

export function renderNoAuditChannel(words: RenderContext): Reply {
  const lines = [
    `The record is posted in no channel any more. It stays in ${words.commandMention("audit list")}.`,
    changedBy(words),
  ];
  return { embeds: [embed({ title: "Posting stopped", description: joinParts(lines, "\n"), tone: "done" })] };
}

/** The last message in a channel that the record is no longer posted in. */
export function renderAuditChannelEnd(words: RenderContext): Reply {
  const lines = [
    "From now on the record of who did what is no longer posted here.",
    `It stays in ${words.commandMention("audit list")}.`,
    changedBy(words),
  ];
  return {
    embeds: [embed({ title: "The record ends here", description: joinParts(lines, "\n"), tone: "waiting" })],
  };
}

function changedBy({ invoker, now }: RenderContext): string {
  const at = timestamp(Temporal.Instant.fromEpochMilliseconds(now()));
  return subtext(`Changed by <@${invoker.discordUserId}> · ${at}`);
}
