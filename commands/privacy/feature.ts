import { defineFeature } from "../../src/feature.ts";
import { canUse, mayUse } from "../../src/interactions/access.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import {
  createDisconnectButtons,
  disconnectComponents,
  connection,
  createWithdrawButtons,
} from "../account/index.ts";
import { defineGuildButton, defineOtherServers, rememberHome, readServerName } from "../kit/guild-button.ts";
import { forgetButton, forgetComponents, othersButton, othersComponents } from "./forget.ts";
import type { KeptData } from "../../src/store/personal-data.ts";
import { maxEntries } from "../audit/index.ts";
import { renderKept } from "./render.ts";
import type { AuditActions } from "../../src/interactions/audit-action.ts";
import type { ExportWords } from "./store.ts";
import { subtext } from "../../src/ui/lines.ts";
import { mentionMember } from "../kit/audit-words.ts";

/** Discord accepts 10 MiB in all. */
const maxBytes = 9_000_000;
const words = "Everything I keep about you in one server, as JSON.";

/** Of one server: what another one keeps is nobody's business here. See docs/decisions/0015. */
async function exportKept(ctx: GuildContext): Promise<Reply> {
  const { store, guildId, invoker, now } = ctx;
  const kept = await store.personalData.of(guildId, invoker.discordUserId, maxEntries);
  const entries = [...kept.auditEntries];
  let text = serializeKept({ ...kept, auditEntries: entries }, ctx);
  while (Buffer.byteLength(text) > maxBytes && entries.length > 0) {
    // The oldest go; what is left out is said below.
    entries.length = Math.floor(entries.length / 2);
    text = serializeKept({ ...kept, auditEntries: entries }, ctx);
  }
  const isComplete = entries.length === kept.auditEntries.length && entries.length < maxEntries;
  const date = Temporal.Instant.fromEpochMilliseconds(now()).toString().slice(0, 10);
  return {
    content: [
      words,
      subtext(
        `It covers only this server${isComplete ? "" : `, with the newest ${entries.length} audit log entries`}. Messages you posted in channels aren't included.`,
      ),
    ].join("\n"),
    files: [{ name: `my-data-${date}.json`, data: Buffer.from(text), description: words }],
  };
}

const exportButton = defineGuildButton({
  name: "privacy.export",
  access: "everyone",
  needs: "guild",
  ack: "ephemeral",
  run: exportKept,
});

/** Moments as text; who else did something is left out, since that is about them. */
function serializeKept(kept: KeptData, { store, guildId, invoker, now }: GuildContext): string {
  const format: ExportWords = {
    at: toIsoText,
    who(discordUserId) {
      if (discordUserId === undefined) return undefined;
      return discordUserId === invoker.discordUserId ? "you" : "someone else";
    },
  };
  const rows = new Map<string, unknown>(Object.entries(kept));
  const content = {
    server: guildId,
    discordUser: invoker.discordUserId,
    exportedAt: toIsoText(now()),
    ...Object.fromEntries(
      store.personalData.tables.map(([name, { exported }]) => [
        exported.as,
        exported.write(rows.get(name), format),
      ]),
    ),
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

function toIsoText(epochMs: number): string;
function toIsoText(epochMs: number | undefined): string | undefined;
function toIsoText(epochMs: number | undefined): string | undefined {
  return epochMs === undefined ? undefined : Temporal.Instant.fromEpochMilliseconds(epochMs).toString();
}

const privacyAudit = {
  "privacy.forget": {
    label: "Delete their own data",
    done: "Deleted their own data",
    say: () => ["deleted", "delete", "**their own** data"],
    brief: () => "their own data",
  },
  "privacy.forget-person": {
    label: "Delete someone's data",
    done: "Deleted someone's data",
    say: (is, target, { person }) => [
      "deleted",
      "delete",
      `the data kept about ${is("member") === undefined ? person(is("userId") ?? target) : mentionMember(is("member"))}`,
    ],
  },
  "presence.hide": {
    label: "Hide when they're on",
    done: "Hid when they're on",
    say: () => ["hid", "hide", "when they're on in the game"],
    brief: () => "when they're on",
  },
  "presence.show": {
    label: "Show when they're on",
    done: "Showed when they're on",
    say: () => ["showed", "show", "when they're on in the game again"],
    brief: () => "when they're on",
  },
} as const satisfies AuditActions;

/** Shows it again; in a private message, for the server that was chosen. */
const showButton = defineGuildButton({
  name: "privacy.show",
  access: "everyone",
  needs: "guild",
  ack: "update",
  async run(ctx) {
    await rememberHome(ctx);
    return showKept(ctx);
  },
});

/** Whether others are shown that they are in the game. Pressed twice, it does the same. */
const defineHideButton = (name: string, isHidden: boolean) =>
  defineGuildButton({
    name,
    access: "everyone",
    needs: "guild",
    ack: "update",
    async run(ctx) {
      const { store, guildId, invoker, now } = ctx;
      if (await store.presences.setHidden(guildId, invoker.discordUserId, isHidden ? now() : undefined))
        await recordAudit({ action: isHidden ? "presence.hide" : "presence.show", outcome: "done" }, ctx);
      return showKept(ctx);
    },
  });
const hideButton = defineHideButton("privacy.hide", true);
const unhideButton = defineHideButton("privacy.unhide", false);

const otherServers = defineOtherServers("privacy.servers", {
  access: "everyone",
  anywhere: showButton.createId,
});

async function showKept(ctx: GuildContext): Promise<Reply> {
  const { store, guildId, invoker } = ctx;
  const [kept, settings, serverName, isAdmin] = await Promise.all([
    store.personalData.of(guildId, invoker.discordUserId, maxEntries),
    store.guildSettings.all(guildId),
    readServerName(ctx),
    mayForgetOthers(ctx),
  ]);
  const openRequest = kept.connectionRequests.find(({ state }) => state === "open");
  const view = { kept, tables: store.personalData.tables, settings, serverName };
  return {
    ...renderKept(view),
    components: [
      ...createButtonRow(
        createButton({ customId: exportButton.createId(guildId), label: "Download my data" }),
        createButton({ customId: forgetButton.createId(guildId), label: "Forget me…" }),
        ...(kept.accounts === undefined
          ? createWithdrawButtons(openRequest, ctx)
          : createDisconnectButtons(invoker.discordUserId, ctx)),
        ...(isAdmin
          ? [createButton({ customId: othersButton.createId(guildId), label: "Forget someone else…" })]
          : []),
        ...(await otherServers.buttons(ctx)),
      ),
      ...createHideRow(kept, guildId),
    ],
  };
}

/** For those who could be shown, and to take it back. */
function createHideRow(
  { accounts: account, hiddenMembers: hiddenAt }: KeptData,
  guildId: string,
): readonly Row[] {
  if (hiddenAt !== undefined)
    return createButtonRow(
      createButton({ customId: unhideButton.createId(guildId), label: "Show when I'm on" }),
    );
  return account === undefined
    ? []
    : createButtonRow(
        createButton({ customId: hideButton.createId(guildId), label: "Don't show when I'm on" }),
      );
}

/** A private message doesn't say who is an admin, so Discord is asked, for those who are known there. */
async function mayForgetOthers(ctx: GuildContext): Promise<boolean> {
  const { isPrivate, guildId, invoker, log } = ctx;
  if (!isPrivate) return canUse("admin", invoker);
  if ((await ctx.self()) === undefined) return false;
  return mayUse("admin", guildId, invoker.discordUserId, ctx).catch((error: unknown) => {
    log.warn("Discord didn't say whether somebody is an admin", { guildId, error });
    return false;
  });
}

const privacy = defineCommand({
  name: "privacy",
  description: "See, export and delete what I keep about you",
  // What is kept of someone doesn't depend on what they may do here.
  access: "everyone",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: [
    showButton.component,
    hideButton.component,
    unhideButton.component,
    otherServers.component,
    exportButton.component,
    ...disconnectComponents,
    connection.withdrawButton,
    ...forgetComponents,
    ...othersComponents,
  ],
  anywhere: showButton.createId,
  run: (_asked, ctx) => showKept(ctx),
});

export const privacyFeature = defineFeature({ commands: [privacy], audit: privacyAudit });
