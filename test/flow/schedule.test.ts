// Depends on: database.
import { PermissionFlagsBits, PermissionsBitField } from "discord.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import type { Schedule } from "../../commands/boards/store.ts";
import { deletedChannel } from "../../commands/boards/attempts.ts";
import { posting } from "../../commands/schedule/delivery/job.ts";
import { refreshing } from "../../commands/schedule/delivery/refresh-job.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { labelsOf, newestText, textOf, opened, shown } from "../support/replies.ts";
import { chooseSetting, openSetting, searchZone } from "../support/settings.ts";
import { askToAdd, askToChange, openCard, pressOnCard, type Settings } from "../support/schedules.ts";
import { until } from "../support/wait-for.ts";

const { guildId, calendar, orders, managers, theo, ada, mia, staffRole } = playgroundIds;
const { ViewChannel, EmbedLinks, AttachFiles } = PermissionFlagsBits;
const everything = PermissionsBitField.All;
const dayMs = 24 * 60 * 60_000;
const weekly = { kind: "calendar", channel: calendar, days: "mon, thu", time: "6pm", zone: "Europe/Berlin" };
let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness[Symbol.asyncDispose]());

const manager = () => harness.as("theo", "staff");
const store = () => harness.app.ctx.store;
const schedules = () => store().schedules.list(guildId);
const only = async (): Promise<Schedule> => {
  const [schedule, ...others] = await schedules();
  if (schedule === undefined || others.length > 0) throw new Error("there is not exactly one schedule");
  return schedule;
};
const entries = () => store().audit.list(guildId, {}, { limit: 50 });
const askAdd = (settings: Settings) => askToAdd(manager(), settings);
const askEdit = (id: string, changes: Settings) => askToChange(manager(), id, changes);
const list = async () => shown(await manager().run("schedule list"));
const onCard = (id: string, label: string) => pressOnCard(manager(), id, label);
const open = (id: string) => openCard(manager(), id);
const cardOf = async (id: string): Promise<string> => (await open(id)).text;
const press = async (message: SeenMessage, label: string) => shown(await manager().press(message, label));
const add = async (options: Settings = {}): Promise<Schedule> => {
  const before = new Set((await schedules()).map(({ id }) => id));
  expect((await press(await askAdd({ ...weekly, ...options }), "Add schedule")).text).toContain(
    `Added by <@${theo}>`,
  );
  const added = (await schedules()).find(({ id }) => !before.has(id));
  if (added === undefined) throw new Error("nothing was added");
  return added;
};
const posted = () => harness.discord.messagesIn(calendar);

/** Three Mondays and Thursdays at six in the evening in Berlin, by the calendar and no code of ours. */
function expectedRuns(): readonly number[] {
  let day = Temporal.Instant.fromEpochMilliseconds(harness.clock.now())
    .toZonedDateTimeISO("Europe/Berlin")
    .with({ hour: 18, minute: 0, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 });
  const runs: number[] = [];
  for (; runs.length < 3; day = day.add({ days: 1 }))
    if ((day.dayOfWeek === 1 || day.dayOfWeek === 4) && day.epochMilliseconds > harness.clock.now())
      runs.push(day.epochMilliseconds);
  return runs;
}

test("the list pauses and resumes by a menu, and an older list never does the opposite", async () => {
  const { id } = await add();
  const before = await list();
  const switchBy = async (seen: SeenMessage, step: "pause" | "resume") => {
    const [, menu] = seen.selects;
    return shown(await manager().choose(seen, menu?.customId ?? "", [`${step} ${id}`]));
  };
  expect(labelsOf(await switchBy(before, "pause"))).toEqual(["Resume"]);
  expect((await only()).state).toBe("paused");
  expect((await switchBy(before, "pause")).text).toContain("already paused, so nothing was changed");
  expect((await only()).state).toBe("paused");
  expect(labelsOf(await switchBy(await list(), "resume"))).toEqual(["Pause"]);
  expect((await only()).state).toBe("active");
});

describe("adding", () => {
  test("a schedule is described with its next three posts, added once, and audited", async () => {
    const runs = expectedRuns();
    const question = await askAdd(weekly);
    expect(question.private).toBe(true);
    expect(question.embeds[0]?.title).toBe("Calendar: every Monday and Thursday at 18:00");
    const [where, shows, next = ""] = question.embeds[0]?.description?.split("\n") ?? [];
    expect([where, shows]).toEqual([`<#${calendar}> · Europe/Berlin`, "Shows this week"]);
    const days = runs.map(
      (run) => Temporal.Instant.fromEpochMilliseconds(run).toZonedDateTimeISO("Europe/Berlin").day,
    );
    expect([...next.matchAll(/\d+(?=\u00a0[A-Z])/g)].map(Number)).toEqual(days);
    expect(next).toMatch(/^Next: /);
    expect(await schedules()).toEqual([]);

    const receipt = await press(question, "Add schedule");
    expect(receipt.text).toContain(`by <@${theo}>`);
    const schedule = await only();
    expect(schedule).toMatchObject({
      kind: "calendar",
      channelId: calendar,
      mode: "new",
      rule: { kind: "weekly", days: [1, 4], time: "18:00" },
      zone: "Europe/Berlin",
      options: { week: 0 },
      state: "active",
      makerDiscordUserId: theo,
      nextDueAt: runs[0],
    });
    expect(await entries()).toMatchObject([
      { action: "schedule.add", outcome: "done", target: schedule.id, discordUserId: theo },
    ]);
    expect(posted()).toHaveLength(0);
  });

  test("a channel that gets the same kind already is named in the preview", async () => {
    await add();
    expect((await askAdd({ ...weekly, days: "tue" })).text).toContain(
      `⚠️ <#${calendar}> already gets the calendar, every Monday and Thursday at 18:00.`,
    );
    expect((await askAdd({ ...weekly, kind: "report" })).text).not.toContain("already gets");
  });

  test("of two who asked before either confirmed one adds it, and the other is told", async () => {
    const [one, other] = [await askAdd(weekly), await askToAdd(harness.as("ada"), weekly)];
    await press(one, "Add schedule");
    const told = textOf(await harness.as("ada").press(other, "Add schedule"));
    expect(told).toContain(`Someone planned the same kind of post for <#${calendar}> after this preview`);
    expect(await schedules()).toHaveLength(1);
    await harness.as("ada").press(await askToAdd(harness.as("ada"), weekly), "Add schedule");
    expect(await schedules()).toHaveLength(2);
  });

  test("a post that comes shortly before the workspace's week ends says in its preview what it is about", async () => {
    // Eleven hours ahead all year, so the week ends there on Monday at 11:00.
    const early = { ...weekly, days: "mon", time: "9:00", zone: "Pacific/Guadalcanal" };
    const { days: _days, time: _time, ...byCron } = { ...early, cron: "0 9 * * 1" };
    const warningOf = async (options: Settings, timed: Settings = early) =>
      /⚠️ The workspace's week (?:ends|begins).*/.exec((await askAdd({ ...timed, ...options })).text)?.[0];
    const ends = "⚠️ The workspace's week ends Monday at 10:59, so at 09:00 this";
    expect(await warningOf({})).toBe(`${ends} still shows the week that's ending.`);
    const about = `${ends} is still about the week before.`;
    expect(await warningOf({ kind: "report" })).toBe(about);
    expect(await warningOf({ kind: "report", shows: "results" })).toBe(about);
    expect(await warningOf({ kind: "digest", kinds: "calendar" })).toContain("still shows the week");
    expect(await warningOf({ kind: "report" }, byCron)).toBe(about);
    for (const fine of [
      { time: "11:00" },
      { days: "tue" },
      { week: "1" },
      { zone: "UTC" },
      { kind: "team", mode: "new", days: "fri" },
      { kind: "leaderboard", days: "daily", mode: "new" },
      { kind: "orders" },
    ])
      expect(await warningOf(fine), JSON.stringify(fine)).toBeUndefined();
    const atStart =
      "⚠️ The workspace's week begins Monday at 11:00, so at 12:00 there's hardly anything to show. Choose a later day, or last week's results.";
    const afterStart = { time: "12:00" } as const;
    expect(await warningOf({ kind: "team", mode: "new", ...afterStart })).toBe(atStart);
    expect(await warningOf({ kind: "leaderboard", mode: "new", ...afterStart })).toBe(atStart);
    expect(await warningOf({ kind: "team", mode: "new" }, { ...byCron, cron: "0 12 * * 1" })).toBe(atStart);
    expect(
      await warningOf({ kind: "leaderboard", mode: "new", part: "final", ...afterStart }),
    ).toBeUndefined();
    const added = await add(early);
    const edited = await askEdit(added.id, { time: "10:00" });
    expect(edited.text).toContain("so at 10:00 this still shows the week that's ending.");

    // What was saved says it, too, and needs no answer.
    harness.service.faults.add({ operation: "getCalendar", kind: "status", status: 503, times: 99 });
    await harness.forgetRead();
    expect(await warningOf({})).toBeUndefined();
    const today = Temporal.Instant.fromEpochMilliseconds(harness.clock.now()).toZonedDateTimeISO("UTC");
    const monday = today.startOfDay().subtract({ days: today.dayOfWeek - 1 });
    const userId = "104872391";
    await connectAccount(harness.app.ctx, {
      discordUserId: mia,
      userId,
      displayName: "Mia",
      memberName: "Mia",
    });
    await store().weeks.snapshot({
      guildId,
      workspaceId: harness.service.workspaceId,
      userId,
      weekStart: monday.toPlainDate().toString(),
      endsAt: monday.add({ days: 6, hours: 23 }).epochMilliseconds,
      snapshotAt: harness.clock.now(),
      minutes: 1,
      messages: 1,
      orders: 1,
      assignments: [
        { name: "Minutes", targetType: "minutes", target: 120, achieved: 1, passed: false, timeoff: false },
      ],
    });
    expect(await warningOf({})).toContain("ends Monday at 09:59, so at 09:00");
  });

  test("posts it when it is due, in the time of its zone", async () => {
    const [first = 0] = expectedRuns();
    await add();
    harness.clock.advance(first - harness.clock.now() - 60_000);
    await until("the bot looked at its clock", async () => (await only()).nextDueAt === first);
    expect(posted()).toHaveLength(0);
    harness.clock.advance(61_000);
    await until("it is posted", () => posted().length === 1);
    await until("it is written down", async () => (await only()).lastOutcome === "sent");
    expect(await cardOf((await only()).id)).toMatch(/✅ Last posted: <t:\d+:R>/);
  });

  test("a live message is posted and pinned at once, and pings the chosen role", async () => {
    harness.discord.setBotPermissions(calendar, everything);
    await add({ mode: "live", mention: staffRole });
    await until("it is posted", () => posted().length === 1);
    expect(posted()[0]).toMatchObject({ pinged: { roleIds: [staffRole] } });
    await until("it is pinned", () => posted()[0]?.pinned === true);
  });

  test("an orders board needs no time, and is checked every two minutes", async () => {
    await store().guildSettings.set(guildId, "zone", "Europe/Berlin");
    const question = await askAdd({ kind: "orders", channel: orders, stuckMinutes: "４５" });
    expect(question.text).toContain("Open orders: live, checked every 2 min");
    expect(question.text).toContain(`Everyone in this server can read <#${orders}>`);
    const hidden = await askAdd({ kind: "orders", channel: managers });
    expect(hidden.text).not.toContain("Everyone in this server can read");
    await press(question, "Add schedule");
    expect(await only()).toMatchObject({
      mode: "live",
      refreshEveryMs: 120_000,
      options: { stuckMinutes: 45 },
    });
    await until("it is posted", async () => (await only()).messageId !== undefined);
  });

  test("by day of the month, or by cron", async () => {
    const { days: _, time: __, ...plain } = weekly;
    const monthly = await askAdd({ ...plain, dayOfMonth: 31, time: "noon" });
    expect(monthly.text).toContain("Calendar: on the last day of every month at 12:00");
    expect((await askAdd({ ...plain, cron: "30 7 * * 1-5" })).text).toContain(
      "Calendar: by the cron rule `30 7 * * 1-5`",
    );
  });

  test("a digest is composed of the chosen kinds", async () => {
    const digest = { kind: "digest", channel: calendar, time: "8", zone: "UTC" };
    expect((await askAdd({ ...digest, kinds: "orders, calendar" })).text).toContain(
      "Includes the calendar and open orders",
    );
    await add({ ...digest, kinds: "orders, calendar, orders" });
    expect((await only()).options).toEqual({ kinds: ["calendar", "orders"], pictures: true });
  });

  test("an unknown zone is asked for, and all that was typed is kept", async () => {
    const { zone: _, ...zoneless } = weekly;
    const lacking = await askAdd({ ...zoneless, pin: true });
    expect(lacking.text).toMatch(
      /don't know this server's time zone, so nothing was added yet.*<\/settings:\d+>/,
    );
    const choose = async (zone: string, message = lacking) =>
      shown(await manager().submit(opened(await manager().press(message, "Choose time zone")), { zone }));
    const unknown = await choose("Atlantis");
    expect(unknown.text).toContain("time zone called “Atlantis”, so nothing was added");
    const again = opened(await manager().press(unknown, "Choose time zone"));
    expect(again.fields.map(({ customId, value }) => [customId, value])).toContainEqual(["zone", "Atlantis"]);
    const none = shown(await manager().submit(again, { zone: "" }));
    expect(none.text).toContain("You chose no time zone, so nothing was added yet");
    const several = await choose("san", none);
    expect(several.text).toMatch(/matches more than one time zone, so nothing was added: .* and more/);

    const listed = { zone: "", listed: ["Europe/Berlin"] };
    const question = shown(
      await manager().submit(opened(await manager().press(several, "Choose time zone")), listed),
    );
    expect(question.text).toContain(
      `Calendar: every Monday and Thursday at 18:00\n<#${calendar}> · Europe/Berlin`,
    );
    await press(question, "Add schedule");
    expect(await only()).toMatchObject({ kind: "calendar", zone: "Europe/Berlin", pins: true });
  });

  test("the zone isn't asked for when the schedule is impossible for another reason", async () => {
    const { zone: _, ...zoneless } = weekly;
    expect((await askAdd({ ...zoneless, time: "25:00" })).text).toContain("I don't understand the time");
    harness.discord.setBotPermissions(calendar, ViewChannel);
    expect((await askAdd(zoneless)).text).toContain("I need");
  });

  test("both nights of changing clocks are shown where the times fall into them", async () => {
    const plain = { kind: "calendar", channel: calendar, zone: "Europe/Berlin" };
    const half = (await askAdd({ ...plain, cron: "*/30 2 * * *" })).text;
    expect(half).toMatch(
      /Sun \d+ Mar \d{4}, clocks go forward and skip 02:00 and 02:30, so it posts once right after, at 03:00\./,
    );
    expect(half).toMatch(
      /Sun \d+ Oct \d{4}, clocks go back and show 02:00 and 02:30 twice; it posts the first time\./,
    );
    const often = (await askAdd({ ...plain, cron: "*/20 * * * *" })).text;
    expect(often).toMatch(
      /clocks go forward and skip 02:00 to 02:40\.\n.*show 02:00 to 02:40 twice; it posts both times\./,
    );
    const nightly = (await askAdd({ ...plain, days: "daily", time: "2:30" })).text;
    expect(nightly).toMatch(/clocks go forward and skip 02:30, so it posts once right after, at 03:00\./);
    expect((await askAdd(weekly)).text).not.toContain("clocks go");
    const { id } = await add();
    const edited = (await askEdit(id, { cron: "0 1-3 * * *" })).text;
    expect(edited).toMatch(
      /skip 02:00, so it posts once right after, at 03:00\.[\s\S]*show 02:00 twice; it posts the first time/,
    );
  });

  test("a rule with both day parts says that it posts on either", async () => {
    const plain = { kind: "calendar", channel: calendar, zone: "UTC" };
    const either = "it posts on either, not only where both agree";
    expect((await askAdd({ ...plain, cron: "0 9 1 * 1" })).text).toContain(either);
    expect((await askAdd({ ...plain, cron: "0 9 1 * *" })).text).not.toContain(either);
  });

  test("invalid input says what was not done, and what to do", async () => {
    const { time: __, ...timeless } = weekly;
    const slips: readonly (readonly [Settings, string])[] = [
      [{ ...weekly, zone: "America" }, "matches more than one time zone, so nothing was changed: *America/"],
      [{ ...weekly, zone: "Atlantis" }, "time zone called “Atlantis”"],
      [timeless, "At what time"],
      [{ ...weekly, days: "someday" }, "I don't understand the days “someday”"],
      [{ ...weekly, time: "25:00" }, "I don't understand the time “25\\:00”"],
      [
        { kind: "calendar", channel: calendar, zone: "UTC", cron: "* * * * *" },
        "Every five minutes is the most",
      ],
      [
        { kind: "calendar", channel: calendar, zone: "UTC", cron: "0 9 * *" },
        "it has 4 parts, and a rule has five",
      ],
      [
        { kind: "calendar", channel: calendar, zone: "UTC", cron: "0 22-2 * * *" },
        "I don't understand the hour “22-2” in the cron rule “0 22-2 \\* \\* \\*”, so nothing was changed. Type `22-23,0-2`",
      ],
      [
        { kind: "calendar", channel: calendar, zone: "UTC", cron: "0 9 * * someday" },
        "Type a number from 0 to 6 or a name such as MON, a list (`1,5`), a range (`1-5`)",
      ],
      [{ kind: "calendar", channel: calendar, zone: "UTC", cron: "0 0 31 2 *" }, "never occurs"],
      [{ ...weekly, mention: guildId }, "can't mention *@everyone*"],
      [{ ...weekly, days: " " }, "I don't understand the days"],
      [{ ...weekly, zone: " " }, "time zone called"],
    ];
    for (const [options, words] of slips) {
      const { text } = await askAdd(options);
      expect(text).toContain(words);
      expect(text).toMatch(/[Nn]othing was (added|changed)/);
    }
    expect((await askAdd({ kind: "orders", channel: calendar, stuckMinutes: "soon" })).text).toMatch(
      /“soon” isn't a whole number from 1 to 10\s080, so it stays as it was\./,
    );
    expect(await schedules()).toEqual([]);
  });

  test("an option without effect in a mode is said to have none", async () => {
    const options = { kind: "orders", channel: orders, zone: "UTC", tellStuck: true };
    expect((await askAdd(options)).text).not.toContain("No effect");
    expect((await askAdd({ ...options, time: "9", mode: "new" })).text).toContain(
      "No effect in this mode: *A live board also announces stuck orders*",
    );
  });

  test("a board that needs no time needs no zone either, and mentions no time", async () => {
    const question = await askAdd({ kind: "orders", channel: orders });
    expect(question.embeds[0]?.description).not.toMatch(/UTC|00:00|Next run/);
    await press(question, "Add schedule");
    expect(await only()).toMatchObject({ zone: "UTC" });
    await until("it is looked at again", async () => (await only()).nextRefreshAt !== undefined);
    expect(await cardOf((await only()).id)).toMatch(/Next look: <t:\d+:R>/);
    await add();
    await press(await askAdd({ kind: "orders", channel: orders }), "Add schedule");
    expect((await schedules()).at(-1)).toMatchObject({ zone: "Europe/Berlin" });
  });

  test("a channel where the bot can't post is refused immediately", async () => {
    harness.discord.setBotPermissions(calendar, ViewChannel | EmbedLinks | AttachFiles);
    expect((await askAdd(weekly)).text).toContain("I need *Send Messages* there");
  });

  test("a chosen channel's permissions are read from the interaction, without asking Discord for them", async () => {
    const membersRead = () =>
      harness.discord.requests.filter(({ method, path }) => method === "GET" && path.includes("/members/"));
    const before = membersRead().length;
    // A live message is pinned.
    const live = { kind: "orders", channel: calendar };
    const question = await askAdd(live);
    expect(labelsOf(question)).toContain("Add schedule");
    const { SendMessages } = PermissionFlagsBits;
    harness.discord.setBotPermissions(calendar, ViewChannel | SendMessages | EmbedLinks | AttachFiles);
    expect((await askAdd(live)).text).toContain("I can't pin messages");
    expect(membersRead()).toHaveLength(before);
    // Where the bot can't write, it may only be timed out, which isn't said there either.
    harness.discord.setBotPermissions(calendar, ViewChannel | EmbedLinks | AttachFiles);
    expect((await askAdd(weekly)).text).toContain("I need *Send Messages* there");
    expect(membersRead()).toHaveLength(before + 1);
    harness.discord.setBotPermissions(calendar, ViewChannel | SendMessages | EmbedLinks | AttachFiles);
    // Whether a role can be pinged isn't said there, and what was confirmed is checked again.
    await askAdd({ ...weekly, mention: staffRole });
    expect(membersRead().length).toBeGreaterThan(before + 1);
    const asked = membersRead().length;
    await press(question, "Add schedule");
    expect(membersRead().length).toBeGreaterThan(asked);
  });

  test("each new message may replace the previous one, which is refused for a live message", async () => {
    const { text } = await askAdd({ ...weekly, mode: "live", replace: true });
    expect(text).toContain("there is no earlier one to delete. Nothing was changed");
    expect((await askAdd({ ...weekly, replace: true })).text).toContain("🧹 deletes the previous one");
    const { id } = await add({ replace: true });
    expect(await only()).toMatchObject({ replaces: true });
    await press(await askEdit(id, { mode: "live" }), "Change schedule");
    expect(await only()).toMatchObject({ mode: "live", replaces: false });
  });

  test("permissions it needs beyond posting are checked, too, and missing ones named", async () => {
    const wishes = { ...weekly, pin: true, mention: staffRole };
    const { PinMessages, MentionEveryone, SendMessages } = PermissionFlagsBits;
    harness.discord.setBotPermissions(calendar, ViewChannel | SendMessages | EmbedLinks | AttachFiles);
    const lacking = await askAdd(wishes);
    expect(lacking.text).toContain(`I can't ping <@&${staffRole}>`);
    expect(lacking.text).toContain(`I need *Pin Messages* in <#${calendar}>`);
    expect(labelsOf(lacking)).toContain("Add schedule");
    expect((await askAdd(weekly)).text).not.toContain("I need");
    const { id } = await add();
    expect((await askEdit(id, { pin: true })).text).toContain("I need *Pin Messages*");

    harness.discord.setBotPermissions(
      calendar,
      ViewChannel | SendMessages | EmbedLinks | AttachFiles | PinMessages | MentionEveryone,
    );
    expect((await askAdd(wishes)).text).not.toContain("I need");
    expect((await askEdit(id, { pin: true, mention: staffRole })).text).not.toContain("I need");

    harness.discord.faults.failRequests({ status: 500, times: 1, pathPart: `/channels/${calendar}` });
    expect((await askEdit(id, { pin: true })).text).toContain("I couldn't check my permissions");
  });

  test("a server has at most 25 schedules, even with previews still open", async () => {
    const unconfirmed = await askAdd(weekly);
    const first = await add();
    for (let index = 1; index < 25; index += 1)
      await store().schedules.create({ ...first, id: `copy-${index}` });
    expect((await askAdd(weekly)).text).toContain("has 25 schedules");
    await manager().press(unconfirmed, "Add schedule");
    expect(newestText(manager())).toContain("has 25 schedules");
    expect(await store().schedules.count(guildId)).toBe(25);
  });

  test("days, times and zones are suggested as they are understood", async () => {
    const suggest = async (name: string, value: string) =>
      (await manager().suggest("schedule add", { kind: "calendar", channel: calendar }, { name, value })).map(
        (choice) => choice.name,
      );
    expect(await suggest("days", "")).toContain("Weekdays");
    expect(await suggest("days", "mo-we")).toEqual(["Every Monday, Tuesday and Wednesday"]);
    expect(await suggest("time", "")).toContain("18:00");
    expect((await suggest("time", "6:30 pm"))[0]).toBe("18:30");
    expect((await suggest("zone", "berl"))[0]).toMatch(/^Europe\/Berlin · \d\d:\d\d there now$/);
  });
});

describe("existing schedules", () => {
  test("are listed with rule, next run and state, in pages, a paused one first", async () => {
    expect((await list()).text).toContain("No schedules yet");
    const first = await add();
    for (let index = 1; index < 12; index += 1)
      await store().schedules.create({ ...first, id: `copy-${index}`, createdAt: first.createdAt + index });
    await store().schedules.pause(guildId, "copy-1", { reason: "The channel is gone." });
    const all = await list();
    const line = (mark: string, state: string) => `${mark} **Calendar** · <#${calendar}> · ${state}`;
    expect(all.text.split("\n")).toEqual([
      "12 schedules",
      line("⏸️", "paused"),
      ...Array.from({ length: 9 }, () => line("🔹", "Mon, Thu 18:00")),
      "Page 1 of 2 · 1 paused · Berlin time",
    ]);
    expect(await cardOf(first.id)).toMatch(
      new RegExp(`Next: [^(\n]*18:00 \\(<t:${(first.nextDueAt ?? 0) / 1000}:R>\\)`),
    );
    expect(await cardOf("copy-1")).toContain("⏸️ Paused: The channel is gone.");
    expect((await press(all, "Next")).text.split("\n")).toHaveLength(4);
  });

  test("are offered by kind, channel and rule", async () => {
    const { id } = await add();
    const [menu] = (await list()).selects;
    expect(menu?.options).toMatchObject([
      {
        label: "Calendar of the week",
        description: "#calendar · every Monday and Thursday at 18:00",
        value: id,
      },
    ]);
  });

  test("can be named when Discord doesn't report channel names", async () => {
    const { id } = await add();
    harness.discord.faults.failRequests({ status: 500, times: 5, pathPart: `/guilds/${guildId}/channels` });
    expect((await onCard(id, "Preview")).text).toMatch(/^-# This is what I'd post in <#\d+> now\.$/m);
  });
});

describe("changing", () => {
  test.each([
    ["by this version", deletedChannel],
    [
      "before buttons took the place of commands",
      { ...deletedChannel, reason: "The channel was deleted. Choose another one with `/schedule edit`." },
    ],
  ])(
    "a schedule paused %s, as its channel was deleted, gets a new one and stays paused",
    async (_, reason) => {
      const { id } = await add();
      await store().schedules.pause(guildId, id, reason);
      expect((await list()).text).toContain("⏸️ **Calendar** · deleted channel · paused");
      await press(await askEdit(id, { channel: orders }), "Change schedule");
      const card = await cardOf(id);
      expect(card).toContain(`<#${orders}>`);
      expect(card).toContain("Paused: Its channel was deleted, and it has another one now.");
    },
  );

  test.each([
    {
      reason: "I'm no longer allowed to post in the channel. Give me *Send Messages* there.",
      cause: "cannot-post",
    },
    {
      reason:
        "I can no longer see the channel. Give me *View Channel* there, or choose another one with *Edit…* in `/schedule list`.",
      cause: "other-channel",
    },
  ] as const)("of a schedule paused for its channel isn't said of the new one: $reason", async (reason) => {
    const { id } = await add();
    await store().schedules.pause(guildId, id, reason);
    await press(await askEdit(id, { time: "9:00" }), "Change schedule");
    expect(await cardOf(id)).toContain(reason.reason.slice(0, 30));
    await press(await askEdit(id, { channel: orders }), "Change schedule");
    expect(await cardOf(id)).toContain(
      "Paused: I couldn't post in its earlier channel, and it has another one now.",
    );
  });

  test("of a paused live board leaves its message as it is", async () => {
    const { id } = await add({ kind: "orders", mode: "live", pin: false });
    await until("it is posted", async () => (await only()).lastOutcome === "sent");
    await onCard(id, "Pause");
    const before = posted().map(({ text }) => text);
    expect(before.join()).toContain("Paused since");
    harness.clock.advance(dayMs);
    await press(await askEdit(id, { time: "9:00" }), "Change schedule");
    harness.clock.advance(dayMs);
    await runJob(refreshing, jobTools(harness.app));
    expect(posted().map(({ text }) => text)).toEqual(before);
  });

  test("to posts only when something changed keeps the newest one, and compares with it", async () => {
    harness.discord.setBotPermissions(calendar, everything);
    const { id } = await add({ pin: true, replace: true });
    const postNow = async (): Promise<void> => {
      await press(await onCard(id, "Post now…"), "Post it now");
    };
    await postNow();
    await until("it is posted", async () => (await only()).lastOutcome === "sent");
    await press(await askEdit(id, { mode: "changed" }), "Change schedule");
    expect(posted().map(({ pinned }) => pinned)).toEqual([true]);
    harness.clock.advance(1_000);
    await postNow();
    await until("it is compared", async () => (await only()).lastOutcome === "skipped");
    await press(await askEdit(id, { mode: "new" }), "Change schedule");
    harness.clock.advance(1_000);
    await postNow();
    await until("it is posted again", async () => (await only()).lastOutcome === "sent");
    expect(posted().map(({ pinned }) => pinned)).toEqual([true]);
  });

  test("shows it before and after, and moves the next run", async () => {
    const { id } = await add();
    const question = await askEdit(id, { days: "Friday", channel: orders, week: 1 });
    expect(question.text).toContain("Every Monday and Thursday at 18:00");
    expect(question.text).toContain("Every Friday at 18:00");
    expect(question.text).toContain("Shows next week");
    await press(question, "Change schedule");
    const changed = await only();
    expect(changed).toMatchObject({
      channelId: orders,
      options: { week: 1 },
      rule: { days: [5], time: "18:00" },
    });
    expect(
      Temporal.Instant.fromEpochMilliseconds(changed.nextDueAt ?? 0).toZonedDateTimeISO("Europe/Berlin"),
    ).toMatchObject({ dayOfWeek: 5, hour: 18, minute: 0 });
    expect((await entries())[0]).toMatchObject({
      action: "schedule.edit",
      target: id,
      detail: {
        before: expect.stringContaining("every Monday and Thursday at 18:00"),
        after: expect.stringContaining("every Friday at 18:00"),
      },
    });
  });

  test("shows the post as it would come next: without what was posted before", async () => {
    const { posts } = harness.service.state;
    const { id } = await add({ kind: "posts" });
    await press(await onCard(id, "Post now…"), "Post it now");
    await until("it is posted", async () => (await only()).lastOutcome === "sent");
    const [old] = posts.values();
    if (old === undefined) throw new Error("the emulator has no posts");
    const earlier = String(old.title);
    expect(
      posted()
        .map(({ text }) => text)
        .join(),
    ).toContain(earlier);
    expect((await askEdit(id, { time: "9:00" })).text).toContain(
      "there's nothing to post: There are no new posts",
    );
    harness.clock.advance(60_000);
    const createdAt = new Date(harness.clock.now()).toISOString();
    posts.set("e".repeat(24), { _id: "e".repeat(24), title: "Fire drill", body: "At ten.", createdAt });
    await harness.forgetRead();
    const { text } = await askEdit(id, { time: "9:00" });
    expect(text).toContain("Fire drill");
    expect(text).not.toContain(earlier);
  });

  test("a live board to a weekly post isn't posted before its time, though its first message still waited", async () => {
    harness.service.faults.add({ kind: "status", status: 503, operation: "getCalendar", forMs: dayMs });
    const { id } = await add({ mode: "live" });
    await until("its first message waits", async () => (await only()).lastReason !== undefined);
    await press(await askEdit(id, { mode: "new" }), "Change schedule");
    harness.service.faults.clear();
    harness.clock.advance(60 * 60_000);
    await runJob(posting, jobTools(harness.app));
    await until("nothing waits", async () =>
      (await store().deliveries.list(id, 5)).every(({ state }) => state !== "waiting" && state !== "claimed"),
    );
    expect(posted()).toEqual([]);
    expect((await cardOf(id)).split("\n")).toContain("Not posted yet");
  });

  test("leaves no live message behind where it is no longer updated", async () => {
    const { id } = await add({ mode: "live" });
    await until("it is posted", async () => (await only()).messageId !== undefined);
    const before = harness.discord.messagesIn(orders).length;
    await press(await askEdit(id, { channel: orders }), "Change schedule");
    expect(posted()).toHaveLength(0);
    await until("it is posted in the new channel", () => harness.discord.messagesIn(orders).length > before);
  });

  test("says of no message that it is left behind if its channel was deleted with it", async () => {
    const { id } = await add({ mode: "live" });
    await until("it is posted", async () => (await only()).messageId !== undefined);
    harness.discord.deleteChannel(calendar);
    const moved = await press(await askEdit(id, { channel: orders }), "Change schedule");
    expect(moved.text).toContain("Schedule changed");
    expect(moved.text).not.toContain("couldn't delete");
  });

  test("adds and removes the pin on the posted message, as chosen", async () => {
    harness.discord.setBotPermissions(calendar, everything);
    const { id } = await add({ mode: "live", pin: false });
    await until("it is posted", async () => (await only()).lastOutcome === "sent");
    for (const pin of [true, false]) {
      await press(await askEdit(id, { pin }), "Change schedule");
      expect(posted().map(({ pinned }) => pinned)).toEqual([pin]);
    }
  });

  test("says when the posted message can't be pinned because the channel is full of pins", async () => {
    harness.discord.setBotPermissions(calendar, everything);
    const { id } = await add({ mode: "live", pin: false });
    await until("it is posted", async () => (await only()).lastOutcome === "sent");
    harness.discord.faults.limitPins(0);
    const receipt = await press(await askEdit(id, { pin: true }), "Change schedule");
    harness.discord.faults.clear();
    expect(receipt.text).toContain(
      `⚠️ I couldn't pin its message. <#${calendar}> has as many pinned messages as Discord allows (250).`,
    );
    expect(posted().map(({ pinned }) => pinned)).toEqual([false]);
  });

  test("leaves a post behind where it was, but doesn't keep it pinned there", async () => {
    harness.discord.setBotPermissions(calendar, everything);
    const { id } = await add({ pin: true });
    await press(await onCard(id, "Post now…"), "Post it now");
    await until("it is posted", async () => (await only()).lastOutcome === "sent");
    expect(posted().map(({ pinned }) => pinned)).toEqual([true]);
    await press(await askEdit(id, { channel: orders }), "Change schedule");
    expect(posted().map(({ pinned }) => pinned)).toEqual([false]);
  });

  test("with two previews of one schedule only the first confirmation counts", async () => {
    const { id } = await add();
    const first = await askEdit(id, { time: "9:00" });
    const second = await askEdit(id, { time: "10:00" });
    await press(first, "Change schedule");
    await manager().press(second, "Change schedule");
    expect(newestText(manager())).toContain("was changed or removed after");
    expect((await only()).rule).toMatchObject({ time: "09:00" });
  });

  test("nothing needs no confirmation", async () => {
    const { id } = await add();
    expect((await askEdit(id, {})).text).toContain("The schedule already looks like that");
  });
});

describe("posting at once", () => {
  test("is refused before the preview when the channel was deleted", async () => {
    const { id } = await add();
    harness.discord.deleteChannel(calendar);
    const reply = await onCard(id, "Post now…");
    expect(reply.text).toContain("That channel was deleted, so nothing was changed.");
    expect(reply.text).not.toContain("I need");
    expect(labelsOf(reply)).toEqual([]);
  });

  test("is refused before the preview when its link was removed", async () => {
    const { id, linkKey } = await add();
    await store().guildLinks.remove(guildId, linkKey);
    const reply = await onCard(id, "Post now…");
    expect(reply.text).toContain("The link this schedule belongs to was removed");
    expect(labelsOf(reply)).toEqual([]);
    expect((await onCard(id, "Preview")).text).toContain(
      "The link this schedule belongs to was removed, so there's nothing to preview. Add it again",
    );
  });
});

describe("pausing", () => {
  test("holds posts back, and resuming starts from now", async () => {
    const { id } = await add();
    const [card, again, older] = [await open(id), await open(id), await open(id)];
    const paused = await press(card, "Pause");
    expect(paused.text).toContain("Schedule paused");
    expect(labelsOf(paused)).toEqual(["Resume"]);
    const still = await press(again, "Pause");
    expect(still.text).toContain("already paused");
    expect(labelsOf(still)).toEqual(["Resume"]);
    expect((await press(older, "Post now…")).text).toContain("nothing was posted");
    harness.clock.advance(8 * dayMs);
    expect(await cardOf(id)).toContain("⏸️ Paused by hand");
    const runs = expectedRuns();
    const resumed = await press(paused, "Resume");
    expect(resumed.text).toContain("Schedule resumed");
    expect(labelsOf(resumed)).toEqual(["Pause"]);
    const already = await press(still, "Resume");
    expect(already.text).toContain("isn't paused");
    expect(labelsOf(already)).toEqual(["Pause"]);
    expect(await only()).toMatchObject({ state: "active", nextDueAt: runs[0] });
    expect(posted()).toHaveLength(0);
    expect(await entries()).toMatchObject([
      { action: "schedule.resume", target: id, detail: { before: "paused", after: "active" } },
      { action: "schedule.pause", target: id, detail: { before: "active", after: "paused" } },
      { action: "schedule.add" },
    ]);
  });

  test("ends the tries of a post, and nothing says that it's still being tried", async () => {
    const { id } = await add();
    const fault = { kind: "status", status: 503, operation: "getCalendar", times: 10_000 } as const;
    harness.service.faults.add(fault);
    await press(await onCard(id, "Post now…"), "Post it now");
    await until("it is tried again", async () => (await only()).lastReason !== undefined);
    expect(await cardOf(id)).toContain("still trying");
    await onCard(id, "Pause");
    expect(await cardOf(id)).not.toContain("still trying");
    harness.service.faults.clear();
    harness.clock.advance(60 * 60_000);
    await until("it is given up", async () => (await store().deliveries.list(id, 1))[0]?.state === "skipped");
    await onCard(id, "Resume");
    expect(await cardOf(id)).toContain("Not posted yet");
    expect(await cardOf(id)).not.toContain("still trying");
  });

  test("ends only if the bot can post there and the workspace is linked", async () => {
    const { id } = await add();
    await onCard(id, "Pause");
    harness.discord.setBotPermissions(calendar, ViewChannel | EmbedLinks | AttachFiles);
    expect((await onCard(id, "Resume")).text).toContain("I need *Send Messages*");
    await store().guildLinks.remove(guildId, "cafe");
    expect((await onCard(id, "Resume")).text).toContain("The link this schedule belongs to was removed");
    expect((await only()).state).toBe("paused");
    expect(await cardOf(id)).toContain("its link was removed");
  });

  test("without permissions beyond posting can't end, and names them", async () => {
    harness.discord.setBotPermissions(calendar, everything);
    const { id } = await add({ pin: true, mention: staffRole });
    await onCard(id, "Pause");
    const { SendMessages } = PermissionFlagsBits;
    harness.discord.setBotPermissions(calendar, ViewChannel | SendMessages | EmbedLinks | AttachFiles);
    const { text } = await onCard(id, "Resume");
    expect(text).toContain("Schedule resumed");
    expect(text).toContain(`I need *Pin Messages* in <#${calendar}>`);
    expect(text).toContain(`I can't ping <@&${staffRole}>`);
    expect((await only()).state).toBe("active");
  });
});

test("a schedule that can no longer pin or ping says so once it is opened", async () => {
  harness.discord.setBotPermissions(calendar, everything);
  const { id } = await add({ pin: true, mention: staffRole });
  expect(await cardOf(id)).not.toContain("⚠️");
  const { SendMessages } = PermissionFlagsBits;
  harness.discord.setBotPermissions(calendar, ViewChannel | SendMessages | EmbedLinks | AttachFiles);
  expect(await cardOf(id)).toContain(`⚠️ I can't ping <@&${staffRole}>`);
  expect(await cardOf(id)).toContain(`⚠️ I can't pin messages: I need *Pin Messages* in <#${calendar}>.`);
  harness.discord.faults.failRequests({ status: 500, times: 50, pathEnd: `/channels/${calendar}` });
  expect(await cardOf(id)).not.toContain("⚠️");
});

describe("at once", () => {
  test("a preview is shown to one person and nothing is posted", async () => {
    const { id } = await add();
    const preview = await onCard(id, "Preview");
    expect(preview.private).toBe(true);
    expect(preview.text).toContain("Week of");
    expect(posted()).toHaveLength(0);
  });

  test("a preview says when the service doesn't answer", async () => {
    // Before anything was read, so that no cache has it.
    harness.service.faults.add({ kind: "status", status: 503, operation: "getCalendar", times: 20 });
    const { id } = await add();
    // After several failures, the circuit breaker answers.
    const { text } = await onCard(id, "Preview");
    expect(text).toMatch(/service is having problems|service can't be reached right now/);
  });

  test("Post now posts it once, however often the button is pressed, and the set time is kept", async () => {
    const { id, nextDueAt } = await add();
    const question = await onCard(id, "Post now…");
    expect(question.text).toContain("Post this now?");
    await Promise.all([1, 2, 3].map(() => manager().press(question, "Post it now")));
    await until("it is posted", () => posted().length > 0);
    await until("it is written down", async () => (await only()).lastOutcome === "sent");
    expect(posted()).toHaveLength(1);
    expect(await store().deliveries.list(id, 5)).toHaveLength(1);
    expect((await only()).nextDueAt).toBe(nextDueAt);
    expect((await entries())[0]).toMatchObject({ action: "schedule.run", target: id, outcome: "done" });
    const record = textOf(await harness.as("ada").run("audit"));
    expect(record).toContain(`posted **Calendar**\u00a0·\u00a0just\u00a0now`);
  });

  test("Post now posts it once if two asked before either confirmed, and again if someone still wants to", async () => {
    const { id } = await add();
    const admin = harness.as("ada");
    const [one, other] = [await onCard(id, "Post now…"), await pressOnCard(admin, id, "Post now…")];
    await press(one, "Post it now");
    await until("it is posted", async () => (await only()).lastOutcome === "sent");
    expect(textOf(await admin.press(other, "Post it now"))).toContain("so nothing was posted again");
    expect(await store().deliveries.list(id, 5)).toHaveLength(1);
    await admin.press(await pressOnCard(admin, id, "Post now…"), "Post it now");
    await until("it is posted again", () => posted().length === 2);
  });

  test.each([
    ["Post now…", "Post it now", "so nothing was posted"],
    ["Remove…", "Remove schedule", "so nothing was removed"],
  ])("%s does nothing to a schedule that someone changed after the preview", async (ask, confirm, said) => {
    const { id } = await add();
    const question = await pressOnCard(harness.as("ada"), id, ask);
    await press(await askEdit(id, { channel: orders }), "Change schedule");
    const told = textOf(await harness.as("ada").press(question, confirm));
    expect(told).toContain(`Someone changed this schedule after this preview, ${said}`);
    expect((await only()).channelId).toBe(orders);
    expect(await store().deliveries.list(id, 5)).toEqual([]);
  });
});

describe("removing", () => {
  test("asks first, and deletes a live message, too", async () => {
    const { id } = await add({ mode: "live" });
    await until("it is posted", async () => (await only()).messageId !== undefined);
    const question = await onCard(id, "Remove…");
    expect(question.text).toContain("Its live message will be deleted.");
    expect(labelsOf(question)).toEqual(["Keep it", "Remove schedule"]);
    expect((await press(question, "Remove schedule")).text).toContain("Schedule removed");
    expect(await schedules()).toEqual([]);
    expect(posted()).toHaveLength(0);
    expect((await entries())[0]).toMatchObject({
      action: "schedule.remove",
      target: id,
      detail: { before: expect.stringContaining("every Monday and Thursday at 18:00") },
    });
  });

  test("does nothing twice when someone else removed it meanwhile", async () => {
    const { id } = await add();
    const question = await onCard(id, "Remove…");
    await store().schedules.remove(guildId, id);
    expect((await press(question, "Remove schedule")).text).toContain("already removed this schedule");
  });
});

test("schedules are for managers", async () => {
  const { id } = await add();
  const staff = harness.as("mia", "staff");
  expect(textOf(await staff.run("schedule list"))).toMatch(/^Only managers can .* here\. You're staff\./);
  const card = await open(id);
  await store().schedules.pause(guildId, id, undefined);
  for (const { customId, label } of [...card.buttons, ...(await open(id)).buttons]) {
    await staff.forge.press(card, customId ?? "");
    await until(`${label} is refused`, () =>
      /^Only managers can .* here\. You're staff\./.test(newestText(staff)),
    );
    staff.dismiss(staff.read().at(-1)?.id ?? "");
  }
  expect(textOf(await harness.as("mia").run("schedule add", weekly))).toContain(
    "Only managers can use this here",
  );
  expect((await only()).state).toBe("paused");
});

describe("a server's time zone", () => {
  const search = async (zone: string) => (await searchZone(harness.as("ada"), zone)).text;
  const present = async (setting: string) => (await openSetting(harness.as("ada"), setting)).text;
  test("is chosen once, by city, and applies to schedules that name none", async () => {
    expect(await present("zone")).toContain("This server has no time zone yet");
    expect(await search("Atlantis")).toContain("time zone called “Atlantis”");
    expect(await search("america/new york")).toContain("*America/New_York*");
    expect(await search("America/New_York")).toContain("Nothing was changed");
    expect(textOf(await harness.as("ada").run("settings"))).toMatch(
      /\n\*\*Time zone:\*\* America\/New_York · \d\d:\d\d now\n/,
    );
    expect(await present("zone")).toMatch(/America\/New_York\*, where it's now \d\d:\d\d/);
    const { zone: _, ...zoneless } = weekly;
    expect((await askAdd(zoneless)).text).toContain("· America/New_York\n");
    await add();
    expect(await search("Asia/Tokyo")).toContain("1 schedule keeps its own time zone; ");
    expect((await entries())[0]).toMatchObject({
      action: "settings.zone",
      discordUserId: ada,
      detail: { before: "America/New_York", after: "Asia/Tokyo" },
    });
  });

  test("also sets the first day of its weeks", async () => {
    const choose = async () => (await chooseSetting(harness.as("ada"), "week-start", "sunday")).text;
    expect(await present("week-start")).toContain("begin on Monday");
    expect(await choose()).toContain("begin on Sunday");
    expect(await choose()).toContain("Nothing was changed");
    expect(await store().guildSettings.get(guildId, "week-start")).toBe("sunday");
    const shownList = await list();
    await manager().forge.choose(shownList, "settings.value:week-start", ["monday"]);
    expect(newestText(manager())).toContain("Only admins can use this here");
    expect(await store().guildSettings.get(guildId, "week-start")).toBe("sunday");
  });
});

describe("a schedule opened from the list", () => {
  const openFirst = async () => {
    const all = await list();
    const [menu] = all.selects;
    const [choice] = menu?.options ?? [];
    return shown(await manager().choose(all, String(menu?.customId), [String(choice?.value)]));
  };

  test("is previewed, paused, resumed and removed without typing its name", async () => {
    const { id } = await add();
    const card = await openFirst();
    expect(card).toMatchObject({ private: true });
    expect(card.text).toContain("Every Monday and Thursday at 18:00");
    expect(labelsOf(card)).toEqual(["Post now…", "Pause", "Preview", "Edit…", "Remove…"]);

    expect((await press(card, "Preview")).id).not.toBe(card.id);
    expect((await press(card, "Pause")).text).toContain("Schedule paused");
    expect(await only()).toMatchObject({ state: "paused" });

    const paused = await openFirst();
    expect(labelsOf(paused)).toEqual(["Resume", "Preview", "Edit…", "Remove…"]);
    expect((await press(paused, "Resume")).text).toContain("Schedule resumed");
    expect(await only()).toMatchObject({ state: "active" });
    expect(await entries()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: "schedule.pause", target: id }),
        expect.objectContaining({ action: "schedule.resume", target: id }),
      ]),
    );

    const last = await openFirst();
    await press(await press(last, "Remove…"), "Remove schedule");
    expect(await schedules()).toEqual([]);
    await manager().press(last, "Pause");
    expect(newestText(manager())).toContain("This schedule was removed, so nothing was done");
  });

  test("is posted now only once it is confirmed", async () => {
    await add();
    const question = await press(await openFirst(), "Post now…");
    expect(posted()).toEqual([]);
    await press(question, "Post it now");
    await until("it is posted", () => posted().length === 1);
  });
});

test("a server with a 12-hour clock reads its own times, in lists, previews, menus and cards", async () => {
  await chooseSetting(harness.as("ada"), "clock", "12-month");
  const hours = await manager().suggest("schedule add", { kind: "calendar" }, { name: "time", value: "6" });
  expect(hours).toContainEqual({ name: "6:00 AM", value: "06:00" });
  const preview = await askAdd(weekly);
  expect(preview.text).toMatch(/every Monday and Thursday at 6:00\sPM/);
  const fixing = await press(preview, "Fix it");
  expect(fixing.selects.flatMap(({ options }) => options.map(({ label }) => label))).toContain("6:00 PM");
  const { id } = await add();
  expect((await list()).text).toMatch(/Mon, Thu 6:00\sPM/);
  expect(await cardOf(id)).toMatch(/Every Monday and Thursday at 6:00\sPM \(Europe\/Berlin\)/);
  const changed = await askEdit(id, { time: "19:30" });
  expect(changed.text).toMatch(/at 7:30\sPM/);
  expect((await press(changed, "Change schedule")).text).toMatch(/at 6:00\sPM \(.*\) → every .* at 7:30\sPM/);
});
