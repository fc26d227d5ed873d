import {
  ComponentType,
  EmbedType,
  type Message,
  MessageFlags,
  MessageReferenceType,
  MessageType,
  type TopLevelComponent,
} from "discord.js";
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
export function isByPerson({ author, webhookId, reference }: Message): boolean {
  return !author.bot && webhookId === null && reference?.type !== MessageReferenceType.Forward;
}

/** The text of a message, wherever it has it: its own, that of the one it forwards, or on its cards. */
export function readMessageText(message: Message): string {
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
export function describeOtherContent(message: Message): string {
  const copies: readonly Copy[] = [message, ...message.messageSnapshots.values()];
  const found = copies.flatMap(listContents);
  return found.length < 2 ? (found[0] ?? "") : `${found.slice(0, -1).join(", ")} and ${found.at(-1) ?? ""}`;
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
    isVoice ? "a voice message" : count(files.length - pictures, "a file", "files"),
    count(pictures, "a picture", "pictures"),
    count(stickers.size, "a sticker", "stickers"),
    poll ? "a poll" : "",
    count(embeds.length + components.length, "a card", "cards"),
    isNotice ? "a notice from Discord" : "",
  ].filter((part) => part !== "");
}

function count(number: number, one: string, several: string): string {
  return number === 0 ? "" : number === 1 ? one : `${number} ${several}`;
}
