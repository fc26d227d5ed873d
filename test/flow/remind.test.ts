import { PermissionFlagsBits } from "discord.js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { reminders } from "../../src/jobs/reminders.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { weeks } from "../../src/weeks/snapshot-workspace.ts";
import { bakeryIds, playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { labelsOf, newestText, textOf } from "../support/seen.ts";
import { shown } from "../support/shown.ts";

const hourMs = 60 * 60_000;
/** Between two tries. */
const longestWaitMs = 10 * 60_000;
const { guildId, mia: miaMember, noor, orders } = playgroundIds;
const miaId = "104872391";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  await connectAccount(harness.app.ctx, {
    discordUserId: miaMember,
    userId: miaId,
    displayName: "Mia",
    memberName: "Mia",
  });
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  harness.service.faults.clear();
  harness.discord.faults.clear();
  harness.discord.refusePrivateMessages(miaMember, false);
  await store().reminders.remove(guildId, miaMember, "week");
  // A week of its own for each test, in which something is missing.
  harness.clock.advance(7 * 24 * hourMs);
  await runJob(weeks, jobTools(harness.app));
  await moveTo(100 * hourMs);
});

const store = () => harness.app.ctx.store;
const mia = () => harness.as("mia");
const run = () => runJob(reminders, jobTools(harness.app));
const inPrivate = (): readonly SeenMessage[] => harness.discord.inPrivate(miaMember).read();
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
    const on = shown(await mia().run("remind on", { hours: 24 }));
    expect(on.private).toBe(true);
    expect(on.text).toMatch(/Reminder on[\s\S]*24 hours before your week resets[\s\S]*This week, that's <t:/);
    const before = inPrivate().length;
    await run();
    expect(inPrivate()).toHaveLength(before);

    await moveTo(23 * hourMs);
    await Promise.all([run(), run(), run()]);
    await harness.restart();
    await run();
    expect(inPrivate()).toHaveLength(before + 1);
    const reminder = inPrivate().at(-1);
    expect(reminder?.text).toMatch(/Before your week resets\n🟧 \*\*.*\*\* 0 of/);
    expect(reminder?.text).toMatch(/Resets <t:\d+:F>[\s\S]*You turned this on in Harbour Café/);
    expect(textOf(await mia().run("remind show"))).toContain("This week's reminder is done");

    harness.clock.advance(24 * hourMs);
    await runJob(weeks, jobTools(harness.app));
    await moveTo(5 * hourMs);
    await run();
    expect(inPrivate()).toHaveLength(before + 2);
  });

  test("is turned off by one press in private, and then doesn't arrive", async () => {
    await mia().run("remind on", { hours: 24 });
    await moveTo(20 * hourMs);
    await run();
    const reminder = inPrivate().at(-1);
    if (reminder === undefined) throw new Error("no reminder came");
    const me = harness.discord.inPrivate(miaMember);
    const off = shown(await me.press(reminder, "Turn reminders off"));
    expect(off.text).toContain("Reminders are off.");
    expect(off.text).toContain("Before your week resets");
    expect(labelsOf(off)).toEqual([]);
    expect(await stored()).toBeUndefined();
  });

  test("leads nowhere else from a private message, and to nobody else's reminder", async () => {
    await mia().run("remind on", { hours: 24 });
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

  test("appears in the channel with a mention and without numbers when private messages fail", async () => {
    await mia().run("remind on", { hours: 24 });
    harness.discord.refusePrivateMessages(miaMember);
    await moveTo(20 * hourMs);
    await run();
    const inChannel = harness.discord.messagesIn(orders).at(-1);
    expect(inChannel?.text).toMatch(/^<@\d+> your week resets <t:\d+:F>\. See what's left with /);
    expect(inChannel?.text).not.toMatch(/ of \d/);
    expect(inChannel?.pinged.discordUserIds).toEqual([miaMember]);
    if (inChannel === undefined) throw new Error("nothing was posted in the channel");
    await harness.as("noor").press(inChannel, "Turn reminders off");
    expect(newestText(harness.as("noor"))).toContain("This reminder is for someone else");
    expect(await stored()).toBeDefined();
    expect(shown(await mia().press(inChannel, "Turn reminders off")).text).toContain("Reminders are off");
    expect(await stored()).toBeUndefined();
  });

  test("isn't sent when every goal is reached exactly", async () => {
    await mia().run("remind on", { hours: 24 });
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
    await mia().run("remind on", { hours: 24 });
    await moveTo(20 * hourMs);
    const assigned = harness.service.state.assignments.get(miaId)?.assigned ?? [];
    const targets = assigned.map(({ target }) => target);
    for (const each of assigned) each.target = 0;
    const before = inPrivate().length;
    await run();
    expect(inPrivate()).toHaveLength(before);
    for (const [index, each] of assigned.entries()) each.target = targets[index] ?? 0;
  });

  test("waits for a service that is down, and then arrives", async () => {
    await mia().run("remind on", { hours: 24 });
    await moveTo(20 * hourMs);
    const before = inPrivate().length;
    harness.service.faults.add({ kind: "status", status: 503, operation: "getAssignments", times: 1_000 });
    await run();
    expect(inPrivate()).toHaveLength(before);
    harness.service.faults.clear();
    await run();
    expect(inPrivate()).toHaveLength(before);
    harness.clock.advance(longestWaitMs);
    await run();
    expect(inPrivate()).toHaveLength(before + 1);
  });

  describe("when Discord fails", () => {
    const inOrders = () => harness.discord.messagesIn(orders);
    let private0: number;
    let public0: number;
    beforeEach(async () => {
      await mia().run("remind on", { hours: 24 });
      await moveTo(20 * hourMs);
      private0 = inPrivate().length;
      public0 = inOrders().length;
    });
    const came = () => ({ private: inPrivate().length - private0, public: inOrders().length - public0 });
    async function later(): Promise<void> {
      harness.clock.advance(longestWaitMs);
      await run();
    }

    test.each(["/users/@me/channels", "/messages"])(
      "waits and then arrives once, whatever fails at %s",
      async (pathPart) => {
        harness.discord.faults.failRequests({ status: 503, pathPart, times: 3 });
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
      harness.discord.faults.failRequests({ status: "cut-after", pathPart: "/messages" });
      await run();
      expect((await stored())?.remindedWeek).toBeUndefined();
      await later();
      expect(came()).toEqual({ private: 1, public: 0 });
      expect((await stored())?.remindedWeek).toBeDefined();
    });

    test("isn't sent in private when it is in the channel already", async () => {
      harness.discord.refusePrivateMessages(miaMember);
      harness.discord.faults.failRequests({ status: "cut-after", pathPart: `/channels/${orders}/messages` });
      await run();
      harness.discord.refusePrivateMessages(miaMember, false);
      await later();
      expect(came()).toEqual({ private: 0, public: 1 });
      expect((await stored())?.remindedWeek).toBeDefined();
    });

    test("arrives once, from another process, when the first one died", async () => {
      const [due] = await store().reminders.due(harness.clock.now(), 1);
      if (due === undefined) throw new Error("no reminder is due");
      const claimedUntil = harness.clock.now() + 60_000;
      expect(await store().reminders.claim(due, harness.clock.now(), claimedUntil)).toBe(1);
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
    expect(textOf(await mia().run("remind show"))).toContain("**Before my week resets**: off");
    expect(textOf(await mia().run("remind off"))).toContain("were already off");
    expect(textOf(await harness.as("sam").forge.run("remind on", { hours: 5 }))).toContain(
      "Only staff can use this here",
    );
    expect(textOf(await harness.as("noor").run("remind on", { hours: 5 }))).toContain(
      "You aren't connected to a workspace user yet",
    );
  });

  test("appears in the audit log", async () => {
    await mia().run("remind on", { hours: 5 });
    await mia().run("remind on", { hours: 7 });
    expect(textOf(await mia().run("remind off"))).toContain("Your reminders are off: Before my week resets.");
    const entries = await store().audit.list(guildId, { action: "remind." }, { limit: 3, offset: 0 });
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ["remind.off", { before: 7 }],
      ["remind.on", { before: 5, after: 7 }],
      ["remind.on", { after: 5 }],
    ]);
  });
});
