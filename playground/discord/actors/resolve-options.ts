import type { APIInteractionDataResolved } from "discord-api-types/v10";
import { toChannel, toMember, toRoles } from "../serialize-guild.ts";
import { PersonError, type Upload } from "../member-types.ts";
import type { World } from "../state.ts";
import { attachmentSizeLimit } from "../attachments.ts";
import { isNameAllowed } from "../file-types.ts";
import type { Place } from "./interaction-payload.ts";

/** Gathers what the ids in an interaction refer to, as Discord sends it along. */
export class Resolving {
  readonly #world: World;
  readonly #guildId: string | undefined;
  readonly #channelId: string;
  readonly #viewerId: string;
  readonly #found: Record<keyof APIInteractionDataResolved, Record<string, unknown>> = {
    users: {},
    members: {},
    roles: {},
    channels: {},
    attachments: {},
  };

  constructor(world: World, place: Place) {
    this.#world = world;
    this.#guildId = place.guildId;
    this.#channelId = place.channelId;
    this.#viewerId = place.discordUserId;
  }

  /** Only the parts that hold something; `undefined` when none does. */
  get data(): APIInteractionDataResolved | undefined {
    const parts = Object.entries(this.#found).filter(([, found]) => Object.keys(found).length > 0);
    return parts.length === 0 ? undefined : Object.fromEntries(parts);
  }

  user(id: string, field: string): void {
    const { directory } = this.#world;
    if (id !== directory.botId && directory.seedUser(id) === undefined)
      throw new PersonError(`Nobody here has the id ${id}.`, field);
    const user = directory.user(id);
    this.#found.users[id] = user;
    const member = this.#guildId === undefined ? undefined : directory.member(this.#guildId, id);
    if (this.#guildId === undefined || member === undefined) return;
    const { user: _, deaf: __, mute: ___, ...rest } = toMember(member, user);
    const permissions = directory.permissions(this.#guildId, id, this.#channelId).toString();
    this.#found.members[id] = { ...rest, permissions };
  }

  role(id: string, field: string): void {
    const { directory } = this.#world;
    const guild = directory.guild(this.#guildId ?? "");
    const role = guild && toRoles(guild, directory.botSeed).find((candidate) => candidate.id === id);
    if (role === undefined) throw new PersonError(`No role here has the id ${id}.`, field);
    this.#found.roles[id] = role;
  }

  mentionable(id: string, field: string): void {
    const isRole =
      this.#world.directory.guild(this.#guildId ?? "")?.roles.some((role) => role.id === id) === true;
    if (isRole || id === this.#guildId) this.role(id, field);
    else this.user(id, field);
  }

  channel(id: string, field: string, types: readonly number[] | undefined): void {
    const { directory } = this.#world;
    const placed = directory.channel(id);
    const seen = directory.permissions(this.#guildId ?? "", this.#viewerId, id);
    if (this.#guildId === undefined || placed?.guild.id !== this.#guildId || seen === 0n)
      throw new PersonError(`You can't see a channel with the id ${id}.`, field);
    const {
      type,
      name,
      parent_id: parentId,
      topic,
      position,
      nsfw,
      flags,
    } = toChannel(placed.channel, placed.guild, undefined);
    if (types !== undefined && types.length > 0 && !types.includes(type))
      throw new PersonError(`#${name} is the wrong kind of channel.`, field);
    this.#found.channels[id] = {
      id,
      type,
      name,
      parent_id: parentId,
      topic,
      position,
      nsfw,
      flags,
      guild_id: this.#guildId,
      permissions: seen.toString(),
      app_permissions: directory.permissions(this.#guildId, directory.botId, id).toString(),
    };
  }

  /** Returns the file's id. */
  attachment(upload: Upload, field: string, fileTypes: unknown): string {
    if (!isNameAllowed(upload.name, fileTypes))
      throw new PersonError(`${upload.name} can't be chosen here: only some types of files can.`, field);
    if (upload.data.byteLength > attachmentSizeLimit)
      throw new PersonError(`${upload.name} is larger than 10 MiB.`, field);
    const kept = this.#world.attachments.keep(this.#channelId, upload, { ephemeral: true });
    this.#found.attachments[kept.id] = kept;
    return kept.id;
  }
}
