import { foldText } from "../../src/domain/search.ts";
import { UserError } from "../../src/errors.ts";
import type { Autocomplete, Choice, OptionValues } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { dayNames, describeDays, parseDays, parseTime } from "./rule-text.ts";
import type { ScheduleMode, Schedule } from "./store.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { boolean, choice, integer, roleOption, text } from "../kit/options.ts";
import { zoneOption } from "../kit/zone-option.ts";
import { modeNames, formatScheduleLabel } from "./format.ts";
import type { RuleInput } from "./input.ts";
import { kindOptions } from "./kind-options.ts";

export const everyoneText =
  "A schedule can't mention *@everyone*, so nothing was changed. Choose a role, or leave `mention` out.";

const commonDays = [...dayNames, "Weekdays", "Weekend", "Daily"] as const;
const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
/** Morning first: nobody starts looking at midnight. */
const fromMorning = [...hours.slice(8), ...hours.slice(0, 8)];

/** The typed text as understood, then common choices. */
const suggestDays: Autocomplete = async (typed) => {
  const days = parseDays(typed);
  const matchingDays = commonDays.filter((day) => foldText(day).startsWith(foldText(typed.trim())));
  return removeDuplicates([
    ...(days === undefined ? [] : [{ name: `Every ${describeDays(days)}`, value: typed.trim() }]),
    ...matchingDays.map((day) => ({ name: day, value: day })),
  ]);
};

const suggestTimes: Autocomplete = async (typed) => {
  const time = parseTime(typed);
  const begins = fromMorning.filter((hour) =>
    hour.replace(/^0/, "").startsWith(typed.trim().replace(/^0/, "")),
  );
  return removeDuplicates(
    [...(time === undefined ? [] : [time]), ...begins].map((value) => ({ name: value, value })),
  );
};

function removeDuplicates(choices: readonly Choice[]): readonly Choice[] {
  return choices.filter(
    ({ value }, index) => choices.findIndex((other) => foldText(other.value) === foldText(value)) === index,
  );
}

export const modes = ["new", "live", "changed"] as const satisfies readonly ScheduleMode[];

/** The options for adding and editing a schedule. */
export const commonOptions = {
  days: text("The days, for example Monday, or Mon, Thu, or weekdays (every day by default)")
    .max(80)
    .autocomplete(suggestDays),
  time: text("The time of day, for example 18:00 or 6pm").max(20).autocomplete(suggestTimes),
  dayOfMonth: integer("Instead of days: once a month on this day; 31 is always the last day").min(1).max(31),
  cron: text(
    "Instead of days and time: a cron rule such as 0 18 * * 1; two day parts mean either of them",
  ).max(80),
  zone: zoneOption("The time zone: a city, for example Berlin (the server's by default)"),
  mode: choice(
    "How to post it",
    modes.map((mode) => ({ name: modeNames[mode], value: mode })),
  ),
  pin: boolean("Pin the newest message instead of the previous one (on by default for live messages)"),
  replace: boolean("Delete the previous message when a new one is posted"),
  publish: boolean("In an announcement channel: publish each post to the servers that follow it"),
  mention: roleOption("A role to mention in each new message").map(assertNotEveryone),
  ...kindOptions,
};

export function toRuleInput({ days, time, dayOfMonth, cron }: OptionValues<typeof commonOptions>): RuleInput {
  return { days, time, dayOfMonth, cron };
}

/** The role's id. @throws UserError for `@everyone`, which a schedule shouldn't ping */
function assertNotEveryone(
  role: { readonly id: string } | undefined,
  { guildId }: GuildContext,
): string | undefined {
  if (role?.id === guildId) throw new UserError(everyoneText);
  return role?.id;
}

interface Labelled {
  readonly schedule: Schedule;
  readonly label: string;
}

/** @param first the state suggested first, for example active ones when pausing */
export const scheduleOption = (first: Schedule["state"] = "active") =>
  text("The schedule").required().max(100).autocomplete(suggestSchedules(first)).map(readSchedule);

const suggestSchedules =
  (first: Schedule["state"]): Autocomplete =>
  async (typed, ctx) =>
    filterMatching(typed, await readLabelled(ctx))
      .toSorted((a, b) => Number(b.schedule.state === first) - Number(a.schedule.state === first))
      .map(({ schedule: { id }, label }) => ({ name: label, value: id }));

/** The schedule that was chosen, or typed unambiguously. @throws UserError if there is none */
async function readSchedule(typed: string, ctx: GuildContext): Promise<Schedule> {
  const chosen = await ctx.store.schedules.find(ctx.guildId, typed);
  if (chosen !== undefined) return chosen;
  const all = await readLabelled(ctx);
  if (all.length === 0)
    throw new UserError(
      "This server has no schedules yet, so nothing was done. Add one with `/schedule add`.",
    );
  // Blanks match all of them, which is no reason to choose the only one.
  const [found, ...others] = typed === "" ? [] : filterMatching(typed, all);
  if (found !== undefined && others.length === 0) return found.schedule;
  const shown = escapeMarkdown(typed, 60);
  throw new UserError(
    found === undefined
      ? `No schedule matches “${shown}”, so nothing was done. Choose a suggestion, or check \`/schedule list\`.`
      : `Several schedules match “${shown}”, so nothing was done. Choose a suggestion, or check \`/schedule list\`.`,
  );
}

function filterMatching(typed: string, all: readonly Labelled[]): readonly Labelled[] {
  const words = foldText(typed)
    .split(/\s+/)
    .filter((word) => word !== "");
  return all.filter(({ label }) => words.every((word) => foldText(label).includes(word)));
}

async function readLabelled(ctx: GuildContext): Promise<readonly Labelled[]> {
  const { store, guildId } = ctx;
  const [schedules, channelNames, links] = await Promise.all([
    store.schedules.list(guildId),
    readChannelNames(ctx),
    store.guildLinks.list(guildId),
  ]);
  return schedules.map((schedule) => ({
    schedule,
    label: formatScheduleLabel(schedule, { channelNames, links }),
  }));
}

/** By id; none if Discord doesn't say: even without them, people see what is posted and when. */
export async function readChannelNames({
  guildId,
  messenger,
  log,
}: GuildContext): Promise<ReadonlyMap<string, string>> {
  try {
    return await messenger.channelNames(guildId);
  } catch (error) {
    log.info("couldn't read the channels' names", { guildId, error });
    return new Map();
  }
}
