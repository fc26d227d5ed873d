// Depends on: transport.
import { PermissionFlagsBits } from "discord.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { allPermissions } from "../../playground/discord/permissions.ts";
import type { Schedule } from "../../commands/boards/store.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import { labelsOf, newestText, presentText, opened, shown } from "../support/replies.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { askToAdd, askToChange, pressOnCard, type Settings } from "../support/schedules.ts";

const { guildId, calendar, orders, staff, theo, staffRole } = playgroundIds;
const hourMs = 60 * 60_000;
const weekly = { kind: "calendar", channel: calendar, days: "mon, thu", time: "6pm", zone: "Europe/Berlin" };
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ withJobs: false, guarded: false, postsPerSecond: 1 });
  await store().guildSettings.set(guildId, "zone", "Europe/Berlin");
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const { id } of await schedules()) await store().schedules.remove(guildId, id);
});

const manager = () => harness.as("theo", "staff");
const store = () => harness.app.ctx.store;
const schedules = () => store().schedules.list(guildId);
const only = async (): Promise<Schedule> => {
  const [schedule, ...others] = await schedules();
  if (schedule === undefined || others.length > 0) throw new Error("there is not exactly one schedule");
  return schedule;
};
const ask = async (path: "add" | "list", options: Readonly<Record<string, string>> = {}) =>
  shown(await manager().run(`schedule ${path}`, options));
const askAdd = (settings: Settings) => askToAdd(manager(), settings);
const askEdit = (id: string, changes: Settings) => askToChange(manager(), id, changes);
const press = async (message: SeenMessage, label: string) => shown(await manager().press(message, label));
const listOf = (message: SeenMessage, placeholder: string) => {
  const list = message.selects.find((select) => select.placeholder === placeholder);
  if (list === undefined) throw new Error(`there is no list "${placeholder}"`);
  return list;
};
const choose = async (message: SeenMessage, list: string, value: string) =>
  shown(await manager().choose(message, listOf(message, list).customId, [value]));
const chosenIn = (message: SeenMessage, list: string) =>
  listOf(message, list)
    .options.filter((option) => option.default)
    .map(({ value }) => value);
const fill = async (
  message: SeenMessage,
  button: string,
  values: Readonly<Record<string, string | string[]>>,
) => shown(await manager().submit(opened(await manager().press(message, button)), values));
/** The buttons of the post itself are only shown. */
const usable = ({ buttons }: SeenMessage) =>
  buttons.filter(({ disabled }) => !disabled).map(({ label }) => label);
const openFromList = (id: string) => pressOnCard(manager(), id, "Edit…");

test("a schedule is made with lists alone, after a preview of the very post with its picture", async () => {
  let panel = await choose(await ask("add"), "What to post", "calendar");
  panel = await choose(panel, "Where to post it", calendar);
  panel = await choose(panel, "On which days", "Tuesday");
  panel = await choose(panel, "At what time", "08:00");
  expect(panel.text).toContain("Every Tuesday at 08:00 (Europe/Berlin)");

  const preview = await press(panel, "Preview");
  expect(preview.id).toBe(panel.id);
  expect(preview.embeds[0]?.title).toBe("Calendar: every Tuesday at 08:00");
  expect(preview.embeds[1]?.title).toMatch(/^Week of \d+\s\w+/);
  expect(preview.embeds[1]?.image?.url).toContain("/ephemeral-attachments/");
  expect(preview.embeds[0]?.description).toMatch(/\n\nThis is how it would look now:$/);
  expect(labelsOf(preview)).toEqual(["Add schedule", "Fix it", "Not now"]);
  const receipt = await press(preview, "Add schedule");
  expect(receipt.embeds[0]?.title).toBe("Calendar: every Tuesday at 08:00");
  expect(labelsOf(receipt)).toEqual(["Post now…", "Edit…", "Remove…", "All schedules"]);
  expect(receipt.embeds.map(({ image }) => image)).toEqual([undefined]);
  expect(await only()).toMatchObject({
    kind: "calendar",
    channelId: calendar,
    mode: "new",
    rule: { kind: "weekly", days: [2], time: "08:00" },
    zone: "Europe/Berlin",
    makerDiscordUserId: theo,
  });
  const [entry] = await store().audit.list(guildId, {}, { limit: 1 });
  expect(entry).toMatchObject({ action: "schedule.add", outcome: "done", target: (await only()).id });
});

test("a new panel is set to this channel on Mondays at nine, so that only what to post is left to choose", async () => {
  const panel = await ask("add");
  expect(panel.embeds[0]?.description).toBe(
    "Choose what to post. You'll see it before anything is saved.\nAll times are Berlin time.",
  );
  expect(chosenIn(panel, "On which days")).toEqual(["Monday"]);
  expect(chosenIn(panel, "At what time")).toEqual(["09:00"]);
  expect(usable(panel)).toEqual(["Other time…", "More options…", "Not now"]);
  const chosen = await choose(panel, "What to post", "report");
  expect(chosen.text).toContain(
    `**Report of the week** in <#${staff}>\nEvery Monday at 09:00 (Europe/Berlin)`,
  );
  await press(await press(chosen, "Preview"), "Add schedule");
  expect(await only()).toMatchObject({
    kind: "report",
    channelId: staff,
    rule: { days: [1], time: "09:00" },
  });
});

test("a team board of the week so far is set to Fridays, and results of the last week to Mondays", async () => {
  const live = await choose(await ask("add"), "What to post", "team");
  const panel = await fill(live, "More options…", { mode: ["new"] });
  expect(panel.text).toContain("Every Friday at 17:00 (Europe/Berlin)");
  expect(chosenIn(panel, "On which days")).toEqual(["Friday"]);
  const results = await fill(await choose(panel, "What to post", "report"), "More options…", {
    shows: ["results"],
  });
  expect(results.text).toContain("Every Monday at 09:00 (Europe/Berlin)");
  const ranking = await choose(await ask("add", { kind: "leaderboard" }), "On which days", "Thursday");
  const again = await fill(ranking, "More options…", { mode: ["new"] });
  expect(again.text).toContain("Every Thursday at 17:00 (Europe/Berlin)");
  expect((await choose(again, "What to post", "report")).text).toContain("Every Thursday at 17:00");
  const board = await fill(await ask("add", { kind: "team" }), "More options…", { mode: ["new"] });
  const early = await press(await choose(board, "On which days", "Monday"), "Preview");
  expect(early.text).toContain("there's hardly anything to show");
});

test("standings, which nobody can choose any more, go on as they were planned, and can be changed", async () => {
  const createdAt = harness.clock.now();
  const place = { guildId, linkKey: "cafe", channelId: staff, makerDiscordUserId: theo, createdAt };
  const rule = { kind: "weekly", days: [1], time: "09:00" } as const;
  const options = { part: "final", pictures: false };
  const sample = sampleSchedule({ ...place, id: "old" });
  await store().schedules.create({ ...sample, kind: "standings", rule, options });
  const panel = await openFromList("old");
  expect(chosenIn(panel, "What to post")).toEqual(["standings"]);
  const preview = await press(await choose(panel, "On which days", "Tuesday"), "Preview");
  await press(preview, "Change schedule");
  expect(await only()).toMatchObject({ kind: "standings", rule: { days: [2], time: "09:00" }, options });
  const [menu] = (await ask("add")).selects;
  expect(menu?.options.map(({ value }) => value)).not.toContain("standings");
});

test("a cron rule or a day of the month typed into a new panel takes the place of its Monday", async () => {
  const panel = await ask("add", { kind: "report", channel: calendar });
  expect((await fill(panel, "Other time…", { cron: "0 18 * * 2" })).text).toContain("`0 18 * * 2`");
  const monthly = await fill(await ask("add", { kind: "report", channel: calendar }), "Other time…", {
    dayOfMonth: "15",
  });
  expect(monthly.text).toContain("On the 15th of every month at 09:00");
});

test.each([
  ["1st", "On the 1st of every month"],
  ["The 15th.", "On the 15th of every month"],
  ["15.", "On the 15th of every month"],
  ["last day", "On the last day of every month"],
])("a day of the month is read as people type it: %s", async (dayOfMonth, read) => {
  const panel = await ask("add", { kind: "report", channel: calendar });
  expect((await fill(panel, "Other time…", { dayOfMonth })).text).toContain(read);
});

test("what is typed as another rule takes the place of the days that were chosen before", async () => {
  const tuesdays = async () =>
    choose(await ask("add", { kind: "report", channel: calendar }), "On which days", "Tuesday");
  const form = opened(await manager().press(await tuesdays(), "Other time…"));
  expect(form.fields.find(({ label }) => label.startsWith("Cron"))?.description).toContain(
    "it posts on either",
  );
  const cron = await fill(await tuesdays(), "Other time…", { cron: "0 18 * * 1–5" });
  expect(cron.text).toContain("`0 18 * * 1-5`");
  expect(cron.text).not.toContain("can't be combined");
  const monthly = await fill(await tuesdays(), "Other time…", { dayOfMonth: "15" });
  expect(monthly.text).toContain("On the 15th of every month at 09:00");
  // And back, without emptying the field.
  const friday = await fill(cron, "Other time…", { days: ["Friday"], time: "6:30\u202fPM" });
  expect(friday.text).toContain("Every Friday at 18:30");
  const both = await fill(friday, "Other time…", { days: ["Monday"], cron: "0 9 * * 2" });
  expect(both.text).toContain("A cron rule has its own days and times, so the others were left out");
  expect(both.text).toContain("`0 9 * * 2`");
  const unread = await fill(both, "Other time…", { time: "9", cron: "every monday 9:00" });
  expect(unread.text).toContain("so the others were left out. “every monday");
  expect(unread.text).toContain("isn't a cron rule: it has 3 parts");
});

test("a channel that can't be posted in isn't chosen for a new schedule", async () => {
  harness.discord.setBotPermissions(staff, PermissionFlagsBits.ViewChannel);
  const panel = await ask("add");
  expect(panel.text).toContain(
    "Choose what to post, where, on which days and at what time. You'll see it before anything is saved.",
  );
  expect((await choose(panel, "What to post", "report")).text).toContain("Choose where to post it.");
  harness.discord.setBotPermissions(staff, allPermissions);
});

test("invalid input opens the panel with everything else, and is named until it is fixed", async () => {
  const typed = await ask("add", { ...weekly, time: "25 past" });
  const panel = await fill(typed, "More options…", { extras: ["pins"], mention: [staffRole] });
  expect(typed.text).toContain("I don't understand the time “25 past”");
  expect(panel.text).toContain("I don't understand the time “25 past”");
  expect(panel.text).toContain(`**Calendar of the week** in <#${calendar}>`);
  expect(chosenIn(panel, "On which days")).toEqual(["other"]);
  expect((await press(panel, "Preview")).text).toContain("I don't understand the time “25 past”");
  const form = opened(await manager().press(panel, "Other time…"));
  expect(form.fields.find(({ customId }) => customId === "time")).toMatchObject({ value: "25 past" });
  expect(
    form.fields.find(({ customId }) => customId === "days")?.options?.filter((day) => day.default),
  ).toMatchObject([{ value: "Monday" }, { value: "Thursday" }]);
  const fixed = shown(await manager().submit(form, { time: "18.25" }));
  expect(fixed.text).toContain("Every Monday and Thursday at 18:25 (Europe/Berlin)");
  await press(await press(fixed, "Preview"), "Add schedule");
  expect(await only()).toMatchObject({ pins: true, mentionRoleId: staffRole, rule: { days: [1, 4] } });
});

test("several invalid inputs are named one at a time, and the zone stays as typed", async () => {
  const typed = await ask("add", { ...weekly, kind: "digest", time: "25 past", zone: "Atlantis" });
  expect(typed.text).toContain("time zone called “Atlantis”");
  const panel = await fill(typed, "More options…", { mention: [guildId] });
  expect(panel.text).toContain("can't mention *@everyone*");
  const zoned = await fill(panel, "Other time…", { zone: "Berlin" });
  expect(zoned.text).toContain("I don't understand the time “25 past”");
  const fixed = await fill(zoned, "Other time…", { time: "6pm" });
  expect(fixed.text).toContain("Every Monday and Thursday at 18:00 (Europe/Berlin)");
  const options = opened(await manager().press(fixed, "More options…"));
  expect(options.fields.map(({ label }) => label)).toContain("Which kinds");
  const chosen = await fill(fixed, "More options…", { kinds: ["calendar", "posts"], extras: ["replaces"] });
  await press(await press(chosen, "Preview"), "Add schedule");
  expect(await only()).toMatchObject({
    replaces: true,
    mentionRoleId: undefined,
    options: { kinds: ["calendar", "posts"] },
  });
});

test("Fix it returns to the panel with all that was typed, and that preview no longer adds anything", async () => {
  const preview = await askAdd({ ...weekly, pin: true, mode: "changed" });
  const confirmId = preview.buttons.find(({ label }) => label === "Add schedule")?.customId ?? "";
  const panel = await press(preview, "Fix it");
  expect(panel.id).toBe(preview.id);
  expect(chosenIn(panel, "What to post")).toEqual(["calendar"]);
  expect(chosenIn(panel, "At what time")).toEqual(["18:00"]);
  await manager().forge.press(panel, confirmId);
  expect(await schedules()).toEqual([]);
  const again = await press(await choose(panel, "At what time", "07:00"), "Preview");
  await press(again, "Add schedule");
  expect(await only()).toMatchObject({ pins: true, mode: "changed", rule: { days: [1, 4], time: "07:00" } });
});

test("lists used at the same time both count, and a live board needs no time", async () => {
  const other = await choose(await ask("add"), "What to post", "orders");
  expect(other.text).toContain(`**Open orders** in <#${staff}>\nOne live message`);
  const panel = await ask("add");
  await Promise.all([choose(panel, "What to post", "orders"), choose(panel, "Where to post it", orders)]);
  const now =
    manager()
      .read()
      .find(({ id }) => id === panel.id) ?? panel;
  const form = opened(await manager().press(now, "More options…"));
  const live = shown(await manager().submit(form, { extras: ["tellReady"], stuckMinutes: "20" }));
  expect(live.text).toContain(`**Open orders** in <#${orders}>`);
  expect(chosenIn(live, "On which days")).toEqual(["live"]);
  expect(listOf(live, "No time: it's always up to date")).toMatchObject({ disabled: true });
  await press(await press(live, "Preview"), "Add schedule");
  expect(await only()).toMatchObject({
    mode: "live",
    refreshEveryMs: 120_000,
    options: { tellReady: true, tellStuck: false, pictures: false, stuckMinutes: 20 },
  });
});

test("a list used after its panel expired says so, and changes nothing", async () => {
  const panel = await ask("add", { kind: "calendar" });
  harness.clock.advance(2 * hourMs);
  await manager().choose(panel, listOf(panel, "On which days").customId, ["daily"]);
  expect(newestText(manager())).toMatch(
    /panel expired, so nothing was added\. Run <\/schedule add:\d+> again/,
  );
  const other = await ask("add", { kind: "calendar" });
  const days = listOf(other, "On which days").customId;
  await press(other, "Not now");
  expect(presentText(manager(), other)).toBe("Okay, nothing was added.");
  await manager().forge.choose(other, days, ["daily"]);
  expect(newestText(manager())).toContain("panel expired, so nothing was added");
});

test("a workspace that doesn't answer leaves the preview without the post", async () => {
  harness.service.faults.add({ kind: "status", status: 503, operation: "getCalendar", times: 20 });
  const preview = await ask("add", weekly);
  expect(preview.text).toContain("I couldn't load the post just now");
  expect(labelsOf(preview)).toContain("Add schedule");
  harness.service.faults.clear();
});

test("Edit… is filled with the schedule's settings; its receipt shows them before and after", async () => {
  await press(await askAdd({ ...weekly, pin: true }), "Add schedule");
  const { id } = await only();
  const panel = await openFromList(id);
  expect(panel.text).toContain("Change this schedule");
  expect(chosenIn(panel, "What to post")).toEqual(["calendar"]);
  expect(chosenIn(panel, "At what time")).toEqual(["18:00"]);
  expect((await press(panel, "Preview")).text).toContain("already looks like that, so nothing was changed");
  const moved = await choose(panel, "On which days", "weekdays");
  const receipt = await press(await press(moved, "Preview"), "Change schedule");
  expect(receipt.text).toContain(
    "**When:** every Monday and Thursday at 18:00 (Europe/Berlin) → every weekday (Monday to Friday) at 18:00 (Europe/Berlin)",
  );
  expect(receipt.text).not.toContain("**Pinned:**");
  expect(await only()).toMatchObject({ pins: true, rule: { days: [1, 2, 3, 4, 5], time: "18:00" } });
  const [entry] = await store().audit.list(guildId, {}, { limit: 1 });
  expect(entry).toMatchObject({ action: "schedule.edit", outcome: "done", target: id });

  const stale = await openFromList(id);
  await press(await askEdit(id, { time: "7:00" }), "Change schedule");
  expect((await press(await choose(stale, "At what time", "08:00"), "Preview")).text).toContain(
    "Someone changed or removed this schedule in the meantime, so nothing was changed",
  );
  expect(await only()).toMatchObject({ rule: { time: "07:00" } });
});

test("invalid input in a change opens the panel with everything else, and so does an empty change", async () => {
  await press(await ask("add", weekly), "Add schedule");
  const { id } = await only();
  const nothing = await askEdit(id, {});
  expect(nothing.text).toContain("already looks like that, so nothing was changed");
  expect(chosenIn(nothing, "At what time")).toEqual(["18:00"]);
  const panel = await askEdit(id, { time: "25 past", pin: true, zone: "Atlantis", week: 1 });
  expect(panel.text).toContain("time zone called “Atlantis”");
  expect((await press(panel, "Preview")).text).toContain("time zone called “Atlantis”");
  const form = opened(await manager().press(panel, "Other time…"));
  expect(form.fields.find(({ customId }) => customId === "time")).toMatchObject({ value: "25 past" });
  const named = shown(await manager().submit(form, { zone: "Rome" }));
  expect(named.text).toContain("I don't understand the time “25 past”");
  expect(chosenIn(named, "At what time")).toEqual([]);
  const timed = await choose(await choose(named, "On which days", "weekend"), "At what time", "18:00");
  const receipt = await press(await press(timed, "Preview"), "Change schedule");
  expect(receipt.text).toContain("**Pinned:** no → yes");
  expect(await only()).toMatchObject({
    pins: true,
    zone: "Europe/Rome",
    options: { week: 1 },
    rule: { days: [6, 7], time: "18:00" },
  });
});

test("a post that falls due while its schedule is changed is posted once", async () => {
  const soon = Temporal.Instant.fromEpochMilliseconds(harness.clock.now())
    .toZonedDateTimeISO("Europe/Berlin")
    .add({ minutes: 30 });
  const time = soon.toPlainTime().toString({ smallestUnit: "minute" });
  await press(await ask("add", { ...weekly, days: "daily", time }), "Add schedule");
  const { id, nextDueAt: due = 0 } = await only();
  const other = soon.subtract({ hours: 2 }).toPlainTime().toString({ smallestUnit: "minute" });
  const panel = await fill(await openFromList(id), "Other time…", { time: other });
  const preview = await press(panel, "Preview");
  harness.clock.advance(due - harness.clock.now() + 1_000);
  await press(preview, "Change schedule");
  expect(await store().deliveries.list(id, 10)).toMatchObject([{ dueAt: due, state: "waiting" }]);
  expect((await only()).nextDueAt).toBe(due + 22 * hourMs - (due % 60_000));
});

test("for a time shared by too many, the preview says how late posts get, and offers a quiet time nearby", async () => {
  const where = { kind: "calendar", channel: calendar, zone: "Europe/Berlin" };
  const monday = { ...where, days: "Monday", time: "9:00", pin: true };
  await press(await askAdd(monday), "Add schedule");
  const { id, nextDueAt: nine = 0, ...same } = await only();
  const others: string[] = [];
  /** Of other servers, as many minutes after nine. */
  const addOthers = async (count: number, minutes: number) => {
    for (let index = 0; index < count; index++) {
      const parts = { id: `other-${others.length}`, guildId: "9", nextDueAt: nine + minutes * 60_000 };
      others.push(parts.id);
      await store().schedules.create({ ...same, ...parts });
    }
  };
  try {
    // One a second makes 60 a minute, and the one above is among them.
    await addOthers(59, 0);
    expect((await askAdd(monday)).text).not.toContain("posts across all servers");
    await addOthers(49, 0);
    await addOthers(30, 3);

    const preview = await askAdd(monday);
    expect(preview.text).toContain(
      "⏳ About 110 posts across all servers are due at that time, so this one may be up to 2 minutes late. 09:02 is quiet.",
    );
    expect(usable(preview)).toEqual(["Add schedule", "Use 09:02", "Fix it", "Not now"]);
    const quiet = await press(preview, "Use 09:02");
    expect(quiet.id).toBe(preview.id);
    expect(quiet.embeds[0]?.title).toBe("Calendar: every Monday at 09:02");
    expect(quiet.text).not.toContain("posts across all servers");
    await press(quiet, "Add schedule");
    const added = (await schedules()).find((each) => each.id !== id);
    expect(added).toMatchObject({ pins: true, rule: { kind: "weekly", days: [1], time: "09:02" } });

    const moved = await askEdit(added?.id ?? "", { time: "9:00", days: "Monday" });
    expect(usable(moved)).toEqual(["Change schedule", "Use 09:02", "Fix it", "Not now"]);
    const cron = await askAdd({ ...where, cron: "0 9 * * 1" });
    expect(cron.text).toContain("up to 2 minutes late");
    expect(usable(cron)).toEqual(["Add schedule", "Fix it", "Not now"]);
  } finally {
    for (const other of others) await store().schedules.remove("9", other);
  }
});

test("everything about a schedule can be chosen in its panel, when it is added and when it is changed", async () => {
  const wanted = { kind: "leaderboard", channel: calendar, zone: "Tokyo", dayOfMonth: 15, time: "7:30" };
  await press(
    await askAdd({
      ...wanted,
      mode: "changed",
      rankBy: "orders",
      part: "final",
      pictures: false,
      replace: true,
    }),
    "Add schedule",
  );
  const { id } = await only();
  expect(await only()).toMatchObject({
    mode: "changed",
    rule: { kind: "monthly", day: 15, time: "07:30" },
    zone: "Asia/Tokyo",
    options: { rankBy: "orders", part: "final", pictures: false },
    replaces: true,
  });
  harness.discord.setMentionable(guildId, staffRole, true);
  const change = { mode: "new", cron: "0 9 * * 1", zone: "Berlin", rankBy: "messages", part: "before" };
  const changed = await askEdit(id, {
    ...change,
    pictures: true,
    replace: false,
    pin: true,
    mention: staffRole,
  });
  await press(changed, "Change schedule");
  expect(await only()).toMatchObject({
    mode: "new",
    rule: { kind: "cron", expression: "0 9 * * 1" },
    zone: "Europe/Berlin",
    options: { rankBy: "messages", part: "before", pictures: true },
    replaces: false,
    pins: true,
    mentionRoleId: staffRole,
  });
  const receipt = await press(await askEdit(id, { mention: "" }), "Change schedule");
  expect(receipt.text).toContain(`**Mentions:** <@&${staffRole}> → nobody`);
  expect(await only()).toMatchObject({ mentionRoleId: undefined });
  harness.discord.setMentionable(guildId, staffRole, false);
});

test("a schedule that is paused can be resumed right from the receipt of its change", async () => {
  await press(await ask("add", weekly), "Add schedule");
  const { id } = await only();
  await store().schedules.pause(guildId, id, undefined);
  const receipt = await press(await askEdit(id, { time: "7:00" }), "Change schedule");
  expect(receipt.text).toContain("⏸️ It's still paused.");
  expect((await press(receipt, "Resume")).text).toContain("Schedule resumed");
  expect(await only()).toMatchObject({ state: "active", rule: { time: "07:00" } });
});

test("a form opened again shows what was chosen meanwhile, also on a phone", async () => {
  harness.discord.faults.keepFirstForms();
  const panel = await choose(await ask("add"), "What to post", "report");
  const timeIn = async (message: SeenMessage) =>
    opened(await manager().press(message, "Other time…")).fields.map(({ value }) => value);
  const before = await timeIn(panel);
  expect(before).toContain("09:00");
  expect(await timeIn(panel)).toEqual(before);
  const later = await choose(panel, "At what time", "18:00");
  expect(await timeIn(later)).toContain("18:00");
  harness.discord.faults.clear();
});
