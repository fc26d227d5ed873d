import { z } from "zod";
import { defineCustomId, withLinkKey } from "../../interactions/custom-id.ts";
import { button, buttonRow } from "../../ui/buttons.ts";
import type { Row } from "../../ui/reply.ts";

/** Shows whoever presses it their own week. */
export const myWeekId = defineCustomId("calendar.mine", {});
/** Gives a week as a file, by the date of its first day: under a post, "this week" means another one every week. */
export const addToCalendarId = defineCustomId("calendar.add", {
  first: z.iso.date().refine((day) => day.startsWith("20")),
});

/** Under a calendar whose week begins then. */
export function calendarButtons(first: Temporal.PlainDate) {
  return [
    button({ customId: myWeekId.encode({}), label: "My week" }),
    button({ customId: addToCalendarId.encode({ first: first.toString() }), label: "Add to my calendar" }),
  ];
}

/** Under a calendar in a channel, for everyone who reads it; whoever presses one is asked for their rights then. */
export function calendarPostButtons(first: Temporal.PlainDate, linkKey: string): readonly Row[] {
  return buttonRow(
    ...calendarButtons(first).map((each) => ({ ...each, custom_id: withLinkKey(each.custom_id, linkKey) })),
  );
}
