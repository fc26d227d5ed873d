// Depends on: database, wording.
import { ChannelType, OverwriteType, PermissionFlagsBits } from "discord.js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { outbox } from "../support/all-jobs.ts";
import { reminderMessage, reminders } from "../../commands/remind/job.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { weeks } from "../../commands/weeks/job.ts";
import { bakeryIds, playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { pressOnLink } from "../support/links.ts";
import {
  chooseReminders,
  listReminders,
  reminderMenuOf,
  remindMe,
  remindMeNoMore,
} from "../support/reminders.ts";
import { labelsOf, newestText, textOf, opened, shown } from "../support/replies.ts";

const hourMs = 60 * 60_000;
/** Between two tries. */
const maxWaitMs = 10 * 60_000;
const { guildId, mia: miaMember, noor, orders, staffRole } = playgroundIds;
const miaId = "104872391";
const { EmbedLinks, SendMessages, ViewChannel } = PermissionFlagsBits;
const privateThread = "1100000000000000781";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  await connectMia();
  const thread = {
    id: privateThread,
    name: "rota",
    parentId: orders,
    type: ChannelType.PrivateThread,
  } as const;
  harness.discord.addChannel(guildId, thread);
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  harness.service.faults.clear();
  harness.discord.faults.clear();
  harness.discord.refusePrivateMessages(miaMember, false);
  harness.discord.setRoles(guildId, miaMember, [staffRole]);
  await remindMeNoMore(mia());
  // A week of its own for each test, in which something is missing.
  harness.clock.advance(7 * 24 * hourMs);
  await runJob(weeks, jobTools(harness.app));
  await moveTo(100 * hourMs);
});

const store = () => harness.app.ctx.store;
const mia = () => harness.as("mia");
const connectMia = () =>
  connectAccount(harness.app.ctx, {
    discordUserId: miaMember,
    userId: miaId,
    displayName: "Mia",
    memberName: "Mia",
  });
async function run(): Promise<void> {
  await runJob(reminders, jobTools(harness.app));
  await runJob(outbox, jobTools(harness.app));
}
/** Takes these permissions from the bot in the channel, and gives back others. */
const deny = (permissions: bigint) =>
  harness.discord.setOverwrites(orders, [
    { id: harness.discord.applicationId, type: OverwriteType.Member, allow: 0n, deny: permissions },
  ]);
const waiting = async () => (await store().outbox.due(harness.clock.now() + hourMs, 10)).length;
const inPrivate = (): readonly SeenMessage[] => harness.discord.inPrivate(miaMember).read();
const list = async () => await listReminders(mia());
const choose = (message: SeenMessage, kinds: readonly string[]) => chooseReminders(mia(), message, kinds);
const kindsOn = async () =>
  (await store().reminders.list(guildId, miaMember)).map(({ kind }) => kind).toSorted();
const stored = () => store().reminders.find(guildId, miaMember, "week");

/** Moves to so long before the end of the newest week, into a later one when that moment is over. */
async function moveTo(beforeEndMs: number): Promise<void> {
  const [week] = await store().weeks.ofUser(guildId, harness.service.workspaceId, miaId, 1);
  if (week === undefined) throw new Error("no week was taken");
  const at = week.endsAt - beforeEndMs;
  if (at > harness.clock.now()) return harness.clock.advance(at - harness.clock.now());
  harness.clock.advance(week.endsAt + 16 * 60_000 - harness.clock.now());
  await runJob(weeks, jobTools(harness.app));
  return moveTo(beforeEndMs);
}

describe("a reminder", () => {
  test("arrives in private the set hours before the reset, once, and says what is missing", async () => {
    const on = await remindMe(mia());
    expect(on.private).toBe(true);
    expect(on.text).toMatch(/Reminder on[\s\S]*24 hours before your week ends[\s\S]*Next: <t:/);
    const before = inPrivate().length;
    await run();
    expect(inPrivate()).toHaveLength(before);

    await moveTo(23 * hourMs);
    await Promise.all([run(), run(), run()]);
    await harness.restart();
    await run();
    expect(inPrivate()).toHaveLength(before + 1);
    const reminder = inPrivate().at(-1);
    expect(reminder?.text).toMatch(/Before your week ends\n🟧 \*\*.*\*\* 0 of/);
    expect(reminder?.text).toMatch(/Ends <t:\d+:F>[\s\S]*You turned this on in Harbour Café/);
    expect((await list()).text).toContain("**Before the week ends** · on · again next week");

    harness.clock.advance(24 * hourMs);
    await runJob(weeks, jobTools(harness.app));
    await moveTo(5 * hourMs);
    await run();
    expect(inPrivate()).toHaveLength(before + 2);
  });

  test("is turned off by one press in private, and then doesn't arrive", async () => {
    await remindMe(mia());
    await moveTo(20 * hourMs);
    await run();
    const reminder = inPrivate().at(-1);
    if (reminder === undefined) throw new Error("no reminder came");
    const me = harness.discord.inPrivate(miaMember);
    const off = shown(await me.press(reminder, "Turn off reminders before the week ends"));
    expect(off.text).toContain("Reminders before the week ends are off.\n-# Turn them on again with");
    expect(off.text).toContain("Before your week ends");
    expect(await stored()).toBeUndefined();
    expect(labelsOf(off)).toEqual(["Turn on"]);
    expect(shown(await me.press(off, "Turn on")).text).toContain("Reminder on");
    expect(await stored()).toMatchObject({ hours: 24 });
  });

  test("leads nowhere else from a private message, and to nobody else's reminder", async () => {
    await remindMe(mia());
    await moveTo(20 * hourMs);
    await run();
    const reminder = inPrivate().at(-1);
    if (reminder === undefined) throw new Error("no reminder came");
    const me = harness.discord.inPrivate(miaMember);
    await me.forge.press(reminder, "calendar.week:0");
    expect(newestText(me)).toContain("I only work in servers");
    await me.forge.press(reminder, `remind.stop:${guildId}:${noor}:week`);
    expect(newestText(me)).toContain("This reminder is for someone else");
    await me.forge.press(reminder, `remind.stop:${bakeryIds.guildId}:${miaMember}:week`);
    expect(await stored()).toBeDefined();
  });

  test.each([
    ["with its hours", () => remindMe(mia())],
    ["in the list", async () => choose(await list(), ["week"])],
  ])(
    "appears in the channel without numbers when private messages fail, turned on %s",
    async (_how, turnOn) => {
      await turnOn();
      harness.discord.refusePrivateMessages(miaMember);
      await moveTo(20 * hourMs);
      await run();
      const inChannel = harness.discord.messagesIn(orders).at(-1);
      expect(inChannel?.text).toMatch(/^<@\d+> your week ends <t:\d+:F>\. See what's left with /);
      expect(inChannel?.text).not.toMatch(/ of \d/);
      expect(inChannel?.pinged.discordUserIds).toEqual([miaMember]);
      if (inChannel === undefined) throw new Error("nothing was posted in the channel");
      const offLabel = "Turn off reminders before the week ends";
      await harness.as("noor").press(inChannel, offLabel);
      expect(newestText(harness.as("noor"))).toContain("This reminder is for someone else");
      expect(await stored()).toBeDefined();
      expect(shown(await mia().press(inChannel, offLabel)).text).toContain(
        "Reminders before the week ends are off",
      );
      expect(await stored()).toBeUndefined();
    },
  );

  test("isn't sent when every goal is reached exactly", async () => {
    await remindMe(mia());
    await moveTo(20 * hourMs);
    const kept = harness.service.state.assignments.get(miaId);
    const [week] = await store().weeks.ofUser(guildId, harness.service.workspaceId, miaId, 1);
    if (kept === undefined || week === undefined) throw new Error("nothing is assigned");
    const due = Temporal.Instant.fromEpochMilliseconds(week.endsAt - 1).toString();
    const assigned = kept.assigned
      .slice(0, 1)
      .map((each) => ({ ...each, _id: "6".repeat(24), active: true, due, target: 5, completed: 5 }));
    harness.service.state.assignments.set(miaId, { ...kept, assigned });
    const before = inPrivate().length;
    await run();
    expect(inPrivate()).toHaveLength(before);
    harness.service.state.assignments.set(miaId, kept);
  });

  test("isn't sent when nothing is missing", async () => {
    await remindMe(mia());
    await moveTo(20 * hourMs);
    const assigned = harness.service.state.assignments.get(miaId)?.assigned ?? [];
    const targets = assigned.map(({ target }) => target);
    for (const each of assigned) each.target = 0;
    const before = inPrivate().length;
    await run();
    expect(inPrivate()).toHaveLength(before);
    for (const [index, each] of assigned.entries()) each.target = targets[index] ?? 0;
  });

  test("isn't sent to someone who is excused this week", async () => {
    await remindMe(mia(), "week", 48);
    await moveTo(47 * hourMs);
    const kept = harness.service.state.assignments.get(miaId);
    const [entry] = kept?.history ?? [];
    const [week] = await store().weeks.ofUser(guildId, harness.service.workspaceId, miaId, 1);
    if (kept === undefined || entry === undefined || week === undefined) throw new Error("nothing is marked");
    const week_start = new Date(week.endsAt - 7 * 24 * hourMs).toISOString();
    const week_end = new Date(week.endsAt - 1).toISOString();
    const history = [...kept.history, { ...entry, week_start, week_end, timeoff: true, passed: false }];
    harness.service.state.assignments.set(miaId, { ...kept, history });
    const before = inPrivate().length;
    await run();
    expect(inPrivate()).toHaveLength(before);
    harness.service.state.assignments.set(miaId, kept);
  });

  test("waits for a service that is down, and then arrives", async () => {
    await remindMe(mia());
    await moveTo(20 * hourMs);
    const before = inPrivate().length;
    harness.service.faults.add({ kind: "status", status: 503, operation: "getAssignments", times: 1_000 });
    await run();
    expect(inPrivate()).toHaveLength(before);
    harness.service.faults.clear();
    await run();
    expect(inPrivate()).toHaveLength(before);
    harness.clock.advance(maxWaitMs);
    await run();
    expect(inPrivate()).toHaveLength(before + 1);
  });

  describe("when Discord fails", () => {
    const inOrders = () => harness.discord.messagesIn(orders);
    let private0: number;
    let public0: number;
    beforeEach(async () => {
      await remindMe(mia());
      await moveTo(20 * hourMs);
      private0 = inPrivate().length;
      public0 = inOrders().length;
    });
    const came = () => ({ private: inPrivate().length - private0, public: inOrders().length - public0 });
    async function later(): Promise<void> {
      harness.clock.advance(maxWaitMs);
      await run();
    }

    test.each(["/users/@me/channels", "/messages"])(
      "waits and then arrives once, whatever fails at %s",
      async (pathPart) => {
        harness.discord.faults.failRequests({ status: 503, pathPart, times: 100 });
        for (let tries = 0; tries < 3; tries += 1) {
          await later();
          expect(came()).toEqual({ private: 0, public: 0 });
        }
        harness.discord.faults.clear();
        await later();
        await later();
        expect(came()).toEqual({ private: 1, public: 0 });
      },
    );

    test("doesn't arrive twice when the first response was lost", async () => {
      harness.discord.faults.failRequests({ status: "cut-after", pathPart: "/messages", times: 2 });
      await run();
      expect(await waiting()).toBe(1);
      await later();
      expect(came()).toEqual({ private: 1, public: 0 });
      expect(await waiting()).toBe(0);
    });

    test("doesn't arrive twice when the first response was lost and more is done by then", async () => {
      const kept = harness.service.state.assignments.get(miaId);
      const [week] = await store().weeks.ofUser(guildId, harness.service.workspaceId, miaId, 1);
      if (kept === undefined || week === undefined) throw new Error("nothing is assigned");
      const due = Temporal.Instant.fromEpochMilliseconds(week.endsAt - 1).toString();
      const complete = (completed: number) => {
        const [first] = kept.assigned;
        const assigned = first && [
          { ...first, _id: "7".repeat(24), active: true, due, target: 5, completed },
        ];
        harness.service.state.assignments.set(miaId, { ...kept, assigned: assigned ?? [] });
      };
      complete(1);
      harness.discord.faults.failRequests({ status: "cut-after", pathPart: "/messages", times: 2 });
      await run();
      complete(2);
      await later();
      harness.service.state.assignments.set(miaId, kept);
      expect(came()).toEqual({ private: 1, public: 0 });
      expect(await waiting()).toBe(0);
    });

    // https://github.com/DasWolke/SnowTransfer/issues/43: many at once, as at the end of everyone's week.
    test("is sent in private later, not to the channel, when Discord opens no more private messages for now", async () => {
      harness.discord.faults.failRequests({ status: 403, code: 40_003, pathPart: "/users/@me/channels" });
      await run();
      expect(came()).toEqual({ private: 0, public: 0 });
      await later();
      expect(came()).toEqual({ private: 1, public: 0 });
      expect(await waiting()).toBe(0);
    });

    test("isn't sent in private when it is in the channel already", async () => {
      harness.discord.refusePrivateMessages(miaMember);
      harness.discord.faults.failRequests({
        status: "cut-after",
        pathPart: `/channels/${orders}/messages`,
        times: 2,
      });
      await run();
      harness.discord.refusePrivateMessages(miaMember, false);
      await later();
      expect(came()).toEqual({ private: 0, public: 1 });
      expect(await waiting()).toBe(0);
    });

    test("arrives once, from another process, when the first one died", async () => {
      const [due] = await store().reminders.due(harness.clock.now(), 1);
      if (due === undefined) throw new Error("no reminder is due");
      const { discordUserId, weekStart, endsAt } = due;
      const payload = { guildId, discordUserId, endsAt };
      const about = { key: `reminder ${guildId} ${discordUserId} ${weekStart}`, guildId, payload };
      const announce = () => reminderMessage.createEntry(about, harness.clock.now(), true);
      expect(await store().reminders.handOver(due, harness.clock.now(), announce)).toBeDefined();
      await run();
      expect(came()).toEqual({ private: 0, public: 0 });
      await later();
      await later();
      expect(came()).toEqual({ private: 1, public: 0 });
    });

    test("is abandoned for the week when neither way can ever work", async () => {
      harness.discord.refusePrivateMessages(miaMember);
      harness.discord.faults.takePermission(orders, PermissionFlagsBits.SendMessages);
      await run();
      harness.discord.faults.restorePermissions();
      await later();
      expect(came()).toEqual({ private: 0, public: 0 });
    });
  });
});

describe("turning it on and off", () => {
  test("is for staff, about themselves, and off by default", async () => {
    expect((await list()).text).toBe(
      "Your reminders: all off\n🔕 **Before the week ends** · 24\u00a0h\u00a0ahead\n🔕 **New assignment** · within\u00a06\u00a0h\n🔕 **Week passed or failed** · within\u00a06\u00a0h\n🔕 **Order ready** · within minutes\n-# Sent as private messages.",
    );
    const sams = await listReminders(harness.as("sam"));
    expect(sams.text).toContain("Only staff can turn them on.");
    expect([sams.selects, sams.buttons]).toEqual([[], []]);
    for (const customId of [`remind.on:${guildId}:week:5`, `remind.other-hours:${guildId}`]) {
      await harness.as("sam").forge.press(sams, customId);
      expect(newestText(harness.as("sam"))).toContain("Only staff can use this here");
    }
    await harness.as("sam").forge.choose(sams, `remind.hours:${guildId}`, ["6"]);
    expect(newestText(harness.as("sam"))).toContain("Only staff can use this here");
    expect((await remindMe(harness.as("noor"), "week", 6)).text).toContain(
      "You aren't connected to a workspace user yet",
    );
  });

  test("carries the way back in each receipt", async () => {
    const on = await remindMe(mia(), "week", 5);
    expect(on.text).toMatch(/^Reminder on\n✅ I'll remind you 5 hours before/);
    expect(labelsOf(on)).toEqual(["Turn off", "All reminders"]);
    const off = shown(await mia().press(on, "Turn off"));
    expect(off.text).toContain("Your reminders are off: Before the week ends.");
    expect(labelsOf(off)).toEqual(["Turn on", "All reminders"]);
    expect(await stored()).toBeUndefined();
    const again = shown(await mia().press(off, "Turn on"));
    expect(await stored()).toMatchObject({ hours: 5 });
    const all = shown(await mia().press(again, "All reminders"));
    expect(all.text).toContain("✅ **Before the week ends** · on · ");
    const [, hoursMenu] = all.selects;
    expect(hoursMenu?.options.find((option) => option.default)?.label).toBe("5 hours before the week ends");
    await remindMeNoMore(mia());
    const screen = await list();
    expect(textOf(await mia().forge.press(screen, `remind.off:${guildId}:week`))).toContain(
      "were already off, so nothing was changed",
    );
  });

  test("takes any hours of a week, and keeps others to be fixed", async () => {
    const form = opened(await mia().press(await list(), "Other hours…"));
    const wrong = shown(await mia().submit(form, { hours: "169" }));
    expect(wrong.text).toContain("Between 1 and 168 hours, please; you typed “169”. Nothing was changed.");
    const again = opened(await mia().press(wrong, "Fix it"));
    expect(again.fields[0]?.value).toBe("169");
    expect(shown(await mia().submit(again, { hours: "１６８" })).text).toContain("168 hours before");
    expect(await stored()).toMatchObject({ hours: 168 });
  });

  test.each([
    ["may not send messages", () => deny(SendMessages), orders],
    ["doesn't see the channel", () => deny(ViewChannel), orders],
    ["may not be in the thread", () => undefined, privateThread],
  ])("promises no mention where the bot %s", async (_why, take, channelId) => {
    const someone = harness.discord.as(miaMember, channelId);
    take();
    try {
      for (const { text } of [await remindMe(someone), await listReminders(someone)]) {
        expect(text).toContain(
          "If you don't accept those, I can't reach you, because I can't write in the channel where you turned it on: turn the reminder on in another channel.",
        );
        expect(text).not.toContain("I'll mention you");
      }
    } finally {
      deny(0n);
    }
  });

  test("promises a mention where the bot can only write", async () => {
    deny(EmbedLinks);
    try {
      expect((await remindMe(mia())).text).toContain(`I'll mention you in <#${orders}>`);
      expect((await list()).text).toContain(`I'll mention you in <#${orders}>`);
    } finally {
      deny(0n);
    }
  });

  test("appears in the audit log", async () => {
    await remindMe(mia(), "week", 5);
    await remindMe(mia(), "week", 7);
    await remindMeNoMore(mia());
    const entries = await store().audit.list(guildId, { action: "remind." }, { limit: 3 });
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ["remind.off", { before: 7 }],
      ["remind.on", { before: 5, after: 7 }],
      ["remind.on", { after: 5 }],
    ]);
  });
});

describe("turning on what is on already", () => {
  test.each([`week:30`, "order:0"])("says so and isn't in the audit log: %s", async (ids) => {
    const entries = () => store().audit.count(guildId, { action: "remind.on" });
    const screen = await list();
    const turnOn = () => mia().forge.press(screen, `remind.on:${guildId}:${ids}`);
    await turnOn();
    const before = await entries();
    const again = textOf(await turnOn());
    expect(again).toMatch(/^Reminder already on\n✅ I'll /);
    expect(again).not.toContain("Turned on by");
    expect(await entries()).toBe(before);
  });

  test("changes where it comes if that isn't in private", async () => {
    await remindMe(mia(), "week", 30);
    await remindMe(harness.as("mia", "staff"), "week", 30);
    expect(await stored()).toMatchObject({ channelId: playgroundIds.staff });
  });
});

describe("the menu of reminders", () => {
  const chosenIn = (message: SeenMessage) =>
    reminderMenuOf(message)
      .options.filter((option) => option.default)
      .map(({ value }) => value);

  test("choosing two at once turns both on, and leaving one out turns it off", async () => {
    const before = await list();
    expect(reminderMenuOf(before)).toMatchObject({ minValues: 0, maxValues: 4 });
    expect(before.selects[0]?.options).toContainEqual({
      label: "Before the week ends",
      description: "24 hours before, if anything is still open",
      value: "week",
      default: false,
    });
    const both = await choose(before, ["order", "week"]);
    expect(both.id).toBe(before.id);
    expect(both.text).toMatch(/^Your reminders: 2 on\n✅ \*\*Before the week ends\*\* · on · <t:\d+:R>\n/);
    expect(both.text).toContain(
      "\n🔕 **New assignment** · off\n🔕 **Week passed or failed** · off\n✅ **Order ready** · on · within minutes\n",
    );
    expect(chosenIn(both)).toEqual(["week", "order"]);
    expect(await kindsOn()).toEqual(["order", "week"]);

    const one = await choose(both, ["order"]);
    expect(one.text).toContain("\n✅ **Order ready** · on · within minutes\n");
    expect(one.text).toContain("\n🔕 **Before the week ends** · off\n🔕 **New assignment** · off\n");
    expect(chosenIn(one)).toEqual(["order"]);
    expect(await kindsOn()).toEqual(["order"]);

    const none = await choose(one, []);
    expect(none.text).toContain("Your reminders: all off\n");
    expect(none.text).toContain("🔕 **Order ready** · within minutes\n");
    const entries = await store().audit.list(guildId, { action: "remind." }, { limit: 4 });
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual(
      expect.arrayContaining([
        ["remind.off", { kind: "order" }],
        ["remind.off", { before: 24 }],
        ["remind.on", { kind: "order" }],
        ["remind.on", { after: 24 }],
      ]),
    );
  });

  test.each([
    ["36h", 36],
    ["2 days", 48],
    ["a day and a half", 36],
  ])("takes hours with their unit: %s", async (typed, hours) => {
    const form = opened(await mia().press(await list(), "Other hours…"));
    expect(shown(await mia().submit(form, { hours: typed })).text).toContain(`${hours} hours before`);
    expect(await stored()).toMatchObject({ hours });
  });

  test("leaves the hours of what stays on as they are", async () => {
    await remindMe(mia(), "week", 48);
    const before = await list();
    expect(before.selects[0]?.options[0]?.description).toContain("48 hours before");
    await choose(before, ["week", "marked"]);
    expect(await stored()).toMatchObject({ hours: 48 });
  });

  test("says for which workspace something was turned on where there are several", async () => {
    const [cafe] = await store().guildLinks.list(guildId);
    if (cafe === undefined) throw new Error("the server isn't linked");
    await store().guildLinks.save({ ...cafe, linkKey: "ovens", workspaceId: "ovens", name: "Ovens" }, 10);
    expect((await choose(await list(), ["order"])).text).toMatch(
      /\n✅ \*\*Order ready\*\* · .* · Harbour Café\n/,
    );
    await store().guildLinks.remove(guildId, "ovens");
  });

  test("says what stopped with an unlinked workspace, and turns it on again in the next one", async () => {
    await using own = await startHarness({ withJobs: false });
    const person = { discordUserId: miaMember, userId: miaId, displayName: "Mia", memberName: "Mia" };
    await connectAccount(own.app.ctx, person);
    const [admin, member] = [own.as("ada"), own.as("mia")];
    await remindMe(member);
    await admin.press(await pressOnLink(admin, "Remove…"), "Remove link");
    const { workspaceId, token: key } = own.service;
    await admin.submit(opened(await admin.run("link set")), { "workspace-id": workspaceId, key, name: "" });
    const stopped = await listReminders(member);
    expect(stopped.text).toContain("\n⚠️ **Before the week ends** · stopped, its workspace was unlinked\n");
    expect(stopped.text).not.toContain("✅");
    expect(chosenIn(stopped)).toEqual([]);
    const again = await chooseReminders(member, stopped, ["week"]);
    expect(again.text).toContain("✅ **Before the week ends** · ");
    const [link] = await own.app.ctx.store.guildLinks.list(guildId);
    const { reminders: turnedOn } = own.app.ctx.store;
    expect(await turnedOn.find(guildId, miaMember, "week")).toMatchObject({ linkKey: link?.linkKey });
  });

  test("used twice at once does the same as once", async () => {
    const before = await list();
    const kinds = ["week", "assignment"];
    await Promise.all([choose(before, kinds), choose(before, kinds)]);
    expect(await kindsOn()).toEqual(["assignment", "week"]);
    expect((await choose(before, kinds)).text).toContain("✅ **New assignment** · on · within");
  });

  test("turns off nothing that wasn't on when it was shown", async () => {
    const [phone, desktop] = [await list(), await list()];
    await choose(desktop, ["order"]);
    expect((await choose(phone, ["marked"])).text).toContain("✅ **Order ready** · on");
    expect(await kindsOn()).toEqual(["marked", "order"]);
  });

  test("turns nothing on for people who were disconnected meanwhile, but still turns off", async () => {
    const before = await choose(await list(), ["order", "marked"]);
    await store().accounts.disconnect(guildId, miaMember);
    await mia().choose(before, reminderMenuOf(before).customId, ["order", "week"]);
    const refusal = mia().read().at(-1);
    expect(refusal?.text).toMatch(/You aren't connected to a workspace user yet[\s\S]*Nothing was changed/);
    expect(refusal && labelsOf(refusal)).toEqual(["This is me"]);
    expect(await kindsOn()).toEqual(["marked", "order"]);
    await choose(before, ["order"]);
    expect(await kindsOn()).toEqual(["order"]);
    await connectMia();
  });

  test("turns nothing on for people who aren't staff, but still turns off for former staff", async () => {
    const before = await choose(await list(), ["order"]);
    await harness.as("sam").forge.choose(before, reminderMenuOf(before).customId, ["order"]);
    expect(newestText(harness.as("sam"))).toContain("Only staff can use this here");
    harness.discord.setRoles(guildId, miaMember, []);
    await mia().choose(before, reminderMenuOf(before).customId, ["marked"]);
    expect(newestText(mia())).toContain("Only staff can use this here");
    expect(await kindsOn()).toEqual(["order"]);
    expect((await choose(before, [])).text).toContain("Your reminders: all off");
  });

  test("says that none come to who isn't connected, or isn't staff, anymore", async () => {
    await choose(await list(), ["order"]);
    harness.discord.setRoles(guildId, miaMember, []);
    expect((await list()).text).toMatch(
      /⚠️ Only staff get reminders, so none of these come while you aren't staff\.\n[^]*✅ \*\*Order ready/,
    );
    harness.discord.setRoles(guildId, miaMember, [staffRole]);
    expect((await list()).text).not.toContain("none of these come");
    await store().accounts.disconnect(guildId, miaMember);
    expect((await list()).text).toMatch(
      /⚠️ You aren't connected to a workspace user, so none of these come\. Connect yourself with .*account connect/,
    );
    await connectMia();
  });

  test("does nothing for another server, a reminder that doesn't exist or an older button", async () => {
    const before = await choose(await list(), ["order"]);
    const outdatedText = "This button is from an older message and no longer works. Nothing was done.";
    for (const use of [
      () => mia().forge.choose(before, `remind.choose:${bakeryIds.guildId}`, []),
      () => mia().forge.choose(before, reminderMenuOf(before).customId, ["order", "lunch"]),
      () => mia().forge.press(before, `remind.list.off:${guildId}:order`),
    ]) {
      const { length } = mia().read();
      await use();
      expect(mia().read()).toHaveLength(length + 1);
      expect(newestText(mia())).toContain(outdatedText);
    }
    expect(await kindsOn()).toEqual(["order"]);
  });
});
