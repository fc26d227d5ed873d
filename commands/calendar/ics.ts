import { ICalCalendar } from "ical-generator";

/** What a calendar file tells of one week. */
export interface WeekFile {
  readonly workspaceId: string;
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
  /** What its reader has to reach, and by when. */
  readonly dues: readonly { readonly id: string; readonly words: string; readonly at: Temporal.Instant }[];
}

/** The text of a calendar file. The same week has the same ids each time, so that a second import replaces the first. */
export function icsOf({ workspaceId, first, last, dues }: WeekFile, now: Temporal.Instant): string {
  // Neither the calendar's name nor an id is escaped, so nothing that others wrote goes into them as it is.
  const calendar = new ICalCalendar({
    prodId: { company: "workspace-bot", product: "calendar", language: "EN" },
    name: "Workspace week",
  });
  const idOf = (...parts: readonly string[]): string => parts.map(encodeURIComponent).join("/");
  calendar.createEvent({
    id: idOf("week", workspaceId, first.toString()),
    summary: "Workspace week",
    allDay: true,
    start: first,
    end: last.add({ days: 1 }),
    stamp: now,
  });
  for (const { id, words, at } of dues)
    calendar.createEvent({
      id: idOf("due", workspaceId, id, first.toString()),
      summary: words,
      start: at,
      end: at,
      stamp: now,
    });
  return calendar.toString();
}
