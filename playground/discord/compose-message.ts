import {
  type APIAttachment,
  type APIMessage,
  type APIMessageInteractionMetadata,
  MessageFlags,
  MessageReferenceType,
  MessageType,
} from "discord-api-types/v10";
import type { Directory } from "./directory.ts";
import type { Pinged } from "./mentions.ts";
import { filesBesideEmbeds, toComponents, toEmbeds } from "./serialize-message.ts";
import type { RequestBody } from "./request-body.ts";

type Fields = RequestBody["fields"];

/** What makes a message besides its body. */
export interface NewMessage {
  readonly channelId: string;
  readonly type?: MessageType;
  /** The bot when left out. */
  readonly authorId?: string;
  readonly privateTo?: string | undefined;
  readonly thinking?: boolean;
  readonly command?: string | undefined;
  readonly metadata?: APIMessageInteractionMetadata | undefined;
  readonly repliesTo?: string | undefined;
  /** The message that this one forwards. */
  readonly forwards?: APIMessage;
  /** What a person's client, or a webhook, puts in a message. */
  readonly extras?: Partial<Pick<APIMessage, "sticker_items" | "poll" | "webhook_id" | "flags">> | undefined;
  /** Where the message's fields are in the body, for errors. */
  readonly under?: readonly string[];
}

/** What the body led to, around which a message is made. */
interface Surroundings {
  readonly directory: Directory;
  readonly nowMs: number;
  readonly files: readonly APIAttachment[];
  readonly pinged: Pinged;
}

const settable =
  MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications | MessageFlags.IsComponentsV2;

/** A message as Discord makes it of a body. @param referenced the message that it replies to, while there is one */
export function composeMessage(
  id: string,
  place: NewMessage,
  fields: Fields,
  { directory, nowMs, files, pinged, referenced }: Surroundings & { readonly referenced?: APIMessage },
): APIMessage {
  const embeds = toEmbeds(fields["embeds"], files);
  const privacy = place.privateTo === undefined ? 0 : MessageFlags.Ephemeral;
  const thinking = place.thinking === true ? MessageFlags.Loading : 0;
  return {
    id,
    channel_id: place.channelId,
    type: place.type ?? (place.repliesTo === undefined ? MessageType.Default : MessageType.Reply),
    content: textOf(fields["content"]),
    ...(place.authorId === undefined
      ? { author: directory.bot, application_id: directory.botId }
      : { author: directory.user(place.authorId) }),
    embeds,
    attachments: filesBesideEmbeds(embeds, files),
    components: toComponents(fields["components"], files),
    flags: flagsIn(fields) | privacy | thinking,
    timestamp: timestamp(nowMs),
    edited_timestamp: null,
    ...mentionFields(pinged, directory),
    pinned: false,
    tts: false,
    ...nonceField(fields["nonce"]),
    ...(place.metadata === undefined
      ? {}
      : { interaction_metadata: place.metadata, webhook_id: directory.botId }),
    ...place.extras,
    ...(place.forwards && forwardFields(place.forwards, directory)),
    ...(place.repliesTo === undefined
      ? {}
      : replyFields(place.channelId, place.repliesTo, directory, referenced)),
  };
}

/** The same message after an edit; what the body leaves out is unchanged. */
export function composeEdit(
  before: APIMessage,
  fields: Fields,
  { directory, nowMs, files, pinged }: Surroundings,
): APIMessage {
  const embeds = fields["embeds"] === undefined ? before.embeds : toEmbeds(fields["embeds"], files);
  const components =
    fields["components"] === undefined
      ? (before.components ?? [])
      : toComponents(fields["components"], files);
  const kept = (before.flags ?? 0) & ~MessageFlags.Loading;
  // Of those it had, an edit that names flags takes away this one only.
  const flags =
    (fields["flags"] === undefined ? kept : kept & ~MessageFlags.SuppressEmbeds) | flagsIn(fields);
  return {
    ...before,
    content: fields["content"] === undefined ? before.content : textOf(fields["content"]),
    // Discord keeps suppressed ones to itself, also those of an edit.
    embeds: (flags & MessageFlags.SuppressEmbeds) === 0 ? embeds : [],
    attachments: filesBesideEmbeds(embeds, files),
    components,
    flags,
    edited_timestamp: timestamp(nowMs),
    ...mentionFields(pinged, directory),
  };
}

export function isBlank({ content, embeds, attachments, components = [], flags }: APIMessage): boolean {
  if (((flags ?? 0) & MessageFlags.SuppressEmbeds) !== 0) return false;
  return content === "" && embeds.length + attachments.length + components.length === 0;
}

export function timestamp(epochMs: number): string {
  return new Date(epochMs).toISOString().replace("Z", "000+00:00");
}

export function textOf(content: unknown): string {
  return typeof content === "string" || typeof content === "number" ? String(content).trim() : "";
}

function flagsIn({ flags }: Fields): number {
  return typeof flags === "number" ? flags & settable : 0;
}

function nonceField(nonce: unknown): { readonly nonce?: string | number } {
  return typeof nonce === "string" || typeof nonce === "number" ? { nonce } : {};
}

function mentionFields(
  { discordUserIds, roleIds, everyone }: Pinged,
  directory: Directory,
): Pick<APIMessage, "mentions" | "mention_roles" | "mention_everyone"> {
  return {
    mentions: discordUserIds.map((id) => directory.user(id)),
    mention_roles: [...roleIds],
    mention_everyone: everyone,
  };
}

/**
 * A forwarded message has no text of its own. What it forwards is a copy without author and id:
 * https://docs.discord.com/developers/resources/message#message-snapshot-object
 */
function forwardFields(message: APIMessage, directory: Directory): Partial<APIMessage> {
  const {
    channel_id: channelId,
    id,
    type,
    content,
    embeds,
    attachments,
    components = [],
    flags = 0,
  } = message;
  const { timestamp: sentAt, edited_timestamp, mentions, mention_roles, sticker_items } = message;
  const copy = { type, content, embeds, attachments, flags, timestamp: sentAt, edited_timestamp, mentions };
  const guildId = directory.channel(channelId)?.guild.id;
  return {
    message_reference: {
      type: MessageReferenceType.Forward,
      channel_id: channelId,
      message_id: id,
      ...(guildId === undefined ? {} : { guild_id: guildId }),
    },
    message_snapshots: [
      { message: { ...copy, mention_roles, components, ...(sticker_items && { sticker_items }) } },
    ],
  };
}

function replyFields(
  channelId: string,
  messageId: string,
  directory: Directory,
  referenced: APIMessage | undefined,
): Partial<APIMessage> {
  const guildId = directory.channel(channelId)?.guild.id;
  return {
    message_reference: {
      type: MessageReferenceType.Default,
      channel_id: channelId,
      message_id: messageId,
      ...(guildId === undefined ? {} : { guild_id: guildId }),
    },
    referenced_message: referenced ?? null,
  };
}
