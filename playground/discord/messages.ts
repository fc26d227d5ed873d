import { type APIAttachment, type APIMessage, EmbedType, MessageFlags } from "discord-api-types/v10";
import { alreadyPublished, emptyMessage, unknownChannel, unknownMessage } from "./api-error.ts";
import type { Attachments } from "./attachments.ts";
import { checkMessage } from "./validate-message.ts";
import { composeEdit, composeMessage, isBlank, type NewMessage, textOf } from "./compose-message.ts";
import type { Directory } from "./directory.ts";
import { type Pinged, pingedBy } from "./mentions.ts";
import { keepFiles, keptFiles } from "./message-files.ts";
import { Nonces } from "./nonces.ts";
import { noBody, type RequestBody } from "./request-body.ts";
import type { EmulatorEvent } from "./types.ts";

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

export interface MessagesWorld {
  readonly now: () => number;
  readonly newId: () => string;
  readonly directory: Directory;
  readonly attachments: Attachments;
  readonly emit: (event: EmulatorEvent) => void;
}

/** All messages of all channels. Every write is checked first and announced afterwards. */
/** Since 2025; it was 50: https://docs.discord.com/developers/resources/message#pin-message */
export const discordsPinLimit = 250;

export class Messages {
  /** How many pinned messages a channel holds. */
  pinLimit = discordsPinLimit;
  /** Whether a message that is read later has its nonce. */
  keepsNonces = false;
  readonly #stored = new Map<string, StoredMessage>();
  /** By channel, the oldest first. */
  readonly #ids = new Map<string, Set<string>>();
  /** The same without what only one person sees. */
  readonly #publicIds = new Map<string, Set<string>>();
  readonly #nonces: Nonces;
  readonly #world: MessagesWorld;

  constructor(world: MessagesWorld) {
    this.#world = world;
    this.#nonces = new Nonces(world.now);
  }

  /** @throws DiscordApiError */
  create(place: NewMessage, body: RequestBody = noBody): StoredMessage {
    const { fields } = body;
    const { now, newId, directory, attachments } = this.#world;
    const { channelId, privateTo, repliesTo } = place;
    if (!directory.hasChannel(channelId)) throw unknownChannel();
    // Discord checks what it copies no second time.
    if (place.thinking !== true && place.forwards === undefined && place.extras === undefined)
      checkMessage(fields, { fileNames: namesOf(body), ...(place.under ? { under: place.under } : {}) });
    const known = this.#nonces.madeBy(fields);
    // One that was deleted since isn't made again, but unknown: https://github.com/discord/discord-api-docs/pull/6647
    if (known !== undefined) return this.get(known);

    const id = newId();
    const files = keepFiles(attachments, channelId, body, privateTo !== undefined);
    const pinged = this.#pinged(channelId, fields);
    const referenced = this.find(repliesTo ?? "")?.message;
    const around = { directory, nowMs: now(), files, pinged, ...(referenced && { referenced }) };
    const stored = {
      message: composeMessage(id, place, fields, around),
      files,
      privateTo,
      dismissed: false,
      pinged,
      command: place.command,
      pinnedAtMs: undefined,
    };
    this.#stored.set(id, stored);
    for (const ids of privateTo === undefined ? [this.#ids, this.#publicIds] : [this.#ids])
      ids.set(channelId, (ids.get(channelId) ?? new Set()).add(id));
    this.#nonces.remember(fields, id);
    this.#world.emit({ type: "message", change: "created", messageId: id });
    return stored;
  }

  /** What the body leaves out is unchanged. @throws DiscordApiError */
  edit(id: string, body: RequestBody, under: readonly string[] = []): StoredMessage {
    const before = this.get(id);
    const { fields } = body;
    const { now, directory, attachments } = this.#world;
    const flagsBefore = before.message.flags ?? 0;
    const thinking = (flagsBefore & MessageFlags.Loading) !== 0;
    const v2Already = (flagsBefore & MessageFlags.IsComponentsV2) !== 0;
    checkMessage(fields, { fileNames: namesOf(body), under, v2Already, mayBeEmpty: !thinking });

    const { channel_id: channelId } = before.message;
    const added = keepFiles(attachments, channelId, body, before.privateTo !== undefined);
    const files = [...keptFiles(before.files, fields["attachments"]), ...added];
    const pinged = fields["content"] === undefined ? before.pinged : this.#pinged(channelId, fields);
    const message = composeEdit(before.message, fields, { directory, nowMs: now(), files, pinged });
    if (isBlank(message)) throw emptyMessage();
    return this.#replace({ ...before, message, files, pinged });
  }

  delete(id: string): void {
    const { message } = this.get(id);
    this.#world.emit({ type: "message", change: "deleted", messageId: id });
    this.#stored.delete(id);
    for (const ids of [this.#ids, this.#publicIds]) ids.get(message.channel_id)?.delete(id);
  }

  /** Of a deleted channel; pages learn of that from the guild. */
  forget(channelId: string): void {
    for (const { message } of this.in(channelId)) this.#stored.delete(message.id);
    for (const ids of [this.#ids, this.#publicIds]) ids.delete(channelId);
  }

  dismiss(id: string): void {
    this.#stored.set(id, { ...this.get(id), dismissed: true });
    this.#world.emit({ type: "message", change: "deleted", messageId: id });
  }

  /** Once only. @throws DiscordApiError */
  publish(id: string): StoredMessage {
    const stored = this.get(id);
    const flags = stored.message.flags ?? 0;
    if ((flags & MessageFlags.Crossposted) !== 0) throw alreadyPublished();
    return this.#replace({
      ...stored,
      message: { ...stored.message, flags: flags | MessageFlags.Crossposted },
    });
  }

  pin(id: string, pinned: boolean): void {
    const stored = this.get(id);
    const pinnedAtMs = pinned ? this.#world.now() : undefined;
    this.#replace({ ...stored, pinnedAtMs, message: { ...stored.message, pinned } });
  }

  /** By someone who may manage messages: https://docs.discord.com/developers/resources/message#edit-message */
  suppressEmbeds(id: string): void {
    const stored = this.get(id);
    const flags = (stored.message.flags ?? 0) | MessageFlags.SuppressEmbeds;
    this.#replace({ ...stored, message: { ...stored.message, embeds: [], flags } });
  }

  /**
   * Discord unfurls links after a message was posted:
   * https://docs.discord.com/developers/resources/message#embed-object-embed-types
   */
  addPreview(id: string): void {
    const stored = this.get(id);
    const preview = {
      type: EmbedType.Article,
      title: "A page",
      description: "About it",
      url: "https://a.example",
    };
    this.#replace({
      ...stored,
      message: { ...stored.message, embeds: [...stored.message.embeds, preview] },
    });
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
    return Array.from(this.#ids.get(channelId) ?? [], (id) => this.get(id));
  }
  /** What everyone in the channel sees, oldest first. */
  publicIn(channelId: string): readonly StoredMessage[] {
    return Array.from(this.#publicIds.get(channelId) ?? [], (id) => this.get(id));
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
}

function namesOf(body: RequestBody): readonly string[] {
  return [...body.uploads.values()].map(({ name }) => name);
}
