import { type APISelectMenuComponent, ComponentType } from "discord-api-types/v10";
import { PersonError } from "../member-types.ts";
import type { Resolving } from "./resolve-options.ts";

type EntitySelect = Exclude<APISelectMenuComponent, { type: ComponentType.StringSelect }>;

export function withinCount(
  count: number,
  range: { readonly min: number; readonly max: number },
  label: string,
  field: string,
): void {
  if (count >= range.min && count <= range.max) return;
  if (count === 0) throw new PersonError(`"${label}" is required.`, field);
  throw new PersonError(`"${label}" takes ${range.min} to ${range.max} values, not ${count}.`, field);
}

/** Selects of people, roles and channels send what their ids refer to. @throws PersonError */
export function entitySelect(select: EntitySelect, values: readonly string[], resolving: Resolving): void {
  for (const value of values) {
    switch (select.type) {
      case ComponentType.UserSelect:
        resolving.user(value, select.custom_id);
        break;
      case ComponentType.RoleSelect:
        resolving.role(value, select.custom_id);
        break;
      case ComponentType.ChannelSelect:
        resolving.channel(value, select.custom_id, select.channel_types);
        break;
      case ComponentType.MentionableSelect:
        resolving.mentionable(value, select.custom_id);
        break;
      default:
        return select satisfies never;
    }
  }
}
