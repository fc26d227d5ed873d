import type { APISelectMenuComponent, ChannelType } from "discord-api-types/v10";
import { Type } from "../component-types.ts";
import type { Guild } from "../guild.ts";

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly mark?: string | undefined;
  /** What is drawn before it: a face, a role's colour, or the sign of channels. */
  readonly kind?: "person" | "role" | "channel";
  /** Of a role; 0 for none. */
  readonly color?: number;
}

/** What a select offers: its own options, or the people, roles and channels of the guild. */
export function choicesOf(select: APISelectMenuComponent, guild: Guild): readonly Choice[] {
  switch (select.type) {
    case Type.StringSelect:
      return select.options.map(({ value, label, description, emoji }) => {
        const mark = emoji?.id === undefined ? emoji?.name : `:${emoji.name ?? ""}:`;
        return { value, label, description, mark };
      });
    case Type.UserSelect:
      return peopleOf(guild);
    case Type.RoleSelect:
      return rolesOf(guild);
    case Type.MentionableSelect:
      return [...peopleOf(guild), ...rolesOf(guild)];
    case Type.ChannelSelect:
      return channelsOf(guild, select.channel_types);
    default:
      return select satisfies never;
  }
}

/** What is chosen before anyone touches it. */
export function chosenAtFirst(select: APISelectMenuComponent): readonly string[] {
  if (select.type === Type.StringSelect) {
    return select.options.filter((option) => option.default === true).map(({ value }) => value);
  }
  return (select.default_values ?? []).map(({ id }) => id);
}

export function peopleOf({ state }: Guild): readonly Choice[] {
  return state.members.map(({ discordUserId, displayName, username }) => ({
    value: discordUserId,
    label: displayName,
    description: `@${username}`,
    kind: "person",
  }));
}

export function rolesOf({ state }: Guild): readonly Choice[] {
  return state.roles.map(({ id, name, color }) => ({
    value: id,
    label: name,
    description: "Role",
    kind: "role",
    color,
  }));
}

/** @param types of the channels wanted; all if there are none */
export function channelsOf({ state }: Guild, types: readonly ChannelType[] = []): readonly Choice[] {
  return state.channels
    .filter(({ type }) => types.length === 0 || types.includes(type))
    .map(({ id, name, topic }) => ({ value: id, label: name, description: topic, kind: "channel" }));
}
