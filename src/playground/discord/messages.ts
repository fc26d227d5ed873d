import {
  type APIAttachment,
  type APIMessage,
  type APIMessageInteractionMetadata,
  MessageFlags,
  MessageReferenceType,
  MessageType,
} from "discord-api-types/v10";
import { emptyMessage, unknownChannel, unknownMessage } from "./api-error.ts";
import type { Attachments } from "./attachments.ts";
import { checkMessage } from "./check-message.ts";
import type { Directory } from "./directory.ts";
import { type Pinged, pingedBy } from "./mentions.ts";
import { filesBesideEmbeds, toComponents, toEmbeds } from "./message-parts.ts";
import { keepFiles, keptFiles } from "./message-files.ts";
import { Nonces } from "./nonces.ts";
import { noBody, type RequestBody } from "./request-body.ts";
import type { StandInEvent } from "./types.ts";

export interface StoredMessage {
  readonly message: APIMessage;
  /** Also those that embeds show. */
  readonly files: readonly APIAttachment[];
  readonly privateTo: string | undefined;
  readonly dismissed: boolean;
  readonly pinged: Pinged;
  readonly command: string | undefined;
  readonly pinnedAtMs: number | undefined;
}

export interface NewMessage {
  readonly channelId: string;
  readonly type?: MessageType;
  readonly privateTo?: string | undefined;
  readonly thinking?: boolean;
  readonly command?: string | undefined;
  readonly metadata?: APIMessageInteractionMetadata | undefined;
  readonly repliesTo?: string | undefined;
  /** Where the message's fields stand in the body, for errors. */
  readonly under?: readonly string[];
}

export interface MessagesWorld {
  readonly now: () => number;
  readonly newId: () => string;
  readonly directory: Directory;
  readonly attachments: Attachments;
  readonly emit: (event: StandInEvent) => void;
}

const settable =
  MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications | MessageFlags.IsComponentsV2;

/** All messages of all channels. Every write is checked first and told afterwards. */
export class Messages {
  readonly #stored = new Map<string, StoredMessage>();
  readonly #nonces: Nonces;
  readonly #world: MessagesWorld;

  constructor(world: MessagesWorld) {
    this.#world = world;
    this.#nonces = new Nonces(world.now);
  }

  /** @throws DiscordApiError */
  create(place: NewMessage, body: RequestBody = noBody): StoredMessage {
    const { fields } = body;
    const { now, newId, directory } = this.#world;
    if (!directory.hasChannel(place.channelId)) throw unknownChannel();
    if (place.thinking !== true)
      checkMessage(fields, { fileNames: namesOf(body), ...(place.under ? { under: place.under } : {}) });
    const known = this.find(this.#nonces.madeBy(place.channelId, fields) ?? "");
    if (known !== undefined) return known;

    const id = newId();
    const files = keepFiles(this.#world.attachments, place.channelId, body, place.privateTo !== undefined);
    const embeds = toEmbeds(fields["embeds"], files);
    const pinged = this.#pinged(place.channelId, fields);
    const flags =
      (typeof fields["flags"] === "number" ? fields["flags"] & settable : 0) |
      (place.privateTo === undefined ? 0 : MessageFlags.Ephemeral) |
      (place.thinking === true ? MessageFlags.Loading : 0);
    const message: APIMessage = {
      id,
      channel_id: place.channelId,
      type: place.type ?? (place.repliesTo === undefined ? MessageType.Default : MessageType.Reply),
      content: textOf(fields["content"]),
      author: directory.bot,
      application_id: directory.botId,
      embeds,
      attachments: filesBesideEmbeds(embeds, files),
      components: toComponents(fields["components"], files),
      flags,
      timestamp: timestamp(now()),
      edited_timestamp: null,
      ...this.#mentionFields(pinged),
      pinned: false,
      tts: false,
      ...(fields["enforce_nonce"] === true || fields["nonce"] !== undefined
        ? nonceField(fields["nonce"])
        : {}),
      ...(place.metadata === undefined
        ? {}
        : { interaction_metadata: place.metadata, webhook_id: directory.botId }),
      ...(place.repliesTo === undefined ? {} : this.#reference(place.channelId, place.repliesTo)),
    };
    const stored = {
      message,
      files,
      privateTo: place.privateTo,
      dismissed: false,
      pinged,
      command: place.command,
      pinnedAtMs: undefined,
    };
    this.#stored.set(id, stored);
    this.#nonces.remember(place.channelId, fields, id);
    this.#world.emit({ type: "message", change: "created", messageId: id });
    return stored;
  }

  /** What the body leaves out stays as it is. @throws DiscordApiError */
  edit(id: string, body: RequestBody, under: readonly string[] = []): StoredMessage {
    const before = this.get(id);
    const { fields } = body;
    const flagsBefore = before.message.flags ?? 0;
    const thinking = (flagsBefore & MessageFlags.Loading) !== 0;
    const v2Already = (flagsBefore & MessageFlags.IsComponentsV2) !== 0;
    checkMessage(fields, { fileNames: namesOf(body), under, v2Already, mayBeEmpty: !thinking });

    const kept = keptFiles(before.files, fields["attachments"]);
    const files = [
      ...kept,
      ...keepFiles(this.#world.attachments, before.message.channel_id, body, before.privateTo !== undefined),
    ];
    const embeds = fields["embeds"] === undefined ? before.message.embeds : toEmbeds(fields["embeds"], files);
    const pinged =
      fields["content"] === undefined ? before.pinged : this.#pinged(before.message.channel_id, fields);
    const newFlags = typeof fields["flags"] === "number" ? fields["flags"] & settable : 0;
    const message: APIMessage = {
      ...before.message,
      content: fields["content"] === undefined ? before.message.content : textOf(fields["content"]),
      embeds,
      attachments: filesBesideEmbeds(embeds, files),
      components:
        fields["components"] === undefined
          ? (before.message.components ?? [])
          : toComponents(fields["components"], files),
      flags: (flagsBefore & ~MessageFlags.Loading) | newFlags,
      edited_timestamp: timestamp(this.#world.now()),
      ...this.#mentionFields(pinged),
    };
    if (isBlank(message)) throw emptyMessage();
    return this.#replace({ ...before, message, files, pinged });
  }

  delete(id: string): void {
    this.get(id);
    this.#world.emit({ type: "message", change: "deleted", messageId: id });
    this.#stored.delete(id);
  }

  /** Of a channel that is gone; whoever shows it learns of that from the guild. */
  forget(channelId: string): void {
    for (const { message } of this.in(channelId)) this.#stored.delete(message.id);
  }

  dismiss(id: string): void {
    this.#stored.set(id, { ...this.get(id), dismissed: true });
    this.#world.emit({ type: "message", change: "deleted", messageId: id });
  }

  pin(id: string, pinned: boolean): void {
    const stored = this.get(id);
    const pinnedAtMs = pinned ? this.#world.now() : undefined;
    this.#replace({ ...stored, pinnedAtMs, message: { ...stored.message, pinned } });
  }

  /** @throws DiscordApiError when there is none. */
  get(id: string): StoredMessage {
    const stored = this.#stored.get(id);
    if (stored === undefined) throw unknownMessage();
    return stored;
  }
  find(id: string): StoredMessage | undefined {
    return this.#stored.get(id);
  }
  /** Oldest first. */
  in(channelId: string): readonly StoredMessage[] {
    return [...this.#stored.values()].filter(({ message }) => message.channel_id === channelId);
  }

  #replace(stored: StoredMessage): StoredMessage {
    this.#stored.set(stored.message.id, stored);
    this.#world.emit({ type: "message", change: "edited", messageId: stored.message.id });
    return stored;
  }

  #pinged(channelId: string, fields: RequestBody["fields"]): Pinged {
    const guildId = this.#world.directory.channel(channelId)?.guild.id;
    return pingedBy(textOf(fields["content"]), fields["allowed_mentions"], this.#world.directory, {
      guildId,
      channelId,
    });
  }

  #mentionFields(pinged: Pinged): Pick<APIMessage, "mentions" | "mention_roles" | "mention_everyone"> {
    return {
      mentions: pinged.discordUserIds.map((id) => this.#world.directory.user(id)),
      mention_roles: [...pinged.roleIds],
      mention_everyone: pinged.everyone,
    };
  }

  #reference(channelId: string, messageId: string): Partial<APIMessage> {
    const guildId = this.#world.directory.channel(channelId)?.guild.id;
    return {
      message_reference: {
        type: MessageReferenceType.Default,
        channel_id: channelId,
        message_id: messageId,
        ...(guildId === undefined ? {} : { guild_id: guildId }),
      },
      referenced_message: this.find(messageId)?.message ?? null,
    };
  }
}

export function timestamp(epochMs: number): string {
  return new Date(epochMs).toISOString().replace("Z", "000+00:00");
}

function namesOf(body: RequestBody): readonly string[] {
  return [...body.uploads.values()].map(({ name }) => name);
}

function textOf(content: unknown): string {
  return typeof content === "string" || typeof content === "number" ? String(content).trim() : "";
}

function nonceField(nonce: unknown): { readonly nonce?: string | number } {
  return typeof nonce === "string" || typeof nonce === "number" ? { nonce } : {};
}

function isBlank({ content, embeds, attachments, components = [] }: APIMessage): boolean {
  return content === "" && embeds.length + attachments.length + components.length === 0;
}
