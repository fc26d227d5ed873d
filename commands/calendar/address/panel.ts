import { z } from "zod";
import { UserError } from "../../../src/errors.ts";
import { recordAudit } from "../../../src/interactions/audit.ts";
import { defineButton } from "../../../src/interactions/components.ts";
import { defineCustomId } from "../../../src/interactions/custom-id.ts";
import type { Component } from "../../../src/interactions/handler.ts";
import type { GuildContext, LinkedContext } from "../../../src/interactions/handler-context.ts";
import { createButton, createButtonRow } from "../../../src/ui/buttons.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { buildAddress, hashToken, type CalendarAddress, wasRestored } from "./store.ts";
import { escapeMarkdown } from "../../../src/ui/escape.ts";
import { joinParts, subtext } from "../../../src/ui/lines.ts";
import { labelAge } from "../../../src/ui/time.ts";

/** What became of the earlier address, if there was one. */
type Earlier = "none" | "replaced" | "restored";

const earlierTexts = {
  none: undefined,
  replaced: "Your earlier address no longer works.",
  restored:
    "Your earlier address stopped working when my data was restored from a backup, since you may have turned it off after that backup. Apps that use it need this one.",
} as const;

function renderAddress(url: string, workspaceName: string, earlier: Earlier): Reply {
  return {
    content: joinParts(
      [
        `✅ **Your calendar address for ${escapeMarkdown(workspaceName, 60)}**`,
        // In a code block, nothing opens it, and it is copied with one tap.
        `\`\`\`\n${url}\n\`\`\``,
        "In your calendar app, add a calendar *from URL* or *by subscription* and paste this. It shows when weeks end, your assignments and this server's events, and follows what changes.",
        "Whoever has this address can read your calendar. If someone else got it, press *New address*: this one then stops working.",
        earlierTexts[earlier],
        subtext("I keep no copy of it, so I can't show it again."),
      ],
      "\n",
    ),
  };
}

/**
 * @param workspaceName `undefined` if it was just unlinked
 * @param isOffered whether another one can be made
 */
function renderAddressKept(
  { madeAt, readAt }: Pick<CalendarAddress, "madeAt" | "readAt">,
  workspaceName: string | undefined,
  isOffered: boolean,
): Reply {
  const about = workspaceName === undefined ? "" : ` for **${escapeMarkdown(workspaceName, 60)}**`;
  return {
    content: joinParts(
      [
        `You have a calendar address${about}.`,
        labelAge("Made", madeAt),
        readAt === undefined ? "No calendar app has read it yet." : labelAge("Last read by an app", readAt),
        isOffered
          ? "I keep no copy of it, so I can't show it again. *New address* makes another one, and the one you have stops working."
          : "Whoever runs this bot no longer offers calendar addresses, so I can't make another one. The one you have may still work until you press *Turn off*.",
      ],
      "\n",
    ),
  };
}

function renderAddressOff(wasOn: boolean): Reply {
  return {
    content: wasOn
      ? "✅ Your calendar address is off. Apps that use it get nothing new; to remove what they already show, delete the calendar there."
      : "Your calendar address was already off.",
  };
}

const subscribeId = defineCustomId("calendar.subscribe", {});
/** Of two presses at once, or one on an older answer, only one finds this address still there. */
const newAddressId = defineCustomId("calendar.new-address", {
  /** The beginning of the hash of the address that ends, as a name for it. */
  instead: z.string(),
});
const nameLength = 12;
const noAddress = "-";
const turnOffId = defineCustomId("calendar.turn-off", {});

/** Where the bot has no address on the web, only for who has a calendar address from before. */
export async function createSubscribeButtons({ publicUrl, store, guildId, invoker }: GuildContext) {
  const customId = subscribeId.encode({});
  if (publicUrl() !== undefined) return [createButton({ customId, label: "Subscribe…" })];
  const kept = await store.calendarAddresses.find(guildId, invoker.discordUserId);
  return kept === undefined ? [] : [createButton({ customId, label: "Calendar address…" })];
}

const subscribeButton = defineButton({
  id: subscribeId,
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  run: (_fields, ctx) => subscribe(ctx),
});

const newAddressButton = defineButton({
  id: newAddressId,
  access: "staff",
  needs: "link",
  ack: "update",
  run: ({ instead }, ctx) => makeNew(instead, ctx),
});

const turnOffButton = defineButton({
  id: turnOffId,
  // Former staff must still be able to end theirs.
  access: "everyone",
  needs: "guild",
  ack: "update",
  async run(_fields, ctx) {
    const { store, guildId, invoker } = ctx;
    const wasOn = await store.calendarAddresses.remove(guildId, invoker.discordUserId);
    if (wasOn) await recordAudit({ action: "calendar.turn-off", outcome: "done" }, ctx);
    return { ...renderAddressOff(wasOn), components: createButtonRow(...createNewButtons(undefined, ctx)) };
  },
});

const nameAddress = (tokenHash = noAddress): string => tokenHash.slice(0, nameLength);
/** None where the bot has no address on the web. */
function createNewButtons(tokenHash: string | undefined, { publicUrl }: Pick<GuildContext, "publicUrl">) {
  const customId = newAddressId.encode({ instead: nameAddress(tokenHash) });
  return publicUrl() === undefined ? [] : [createButton({ customId, label: "New address" })];
}
const createOwnRow = (tokenHash: string, ctx: Pick<GuildContext, "publicUrl">) =>
  createButtonRow(
    ...createNewButtons(tokenHash, ctx),
    createButton({ customId: turnOffId.encode({}), label: "Turn off" }),
  );

/** Makes the caller's address, unless they have one: what is stored of it can't be shown. */
async function subscribe(ctx: LinkedContext): Promise<Reply> {
  const { store, guildId, invoker, publicUrl } = ctx;
  if (publicUrl() === undefined) {
    const earlier = await store.calendarAddresses.find(guildId, invoker.discordUserId);
    if (earlier !== undefined) return showKept(earlier, ctx);
  }
  const made = create(ctx);
  if (await store.calendarAddresses.add(made.address)) return show(made, "none", ctx);
  const kept = await store.calendarAddresses.find(guildId, invoker.discordUserId);
  // Turned off in between.
  if (kept === undefined) return subscribe(ctx);
  if (wasRestored(kept)) {
    const isMade = await store.calendarAddresses.replace(kept.tokenHash, made.address);
    return isMade ? show(made, "restored", ctx) : subscribe(ctx);
  }
  return showKept(kept, ctx);
}

async function showKept(kept: CalendarAddress, ctx: LinkedContext): Promise<Reply> {
  const link = await ctx.store.guildLinks.find(ctx.guildId, kept.linkKey);
  return {
    ...renderAddressKept(kept, link?.name, ctx.publicUrl() !== undefined),
    components: createOwnRow(kept.tokenHash, ctx),
  };
}

/** @throws UserError if the address is another one by now */
async function makeNew(instead: string, ctx: LinkedContext): Promise<Reply> {
  const { store, guildId, invoker } = ctx;
  const before = await store.calendarAddresses.find(guildId, invoker.discordUserId);
  const made = create(ctx);
  const isMade =
    nameAddress(before?.tokenHash) === instead &&
    (before === undefined
      ? await store.calendarAddresses.add(made.address)
      : await store.calendarAddresses.replace(before.tokenHash, made.address));
  if (!isMade)
    throw new UserError(
      "Your calendar address has changed since this answer, so nothing was changed now. To make another one, press *Subscribe…* below `/calendar`.",
    );
  return show(made, before === undefined ? "none" : "replaced", ctx);
}

/** @throws UserError where there is no address on the web any more */
function create(ctx: LinkedContext) {
  const publicUrl = requirePublicUrl(ctx);
  const { guildId, link, invoker, newId, now } = ctx;
  const token = newId();
  const { discordUserId } = invoker;
  const tokenHash = hashToken(token);
  return {
    url: buildAddress(publicUrl, token),
    address: { guildId, discordUserId, linkKey: link.linkKey, tokenHash, madeAt: now() },
  };
}

async function show(
  { url, address }: ReturnType<typeof create>,
  earlier: Earlier,
  ctx: LinkedContext,
): Promise<Reply> {
  const detail = { isReplaced: earlier !== "none" };
  await recordAudit({ action: "calendar.subscribe", outcome: "done", detail }, ctx);
  return {
    ...renderAddress(url, ctx.link.name, earlier),
    components: createOwnRow(address.tokenHash, ctx),
  };
}

/** @throws UserError for a button from before the operator took the address away */
function requirePublicUrl({ publicUrl }: LinkedContext): string {
  const url = publicUrl();
  if (url !== undefined) return url;
  throw new UserError(
    "This bot can't be reached from calendar apps any more, so nothing was changed. Whoever runs it can set `PUBLIC_URL`.",
  );
}

export const addressComponents: readonly Component[] = [subscribeButton, newAddressButton, turnOffButton];
