import { z } from "zod";
import { foldText } from "../../src/domain/search.ts";
import { UserError } from "../../src/errors.ts";
import type { Autocomplete } from "../../src/interactions/handler.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { KnownWeek } from "./store.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { formatWeekTitle } from "./text.ts";
import { text } from "../kit/options.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Dates } from "../../src/ui/time.ts";

const maxSuggested = 25;
/** Two years, and a few days of another year's week. */
const maxKept = 110;

export const noSavedWeeksText = "No saved weeks yet. The numbers of connected people appear within minutes.";

/** A week in a custom id, by the date of its first day. */
export const WeekStart = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** The saved weeks, newest first. */
const suggestWeeks: Autocomplete<LinkedContext> = async (typed, ctx) => {
  const wanted = foldText(typed.trim());
  return (await readKnownWeeks(ctx))
    .map((week) => ({ name: formatWeekTitle(week, renderContext(ctx)), value: week.weekStart }))
    .filter(({ name, value }) => foldText(name).includes(wanted) || value.startsWith(wanted))
    .slice(0, maxSuggested);
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
  if (newest === undefined) {
    throw new UserError(`${noSavedWeeksText} Connect people with ${ctx.commandMention("account connect")}.`);
  }
  if (wanted === undefined) return newest;
  const found = findWeekNamed(weeks, foldText(wanted), renderContext(ctx));
  if (found !== undefined) return found;
  throw new UserError(
    `There's no saved week “${escapeMarkdown(wanted, 60)}”, so there's nothing to show. Choose a suggestion, or type any date in the week, such as \`${newest.weekStart}\`.`,
  );
}

function readKnownWeeks({ store, guildId, workspaceId }: LinkedContext): Promise<readonly KnownWeek[]> {
  return store.weeks.known(guildId, workspaceId, maxKept);
}

/** By its title, its first day, or any date in it. */
function findWeekNamed(weeks: readonly KnownWeek[], wanted: string, dates: Dates): KnownWeek | undefined {
  const exact = weeks.find(
    (week) => week.weekStart === wanted || foldText(formatWeekTitle(week, dates)) === wanted,
  );
  if (exact !== undefined || !isDate(wanted)) return exact;
  const date = Temporal.PlainDate.from(wanted);
  return weeks.find(({ weekStart }) => {
    const { days } = Temporal.PlainDate.from(weekStart).until(date);
    return days >= 0 && days < 7;
  });
}

function isDate(date: string): boolean {
  return z.iso.date().safeParse(date).success;
}
