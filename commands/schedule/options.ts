import type { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import type { ChatInputCommandInteraction } from "discord.js";
import { foldText } from "../../src/domain/fold-text.ts";
import { UserError } from "../../src/errors.ts";
import type { Autocomplete, Choice } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { describeDays, parseDays, parseTime } from "../../src/schedules/rule-text.ts";
import type { ScheduleMode } from "../../src/store/schedules.ts";
import { parseChoice } from "../kit/parse-choice.ts";
import { suggestZones, zoneOption } from "../kit/zone-option.ts";
import { modeNames } from "./format.ts";
import type { RuleInput } from "./input.ts";
import { addKindOptions, kindSuggestions } from "./kind-options.ts";

const commonDays = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
  "Weekdays",
  "Weekend",
  "Daily",
] as const;
const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
/** People post in the morning; nobody looks for midnight first. */
const fromMorning = [...hours.slice(8), ...hours.slice(0, 8)];

/** What was typed, as it is understood, then common answers. */
const suggestDays: Autocomplete<"guild"> & Autocomplete<"link"> = async (typed) => {
  const days = parseDays(typed);
  const words = commonDays.filter((day) => foldText(day).startsWith(foldText(typed.trim())));
  return unique([
    ...(days === undefined ? [] : [{ name: `Every ${describeDays(days)}`, value: typed.trim() }]),
    ...words.map((day) => ({ name: day, value: day })),
  ]);
};

const suggestTimes: Autocomplete<"guild"> & Autocomplete<"link"> = async (typed) => {
  const time = parseTime(typed);
  const begins = fromMorning.filter((hour) =>
    hour.replace(/^0/, "").startsWith(typed.trim().replace(/^0/, "")),
  );
  return unique([...(time === undefined ? [] : [time]), ...begins].map((value) => ({ name: value, value })));
};

function unique(choices: readonly Choice[]): readonly Choice[] {
  return choices.filter(
    ({ value }, index) => choices.findIndex((other) => foldText(other.value) === foldText(value)) === index,
  );
}

const modes = ["new", "live", "changed"] as const satisfies readonly ScheduleMode[];

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

export function ruleInputOf({ options }: Options): RuleInput {
  return {
    days: options.getString("days") ?? undefined,
    time: options.getString("time") ?? undefined,
    dayOfMonth: options.getInteger("day-of-month") ?? undefined,
    cron: options.getString("cron") ?? undefined,
  };
}

export function modeOf({ options }: Options): ScheduleMode | undefined {
  return parseChoice("mode", modes, options.getString("mode"));
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
