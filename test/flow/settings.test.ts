// Depends on: database.
import { OverwriteType, PermissionFlagsBits } from "discord.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds, playgroundSeed } from "../../playground/discord/index.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import type { GuildSettingKey } from "../../src/store/guild-settings.ts";
import { labelsOf, menuOf, newest, newestText, opened, textOf, shown } from "../support/replies.ts";
import { chooseOldAfter, chooseSetting, openSetting, searchZone } from "../support/settings.ts";

const { guildId, ada, audit, managers, orders, applicationId } = playgroundIds;
const { ViewChannel, SendMessages, AttachFiles } = PermissionFlagsBits;
let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness[Symbol.asyncDispose]());

const choose = async (channel: string) =>
  (await chooseSetting(harness.as("ada"), "managers-channel", channel)).text;
const chosen = () => harness.app.ctx.store.guildSettings.get(guildId, "managers-channel");
const show = async () => textOf(await harness.as("ada").run("settings"));
const entries = () => harness.app.ctx.store.audit.list(guildId, {}, { limit: 50 });

test("the managers' channel is chosen, shown and removed again, each with an audit entry", async () => {
  expect(await show()).toContain("**Managers' channel:** none, so members can't ask to be connected\n");
  const receipt = await chooseSetting(harness.as("ada"), "managers-channel", managers);
  expect(receipt.private).toBe(true);
  expect(receipt.text).toContain(`I'll post requests for managers in <#${managers}>`);
  expect(receipt.text).not.toContain("Everyone in this server can see");
  expect(await chosen()).toBe(managers);
  expect(await show()).toContain(`**Managers' channel:** <#${managers}>\n`);
  expect(await choose(managers)).toContain("already");

  const question = await openSetting(harness.as("ada"), "managers-channel");
  const sameQuestion = await openSetting(harness.as("ada"), "managers-channel");
  expect(question.text).toContain(`They get them in <#${managers}>.`);
  expect(textOf(await harness.as("ada").press(question, "Turn off"))).toContain("Members can no longer ask");
  expect(await chosen()).toBeUndefined();
  expect(textOf(await harness.as("ada").press(sameQuestion, "Turn off"))).toContain("nothing was changed");
  expect(labelsOf(await openSetting(harness.as("ada"), "managers-channel"))).not.toContain("Turn off");
  expect(await entries()).toMatchObject([
    { action: "settings.managers-channel", target: managers, detail: { before: managers } },
    {
      action: "settings.managers-channel",
      target: managers,
      detail: { after: managers },
      discordUserId: ada,
    },
  ]);
});

test("a channel that strangers see is pointed out", async () => {
  expect(await choose(orders)).toContain(`⚠️ Everyone in this server can see <#${orders}>`);
  expect(await chosen()).toBe(orders);
});

test("a bot that a moderator timed out names the timeout, not permissions that it has", async () => {
  await choose(orders);
  const end = harness.clock.now() + 60 * 60_000;
  harness.discord.timeOutBot(guildId, end);
  const why = `A moderator timed me out in this server. The timeout ends: <t:${Math.floor(end / 1_000)}:R>`;
  const refused = await choose(managers);
  expect(refused).toContain(why);
  expect(refused).toContain("Nothing was changed.");
  expect(await chosen()).toBe(orders);
  expect(await show()).toContain(`⚠️ **Managers' channel:** <#${orders}>. ${why}`);
  const [scheduled, setup] = [
    textOf(await harness.as("ada").run("schedule add", { kind: "team", channel: orders, time: "9:00" })),
    textOf(await harness.as("ada").run("setup")),
  ];
  expect(scheduled).toContain(why);
  expect(setup).toContain(why);
  expect([refused, scheduled, setup].join()).not.toContain("I need");
  // It counts for nothing while the bot may do everything.
  const [cafe = expect.unreachable()] = playgroundSeed.guilds;
  harness.discord.addGuild({ ...cafe, botPermissions: PermissionFlagsBits.Administrator });
  expect(await show()).not.toContain("timed me out");
  harness.discord.addGuild(cafe);
  harness.clock.advance(60 * 60_000);
  expect(await choose(managers)).toContain(`I'll post requests for managers in <#${managers}>`);
});

test("a channel where the bot can't post is refused, with the missing permissions", async () => {
  harness.discord.setBotPermissions(managers, ViewChannel | SendMessages);
  const text = await choose(managers);
  expect(text).toContain("I need *Embed Links*, *Attach Files* there");
  expect(text).toContain("nothing was changed");
  expect(await chosen()).toBeUndefined();
  expect(await entries()).toEqual([]);
});

test("a chosen channel that was deleted is shown as such", async () => {
  await choose(managers);
  harness.discord.deleteChannel(managers);
  const text = await show();
  expect(text).toContain(
    "⚠️ **Managers' channel:** was deleted, so nobody gets requests. Choose another one.",
  );
  expect(text).not.toContain("I need");
});

test("requests to be connected are posted again where the managers' channel was deleted", async () => {
  await choose(audit);
  const question = shown(await harness.as("mia").run("account connect", { user: "104872391" }));
  await harness.as("mia").press(question, "Ask for approval");
  harness.discord.deleteChannel(audit);
  const listed = shown(await harness.as("theo").run("account list"));
  expect(listed.text).toMatch(/Waiting for a manager\n⏳ <@\d+> as \*\*Mia\*\*/);
  expect(labelsOf(listed)).toContain("Approve several…");
  expect(await choose(managers)).toMatch(/so I posted 1 open request in <#\d+> again/);
  const inManagers = harness.as("theo", "managers");
  const card = inManagers.read().at(-1);
  if (card === undefined) expect.unreachable();
  expect(labelsOf(card)).toEqual(["Approve", "Decline"]);
  expect(textOf(await inManagers.press(card, "Approve"))).toContain("Request approved");
  expect(await choose(orders)).not.toContain("again");
});

test.each([
  ["Berlin", "Europe/Berlin"],
  ["new york", "America/New_York"],
  ["europe/paris", "Europe/Paris"],
  ["UTC", "UTC"],
])("the zone %s is taken as %s, the only one it can mean", async (zone, taken) => {
  expect((await searchZone(harness.as("ada"), zone)).text).toContain(taken);
  expect(await harness.app.ctx.store.guildSettings.get(guildId, "zone")).toBe(taken);
});

test("a zone that fits several is chosen from those, and one that fits none can be typed again", async () => {
  const admin = harness.as("ada");
  const none = await searchZone(admin, "Atlantis");
  expect(none.text).toContain(
    "I don't know a time zone called “Atlantis”, so nothing was changed. Type a large city near you",
  );
  const again = opened(await admin.press(none, "Fix it"));
  expect(again.fields.map(({ value }) => value)).toEqual(["Atlantis"]);
  const several = shown(await admin.submit(again, { zone: "America" }));
  const [menu] = several.selects;
  expect(menu?.placeholder).toContain("The first 25 time zones that match");
  expect(menu?.options.every(({ value }) => value.startsWith("America/"))).toBe(true);
  expect(await harness.app.ctx.store.guildSettings.get(guildId, "zone")).toBeUndefined();
  const [first] = menu?.options ?? [];
  expect(textOf(await admin.choose(several, menuOf(several), [String(first?.value)]))).toContain(
    first?.value,
  );
  expect(await harness.app.ctx.store.guildSettings.get(guildId, "zone")).toBe(first?.value);
  expect((await searchZone(admin, String(first?.value))).text).toContain("Nothing was changed");
});

test("a channel that the bot can't see is refused", async () => {
  harness.discord.setOverwrites(managers, [
    { id: applicationId, type: OverwriteType.Member, allow: 0n, deny: ViewChannel },
  ]);
  expect(await choose(managers)).toContain("I need *View Channel*");
  expect(await chosen()).toBeUndefined();
});

test("when Discord doesn't report the bot's permissions, nothing is chosen", async () => {
  harness.discord.faults.failRequests({ status: 500, times: 1, pathPart: `/channels/${managers}` });
  expect(await choose(managers)).toContain("I couldn't check whether I can post");
  expect(await chosen()).toBeUndefined();
});

test("a channel closed to the bot since is shown as such", async () => {
  await choose(managers);
  harness.discord.setBotPermissions(managers, ViewChannel | SendMessages | AttachFiles);
  expect(await show()).toContain(
    `⚠️ **Managers' channel:** <#${managers}>. I can't post there: I need *Embed Links*.`,
  );
  harness.discord.faults.failRequests({ status: 500, times: 1, pathPart: `/channels/${managers}` });
  expect(await show()).toContain("I couldn't check whether I can post there");
});

test("the final order status is learned, chosen, shown and learned again, each with an audit entry", async () => {
  const admin = harness.as("ada");
  expect((await openSetting(admin, "orders")).text).toContain(
    "I learn from recent orders which status means an order is done. An open order without a change for 24 h",
  );
  expect(await show()).toContain(
    "\n**Orders end when:** found out by itself\n**Old orders:** hidden after 24\u00a0h unchanged\n",
  );
  expect((await chooseSetting(admin, "orders", "completed")).text).toContain("Order rule changed");
  expect((await chooseOldAfter(admin, "48")).text).toContain("Order rule changed");
  expect(await show()).toContain(
    "\n**Orders end when:** completed\n**Old orders:** hidden after 48\u00a0h unchanged\n",
  );
  expect((await chooseSetting(admin, "orders", "completed")).text).toContain("Nothing was changed");
  expect((await chooseSetting(admin, "orders", "learned")).text).toMatch(/I learn from[\s\S]*48 h/);
  const changes = (await entries()).filter(({ action }) => action === "settings.orders");
  expect(changes.map(({ outcome }) => outcome)).toEqual(["done", "done", "done"]);
});

test("a form shows the present setting when it's opened again, also on a phone", async () => {
  const admin = harness.as("ada");
  const hoursShown = async () => {
    const form = opened(await admin.press(await openSetting(admin, "orders"), "Change the hours…"));
    return form.fields.map(({ value }) => value);
  };
  harness.discord.faults.keepFirstForms();
  await chooseOldAfter(admin, "30");
  expect(await hoursShown()).toEqual(["30"]);
  await chooseOldAfter(admin, "31");
  expect(await hoursShown()).toEqual(["31"]);
  harness.discord.faults.clear();
});

test.each(["0", "721", "2.5", "soon"])("an open order can't be old after “%s” hours", async (hours) => {
  const admin = harness.as("ada");
  const refused = await chooseOldAfter(admin, hours);
  expect(refused.text).toContain(`1 to 720 hours, and you typed “${hours}”. Nothing was changed.`);
  const again = opened(await admin.press(refused, "Fix it"));
  expect(again.fields.map(({ value }) => value)).toEqual([hours]);
  expect(textOf(await admin.submit(again, { hours: "24" }))).toContain("Nothing was changed");
});

describe("the menu below the settings", () => {
  const menuFor = (setting: string) => openSetting(harness.as("ada"), setting);
  const answer = (setting: string, value: string) => chooseSetting(harness.as("ada"), setting, value);
  const valueOf = (key: GuildSettingKey) => harness.app.ctx.store.guildSettings.get(guildId, key);

  test.each([
    ["week-start", "sunday", "week-start", "Weeks now begin on Sunday"],
    ["duration-unit", "seconds", "duration-unit", "Visit lengths are read as **seconds**"],
    ["clock", "12-month", "clock", "look like **6:05\u00a0PM and Nov 29** from now on"],
    ["orders", "completed", "orders-end", "An order is done at *Completed*"],
    ["history", "12", "weeks-kept", "Saved weeks are kept for 12 months"],
    ["pictures", "off", "pictures", "Pictures turned off"],
    ["requests", orders, "time-requests-channel", "Staff can now ask for time"],
    ["managers-channel", managers, "managers-channel", "I'll post requests for managers"],
  ] as const)(
    "changes %s, with an audit entry and the present choice marked",
    async (setting, to, key, said) => {
      expect((await answer(setting, to)).text).toContain(said);
      expect(await valueOf(key)).toBe(to);
      expect((await entries())[0]).toMatchObject({ discordUserId: ada, outcome: "done" });
      const [again] = (await menuFor(setting)).selects;
      if (setting !== "requests" && setting !== "managers-channel")
        expect(again?.options.filter((option) => option.default).map(({ value }) => value)).toEqual([to]);
    },
  );

  test.each([
    ["week-start", "monday", "sunday", "week-start"],
    ["duration-unit", "seconds", "minutes", "duration-unit"],
    ["clock", "24-day", "12-month", "clock"],
    ["orders", "completed", "handed_to", "orders-end"],
    ["history", "12", "24", "weeks-kept"],
    ["pictures", "off", "light", "pictures"],
    ["requests", orders, managers, "time-requests-channel"],
    ["managers-channel", orders, managers, "managers-channel"],
  ] as const)("undoes a change of %s from its receipt", async (setting, before, after, key) => {
    const admin = harness.as("ada");
    await answer(setting, before);
    const receipt = await answer(setting, after);
    expect(labelsOf(receipt)).toEqual(["Undo", "All settings"]);
    const undone = shown(await admin.press(receipt, "Undo"));
    expect(await valueOf(key)).toBe(before);
    expect((await entries())[0]).toMatchObject({ action: `settings.${setting}`, outcome: "done" });
    shown(await admin.press(undone, "Undo"));
    expect(await valueOf(key)).toBe(after);
    expect(textOf(await admin.press(undone, "All settings"))).toContain("Server settings");
  });

  test("undoes a change of the time zone and of the hours", async () => {
    const admin = harness.as("ada");
    await searchZone(admin, "Berlin");
    await admin.press(await searchZone(admin, "Tokyo"), "Undo");
    expect(await valueOf("zone")).toBe("Europe/Berlin");
    await admin.press(await chooseOldAfter(admin, "48"), "Undo");
    expect(await valueOf("orders-old-after")).toBe("24");
  });

  test("doesn't undo what was changed again since", async () => {
    const admin = harness.as("ada");
    await searchZone(admin, "Berlin");
    const zone = await searchZone(admin, "Paris");
    await searchZone(admin, "Tokyo");
    expect(textOf(await admin.press(zone, "Undo"))).toContain("so nothing was undone");
    expect(await valueOf("zone")).toBe("Asia/Tokyo");
    const first = await answer("requests", managers);
    await chooseSetting(admin, "requests", orders);
    expect(textOf(await admin.press(first, "Turn off"))).toContain("so nothing was undone");
    expect(await valueOf("time-requests-channel")).toBe(orders);
    expect(await entries()).toHaveLength(5);
  });

  test("turns off what was first turned on, and asks again for what can't be", async () => {
    const admin = harness.as("ada");
    const receipt = await answer("requests", managers);
    const off = shown(await admin.press(receipt, "Turn off"));
    expect(off.text).toContain("Requests for time turned off");
    expect(await valueOf("time-requests-channel")).toBeUndefined();
    await admin.press(off, "Undo");
    expect(await valueOf("time-requests-channel")).toBe(managers);
    const day = await answer("week-start", "sunday");
    expect(textOf(await admin.press(day, "Choose again"))).toContain("Weeks begin on Sunday here");
    const zone = await searchZone(admin, "Berlin");
    expect(textOf(await admin.press(zone, "Choose again"))).toContain("time zone is *Europe/Berlin*");
  });

  test("says what is so now", async () => {
    expect((await menuFor("zone")).text).toContain("This server has no time zone yet");
    expect((await menuFor("clock")).text).toContain("look like **18:05 and 29 Nov**");
    expect((await menuFor("history")).text).toContain("Saved weeks are kept for 24 months.");
    expect((await menuFor("week-start")).text).toContain("so weeks begin on Monday");
    expect((await menuFor("requests")).text).toContain("Requests for time are off");
    expect((await menuFor("audit")).text).toContain("channel for the audit log");
  });

  test("changes nothing for choices that aren't offered", async () => {
    const seen = shown(await harness.as("ada").run("settings"));
    await harness.as("ada").forge.choose(seen, menuOf(seen), ["everything"]);
    const question = await menuFor("pictures");
    await harness.as("ada").forge.choose(question, menuOf(question), ["sometimes"]);
    expect(await valueOf("pictures")).toBeUndefined();
    expect((await entries()).map(({ action }) => action)).toEqual(["component.refused"]);
  });
});

test("settings are for admins", async () => {
  for (const name of ["theo", "mia", "sam"] as const) {
    const person = harness.as(name);
    await person.forge.run("settings");
    expect(newestText(person)).toContain("Only admins can see the settings here");
    await person.forge.choose(newest(person), "settings.channel:managers-channel", [orders]);
    expect(newestText(person)).toContain("Only admins can use this here");
  }
  expect(await chosen()).toBeUndefined();
});
