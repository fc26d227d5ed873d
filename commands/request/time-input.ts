import { daysOffered } from "../activity/index.ts";
import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import type { UploadedFile } from "../kit/read-fields.ts";
import { readCalendar, readDuration } from "../kit/time-options.ts";

/** What was typed, kept while it can be fixed. Files can't be put into a form again, so they are kept beside it. */
export const TypedRequest = z.object({
  minutes: z.string(),
  day: z.string(),
  reason: z.string(),
  files: z.array(z.object({ name: z.string(), url: z.string(), size: z.number() })),
  /** When it was opened: the days to choose from end with it. */
  today: z.iso.date(),
});
export type TypedRequest = z.output<typeof TypedRequest>;

/** What someone asks for. */
export interface AskedTime {
  readonly minutes: number;
  readonly day: string;
  readonly reason: string;
  readonly files: readonly UploadedFile[];
  /** The day belongs to a week that is over. */
  readonly isOver: boolean;
  /** When the day's week begins, in epoch milliseconds, if it hasn't begun. */
  readonly beginsAt: number | undefined;
}

/** A day has no more. */
export const maxMinutes = 24 * 60;
/** A form that was opened before midnight may be sent after it. */
const daysAccepted = daysOffered + 1;

/** @throws UserError if it is no length of time that fits into a day */
export function readMinutes(typed: string, notDone = "nobody was asked"): number {
  return Math.round(readDuration(typed, { minutes: maxMinutes, text: "24 hours" }, notDone));
}

/** @throws UserError for what can't be used */
export async function parseRequest(
  { minutes, day, reason, files }: TypedRequest,
  ctx: Parameters<typeof readCalendar>[0],
): Promise<AskedTime> {
  const asked = readMinutes(minutes);
  const { today, week } = await readCalendar(ctx);
  const daysAgo = z.iso.date().safeParse(day).success
    ? Temporal.PlainDate.from(day).until(today).days
    : undefined;
  if (daysAgo === undefined || daysAgo < 0 || daysAgo >= daysAccepted)
    throw new UserError("That day can't be chosen anymore, so nobody was asked. Choose another one.");
  if (escapeMarkdown(reason) === "")
    throw new UserError("Your reason has no visible characters, so nobody was asked. Say what you did.");
  const isOver = day < week.first.toString();
  const beginsAt = day > week.last.toString() ? week.endsAt : undefined;
  return { minutes: asked, day, reason: reason.trim(), files, isOver, beginsAt };
}
