import { UserError } from "../../src/errors.ts";
import type { Autocomplete } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { text } from "./options.ts";
import { guildZone } from "./zone-option.ts";

const shortcuts = [
  ["Today", { days: 0 }],
  ["Yesterday", { days: 1 }],
  ["7 days ago", { days: 7 }],
  ["30 days ago", { days: 30 }],
] as const;

/** Commonly meant days, by their date in the server's time zone. */
const suggestDays: Autocomplete = async (typed, ctx) => {
  const today = await todayOf(ctx);
  const wanted = typed.trim().toLowerCase();
  return shortcuts
    .map(([name, ago]) => ({ name, value: today.subtract(ago).toString() }))
    .filter(({ name, value }) => name.toLowerCase().includes(wanted) || value.startsWith(wanted))
    .map(({ name, value }) => ({ name: `${name} · ${value}`, value }));
};

/** A day as a date, such as `2026-11-02`. */
export const dayOption = (description: string) =>
  text(description)
    .max(20)
    .autocomplete(suggestDays)
    .map((typed) => (typed === undefined ? undefined : readDay(typed)));

/** @throws UserError if it isn't a date */
function readDay(typed: string): string {
  try {
    return Temporal.PlainDate.from(typed.trim(), { overflow: "reject" }).toString();
  } catch {
    throw new UserError(
      `“${escapeMarkdown(typed, 40)}” isn't a date I understand, so nothing was looked up. Type one such as *2026-11-02*.`,
    );
  }
}

/** When a day begins in the server's time zone, in epoch milliseconds. @param later how many days after it */
export async function startOfDay(day: string, ctx: GuildContext, later = 0): Promise<number> {
  const zone = (await guildZone(ctx)) ?? "UTC";
  return Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime(zone).epochMilliseconds;
}

async function todayOf(ctx: GuildContext): Promise<Temporal.PlainDate> {
  const zone = (await guildZone(ctx)) ?? "UTC";
  return Temporal.Instant.fromEpochMilliseconds(ctx.now()).toZonedDateTimeISO(zone).toPlainDate();
}
