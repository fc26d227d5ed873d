import { z } from "zod";
import { foldText } from "../../src/domain/search.ts";
import { UserError } from "../../src/errors.ts";
import type { Autocomplete } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { KnownWeek } from "../../src/store/weeks.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { weekTitle } from "../../src/ui/week-text.ts";
import { text } from "./options.ts";

const maxSuggested = 25;
/** Two years, and a few days of another year's week. */
const maxKept = 110;

/** A week in a custom id, by the date of its first day. */
export const WeekStart = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** The weeks that are remembered, newest first. */
const suggestWeeks: Autocomplete<LinkedContext> = async (typed, ctx) => {
  const wanted = foldText(typed.trim());
  return (await knownWeeks(ctx))
    .map((week) => ({ name: weekTitle(week, ctx.now()), value: week.weekStart }))
    .filter(({ name, value }) => foldText(name).includes(wanted) || value.startsWith(wanted))
    .slice(0, maxSuggested);
};

/** A saved week; left out, the newest one. */
export const weekOption = () =>
  text("Which week; the present one when left out")
    .max(60)
    .autocomplete(suggestWeeks)
    .map((typed, ctx: LinkedContext) => findWeek(typed || undefined, ctx));

/** @throws UserError when it is not saved */
export async function findWeek(wanted: string | undefined, ctx: LinkedContext): Promise<KnownWeek> {
  const weeks = await knownWeeks(ctx);
  const [newest] = weeks;
  if (newest === undefined) {
    throw new UserError(
      `No week is remembered here yet. The first figures come within minutes once people are connected with ${ctx.commandMention("account connect")}.`,
    );
  }
  if (wanted === undefined) return newest;
  const found = weekNamed(weeks, foldText(wanted), ctx.now());
  if (found !== undefined) return found;
  throw new UserError(
    `I remember no week “${escapeMarkdown(wanted, 60)}”. Choose one of the suggestions, or give a date in it, such as \`${newest.weekStart}\`.`,
  );
}

function knownWeeks({ store, guildId, workspaceId }: LinkedContext): Promise<readonly KnownWeek[]> {
  return store.weeks.known(guildId, workspaceId, maxKept);
}

/** By its title, by the date of its first day, or by a date in it. */
function weekNamed(weeks: readonly KnownWeek[], wanted: string, now: number): KnownWeek | undefined {
  const exact = weeks.find((week) => week.weekStart === wanted || foldText(weekTitle(week, now)) === wanted);
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
