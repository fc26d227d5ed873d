import type { ActivityTotals } from "../../src/api/contract/activity.ts";
import { type DurationUnit, toMs } from "../../src/domain/durations.ts";
import { grouped } from "../../src/text/numbers.ts";
import { durationWords } from "../../src/text/time.ts";

/** `1 h 24 min`, or the bare figure with the word that its unit is unknown. */
export function durationText(value: number, unit: DurationUnit | undefined): string {
  if (unit === undefined || value < 0) return `${grouped(value)} (unit unknown)`;
  return durationWords(toMs(value, unit));
}

/** `84 min`, and in hours once there are some: `1 h 24 min (84 min)`. */
export function minutesText(minutes: number): string {
  const plainly = `${grouped(minutes)} min`;
  const isSpoken = minutes >= 60 && Number.isFinite(minutes * 60_000);
  return !isSpoken ? plainly : `${durationWords(minutes * 60_000)} (${plainly})`;
}

export function totalsFields({ minutes, messages }: ActivityTotals) {
  return [
    {
      name: "Time in the game",
      value: minutes === undefined ? "▫️ not told" : minutesText(minutes),
      inline: true,
    },
    {
      name: "Chat messages",
      value: messages === undefined ? "▫️ not told" : grouped(messages),
      inline: true,
    },
  ];
}
