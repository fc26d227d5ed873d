import type { sessionRows } from "../../../src/api/contract/sessions.ts";
import type { Answers } from "../service.ts";
import { dateOf, iso, weekStartMs, weekMs } from "../time.ts";
import { requireThat } from "./assertions.ts";
import { Refusal } from "../reply.ts";

const weeksEitherWay = 520;
const dayLetters = ["M", "T", "W", "T", "F", "S", "S"] as const;

export const sessionAnswers: Pick<Answers, keyof typeof sessionRows> = {
  createSessionServer({ params }, { state, now, newId }) {
    if (!state.eventIds.has(params.eventId)) throw new Refusal(404, "Event not found.");
    const [creator = "1", host = creator] = state.assignments.keys();
    const moment = iso(now());
    const server = {
      _id: newId(),
      source: "api",
      created_by: creator,
      createdAt: moment,
      updatedAt: moment,
      groups: [
        {
          _id: newId(),
          name: "Hosts",
          priority: 1,
          roles: [
            { _id: newId(), user_id: host, name: "Host" },
            { _id: newId(), name: "Co-host" },
          ],
          attendees: [{ _id: newId(), user_id: host }],
        },
        {
          _id: newId(),
          name: "Crew",
          priority: 2,
          roles: [{ _id: newId(), name: "Barista" }],
          attendees: [],
        },
      ],
    };
    state.sessionServers.push({ eventId: params.eventId, server });
    return server;
  },
  getCalendar({ query }, { now }) {
    const week = query.week ?? 0;
    requireThat(Math.abs(week) <= weeksEitherWay, "week is too far away");
    const monday = dateOf(weekStartMs(now()) + week * weekMs);
    const days = dayLetters.map((day_of_week_char, index) => {
      const date = monday.add({ days: index });
      return {
        day: date.day,
        date: iso(date.toZonedDateTime("UTC").epochMilliseconds),
        day_of_week_char,
      };
    });
    return { days, advance_calendar: true };
  },
};
