import { z } from "zod";
import { secondMs, minuteMs } from "../../src/time.ts";
import { formatWeekdayAndDate, getDateIn } from "../../src/ui/time.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { DateStyle } from "../../src/ui/formats.ts";
import { createButton } from "../../src/ui/buttons.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";

export const aboutVisitId = defineCustomId("request.about-visit", {
  startSeconds: z.coerce.number().int(),
  minutes: z.coerce.number().int().nonnegative(),
});

/** For someone's own visit: a request with its day and what of it may not have counted filled in. */
export function createAskAboutVisitButton(startMs: number, uncountedMs: number) {
  const visit = { startSeconds: Math.floor(startMs / secondMs), minutes: Math.round(uncountedMs / minuteMs) };
  return createButton({ customId: aboutVisitId.encode(visit), label: "Ask a manager…" });
}

/** Days that can be chosen, today included. */
export const daysOffered = 8;

/** The days someone can ask about, newest first. */
export function listDaysToChoose(
  today: string,
  style: DateStyle,
): readonly { readonly name: string; readonly value: string }[] {
  return Array.from({ length: daysOffered }, (_, ago) => {
    const day = Temporal.PlainDate.from(today).subtract({ days: ago });
    const near = ["Today, ", "Yesterday, "][ago] ?? "";
    const name = formatWeekdayAndDate(day, style, { weekday: "long", month: "long" });
    return { name: `${near}${name}`, value: day.toString() };
  });
}

/** Whether its day can still be asked about, and requests can be sent at all. */
export function canAskAbout(startMs: number, zone: string, { link, now, dateStyle }: LinkedContext): boolean {
  const today = getDateIn(zone, now()).toString();
  const day = getDateIn(zone, startMs).toString();
  return !link.isReadOnly && listDaysToChoose(today, dateStyle).some(({ value }) => value === day);
}
