import { expect, test } from "vitest";
import { Calendar, SessionServer } from "../../src/api/contract/sessions.ts";
import { firstOf, startSubject } from "./calling.ts";

const dayOf = (calendar: Calendar) => calendar.days.map(({ date }) => date.slice(0, 10));

test("the calendar shows the requested week, from Monday to Sunday", async () => {
  const { emulator, call } = await startSubject();
  const read = async (query: string) => Calendar.parse((await call("getCalendar", { query })).json());
  const thisWeek = await read("");
  expect(dayOf(thisWeek)).toEqual([17, 18, 19, 20, 21, 22, 23].map((day) => `2025-11-${day}`));
  expect(thisWeek.days.map((day) => day.day_of_week_char).join("")).toBe("MTWTFSS");
  expect(thisWeek.advance_calendar).toBe(true);
  expect(dayOf(await read("?week=2"))[0]).toBe("2025-12-01");
  expect(dayOf(await read("?week=-1"))[0]).toBe("2025-11-10");
  await emulator.close();
});

test("a wrong query name is silently ignored; the right one is a setting", async () => {
  const { emulator, call } = await startSubject({ queryNames: { week: "week_index", game: "game" } });
  const read = async (query: string) => Calendar.parse((await call("getCalendar", { query })).json());
  expect(dayOf(await read("?week=2"))[0]).toBe("2025-11-17");
  expect(dayOf(await read("?week_index=2"))[0]).toBe("2025-12-01");
  await emulator.close();
});

test("creating a session server twice creates two", async () => {
  const { emulator, call } = await startSubject();
  const params = { eventId: firstOf(emulator.state.eventIds) };
  const first = SessionServer.parse((await call("createSessionServer", { params })).json());
  const second = SessionServer.parse((await call("createSessionServer", { params })).json());
  expect(second._id).not.toBe(first._id);
  expect(emulator.state.sessionServers).toHaveLength(2);
  await emulator.close();
});
