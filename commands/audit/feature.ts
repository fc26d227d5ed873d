import { z } from "zod";
import { defineFeature } from "../../src/feature.ts";
import { UserError } from "../../src/errors.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import type { AuditEntry, AuditPage } from "../../src/store/audit.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { readActors, readNamesInEntries, readWorkspacesInEntries } from "./render-entry.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { readFilter, filterOptions, listFilters } from "./filter.ts";
import { renderAuditEntry, renderAuditList } from "./render.ts";
import { channelComponents, openChannelId } from "./channel.ts";
import { auditTrouble } from "./channel-posts.ts";
import { csvButton, csvId } from "./export.ts";
import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { mentionChannel } from "../kit/audit-words.ts";
import { readGuildZone } from "../kit/zone-option.ts";
import type { ServerSetting } from "../../src/server-setting.ts";
import { labelAge } from "../../src/ui/time.ts";
import { showChannel } from "../settings/index.ts";
import { showSetup } from "../setup/index.ts";

const label = "Audit log channel";

const auditSetting: ServerSetting = {
  name: "audit",
  label,
  rank: 1.3,
  async show(settings, ctx) {
    const channelId = settings.get("audit-channel");
    const setBy = settings.get("audit-channel-set-by");
    const texts = {
      none: "none",
      gone: "was deleted, so nothing is posted",
      note: setBy === undefined ? undefined : `chosen by <@${setBy}>`,
    };
    const { lines, isTroubled = false } = await showChannel(label, channelId, texts, ctx);
    const since = settings.get("audit-trouble");
    if (since === undefined) return { lines, isTroubled };
    const trouble = `⚠️ Posting there fails. Nothing is lost: it's all in ${ctx.commandMention("audit")}. ${labelAge("First failed", Number(since))}`;
    return { lines: channelId === undefined ? lines : [...lines, trouble], isTroubled: true };
  },
  ask: (ctx, locale) => showSetup({ locale, step: "audit" }, ctx),
};

const auditAudit = {
  "audit.channel": {
    label: "Choose the audit log channel",
    done: "Chose the audit log channel",
    target: "channel",
    say: (is) =>
      is("after") === undefined
        ? ["stopped", "stop", `posting the audit log in ${mentionChannel(is("before"))}`]
        : ["chose", "choose", `${mentionChannel(is("after"))} for the audit log`],
  },
  "audit.export": {
    label: "Export the audit log",
    done: "Exported the audit log",
    say: (is) => ["exported", "export", `the audit log${formatCount(is("entries"), "entry", "entries")}`],
    brief: () => "the audit log",
  },
  "component.refused": {
    label: "Use someone else's button",
    done: "Used someone else's button",
    say: () => ["used", "use", "a button that isn't theirs"],
    brief: () => "someone else's button",
  },
} as const satisfies AuditActions;

function formatCount(value: string | undefined, one: string, many: string): string {
  return value === undefined ? "" : ` (${pluralize(Number(value), one, many)})`;
}

const pageSize = 10;
/** An entry, and whether the page of newer or older ones is meant; empty for the first page. */
const Edge = z.string().regex(/^(?:[no]\d+\.[\w-]+)?$/);
const auditPages = definePagedList({
  name: "audit.list",
  about: { draftId: z.string(), edge: Edge },
  access: "admin",
  needs: "guild",
  async show({ draftId, ...asked }, ctx, ids) {
    const { store, guildId } = ctx;
    const filter = await listFilters.find(draftId, ctx);
    const read = (page: Partial<AuditPage>) =>
      store.audit.list(guildId, filter, { limit: pageSize, ...page });
    const total = await store.audit.count(guildId, filter);
    const count = Math.max(1, Math.ceil(total / pageSize));
    let { edge } = asked;
    let index = Math.min(Math.max(0, asked.page), count - 1);
    let entries = await read(parsePlace(edge));
    // Going back to the newest shows a full page with entries added since; so does going past deleted entries.
    if (index === 0 || entries.length === 0 || (edge.startsWith("n") && entries.length < pageSize)) {
      [index, edge] = [0, ""];
      entries = await read({});
    }
    const createCustomId = (page: number): string => {
      const beside = page > index ? formatEdge("o", entries.at(-1)) : formatEdge("n", entries[0]);
      return ids.createCustomId(page, { edge: page === index ? edge : beside });
    };
    const [names, actors, zone] = await Promise.all([
      readNamesInEntries(entries, ctx),
      readActors(entries, ctx),
      readGuildZone(ctx),
    ]);
    const page = { entries, index, count, total };
    const view = {
      filter,
      page,
      createCustomId,
      openId: ids.openId,
      csvId: csvId.encode({ draftId }),
      openChannelId: openChannelId.encode({}),
      actors,
      zone,
    };
    return renderAuditList(view, { ...renderContext(ctx, names), actions: ctx.auditActions });
  },
  async open(entryId, _asked, ctx) {
    const { store, guildId, commandMention } = ctx;
    const entry = await store.audit.find(guildId, entryId);
    if (entry === undefined)
      throw new UserError(
        `This entry is no longer in the audit log. See the current ones with ${commandMention("audit")}.`,
      );
    const [names, workspaces] = await Promise.all([
      readNamesInEntries([entry], ctx),
      readWorkspacesInEntries(ctx),
    ]);
    return renderAuditEntry(entry, { names, workspaces, actions: ctx.auditActions });
  },
});

const audit = defineCommand({
  name: "audit",
  description: "See who did what here, newest first",
  options: filterOptions,
  access: "admin",
  purpose: "read the audit log",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: [...auditPages.components, csvButton, ...channelComponents],
  async run({ options }, ctx) {
    const filter = readFilter(options, ctx.now());
    return auditPages.show({ draftId: await listFilters.keep(filter, ctx), edge: "", page: 0 }, ctx);
  },
});

function formatEdge(side: "n" | "o", entry: AuditEntry | undefined): string {
  return entry === undefined ? "" : `${side}${entry.at}.${entry.id}`;
}

function parsePlace(edge: string): Partial<AuditPage> {
  const [, side, at, id = ""] = /^(.)(\d+)\.(.*)$/.exec(edge) ?? [];
  if (side === undefined) return {};
  const place = { at: Number(at), id };
  return side === "o" ? { olderThan: place } : { newerThan: place };
}

export const auditFeature = defineFeature({
  commands: [audit],
  audit: auditAudit,
  settings: [auditSetting],
  purposes: [auditTrouble],
});
