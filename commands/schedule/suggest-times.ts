import { fold } from "../../src/domain/fold.ts";
import { parseDays, parseTime } from "../../src/domain/schedule-input.ts";
import { daysWords } from "../../src/domain/schedule-words.ts";
import type { Choice, Suggest } from "../../src/interactions/define.ts";

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
export const suggestDays: Suggest<"guild"> & Suggest<"link"> = async (typed) => {
  const days = parseDays(typed);
  const words = commonDays.filter((day) => fold(day).startsWith(fold(typed.trim())));
  return unique([
    ...(days === undefined ? [] : [{ name: `Every ${daysWords(days)}`, value: typed.trim() }]),
    ...words.map((day) => ({ name: day, value: day })),
  ]);
};

export const suggestTimes: Suggest<"guild"> & Suggest<"link"> = async (typed) => {
  const time = parseTime(typed);
  const begins = fromMorning.filter((hour) =>
    hour.replace(/^0/, "").startsWith(typed.trim().replace(/^0/, "")),
  );
  return unique([...(time === undefined ? [] : [time]), ...begins].map((value) => ({ name: value, value })));
};

function unique(choices: readonly Choice[]): readonly Choice[] {
  return choices.filter(
    ({ value }, index) => choices.findIndex((other) => fold(other.value) === fold(value)) === index,
  );
}
