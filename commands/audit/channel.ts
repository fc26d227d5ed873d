import { z } from "zod";
import { changedAgainText } from "../../src/ui/receipt.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import { defineButton, defineSelect, getChosenChannelId } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { Component } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { tryPostChannel } from "../kit/post-channel.ts";
import {
  renderAuditChannel,
  renderAuditChannelChoice,
  renderAuditChannelEnd,
  renderNoAuditChannel,
} from "./render.ts";

declare module "../../src/store/guild-settings.ts" {
  interface FeatureSettings {
    readonly "audit-channel": string;
    readonly "audit-channel-set-by": string;
    readonly "audit-trouble": string;
  }
}

const admins = { access: "admin", needs: "guild" } as const;

/** Under the list. */
export const openChannelId = defineCustomId("audit.channel", {});
const chooseId = defineCustomId("audit.choose-channel", {});
const offId = defineCustomId("audit.channel-off", {});
/** Puts one back, or none if it's empty, if the present one still is what it was changed to. */
const putId = defineCustomId("audit.put-channel", { channelId: z.string(), changedTo: z.string() });

const channelButton = defineButton({
  id: openChannelId,
  ...admins,
  ack: "ephemeral",
  async run(_ids, { store, guildId }) {
    const present = await store.guildSettings.get(guildId, "audit-channel");
    return renderAuditChannelChoice({ present, chooseId: chooseId.encode({}), offId: offId.encode({}) });
  },
});

const channelMenu = defineSelect({
  id: chooseId,
  ...admins,
  ack: "update",
  run: (_ids, ctx, interaction) => choose(getChosenChannelId(interaction), ctx),
});

const putButton = defineButton({
  id: putId,
  ...admins,
  ack: "update",
  async run({ channelId, changedTo }, ctx) {
    const present = await ctx.store.guildSettings.get(ctx.guildId, "audit-channel");
    if ((present ?? "") !== changedTo) return { content: changedAgainText };
    return channelId === "" ? stop(ctx) : choose(channelId, ctx);
  },
});

async function choose(after: string, ctx: GuildContext): Promise<Reply> {
  const before = await ctx.store.guildSettings.get(ctx.guildId, "audit-channel");
  const { isPublic } = await chooseAuditChannel(after, ctx);
  if (after === before)
    return {
      content: `The audit log is already posted in <#${after}>, and I can post there. Nothing was changed.`,
    };
  return {
    ...renderAuditChannel({ channelId: after, isPublic }, renderContext(ctx)),
    components: createUndoRow(before, after),
  };
}

/** Nowhere is an empty one. */
function createUndoRow(before = "", after = ""): readonly Row[] {
  const customId = putId.encode({ channelId: before, changedTo: after });
  return createButtonRow(createButton({ customId, label: before === "" ? "Turn off" : "Undo" }));
}

const offButton = defineButton({
  id: offId,
  ...admins,
  ack: "update",
  run: (_ids, ctx) => stop(ctx),
});

export const channelComponents: readonly Component[] = [channelButton, channelMenu, putButton, offButton];

/**
 * Tries the channel, then stores it and says in the one before that it ends there.
 * @throws UserError if the bot can't post there, or Discord doesn't say
 */
export async function chooseAuditChannel(
  after: string,
  ctx: GuildContext,
): Promise<{ readonly isPublic: boolean }> {
  const { store, guildId, invoker } = ctx;
  const tried = await tryPostChannel(after, ctx);
  const before = await store.guildSettings.get(guildId, "audit-channel");
  await store.guildSettings.set(guildId, "audit-channel", after);
  await store.guildSettings.set(guildId, "audit-channel-set-by", invoker.discordUserId);
  await store.guildSettings.remove(guildId, "audit-trouble");
  if (after !== before) {
    await note({ before, after }, ctx);
    await announceEnd(before, ctx);
  }
  return tried;
}

async function stop(ctx: GuildContext): Promise<Reply> {
  const { store, guildId } = ctx;
  const before = await store.guildSettings.get(guildId, "audit-channel");
  if (!(await store.guildSettings.remove(guildId, "audit-channel")))
    return { content: "The audit log isn't posted to any channel, so nothing was changed." };
  await store.guildSettings.remove(guildId, "audit-channel-set-by");
  await store.guildSettings.remove(guildId, "audit-trouble");
  await note({ before, after: undefined }, ctx);
  await announceEnd(before, ctx);
  return { ...renderNoAuditChannel(renderContext(ctx)), components: createUndoRow(before) };
}

function note(
  detail: { readonly before: string | undefined; readonly after: string | undefined },
  ctx: GuildContext,
): Promise<void> {
  const target = detail.after ?? detail.before;
  return recordAudit({ action: "audit.channel", outcome: "done", target, detail }, ctx);
}

/** Readers must not mistake the silence for calm. */
async function announceEnd(channelId: string | undefined, ctx: GuildContext): Promise<void> {
  if (channelId === undefined) return;
  try {
    await ctx.messenger.post(channelId, renderAuditChannelEnd(renderContext(ctx)));
  } catch (error) {
    ctx.log.info("couldn't post the last message to the audit channel", {
      guildId: ctx.guildId,
      channelId,
      error,
    });
  }
}
