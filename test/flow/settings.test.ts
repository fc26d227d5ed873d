// Depends on: database.
import { OverwriteType, PermissionFlagsBits } from "discord.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import type { GuildSettingKey } from "../../src/store/guild-settings.ts";
import { labelsOf, menuOf, newestText, textOf, shown } from "../support/replies.ts";

const { guildId, ada, audit, managers, orders, applicationId } = playgroundIds;
const { ViewChannel, SendMessages, AttachFiles } = PermissionFlagsBits;
let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness[Symbol.asyncDispose]());

const choose = async (channel?: string) =>
  textOf(await harness.as("ada").run("settings managers-channel", channel === undefined ? {} : { channel }));
const chosen = () => harness.app.ctx.store.guildSettings.get(guildId, "managers-channel");
const show = async () => textOf(await harness.as("ada").run("settings show"));
const entries = () => harness.app.ctx.store.audit.list(guildId, {}, { limit: 50 });

test("the managers' channel is chosen, shown and removed again, each with an audit entry", async () => {
  expect(await show()).toContain("**Managers' channel:** none, so members can't ask to be connected\n");
  const receipt = shown(await harness.as("ada").run("settings managers-channel", { channel: managers }));
  expect(receipt.private).toBe(true);
  expect(receipt.text).toContain(`I'll post requests for managers in <#${managers}>`);
  expect(receipt.text).not.toContain("Everyone in this server can see");
  expect(await chosen()).toBe(managers);
  expect(await show()).toContain(`**Managers' channel:** <#${managers}>\n`);
  expect(await choose(managers)).toContain("already");

  expect(await choose()).toContain("Members can no longer ask");
  expect(await chosen()).toBeUndefined();
  expect(await choose()).toContain("nothing was changed");
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
  const text = textOf(await harness.as("ada").run("settings zone", { zone }));
  expect(text).toContain(taken);
  expect(await harness.app.ctx.store.guildSettings.get(guildId, "zone")).toBe(taken);
});

test("a zone that fits several or none is refused with what to type", async () => {
  const several = textOf(await harness.as("ada").run("settings zone", { zone: "America" }));
  expect(several).toMatch(/“America” matches more than one time zone, so nothing was changed: \*America\//);
  const none = textOf(await harness.as("ada").run("settings zone", { zone: "Atlantis" }));
  expect(none).toContain(
    "I don't know a time zone called “Atlantis”, so nothing was changed. Type a large city near you",
  );
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
  const run = async (options: Readonly<Record<string, string | number>> = {}) =>
    textOf(await harness.as("ada").run("settings orders", options));
  expect(await run()).toContain(
    "I learn from recent orders which status means an order is done. An open order without a change for 24 h",
  );
  expect(await show()).toContain(
    "\n**Final order status:** automatic\n**Old orders:** hidden after 24\u00a0h unchanged\n",
  );
  expect(await run({ end: "completed", "old-after": 48 })).toContain("Order rule changed");
  expect(await show()).toContain(
    "\n**Final order status:** completed\n**Old orders:** hidden after 48\u00a0h unchanged\n",
  );
  expect(await run({ end: "completed" })).toContain("Nothing was changed");
  expect(await run({ end: "learned" })).toMatch(/I learn from[\s\S]*48 h/);
  const changes = (await entries()).filter(({ action }) => action === "settings.orders");
  expect(changes.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
});

describe("the menu below the settings", () => {
  const menuFor = async (setting: string) => {
    const seen = shown(await harness.as("ada").run("settings show"));
    return shown(await harness.as("ada").choose(seen, menuOf(seen), [setting]));
  };
  const answer = async (setting: string, value: string) => {
    const question = await menuFor(setting);
    return shown(await harness.as("ada").choose(question, menuOf(question), [value]));
  };
  const valueOf = (key: GuildSettingKey) => harness.app.ctx.store.guildSettings.get(guildId, key);

  test.each([
    ["week-start", "sunday", "week-start", "Weeks now begin on Sunday"],
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

  test("leads to the setup for what takes more, and to the command for rewards", async () => {
    expect((await menuFor("zone")).text).toContain("choose the server's time zone");
    expect((await menuFor("audit")).text).toContain("channel for the audit log");
    expect((await menuFor("rewards")).text).toMatch(/^Choose the roles with .*\/settings rewards/);
    expect((await menuFor("orders")).text).toMatch(/when an open order is old, use .*\/settings orders/);
  });

  test("changes nothing for choices that aren't offered", async () => {
    const seen = shown(await harness.as("ada").run("settings show"));
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
    expect(textOf(await person.forge.run("settings managers-channel", { channel: orders }))).toContain(
      "Only admins can use this here",
    );
    await person.forge.run("settings show");
    expect(newestText(person)).toContain("Only admins can see the settings here");
  }
  expect(await chosen()).toBeUndefined();
});
