import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { labelsOf, newestText, presentText } from "../support/seen.ts";
import { shown } from "../support/shown.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  harness.service.faults.clear();
  harness.service.resetRateLimit();
  // A limit that was used up in the test before is over.
  harness.clock.advance(61_000);
  await harness.forgetRead();
});

const mia = () => harness.as("mia");
const calendar = async () => shown(await mia().run("calendar"));

test("the week is a strip with today marked, and the buttons lead through the weeks after a restart", async () => {
  const today = Temporal.Instant.fromEpochMilliseconds(harness.clock.now()).toZonedDateTimeISO("UTC");
  const week = await calendar();
  expect(week.private).toBe(true);
  expect(week.text).toContain(" · this week");
  expect(week.text).toMatch(new RegExp(`▸ \\*\\*[MTWFS] ${today.day}\\*\\*`));
  expect(labelsOf(week)).toEqual(["Earlier", "Later", "Reload", "Calendar file", "Show in channel"]);

  await harness.restart();
  const next = shown(await mia().press(week, "Later"));
  expect(next.text).toContain(" · next week");
  expect(next.text).not.toContain("▸");
  const further = shown(await mia().press(next, "Later"));
  expect(further.text).toContain(" · in 2 weeks");
  const back = shown(await mia().press(further, "This week"));
  expect(shown(await mia().press(back, "Earlier")).text).toContain(" · last week");
});

test("the week comes as a calendar file, with the caller's goals when connected", async () => {
  const fileOf = async (week: SeenMessage): Promise<string> => {
    const reply = shown(await mia().press(week, "Calendar file"));
    expect(reply.private).toBe(true);
    return (await fetch(reply.attachments[0]?.url ?? "")).text();
  };
  const alone = await fileOf(await calendar());
  expect(alone).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\s*$/);
  expect(alone).toMatch(/DTSTART;VALUE=DATE:\d{8}/);
  expect(alone).not.toContain("Due: ");
  const dateOf = (name: string) =>
    Temporal.PlainDate.from(new RegExp(`${name};VALUE=DATE:(\\d{8})`).exec(alone)?.[1] ?? "");
  expect(dateOf("DTSTART").until(dateOf("DTEND")).days).toBe(7);

  const staffId = "104872391";
  await connectAccount(harness.app.ctx, {
    discordUserId: playgroundIds.mia,
    userId: staffId,
    displayName: "Mia",
    memberName: "Mia",
  });
  const [assignment] = harness.service.state.assignments.get(staffId)?.assigned ?? [];
  if (assignment === undefined) throw new Error("nothing is assigned");
  assignment.name = "Tea; cups,\r\nEND:VCALENDAR";
  const own = await fileOf(await calendar());
  expect(own).toContain("SUMMARY:Due: Tea\\; cups\\, END:VCALENDAR\\, ");
  expect(own.match(/^END:VCALENDAR/gm)).toHaveLength(1);
});

test.each([
  ["refuses the key", { kind: "status", status: 401 }, "this server's key, so nothing can be shown"],
  ["has its limit used up", { kind: "status", status: 429, resetSeconds: 23 }, "Try again in 23 seconds"],
  ["fails", { kind: "status", status: 503 }, "is having problems"],
  ["answers nonsense", { kind: "nonsense", form: "html" }, "an answer I don't understand"],
] as const)(
  "when the service %s, the strip is kept and a sentence says so",
  async (_case, fault, sentence) => {
    const week = await calendar();
    harness.service.faults.add({ operation: "getCalendar", times: 20, ...fault });
    await mia().press(week, "Later");
    expect(newestText(mia())).toContain(sentence);
    expect(presentText(mia(), week)).toContain(" · this week");
  },
);

test("an error that comes late to a press is only for the one who pressed, and the message is left alone", async () => {
  const week = await calendar();
  const { faults } = harness.service;
  faults.add({ operation: "getCalendar", kind: "status", status: 429, resetSeconds: 1.2 });
  faults.add({ operation: "getCalendar", kind: "status", status: 403 });
  expect(await mia().press(week, "Reload")).toMatchObject({ kind: "message", deferred: true });
  const told = mia().read().at(-1);
  expect(told).toMatchObject({ private: true, text: expect.stringContaining("key") });
  expect(
    harness
      .as("theo")
      .read()
      .some(({ id }) => id === told?.id),
  ).toBe(false);
  expect(presentText(mia(), week)).toBe(week.text);
});
