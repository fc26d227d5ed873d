import type { APIApplicationCommandBasicOption } from "discord-api-types/v10";
import type { Guild } from "../guild.ts";
import { channelsOf, type Choice, peopleOf, rolesOf } from "../messages/select-choices.ts";
import { Option } from "./option-values.ts";
import type { OptionChoice } from "./mentions.ts";

/** The list an option's value must be of; `undefined` when it can be typed freely. */
export function closedChoices(
  option: APIApplicationCommandBasicOption,
  guild: Guild,
): readonly OptionChoice[] | undefined {
  switch (option.type) {
    case Option.Boolean:
      return [
        { name: "True", value: true },
        { name: "False", value: false },
      ];
    case Option.User:
      return peopleOf(guild).map(asChoice);
    case Option.Role:
      return rolesOf(guild).map(asChoice);
    case Option.Mentionable:
      return [...peopleOf(guild), ...rolesOf(guild)].map(asChoice);
    case Option.Channel:
      return channelsOf(guild, option.channel_types).map(asChoice);
    case Option.String:
    case Option.Integer:
    case Option.Number:
      return "choices" in option && option.choices !== undefined && option.choices.length > 0
        ? option.choices.map(({ name, value }) => ({ name, value }))
        : undefined;
    case Option.Attachment:
      return undefined;
    default:
      return option satisfies never;
  }
}

function asChoice({ value, label, description }: Choice): OptionChoice {
  return { name: label, value, hint: description };
}
