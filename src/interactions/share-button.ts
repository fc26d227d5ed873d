import {
  type APIButtonComponentWithCustomId,
  type APIEmbed,
  type ButtonInteraction,
  ComponentType,
  type Message,
  PermissionFlagsBits,
} from "discord.js";
import { z } from "zod";
import type { Thread } from "../discord/channels.ts";
import { MisuseError, UserError } from "../errors.ts";
import { withCopiedPictures } from "../pictures/attach.ts";
import { type Access, canUse, describeDenial } from "./access.ts";
import type { Reply, Row } from "../ui/reply.ts";
import { createButton, createButtonRow } from "../ui/buttons.ts";
import { defineButton, outdatedComponentText } from "./components.ts";
import { defineCustomId, getCustomIdName, isReload, maxCustomIdLength } from "./custom-id.ts";
import type { ButtonHandler } from "./handler.ts";
import { formatMoment } from "../ui/time.ts";
import { joinParts, subtext } from "../ui/lines.ts";
import { renderContext } from "../ui/render-context.ts";
import type { AppContext } from "../context.ts";

/** Anyone who may request a reply may also show it to others. */
export interface Shareable {
  readonly access: Access;
  readonly staysInCopy?: boolean;
}

const shareId = defineCustomId("share", {
  of: z.string().min(1),
  userId: z.string(),
  /** Of what is kept to be shown; begins with `partMark` if that is all that others may see. */
  key: z.string(),
});
const keyLength = 8;
const unknownKey = "-";
const partMark = "!";
const buttonsInRow = 5;

/** The button that shows a private reply in its channel, with the name of the person who pressed it. */
export function defineShareButton(find: (name: string) => Shareable | undefined): ButtonHandler {
  return defineButton({
    id: shareId,
    access: "everyone",
    needs: "guild",
    ack: "public",
    isKnown: ({ of }) => find(of) !== undefined,
    async run({ of, userId, key }, ctx, interaction) {
      if (!isOwnReply(interaction)) throw new MisuseError(outdatedComponentText);
      const shared = find(of);
      // The message itself is shown, so it has to contain this button. If it did a moment ago, this isn't misuse.
      if (shared === undefined || interaction.message.resolveComponent(interaction.customId) === null)
        throw new UserError(outdatedComponentText);
      if (!canUse(shared.access, ctx.invoker))
        throw new UserError(describeDenial(shared.access, ctx.invoker));
      if (!mayWrite(interaction, ctx.threadOf(interaction.id)))
        throw new UserError(
          "You can't write in this channel yourself, so I don't show anything here for you. Nothing was posted. Run the command in a channel where you can write.",
        );
      if (shared.access === "self-or-manager") await ctx.admitAbout(userId);
      const { renderForOthers } = ctx.shares.get(key) ?? {};
      const hidesPart = key.startsWith(partMark);
      if (hidesPart && renderForOthers === undefined)
        throw new UserError(
          "I no longer have this ready for the channel. Nothing was posted. Run the command again and show that one.",
        );
      await ctx.timeliness.ensureInTime();
      if (!(await ctx.store.idempotencyKeys.claim(getMessageVersion(interaction), ctx.now())))
        throw new UserError(
          "I already sent this to the channel. Nothing was posted twice. If you don't see it there, run the command again and show that one.",
        );
      const { message } = interaction;
      const seen = withTime(
        message.embeds.map((embed) => embed.toJSON()),
        message,
      );
      const seenAt = message.editedTimestamp ?? message.createdTimestamp;
      const mayCopy = hidesPart ? seen.map(({ image: _image, ...embed }) => embed) : seen;
      const shown =
        renderForOthers === undefined
          ? { content: message.content, embeds: seen }
          : toCopy(renderForOthers(), mayCopy);
      const copy = await withCopiedPictures(shown, ctx);
      const by = `Shown by <@${ctx.invoker.discordUserId}>`;
      // What it was made from is gone, so it speaks to its first reader.
      const isQuoted = renderForOthers === undefined && key !== "";
      const line = isQuoted ? `${by}, as seen ${formatMoment(seenAt, "f", renderContext(ctx))}` : by;
      return {
        ...copy,
        content: joinParts([subtext(line), shown.content], "\n"),
        components: createButtonRow(
          ...listButtons(message).filter(
            ({ custom_id }) => find(getCustomIdName(custom_id))?.staysInCopy === true,
          ),
        ),
      };
    },
  });
}

/** As they are, so they stay bound to their link. */
function listButtons({ components }: Message): readonly APIButtonComponentWithCustomId[] {
  return components
    .flatMap((row) => (row.type === ComponentType.ActionRow ? row.toJSON().components : []))
    .filter((component) => component.type === ComponentType.Button)
    .filter((button) => "custom_id" in button);
}

/** What was shown, as others read it: of its time, and with its pictures. */
function toCopy(
  { content, embeds = [] }: Reply,
  seen: readonly APIEmbed[],
): Pick<Reply, "content" | "embeds"> {
  return {
    ...(content !== undefined && { content }),
    embeds: embeds.map((embed, index) => {
      const { timestamp, image } = seen[index] ?? {};
      return {
        ...embed,
        ...(timestamp !== undefined && { timestamp }),
        ...(image !== undefined && { image }),
      };
    }),
  };
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

/** Adds the button to a reply that others may see. */
export function withShareButton(
  reply: Reply,
  of: string,
  { shares, newId }: Pick<AppContext, "shares" | "newId">,
): Reply {
  if (reply.share === undefined) return reply;
  const { userId = "", renderForOthers, hidesPart = false } = reply.share;
  const mark = hidesPart ? partMark : "";
  const room = maxCustomIdLength - shareId.encode({ of, userId, key: "" }).length;
  let key = "";
  if (renderForOthers !== undefined) {
    // Beside the longest ids it's shown as its first reader saw it.
    const length = mark.length + keyLength;
    key = mark + (room < length ? unknownKey : newId().slice(0, keyLength));
    if (room >= length) shares.set(key, { renderForOthers });
  }
  const customId = shareId.encode({ of, userId, key });
  const share = createButton({ customId, label: "Show in channel" });
  const rows = reply.components ?? [];
  const last = rows.at(-1);
  const fits = last !== undefined && last.components.length < buttonsInRow && hasButtons(last);
  const components: readonly Row[] = fits
    ? [...rows.slice(0, -1), { ...last, components: insertBeforeReload(last.components, share) }]
    : [...rows, ...createButtonRow(share)];
  return { ...reply, components };
}

/** *Reload* stays behind it, and whatever stands behind that. */
function insertBeforeReload(
  components: Row["components"],
  share: Row["components"][number],
): Row["components"] {
  const reload = components.findIndex((each) => "custom_id" in each && isReload(each.custom_id));
  return reload === -1 ? [...components, share] : components.toSpliced(reload, 0, share);
}

function hasButtons({ components }: Row): boolean {
  return components.every((component) => "style" in component);
}

function isOwnReply({ message, user }: ButtonInteraction): boolean {
  return (message.interactionMetadata?.user.id ?? user.id) === user.id;
}

/** As Discord reports it with the press: in this channel, all roles and overwrites counted. */
function mayWrite({ memberPermissions }: ButtonInteraction, thread: Thread | undefined): boolean {
  if (memberPermissions === null) return false;
  if (thread === undefined) return memberPermissions.has(PermissionFlagsBits.SendMessages);
  const isOpen = !thread.isLocked || memberPermissions.has(PermissionFlagsBits.ManageThreads);
  return isOpen && memberPermissions.has(PermissionFlagsBits.SendMessagesInThreads);
}

/** Two presses on the same state of a message count as one. */
function getMessageVersion({ message }: ButtonInteraction): string {
  return `share:${message.id}:${message.editedTimestamp ?? 0}`;
}
