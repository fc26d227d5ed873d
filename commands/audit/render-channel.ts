import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { AuditFilter } from "../../src/store/audit.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { describeAuditFilter } from "./render-list.ts";

interface Export {
  readonly text: string;
  readonly lines: number;
  /** How many entries there are; a file holds the newest of them. */
  readonly total: number;
  readonly filter: AuditFilter;
  readonly at: number;
}

export function renderExport({ text, lines, total, filter, at }: Export): Reply {
  const filtered = describeAuditFilter(filter);
  const day = Temporal.Instant.fromEpochMilliseconds(at).toString().slice(0, 10);
  const entries = pluralize(lines, "entry", "entries");
  const content = [
    lines < total
      ? `The newest ${entries} of ${formatNumber(total)}. Choose fewer \`days\` or another filter to get the others.`
      : `${entries}, newest first.`,
    filtered !== undefined && `Only ${filtered}.`,
    subtext("Times are in UTC. The file names people and what they did: share it with care."),
  ];
  return {
    content: joinParts(content, "\n"),
    files: [
      {
        name: `audit-log-${day}.csv`,
        data: Buffer.from(text),
        description: `Audit log, ${entries}, as a table`,
      },
    ],
  };
}

export function renderAuditChannel(
  { channelId, isPublic }: { readonly channelId: string; readonly isPublic: boolean },
  ctx: RenderContext,
): Reply {
  const where = `<#${channelId}>`;
  return receipt(
    {
      title: `Audit log: ${where}`,
      verb: "Changed",
      tone: isPublic ? "waiting" : "done",
      lines: [
        `Every change is posted in ${where} from now on. It stays in ${ctx.commandMention("audit list")} too.`,
        isPublic &&
          `⚠️ Everyone in this server can see ${where}, and the audit log names people and what they did. Hide it from *@everyone* in its settings, or choose another channel.`,
        "If posting there fails, I'll send you a private message.",
      ],
    },
    ctx,
  );
}

export function renderNoAuditChannel(ctx: RenderContext): Reply {
  const line = `The audit log is no longer posted to a channel. It stays in ${ctx.commandMention("audit list")}.`;
  return receipt({ title: "Posting stopped", verb: "Changed", lines: [line] }, ctx);
}

/** The last message in a channel that the audit log is no longer posted in. */
export function renderAuditChannelEnd(ctx: RenderContext): Reply {
  const lines = [
    "From now on the audit log is no longer posted here.",
    `It stays in ${ctx.commandMention("audit list")}.`,
  ];
  return receipt({ title: "The audit log ends here", verb: "Changed", tone: "waiting", lines }, ctx);
}
