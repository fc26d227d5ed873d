import { type APIEmbed, type ButtonInteraction, type Message, PermissionFlagsBits } from "discord.js";
import { z } from "zod";
import { MisuseError, UserError } from "../errors.ts";
import { withCopiedPictures } from "../pictures/attach.ts";
import {
  mapTexts,
  withExactMarks,
  withoutAsides,
  withoutRelativeText,
  withOwnerNamed,
} from "../ui/permanent-wording.ts";
import { readNames, formatPossessive } from "../ui/people.ts";
import { timestamp } from "../ui/time.ts";
import { minuteMs } from "../time.ts";
import { type Access, canUse } from "./access.ts";
import { describeDenial } from "./access-text.ts";
import type { Reply, Row } from "../ui/reply.ts";
import { createButton, createButtonRow } from "../ui/buttons.ts";
import { defineButton, outdatedComponentText } from "./components.ts";
import { defineCustomId, isReload, maxCustomIdLength } from "./custom-id.ts";
import type { ButtonHandler } from "./handler.ts";
import type { GuildContext } from "./handler-context.ts";

/** Anyone who may request a reply may also show it to others. */
export interface Shareable {
  readonly access: Access;
}

const shareId = defineCustomId("share", {
  of: z.string().min(1),
  userId: z.string(),
  placed: z.string().regex(/^[0-9a-z]*$/),
});
const buttonsInRow = 5;

/** The button that shows a private reply in its channel, with the name of the person who pressed it. */
export function defineShareButton(find: (name: string) => Shareable | undefined): ButtonHandler {
  return defineButton({
    id: shareId,
    access: "everyone",
    needs: "guild",
    ack: "public",
    isKnown: ({ of }) => find(of) !== undefined,
    async run({ of, userId, placed }, ctx, interaction) {
      if (!isOwnReply(interaction)) throw new MisuseError(outdatedComponentText);
      const shared = find(of);
      // The message itself is shown, so it has to contain this button. If it did a moment ago, this isn't misuse.
      if (shared === undefined || interaction.message.resolveComponent(interaction.customId) === null)
        throw new UserError(outdatedComponentText);
      if (!canUse(shared.access, ctx.invoker))
        throw new UserError(describeDenial(shared.access, ctx.invoker));
      if (!mayWrite(interaction))
        throw new UserError(
          "You can't write in this channel yourself, so I don't show anything here for you. Nothing was posted. Run the command in a channel where you can write.",
        );
      if (shared.access === "self-or-manager") await ctx.admitAbout(userId);
      await ctx.timeliness.ensureInTime();
      if (!(await ctx.store.idempotencyKeys.claim(getMessageVersion(interaction), ctx.now())))
        throw new UserError(
          "I already sent this to the channel. Nothing was posted twice. If you don't see it there, run the command again and show that one.",
        );
      const seen = withTime(
        interaction.message.embeds.map((embed) => embed.toJSON()),
        interaction.message,
      );
      const embeds = userId === "" ? seen : withOwnerNamed(seen, await describeWhose(userId, ctx));
      // A private message's files disappear eventually.
      const lasting = withExactMarks(withoutRelativeText(withoutAsides(withPlacedTimes({ embeds }, placed))));
      const copy = await withCopiedPictures(lasting, ctx);
      return { content: `-# Shown by <@${ctx.invoker.discordUserId}>`, ...copy };
    },
  });
}

/** The copy is newer than what it shows. */
function withTime(
  embeds: readonly APIEmbed[],
  { editedAt, createdAt }: Pick<Message, "editedAt" | "createdAt">,
): readonly APIEmbed[] {
  const isDated = embeds.some((embed) => embed.timestamp !== undefined);
  const seenAt = (editedAt ?? createdAt).toISOString();
  return isDated
    ? embeds
    : embeds.map((embed, index) => (index === 0 ? { ...embed, timestamp: seenAt } : embed));
}

/** Nobody is looked up for it: titles only speak to people who are connected. */
async function describeWhose(userId: string, { guildId, store }: GuildContext): Promise<string> {
  return formatPossessive(userId, await readNames([userId], { guildId, store }));
}

/** Enough for every minute until 2084. */
const momentLength = 5;
const maxMinute = 36 ** momentLength - 1;

function formatMinute(at: number): string {
  const minute = Math.min(maxMinute, Math.max(0, Math.floor(at / minuteMs)));
  return minute.toString(36).padStart(momentLength, "0");
}

/** The age in a line such as `🧑‍🍳 **#1038** preparing · 11 min · Lemonade` or `**#1038** 11 min · Lemonade`. */
const orderAge = /^((?:\S+ )?\*\*(?:#-?\d+|Order)\*\* (?:[^·\n]*· )?)(now|\d+\u00a0(?:min|h|d|wk))(?= · )/gm;

/** The same with when each order came in instead of its age. @param placed the moments, in the order of the lines */
function withPlacedTimes<A extends { readonly embeds: readonly APIEmbed[] }>(reply: A, placed: string): A {
  let read = 0;
  return mapTexts(reply, (text) =>
    text.replace(orderAge, (line, start: string, age: string) => {
      const moment = placed.slice(read, (read += momentLength));
      if (moment === "") return line;
      const at = Temporal.Instant.fromEpochMilliseconds(Number.parseInt(moment, 36) * minuteMs);
      return start + timestamp(at, /(?:d|wk)$/.test(age) ? "d" : "t");
    }),
  );
}

/** Adds the button to a reply that others may see. */
export function withShareButton(reply: Reply, of: string): Reply {
  if (reply.share === undefined) return reply;
  const { userId = "", placedAt = [] } = reply.share;
  const room = maxCustomIdLength - shareId.encode({ of, userId, placed: "" }).length;
  const placed = placedAt
    .slice(0, Math.floor(room / momentLength))
    .map(formatMinute)
    .join("");
  const customId = shareId.encode({ of, userId, placed });
  const share = createButton({ customId, label: "Show in channel" });
  const rows = reply.components ?? [];
  const last = rows.at(-1);
  const fits = last !== undefined && last.components.length < buttonsInRow && hasButtons(last);
  const components: readonly Row[] = fits
    ? [...rows.slice(0, -1), { ...last, components: insertBeforeReload(last.components, share) }]
    : [...rows, ...createButtonRow(share)];
  return { ...reply, components };
}

/** *Reload* stays the last one. */
function insertBeforeReload(
  components: Row["components"],
  share: Row["components"][number],
): Row["components"] {
  const last = components.at(-1);
  return last !== undefined && "custom_id" in last && isReload(last.custom_id)
    ? [...components.slice(0, -1), share, last]
    : [...components, share];
}

function hasButtons({ components }: Row): boolean {
  return components.every((component) => "style" in component);
}

function isOwnReply({ message, user }: ButtonInteraction): boolean {
  return (message.interactionMetadata?.user.id ?? user.id) === user.id;
}

/** As Discord reports it with the press: in this channel, all roles and overwrites counted. */
function mayWrite({ memberPermissions, channel }: ButtonInteraction): boolean {
  if (memberPermissions === null) return false;
  if (channel === null || !channel.isThread()) return memberPermissions.has(PermissionFlagsBits.SendMessages);
  const isOpen = channel.locked !== true || memberPermissions.has(PermissionFlagsBits.ManageThreads);
  return isOpen && memberPermissions.has(PermissionFlagsBits.SendMessagesInThreads);
}

/** Two presses on the same state of a message count as one. */
function getMessageVersion({ message }: ButtonInteraction): string {
  return `share:${message.id}:${message.editedTimestamp ?? 0}`;
}
