import { ChannelType } from "discord.js";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Page } from "../../src/domain/lists.ts";
import type { AuditActions } from "../../src/interactions/audit-action.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { AuditEntry, AuditFilter } from "../../src/store/audit.ts";
import { createEmbed, embedLimits } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { pluralize, formatNumber } from "../../src/ui/numbers.ts";
import {
  createButton,
  createButtonRow,
  createChannelMenuRow,
  createMenuRow,
  type MenuChoice,
} from "../../src/ui/buttons.ts";
import {
  formatDayAndClockIn,
  formatShortAgo,
  isShownAsAge,
  getDateIn,
  timestamp,
} from "../../src/ui/time.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import {
  type EntryWords,
  type WholeEntryWords,
  formatEntryLine,
  labelEntry,
  describeWholeEntry,
} from "./render-entry.ts";
import { findAction, outcomes } from "./actions.ts";
import { receipt } from "../../src/ui/receipt.ts";
import { createPageButtons, describePage } from "../kit/paged-list.ts";
import type { Formats } from "../../src/ui/formats.ts";

export interface AuditList {
  readonly filter: AuditFilter;
  readonly page: Page<AuditEntry>;
  readonly createCustomId: (page: number) => string;
  /** The id of the menu that opens one of the entries. */
  readonly openId: string;
  readonly csvId: string;
  /** The id of the button for the channel that entries are also posted in. */
  readonly openChannelId: string;
  /** Who made the entries, by their Discord ids. */
  readonly actors: ReadonlyMap<string, string>;
  /** The server's. */
  readonly zone: string | undefined;
}

export function renderAuditList(
  { filter, page, createCustomId, openId, csvId, openChannelId, actors, zone }: AuditList,
  ctx: RenderContext & EntryWords,
): Reply {
  const { commandMention, actions } = ctx;
  const filtered = describeAuditFilter(filter, actions);
  const head = filtered === undefined ? "" : `Only ${filtered}\n\n`;
  const body =
    page.total === 0
      ? describeEmpty(filtered !== undefined, commandMention)
      : fitLines(
          page.entries.map((entry) => formatEntryLine(entry, ctx)),
          embedLimits.description - head.length,
        );
  return {
    embeds: [
      createEmbed({
        title: "Audit log",
        description: `${head}${body}`,
        tone: page.total === 0 ? "over" : "information",
        footer: joinParts([
          describePage(page),
          page.total > 0 && pluralize(page.total, "entry", "entries"),
          page.total > 0 ? "kept for 180 days" : "Kept for 180 days",
        ]),
      }),
    ],
    components: [
      ...createMenuRow(
        openId,
        "Open an entry",
        page.entries.map((entry) => toMenuChoice(entry, { ...ctx, actors, zone })),
        { hidesValues: true },
      ),
      ...createPageButtons(
        page,
        { before: "Previous", after: "Next" },
        createCustomId,
        ...(page.total === 0 ? [] : [createButton({ customId: csvId, label: "Download CSV" })]),
        createButton({ customId: openChannelId, label: "Channel…" }),
      ),
    ],
  };
}

function toMenuChoice(
  entry: AuditEntry,
  { actors, zone, ...ctx }: Formats & EntryWords & Pick<AuditList, "actors" | "zone">,
): MenuChoice {
  const { id, outcome, at } = entry;
  return {
    value: id,
    label: labelEntry(entry, actors, ctx),
    description: joinParts([
      outcomes[outcome].label,
      // A menu shows no marks of Discord's.
      isShownAsAge(at, ctx) && formatShortAgo(at, ctx),
      zone && formatDayAndClockIn(zone, at, ctx.dateStyle, ctx.now.epochMilliseconds),
    ]),
  };
}

/** One entry with its ids, values and exact time. */
export function renderAuditEntry(entry: AuditEntry, words: WholeEntryWords): Reply {
  const action = findAction(entry.action, words.actions);
  const title =
    action === undefined
      ? escapeMarkdown(entry.action, 60)
      : entry.outcome === "done"
        ? action.done
        : action.label;
  const tone = entry.outcome === "done" ? "information" : "waiting";
  return { embeds: [createEmbed({ title, description: describeWholeEntry(entry, words), tone })] };
}

/** The filters as text; `undefined` if there are none. */
function describeAuditFilter(
  { discordUserId, action, outcome, since }: AuditFilter,
  actions: AuditActions,
): string | undefined {
  const label = joinParts([
    discordUserId !== undefined && `by <@${discordUserId}>`,
    action !== undefined && `“${describeFamily(action, actions)}”`,
    outcome !== undefined && outcomes[outcome].label,
    since !== undefined && `since ${timestamp(Temporal.Instant.fromEpochMilliseconds(since))}`,
  ]);
  return label || undefined;
}

function describeFamily(action: string, actions: AuditActions): string {
  return action.endsWith(".")
    ? `all of ${escapeMarkdown(action.slice(0, -1), 60)}`
    : (findAction(action, actions)?.label ?? escapeMarkdown(action, 60));
}

function describeEmpty(filtered: boolean, commandMention: (path: string) => string): string {
  return filtered
    ? `No entries match. Remove filters from ${commandMention("audit")} to see more.`
    : "No entries yet. Changes people make here or in the workspace will appear here.";
}

interface Export {
  readonly text: string;
  readonly lines: number;
  /** How many entries there are; a file holds the newest of them. */
  readonly total: number;
  readonly filter: AuditFilter;
  readonly at: number;
  readonly actions: AuditActions;
  readonly zone: string;
}

export function renderExport({ text, lines, total, filter, at, actions, zone }: Export): Reply {
  const filtered = describeAuditFilter(filter, actions);
  const day = getDateIn(zone, at).toString();
  const entries = pluralize(lines, "entry", "entries");
  const content = [
    lines < total
      ? `The newest ${entries} of ${formatNumber(total)}. For older ones, run \`/audit\` with a \`person\` or an \`action\`.`
      : `${entries}, newest first.`,
    filtered !== undefined && `Only ${filtered}.`,
    subtext(`Times are in ${zone}. The file names people and what they did: share it with care.`),
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

interface AuditChannelChoice {
  readonly present: string | undefined;
  readonly chooseId: string;
  readonly offId: string;
}

/** Where entries are posted now, with a menu to choose another channel. */
export function renderAuditChannelChoice({ present, chooseId, offId }: AuditChannelChoice): Reply {
  const description =
    present === undefined
      ? "Entries aren't posted to a channel. Choose one to have every change posted there, too."
      : `Every change is posted in <#${present}>.`;
  return {
    embeds: [createEmbed({ title: "Channel for the audit log", description })],
    components: [
      ...createChannelMenuRow({
        customId: chooseId,
        placeholder: present === undefined ? "Choose a channel" : "Choose another channel",
        types: [ChannelType.GuildText],
        channelId: undefined,
      }),
      ...createButtonRow(
        ...(present === undefined ? [] : [createButton({ customId: offId, label: "Turn off" })]),
      ),
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
      title: "Audit log channel chosen",
      verb: "Changed",
      tone: isPublic ? "waiting" : "done",
      lines: [
        `Every change is posted in ${where} from now on. It stays in ${ctx.commandMention("audit")} too.`,
        isPublic &&
          `⚠️ Everyone in this server can see ${where}, and the audit log names people and what they did. Hide it from *@everyone* in its settings, or choose another channel.`,
        "If posting there fails, I'll send you a private message.",
      ],
    },
    ctx,
  );
}

export function renderNoAuditChannel(ctx: RenderContext): Reply {
  const line = `The audit log is no longer posted to a channel. It stays in ${ctx.commandMention("audit")}.`;
  return receipt({ title: "Posting stopped", verb: "Changed", lines: [line] }, ctx);
}

/** The last message in a channel that the audit log is no longer posted in. */
export function renderAuditChannelEnd(ctx: RenderContext): Reply {
  const lines = ["The audit log is no longer posted here.", `It stays in ${ctx.commandMention("audit")}.`];
  return receipt({ title: "The audit log ends here", verb: "Changed", tone: "waiting", lines }, ctx);
}
