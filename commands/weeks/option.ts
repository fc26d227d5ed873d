import { z } from "zod";
import { foldText } from "../../src/domain/search.ts";
import { UnfixableError, UserError } from "../../src/errors.ts";
import type { Autocomplete } from "../../src/interactions/handler.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { KnownWeek } from "./store.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { formatWeekTitle } from "./text.ts";
import { text } from "../kit/options.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { describeWeek, formatShortDate } from "../../src/ui/time.ts";
import { parseTypedDays } from "../../src/domain/typed-dates.ts";
import { readTypedCalendar } from "../kit/time-options.ts";

const maxSuggested = 25;
/** Two years, and a few days of another year's week. */
const maxKept = 110;

export const noSavedWeeksText = "No saved weeks yet. The numbers of connected people appear within minutes.";

/** A week in a custom id, by the date of its first day. */
export const WeekStart = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** The saved weeks, newest first; with a date, the one that it is in. */
const suggestWeeks: Autocomplete<LinkedContext> = async (typed, ctx) => {
  const wanted = foldText(typed.trim());
  const weeks = await readKnownWeeks(ctx);
  const dated = wanted === "" ? undefined : (await findTypedWeek(typed, weeks, ctx)).found;
  const dates = renderContext(ctx);
  return (
    weeks
      .map((week) => ({ ...week, name: formatWeekTitle(week, dates) }))
      .filter(
        ({ name, weekStart }) =>
          foldText(name).includes(wanted) || weekStart.startsWith(wanted) || weekStart === dated?.weekStart,
      )
      .slice(0, maxSuggested)
      // Discord may send the name back much later: this week is another one by then.
      .map(({ name, weekStart, endsAt }) => ({
        name,
        value: endsAt > dates.now.epochMilliseconds ? name : weekStart,
      }))
  );
};

/** A saved week; the newest by default. */
export const weekOption = () =>
  text("The week (this one by default)")
    .max(60)
    .autocomplete(suggestWeeks)
    .map((typed, ctx: LinkedContext) => findWeek(typed || undefined, ctx));

/** @throws UserError if it isn't saved */
export async function findWeek(wanted: string | undefined, ctx: LinkedContext): Promise<KnownWeek> {
  const weeks = await readKnownWeeks(ctx);
  const [newest] = weeks;
  const oldest = weeks.at(-1);
  if (newest === undefined || oldest === undefined) {
    throw new UnfixableError(
      `${noSavedWeeksText} Connect people with ${ctx.commandMention("account connect")}.`,
    );
  }
  const exact = wanted === undefined ? newest : weeks.find(({ weekStart }) => weekStart === wanted);
  if (exact !== undefined || wanted === undefined) return exact ?? newest;
  const { found, isUnderstood } = await findTypedWeek(wanted, weeks, ctx);
  if (found !== undefined) return found;
  const dates = renderContext(ctx);
  const quoted = `“${escapeMarkdown(wanted, 60)}”`;
  throw new UserError(
    isUnderstood
      ? `There's no saved week ${quoted}. The first one is the ${describeWeek(oldest.weekStart, dates)}.`
      : `I don't know the week ${quoted}. Try *last week* or *${formatShortDate(newest.weekStart, dates)}*.`,
  );
}

/** By its title, or any day in it; the other order of day and month counts only if the server's has none. */
async function findTypedWeek(typed: string, weeks: readonly KnownWeek[], ctx: LinkedContext) {
  const title = foldText(typed.trim());
  const named = weeks.find((week) => foldText(formatWeekTitle(week, renderContext(ctx))) === title);
  if (named !== undefined) return { found: named, isUnderstood: true };
  const days = parseTypedDays(typed, await readTypedCalendar(ctx));
  const [found] = [days?.first, days?.otherwise].flatMap((day) => findWeekOf(day, weeks) ?? []);
  return { found, isUnderstood: days !== undefined };
}

function readKnownWeeks({ store, guildId, workspaceId }: LinkedContext): Promise<readonly KnownWeek[]> {
  return store.weeks.known(guildId, workspaceId, maxKept);
}

function findWeekOf(day: Temporal.PlainDate | undefined, weeks: readonly KnownWeek[]): KnownWeek | undefined {
  if (day === undefined) return undefined;
  return weeks.find(({ weekStart }) => {
    const { days } = Temporal.PlainDate.from(weekStart).until(day);
    return days >= 0 && days < 7;
  });
}
