import {
  type Message,
  ComponentType,
  EmbedType,
  MessageFlags,
  MessageReferenceType,
  MessageType,
  type TopLevelComponent,
} from "discord.js";
import { foldName } from "../../src/domain/search.ts";
import { formatItems, itemLimits, parseLinesToItems } from "./items.ts";
import { ownWords } from "./languages.ts";
import { readOrderMessage } from "./message.ts";
import { formatId } from "../../src/domain/service-ids.ts";
import { UserError } from "../../src/errors.ts";
import { resolveTier } from "../../src/interactions/access.ts";
import { defineMessageMenu } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { joinParts, joinWithAnd } from "../../src/ui/lines.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { findMentioned, findOnlyNamed } from "../kit/resolve-person.ts";
import { orderComponents, orderForm } from "./create.ts";
import { describeTooMany, emptyOrderText, maxInputLength, readItemNames } from "./input.ts";
import { cleanTyped } from "../../src/typed-text.ts";

/**
 * What Discord keeps of a forwarded message. It says nothing of who wrote it, and discord.js may put the cached original in
 * its place, whose author must not be used.
 */
type Copy = Pick<
  Message,
  "content" | "embeds" | "components" | "attachments" | "stickers" | "poll" | "flags" | "type"
>;

/** Discord keeps nobody's name with what is forwarded, and webhooks call themselves as they like. */
function isByPerson({ author, webhookId, reference }: Message): boolean {
  return !author.bot && webhookId === null && reference?.type !== MessageReferenceType.Forward;
}

/** The text of a message, wherever it has it: its own, that of the one it forwards, or on its cards. */
function readMessageText(message: Message): string {
  const copies: readonly Copy[] = [message, ...message.messageSnapshots.values()];
  const written = copies.map(({ content }) => content).filter((content) => content.trim() !== "");
  // What this bot's own cards say isn't typed by anyone. People's own cards are only previews of their links, but above
  // another app's card there may be a mention.
  const isOwn = message.author.id === message.client.user.id;
  const cards = isOwn || (written.length > 0 && isByPerson(message)) ? [] : copies.map(readCards);
  return cleanTyped([...written, ...cards].join("\n")).trim();
}

function readCards({ embeds, components }: Copy): string {
  const cards = embeds.filter(({ data }) => data.type === EmbedType.Rich);
  return [
    ...cards.flatMap(({ description, fields }) => [description ?? "", ...fields.map(({ value }) => value)]),
    ...components.flatMap(readTexts),
  ].join("\n");
}

function readTexts(component: TopLevelComponent): readonly string[] {
  if (component.type === ComponentType.TextDisplay) return [component.content];
  if (component.type === ComponentType.Section) return component.components.map(({ content }) => content);
  return component.type === ComponentType.Container ? component.components.flatMap(readTexts) : [];
}

/** What a message without text has instead, for a sentence; empty if that isn't known. */
function describeOtherContent(message: Message): string {
  const copies: readonly Copy[] = [message, ...message.messageSnapshots.values()];
  return joinWithAnd(copies.flatMap(listContents));
}

function listContents({
  attachments,
  stickers,
  poll,
  embeds,
  components,
  flags,
  type,
}: Copy): readonly string[] {
  const files = [...attachments.values()];
  const pictures = files.filter(({ contentType }) => contentType?.startsWith("image/") === true).length;
  const isVoice = flags.has(MessageFlags.IsVoiceMessage);
  const isNotice = ![MessageType.Default, MessageType.Reply, MessageType.ChatInputCommand].includes(type);
  return [
    isVoice ? "a voice message" : formatCount(files.length - pictures, "a file", "files"),
    formatCount(pictures, "a picture", "pictures"),
    formatCount(stickers.size, "a sticker", "stickers"),
    poll ? "a poll" : "",
    formatCount(embeds.length + components.length, "a card", "cards"),
    isNotice ? "a notice from Discord" : "",
  ].filter((part) => part !== "");
}

function formatCount(number: number, one: string, several: string): string {
  return number === 0 ? "" : number === 1 ? one : `${number} ${several}`;
}

/** Shows the preview of what a message orders, with what couldn't be read. */
export const orderFromMessage = defineMessageMenu({
  name: "Log order",
  description: "Log an order from a message such as “2 lattes and a bun for Maria”, after a preview",
  access: "staff",
  needs: "write",
  ack: "ephemeral",
  operations: ["createOrder", "searchOrders", "getUser"],
  components: orderComponents,
  async run({ targetMessage }, ctx) {
    const written = readMessageText(targetMessage);
    if (parseLinesToItems(written).length === 0) {
      const found = describeOtherContent(targetMessage);
      throw new UserError(
        `This message has no text${found && `, only ${found}`}, so nothing was done. Use this on a message such as “2 lattes and a bun for Maria”.`,
      );
    }
    const messageId = targetMessage.id;
    const known = await readItemNames(ctx);
    const { items, customer, unread, isForSeveral } = readOrderMessage(written, known);
    const total = items.reduce((sum, item) => sum + item.count, 0);
    if (total === 0 || total > itemLimits.count)
      return orderForm.refuse(
        total === 0
          ? "I couldn't find an order in this message, so nothing was sent. *Fix it* opens the form with its text."
          : describeTooMany(total),
        { text: { ...emptyOrderText, items: parseLinesToItems(written, known).join("\n") }, messageId },
        ctx,
      );
    const typed = items.flatMap(({ name, count }) => Array.from({ length: count }, () => name));
    const { userId, note } =
      customer !== undefined
        ? { userId: await findCustomerNamed(customer, targetMessage, ctx), note: undefined }
        : isForSeveral === true
          ? {}
          : await findWriter(targetMessage, ctx);
    const text = {
      ...emptyOrderText,
      items: formatItems(typed, maxInputLength, known),
      customer: userId === undefined ? "" : formatId(userId),
    };
    const unnamed = customer !== undefined && userId === undefined ? [`for ${customer}`] : [];
    return withNotes(await orderForm.submit({ text, messageId }, ctx), [
      describeUnread([...unread, ...unnamed]),
      note,
    ]);
  },
});

/** The user id of whom a message orders for, if that's certain: it's text by anyone, so a number may be a table's. */
async function findCustomerNamed(
  name: string,
  message: Message,
  ctx: GuildContext,
): Promise<string | undefined> {
  const { store, guildId } = ctx;
  const { author } = message;
  const isWriter = ownWords.has(foldName(name));
  if (isWriter && !isByPerson(message)) return undefined;
  const mentioned = isWriter ? author.id : findMentioned(name);
  if (mentioned !== undefined) return (await store.accounts.ofMember(guildId, mentioned))?.userId;
  return findOnlyNamed(name, ctx);
}

/** A guest's own message is an order for themselves; staff write down what others want. */
async function findWriter(
  message: Message,
  ctx: GuildContext,
): Promise<{ readonly userId?: string; readonly note?: string }> {
  const { store, guildId, memberships, log } = ctx;
  const { id } = message.author;
  if (!isByPerson(message)) return {};
  try {
    const rights = await memberships.find(guildId, id);
    if (
      rights !== undefined &&
      resolveTier(rights, await store.accessRoles.list(guildId)).tier !== "everyone"
    )
      return {};
  } catch (error) {
    log.info("couldn't check whether the writer of a message is staff", { guildId, error });
    return {
      note: `Discord didn't say whether <@${id}>, who wrote this, is staff, so the order has no customer. Use *Change* to add them.`,
    };
  }
  const userId = (await store.accounts.ofMember(guildId, id))?.userId;
  return userId === undefined
    ? {
        note: `<@${id}>, who wrote this, isn't connected to a workspace user, so the order has no customer. Use *Change* to add one.`,
      }
    : { userId, note: `The customer is <@${id}>, who wrote this. Use *Change* if it's for someone else.` };
}

/** Enough to say what is missing. */
const maxUnreadShown = 5;
const maxUnreadLength = 80;

function withNotes(reply: Reply, notes: readonly (string | undefined)[]): Reply {
  return { ...reply, content: [...notes, reply.content].filter(Boolean).join("\n") };
}

function describeUnread(unread: readonly string[]): string | undefined {
  if (unread.length === 0) return undefined;
  const shown = unread.slice(0, maxUnreadShown).map((part) => `“${formatPart(part)}”`);
  const more = unread.length - shown.length;
  const parts = joinParts([...shown, more > 0 && `${more} more`], ", ");
  return `🟧 I left out what I couldn't read: ${parts}. Use *Change* to add it.`;
}

/** Mentions stay readable; they ping nobody. */
function formatPart(part: string): string {
  return escapeMarkdown(part, maxUnreadLength).replace(/\\<\\@!?(\d{1,20})\\>/g, "<@$1>");
}
