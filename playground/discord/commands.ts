import {
  type APIApplicationCommand,
  type APIApplicationCommandPermission,
  type APIGuildApplicationCommandPermissions,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
} from "discord-api-types/v10";
import { unknownCommand } from "./api-error.ts";
import { isAbsent, plain } from "./body-validator.ts";

type Fields = Readonly<Record<string, unknown>>;
/** A guild's id, or `global`. */
type Scope = string;

/** What the application has registered, globally and in single guilds. */
export class Commands {
  readonly #scopes = new Map<Scope, readonly APIApplicationCommand[]>();
  /** By guild, then by the id of a command, or of the application for all commands. */
  readonly #permissions = new Map<string, Map<string, readonly APIApplicationCommandPermission[]>>();
  readonly #applicationId: string;
  readonly #newId: () => string;
  readonly #changed: () => void;

  constructor(applicationId: string, newId: () => string, changed: () => void) {
    this.#applicationId = applicationId;
    this.#newId = newId;
    this.#changed = changed;
  }

  in(guildId: string | undefined): readonly APIApplicationCommand[] {
    return this.#scopes.get(guildId ?? "global") ?? [];
  }

  /** What a guild has: its own and the global ones; without a guild, the global ones. */
  reaching(guildId: string | undefined): readonly APIApplicationCommand[] {
    return guildId === undefined ? this.in(undefined) : [...this.in(undefined), ...this.in(guildId)];
  }
  any(): boolean {
    return [...this.#scopes.values()].some((commands) => commands.length > 0);
  }

  /** Replaces the scope; a command of the same name keeps its id. */
  replace(guildId: string | undefined, bodies: readonly Fields[]): readonly APIApplicationCommand[] {
    const commands = bodies.map((body) => this.#build(guildId, body));
    return this.#set(guildId, commands);
  }

  put(
    guildId: string | undefined,
    body: Fields,
  ): { readonly command: APIApplicationCommand; readonly isNew: boolean } {
    const command = this.#build(guildId, body);
    const before = this.in(guildId);
    const others = before.filter(({ id }) => id !== command.id);
    this.#set(guildId, [...others, command]);
    return { command, isNew: others.length === before.length };
  }

  /** @throws DiscordApiError when there is none. */
  get(guildId: string | undefined, commandId: string): APIApplicationCommand {
    const command = this.in(guildId).find(({ id }) => id === commandId);
    if (command === undefined) throw unknownCommand();
    return command;
  }

  delete(guildId: string | undefined, commandId: string): void {
    this.get(guildId, commandId);
    this.#set(
      guildId,
      this.in(guildId).filter(({ id }) => id !== commandId),
    );
  }

  /** Of one command, by its name, or of all of them. @throws DiscordApiError when there is no such command */
  setPermissions(
    guildId: string,
    name: string | undefined,
    permissions: readonly APIApplicationCommandPermission[],
  ): void {
    const found = this.reaching(guildId).find((command) => command.name === name);
    if (name !== undefined && found === undefined) throw unknownCommand();
    const changed = this.#permissions.get(guildId) ?? new Map();
    const id = found?.id ?? this.#applicationId;
    if (permissions.length === 0) changed.delete(id);
    else changed.set(id, permissions);
    this.#permissions.set(guildId, changed);
    this.#changed();
  }

  /** What people changed in a guild. */
  permissionsIn(guildId: string): readonly APIGuildApplicationCommandPermissions[] {
    return [...(this.#permissions.get(guildId) ?? [])].map(([id, permissions]) => ({
      id,
      application_id: this.#applicationId,
      guild_id: guildId,
      permissions: [...permissions],
    }));
  }

  #set(guildId: string | undefined, commands: readonly APIApplicationCommand[]) {
    this.#scopes.set(guildId ?? "global", commands);
    this.#changed();
    return commands;
  }

  #build(guildId: string | undefined, body: Fields): APIApplicationCommand {
    const type = isAbsent(body["type"]) ? ApplicationCommandType.ChatInput : body["type"];
    const same = this.in(guildId).find((known) => known.type === type && known.name === body["name"]);
    const permissions = body["default_member_permissions"];
    const options = Array.isArray(body["options"]) ? body["options"] : [];
    // The body has passed `checkCommand`, which holds it to the form of Discord's documentation.
    return {
      id: same?.id ?? this.#newId(),
      application_id: this.#applicationId,
      version: this.#newId(),
      type,
      name: body["name"],
      name_localizations: body["name_localizations"] ?? null,
      description: body["description"] ?? "",
      description_localizations: body["description_localizations"] ?? null,
      default_member_permissions: isAbsent(permissions) ? null : plain(permissions),
      dm_permission: body["dm_permission"] ?? true,
      contexts: body["contexts"] ?? (guildId === undefined ? null : [InteractionContextType.Guild]),
      integration_types: body["integration_types"] ?? [ApplicationIntegrationType.GuildInstall],
      nsfw: body["nsfw"] ?? false,
      ...(options.length > 0 ? { options } : {}),
      ...(guildId === undefined ? {} : { guild_id: guildId }),
    } as APIApplicationCommand;
  }
}
