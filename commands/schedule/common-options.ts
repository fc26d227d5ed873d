import type { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import type { ChatInputCommandInteraction } from "discord.js";
import { UserError } from "../../src/errors.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { ScheduleMode } from "../../src/store/schedules.ts";
import { offeredChoice } from "../shared/offered-choice.ts";
import { suggestZones, zoneOption } from "../shared/zone-option.ts";
import { addKindOptions, kindSuggestions } from "./kind-options.ts";
import { suggestDays, suggestTimes } from "./suggest-times.ts";
import type { TypedRule } from "./typed-rule.ts";
import { modeNames } from "./words.ts";

const modes = ["new", "standing", "changed"] as const satisfies readonly ScheduleMode[];

/** What may be chosen when a schedule is made, and again when it is changed. */
export function addCommonOptions<Builder extends SlashCommandSubcommandBuilder>(builder: Builder): Builder {
  builder
    .addStringOption((option) =>
      option
        .setName("days")
        .setDescription("On which days: Monday, or Mon, Thu, or weekdays; every day when left out")
        .setMaxLength(80)
        .setAutocomplete(true),
    )
    .addStringOption((option) =>
      option
        .setName("time")
        .setDescription("At what time of the day, for example 18:00 or 6pm")
        .setMaxLength(20)
        .setAutocomplete(true),
    )
    .addIntegerOption((option) =>
      option
        .setName("day-of-month")
        .setDescription("In place of days: once a month on this day; 31 is the last day of any month")
        .setMinValue(1)
        .setMaxValue(31),
    )
    .addStringOption((option) =>
      option
        .setName("cron")
        .setDescription("In place of days and time, for those who like it: five parts, such as 0 18 * * 1")
        .setMaxLength(80),
    )
    .addStringOption(zoneOption("Whose clocks count: a city, for example Berlin; the server's when left out"))
    .addStringOption((option) =>
      option
        .setName("mode")
        .setDescription("How it is posted")
        .addChoices(modes.map((mode) => ({ name: modeNames[mode], value: mode }))),
    )
    .addBooleanOption((option) =>
      option.setName("pin").setDescription("Pin the newest message in place of the one before"),
    )
    .addBooleanOption((option) =>
      option.setName("replace").setDescription("Delete the message before when a new one is posted"),
    )
    .addRoleOption((option) =>
      option.setName("mention").setDescription("A role to mention with each new message"),
    );
  return addKindOptions(builder);
}

export const commonSuggestions = {
  days: suggestDays,
  time: suggestTimes,
  zone: suggestZones,
  ...kindSuggestions,
} as const;

type Options = Pick<ChatInputCommandInteraction, "options">;

export function typedRuleOf({ options }: Options): TypedRule {
  return {
    days: options.getString("days") ?? undefined,
    time: options.getString("time") ?? undefined,
    dayOfMonth: options.getInteger("day-of-month") ?? undefined,
    cron: options.getString("cron") ?? undefined,
  };
}

export function modeOf({ options }: Options): ScheduleMode | undefined {
  return offeredChoice("mode", modes, options.getString("mode"));
}

/** @throws UserError for `@everyone`, whom nobody wants to be pinged by a clock */
export function mentionOf({ options }: Options, { guildId }: GuildContext): string | undefined {
  const role = options.getRole("mention");
  if (role === null) return undefined;
  if (role.id === guildId)
    throw new UserError(
      "A schedule cannot mention *@everyone*, so nothing was changed. Choose a role, or leave `mention` out.",
    );
  return role.id;
}
