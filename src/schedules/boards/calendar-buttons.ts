import { z } from "zod";
import { defineCustomId, withLinkKey } from "../../interactions/custom-id.ts";
import { button, buttonRow } from "../../ui/buttons.ts";
import type { Row } from "../../ui/reply.ts";

/** Shows the person pressing it their own week. */
export const myWeekId = defineCustomId("calendar.mine", {});
/** Gives a week as a file, by its first date: under a post, "this week" would change its meaning every week. */
export const addToCalendarId = defineCustomId("calendar.add", {
  first: z.iso.date().refine((day) => day.startsWith("20")),
});

/** For a calendar whose week begins on that date. */
export function calendarButtons(first: Temporal.PlainDate) {
  return [
    button({ customId: myWeekId.encode({}), label: "My week" }),
    button({ customId: addToCalendarId.encode({ first: first.toString() }), label: "Add to my calendar" }),
  ];
}

/** For a calendar in a channel, which anyone can press; access is checked on each press. */
export function calendarPostButtons(first: Temporal.PlainDate, linkKey: string): readonly Row[] {
  return buttonRow(
    ...calendarButtons(first).map((each) => ({ ...each, custom_id: withLinkKey(each.custom_id, linkKey) })),
  );
}
