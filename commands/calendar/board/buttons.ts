import { z } from "zod";
import { defineCustomId, withLinkKey } from "../../../src/interactions/custom-id.ts";
import { createButton, createButtonRow } from "../../../src/ui/buttons.ts";
import type { Row } from "../../../src/ui/reply.ts";

const FirstDate = z.iso.date().refine((day) => day.startsWith("20"));

/** Shows the person pressing it their own week. */
export const myWeekId = defineCustomId("calendar.mine", {});
/** Gives a week as a file, by its first date: under a post, "this week" would change its meaning every week. */
export const addToCalendarId = defineCustomId("calendar.add", { first: FirstDate });

/** Shows the week after the one that begins on a date, to the person pressing it alone. */
export const nextWeekId = defineCustomId("calendar.next", { first: FirstDate });

const myWeekButton = createButton({ customId: myWeekId.encode({}), label: "My week", style: "primary" });

function createFileButton(first: Temporal.PlainDate) {
  const customId = addToCalendarId.encode({ first: first.toString() });
  return createButton({ customId, label: "Add to my calendar" });
}

/** For a calendar whose week begins on that date. */
export function createCalendarButtons(first: Temporal.PlainDate) {
  return [myWeekButton, createFileButton(first)];
}

/** The first of them alone. */
export function createMyWeekButton(linkKey: string) {
  return createButton({ customId: withLinkKey(myWeekId.encode({}), linkKey), label: "My week" });
}

/** For a calendar in a channel, which anyone can press; access is checked on each press. The longest one comes last. */
export function createCalendarPostButtons(first: Temporal.PlainDate, linkKey: string): readonly Row[] {
  const next = createButton({ customId: nextWeekId.encode({ first: first.toString() }), label: "Next week" });
  return createButtonRow(
    ...[myWeekButton, next, createFileButton(first)].map((each) => ({
      ...each,
      custom_id: withLinkKey(each.custom_id, linkKey),
    })),
  );
}
