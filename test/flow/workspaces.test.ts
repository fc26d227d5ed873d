// Depends on: database, transport.
import { ChannelType } from "discord.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bakeryIds, playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import type { WorkspaceEmulator } from "../../playground/service/index.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { readRewardSetting } from "../../commands/rewards/plan.ts";
import type { ChannelName } from "../support/emulators.ts";
import { askToDeleteAll, openLink, pressOnLink, submitOnLink, useLinkIn } from "../support/links.ts";
import { listReminders, remindMe, remindMeNoMore } from "../support/reminders.ts";
import { labelsOf, newest, newestText, opened, shown, withFooters } from "../support/replies.ts";
import { chooseRewards, openSetting } from "../support/settings.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";

const { guildId, orders, staff } = playgroundIds;
let harness: Harness;
let bakery: WorkspaceEmulator;
beforeEach(async () => {
  harness = await startHarness();
  bakery = harness.service.addWorkspace({ name: "Harbour Bakery" });
});
afterEach(() => harness[Symbol.asyncDispose]());

const link = async ({ workspaceId, token }: WorkspaceEmulator, name: string) => {
  const form = opened(await harness.as("ada").run("link set"));
  return shown(await harness.as("ada").submit(form, { "workspace-id": workspaceId, key: token, name }));
};
const ada = async (path: string, options: Parameters<Person["run"]>[1] = {}) =>
  shown(await harness.as("ada").run(path, options));
type Person = ReturnType<Harness["as"]>;
const useIn = (channelId: string, name: string) => useLinkIn(harness.as("ada"), channelId, name);
const makeDefault = (name: string) => pressOnLink(harness.as("ada"), "Make default", name);
const rename = (from: string, name: string) => submitOnLink(harness.as("ada"), "Rename…", { name }, from);
const miasNames = { displayName: "Mia", memberName: "Mia" };
const links = () => harness.app.ctx.store.guildLinks.list(guildId);
const names = async () => (await links()).map(({ name }) => name);
/** The workspace that a command in a channel uses. */
const spokenOf = async (channel: ChannelName) =>
  footer(shown(await harness.as("ada", channel).run("order search")));
const footer = ({ embeds }: SeenMessage) => embeds[0]?.footer?.text.split(" · ")[0];
const lastDeed = async () => {
  const [entry] = await harness.app.ctx.store.audit.list(guildId, {}, { limit: 1 });
  return entry && { action: entry.action, target: entry.target, detail: entry.detail };
};

test("another id adds a workspace: commands keep using the first until someone changes that", async () => {
  const receipt = await link(bakery, "Bakery");
  expect(receipt.text).toContain("Another workspace linked");
  expect(receipt.text).toContain("Commands still use **Harbour Café**");
  expect(await names()).toEqual(["Harbour Café", "Bakery"]);
  expect(await spokenOf("orders")).toBe("Harbour Café");
  expect(await lastDeed()).toMatchObject({ action: "link.set", target: bakery.workspaceId });
});

test("another workspace needs a name of its own, and the form reopens with its id", async () => {
  const nameless = await link(bakery, "");
  expect(nameless.text).toContain("the new one needs a name");
  expect(harness.service.requests).toEqual([]);
  const form = opened(await harness.as("ada").press(nameless, "Try again"));
  const values = { "workspace-id": bakery.workspaceId, key: bakery.token, name: " harbour  CAFE" };
  const taken = shown(await harness.as("ada").submit(form, values));
  expect(taken.text).toContain("Another workspace in this server is called Harbour Café");
  expect(await names()).toEqual(["Harbour Café"]);
  const again = opened(await harness.as("ada").press(taken, "Try again"));
  expect(again.fields.map(({ value }) => value ?? "")).toEqual([bakery.workspaceId, "", "harbour  CAFE", ""]);
});

test("a channel that is linked to a workspace uses it, until it is unlinked", async () => {
  await link(bakery, "Bakery");
  const bindings = await useIn(staff, "Bakery");
  expect(bindings.text).toContain(`Commands in <#${staff}> and its threads now use **Bakery**`);
  expect(bindings.text).toContain("**Harbour Café** · every other channel");
  expect(await lastDeed()).toEqual({ action: "link.channel", target: staff, detail: { after: "Bakery" } });
  expect([await spokenOf("staff"), await spokenOf("orders")]).toEqual(["Bakery", "Harbour Café"]);

  const [one, other] = [await useIn(staff, "Bakery"), await useIn(staff, "Bakery")];
  expect(one.text).toContain("already use **Bakery**. Nothing was changed");
  const free = shown(await harness.as("ada").press(one, "Stop using it there"));
  expect(free.text).toContain("use **Harbour Café** again");
  expect(await lastDeed()).toEqual({ action: "link.channel", target: staff, detail: { before: "Bakery" } });
  expect(await spokenOf("staff")).toBe("Harbour Café");
  const again = shown(await harness.as("ada").press(other, "Stop using it there"));
  expect(again.text).toContain("isn't linked to its own workspace. Nothing was changed");
});

test("a channel's workspace is given back by undoing the change", async () => {
  await link(bakery, "Bakery");
  await useIn(staff, "Harbour Café");
  const receipt = await useIn(staff, "Bakery");
  const undone = shown(await harness.as("ada").press(receipt, "Undo"));
  expect(undone.text).toContain(`Commands in <#${staff}> and its threads now use **Harbour Café**`);
  await harness.as("ada").press(undone, "Undo");
  expect(await spokenOf("staff")).toBe("Bakery");
  const free = shown(await harness.as("ada").press(await useIn(staff, "Bakery"), "Stop using it there"));
  await harness.as("ada").press(free, "Undo");
  expect(await spokenOf("staff")).toBe("Bakery");
  expect(await lastDeed()).toEqual({ action: "link.channel", target: staff, detail: { after: "Bakery" } });
});

test("what was changed again since isn't undone", async () => {
  await link(bakery, "Bakery");
  const receipts = [
    await rename("Bakery", "Pier"),
    await useIn(staff, "Pier"),
    await makeDefault("Pier"),
    await submitOnLink(harness.as("ada"), "Machines…", { machines: "7 Kiosk" }, "Pier"),
  ];
  await rename("Pier", "Quay");
  await useIn(staff, "Harbour Café");
  await makeDefault("Harbour Café");
  await submitOnLink(harness.as("ada"), "Machines…", { machines: "8 Till" }, "Quay");
  const before = await lastDeed();
  for (const receipt of receipts)
    expect(shown(await harness.as("ada").press(receipt, "Undo")).text).toContain("so nothing was undone");
  expect(await lastDeed()).toEqual(before);
  expect(await names()).toEqual(["Harbour Café", "Quay"]);
  expect(await spokenOf("staff")).toBe("Harbour Café");
});

test("a thread uses its channel's workspace, unless it has its own", async () => {
  await link(bakery, "Bakery");
  const [cafe] = harness.discord.guilds;
  if (cafe?.id !== guildId) throw new Error("the guild is not there");
  const thread = {
    id: "1100000000000000777",
    name: "rota",
    parentId: staff,
    type: ChannelType.PublicThread,
  } as const;
  harness.discord.addGuild({ ...cafe, channels: [...cafe.channels, thread] });
  const inThread = async () =>
    footer(shown(await harness.discord.as(playgroundIds.ada, thread.id).run("order search")));
  expect(await inThread()).toBe("Harbour Café");
  await useIn(staff, "Bakery");
  expect(await inThread()).toBe("Bakery");
  await useIn(thread.id, "Harbour Café");
  expect([await inThread(), await spokenOf("staff")]).toEqual(["Harbour Café", "Bakery"]);
  const bound = await useIn(thread.id, "Harbour Café");
  const freed = shown(await harness.as("ada").press(bound, "Stop using it there"));
  expect(freed.text).toContain("so commands there use **Bakery** again");
  expect(await inThread()).toBe("Bakery");
});

test("the default applies to every channel without a workspace of its own", async () => {
  await link(bakery, "Bakery");
  await useIn(staff, "Harbour Café");
  const before = await openLink(harness.as("ada"), "Bakery");
  const receipt = await makeDefault("Bakery");
  expect(receipt.text).toContain("now use **Bakery**. Before, it was **Harbour Café**");
  expect(await lastDeed()).toEqual({
    action: "link.default",
    target: bakery.workspaceId,
    detail: { before: "Harbour Café", after: "Bakery" },
  });
  expect([await spokenOf("staff"), await spokenOf("orders")]).toEqual(["Harbour Café", "Bakery"]);
  const again = shown(await harness.as("ada").press(before, "Make default"));
  expect(again.text).toContain("is already the default");
  expect(labelsOf(await openLink(harness.as("ada"), "Bakery"))).not.toContain("Make default");
  const undone = shown(await harness.as("ada").press(receipt, "Undo"));
  expect(undone.text).toContain("now use **Harbour Café**. Before, it was **Bakery**");
  expect(shown(await harness.as("ada").press(undone, "All links")).text).toContain("Harbour Café · default");
});

test("a message on screen keeps the workspace it was made for", async () => {
  await link(bakery, "Bakery");
  const list = shown(await harness.as("mia").run("order search"));
  await makeDefault("Bakery");
  const next = shown(await harness.as("mia").press(list, "Reload"));
  expect(footer(next)).toBe("Harbour Café");
});

test("a reminder keeps its workspace when its hours change, or it's turned off and on again elsewhere", async () => {
  await link(bakery, "Bakery");
  await useIn(staff, "Bakery");
  const { mia: discordUserId } = playgroundIds;
  await connectAccount(harness.app.ctx, { ...miasNames, discordUserId, userId: "104872391" });
  const bakerys = (await links()).find(({ name }) => name === "Bakery")?.linkKey;
  const stored = async () => {
    const found = await harness.app.ctx.store.reminders.find(guildId, discordUserId, "week");
    return found && { linkKey: found.linkKey, hours: found.hours };
  };
  await remindMe(harness.as("mia", "staff"), "week", 72);

  const changed = await remindMe(harness.as("mia", "orders"), "week", 48);
  expect(await stored()).toEqual({ linkKey: bakerys, hours: 48 });
  expect(footer(changed)).toBe("Bakery");
  await remindMe(harness.as("mia", "orders"), "week", 100);
  expect(await stored()).toEqual({ linkKey: bakerys, hours: 100 });

  const off = shown(await harness.as("mia", "orders").press(changed, "Turn off"));
  expect(await stored()).toBeUndefined();
  await harness.as("mia", "orders").press(off, "Turn on");
  expect(await stored()).toEqual({ linkKey: bakerys, hours: 100 });

  await remindMeNoMore(harness.as("mia", "orders"));
  await remindMe(harness.as("mia", "orders"), "week", 48);
  expect((await stored())?.linkKey).not.toBe(bakerys);
});

test("a request for time is asked for again in its workspace, wherever it was withdrawn", async () => {
  await link(bakery, "Bakery");
  await useIn(staff, "Bakery");
  const { store: database, now } = harness.app.ctx;
  const { mia: discordUserId, managers } = playgroundIds;
  await connectAccount(harness.app.ctx, { ...miasNames, discordUserId, userId: "104872391" });
  await database.guildSettings.set(guildId, "time-requests-channel", managers);
  const newestRequest = async () => (await database.timeRequests.listByMember(guildId, discordUserId, 1))[0];
  const day = new Date(now()).toISOString().slice(0, 10);
  const typed = { minutes: "90", day: [day], reason: "Forgot to clock in" };
  await harness
    .as("mia", "staff")
    .submit(opened(await harness.as("mia", "staff").run("request time")), typed);
  const first = await newestRequest();
  expect((await links()).find(({ linkKey }) => linkKey === first?.linkKey)?.name).toBe("Bakery");

  const mia = harness.as("mia", "orders");
  const list = shown(await mia.run("request list"));
  const withdrawn = shown(
    await mia.press(list, labelsOf(list).find((label) => label.startsWith("Withdraw")) ?? ""),
  );
  harness.clock.advance(1_000);
  await mia.submit(opened(await mia.press(withdrawn, "Ask again…")), typed);
  const second = await newestRequest();
  expect(second).toMatchObject({ state: "open", linkKey: first?.linkKey });
  expect(second?.id).not.toBe(first?.id);
});

test("weekly rewards stay with their workspace when their roles are changed in another's channel", async () => {
  await link(bakery, "Bakery");
  await useIn(staff, "Bakery");
  const bakerys = (await links()).find(({ name }) => name === "Bakery")?.linkKey;
  const stored = async () => {
    const setting = await harness.app.ctx.store.guildSettings.get(guildId, "rewards");
    return readRewardSetting(setting);
  };
  const { starRole } = playgroundIds;
  const choose = async (channel: ChannelName, roles: Parameters<typeof chooseRewards>[1]) => {
    const admin = harness.as("ada", channel);
    await admin.press(await chooseRewards(admin, roles), "Give these roles");
  };
  await choose("staff", { passed: starRole });
  expect(await stored()).toEqual({ linkKey: bakerys, roles: { passed: starRole } });
  await choose("orders", { excused: starRole });
  expect(await stored()).toEqual({ linkKey: bakerys, roles: { excused: starRole } });

  const admin = harness.as("ada", "orders");
  await admin.press(
    shown(await admin.press(await openSetting(admin, "rewards"), "Turn off…")),
    "Turn rewards off",
  );
  await choose("orders", { passed: starRole });
  expect((await stored())?.linkKey).not.toBe(bakerys);
});

test("what stays in a channel or is about one workspace says which, only where there are several", async () => {
  const { store: database, now } = harness.app.ctx;
  const { mia: discordUserId, managers, starRole } = playgroundIds;
  await connectAccount(harness.app.ctx, { ...miasNames, discordUserId, userId: "104872391" });
  await database.guildSettings.set(guildId, "time-requests-channel", managers);
  const mia = harness.as("mia", "staff");
  const admin = harness.as("ada", "staff");
  const day = new Date(now()).toISOString().slice(0, 10);
  const askFor = async (minutes: string) =>
    mia.submit(opened(await mia.run("request time")), { minutes, day: [day], reason: "Forgot to clock in" });
  const elsewhere = harness.as("mia", "orders");
  const look = async () => {
    const card = newest(harness.as("ada", "managers"));
    const lists = [shown(await elsewhere.run("request list")), await listReminders(elsewhere)];
    return [card, ...lists, await openSetting(harness.as("ada", "orders"), "rewards")].map(withFooters);
  };
  await askFor("90");
  for (const text of await look()) expect(text).not.toContain("Harbour Café");

  await link(bakery, "Bakery");
  await useIn(staff, "Bakery");
  await askFor("90");
  await remindMe(mia, "order");
  await admin.press(await chooseRewards(admin, { passed: starRole }), "Give these roles");
  for (const text of await look()) expect(text).toContain("Bakery");
  expect((await ada("settings")).text).toContain("**Rewards:** Bakery");
  const list = shown(await elsewhere.run("request list"));
  expect(labelsOf(list).filter((label) => label.startsWith("Withdraw"))).toEqual([
    expect.stringContaining("Bakery"),
    expect.stringContaining("Harbour Café"),
  ]);
});

test("a workspace is renamed; no two have the same name", async () => {
  await link(bakery, "Bakery");
  const taken = await rename("Bakery", "Harbour CAFÉ");
  expect(taken.text).toContain("so nothing was changed");
  const form = opened(await harness.as("ada").press(taken, "Fix it"));
  expect(form.fields[0]?.value).toBe("Harbour CAFÉ");
  const old = await openLink(harness.as("ada"), "Bakery");
  const receipt = shown(await harness.as("ada").submit(form, { name: "Oven @everyone" }));
  expect(receipt.pinged.everyone).toBe(false);
  expect(await names()).toEqual(["Harbour Café", "Oven @everyone"]);
  expect(await lastDeed()).toEqual({
    action: "link.rename",
    target: bakery.workspaceId,
    detail: { before: "Bakery", after: "Oven @everyone" },
  });
  const same = opened(await harness.as("ada").press(old, "Rename…"));
  expect(same.fields[0]?.value).toBe("Oven @everyone");
  expect(shown(await harness.as("ada").submit(same, {})).text).toContain("already has that name");
  expect((await rename("Harbour Café", "HARBOUR café")).text).toContain("is now called **HARBOUR café**");
});

test("a card of a link that was removed changes nothing", async () => {
  await link(bakery, "Bakery");
  const cards = [];
  for (const label of ["Make default", "Channel…", "Rename…", "Machines…", "Remove…", "Test key"])
    cards.push([label, await openLink(harness.as("ada"), "Bakery")] as const);
  const form = opened(await harness.as("ada").press(await openLink(harness.as("ada"), "Bakery"), "Rename…"));
  const question = await pressOnLink(harness.as("ada"), "Remove…", "Bakery");
  await harness.as("ada").press(question, "Remove link");
  for (const [label, card] of cards) {
    const { text } = shown(await harness.as("ada").press(card, label));
    expect([label, text]).toEqual([label, expect.stringContaining("This link was removed")]);
  }
  expect(shown(await harness.as("ada").submit(form, { name: "Oven" })).text).toContain(
    "This link was removed",
  );
  expect(await names()).toEqual(["Harbour Café"]);
});

test("with several workspaces the one to remove is named; its channels use what is left", async () => {
  await link(bakery, "Bakery");
  await makeDefault("Bakery");
  await useIn(staff, "Bakery");
  const question = await pressOnLink(harness.as("ada"), "Remove…", "Bakery");
  expect(question.text).toContain("they'll use **Harbour Café** instead");
  const receipt = shown(await harness.as("ada").press(question, "Remove link"));
  expect(receipt.text).toContain("**Harbour Café** · every channel");
  expect(await lastDeed()).toMatchObject({ action: "link.remove", detail: { before: "Bakery" } });
  expect(await harness.app.ctx.store.channelLinks.list(guildId)).toEqual([]);
  expect(await harness.app.ctx.store.guildSettings.get(guildId, "default-link")).toBeUndefined();
  expect(shown(await harness.as("mia", "staff").run("order search")).text).toContain("Flat white");
});

test("everything is deleted only if the preview named all of it", async () => {
  const question = await askToDeleteAll(harness.as("ada"));
  await link(bakery, "Bakery");
  const refused = shown(await harness.as("ada").press(question, "Delete everything"));
  expect(refused.text).toContain("so nothing was removed");
  expect(await names()).toHaveLength(2);
  const one = await pressOnLink(harness.as("ada"), "Remove…", "Bakery");
  expect(labelsOf(one)).toEqual(["Keep it", "Delete everything…", "Remove link"]);
  const whole = shown(await harness.as("ada").press(one, "Delete everything…"));
  expect(whole.text).toContain("Delete all data of this server?");
  expect(whole.text).toContain("**Bakery**");
  expect(whole.text).toContain("**Harbour Café**");
  await harness.as("ada").press(whole, "Delete everything");
  expect(await names()).toEqual([]);
});

test("the status verifies every key, and fits ten workspaces with long names and broken keys", async () => {
  await link(bakery, "Bakery");
  bakery.setForbidden(["listPosts"]);
  expect((await ada("link status")).text).toContain("⚠️ The key can't read: posts\n");
  bakery.revokeToken();
  const two = await ada("link status");
  expect(two.text).toContain("Links to 2 workspaces");
  expect(two.text).toContain("Harbour Café · default");
  expect(two.text).toContain("✅ Working");
  expect(two.text).toContain("no longer accepts this server's key");
  expect(two.text).toContain("Used in every channel");

  for (let number = 2; number < 10; number += 1) await store(bakery, `${"`*_".repeat(12)}${number}`, number);
  await harness.service.close();
  const ten = await ada("link status");
  expect(ten.embeds[0]?.fields).toHaveLength(11);
});

test("a server has at most ten workspaces, and a full one can still get new keys", async () => {
  for (let number = 1; number < 10; number += 1) await store(bakery, `Workspace ${number}`, number);
  expect((await link(bakery, "Bakery")).text).toContain("already linked to 10 workspaces");
  expect(await links()).toHaveLength(10);
  expect((await link(harness.service, "")).text).toContain("Key replaced");
});

test("workspaces are suggested by name, with the default marked, and never another server's", async () => {
  await link(bakery, "Bakery");
  const suggest = (value: string) => harness.as("ada").suggest("link set", {}, { name: "workspace", value });
  expect(await suggest("")).toEqual([
    { name: "Harbour Café (default)", value: "Harbour Café" },
    { name: "Bakery", value: "Bakery" },
  ]);
  expect(await suggest("bak")).toHaveLength(1);
  // Discord may send a suggestion's name, also when the bot no longer has what it suggested.
  await harness.restart();
  opened(await harness.as("ada").run("link set", { workspace: "Harbour Café (default)" }));
  const elsewhere = harness.inBakery("ada");
  expect(await elsewhere.suggest("link set", {}, { name: "workspace", value: "" })).toEqual([]);
  const reply = shown(await elsewhere.run("link set", { workspace: "Bakery" }));
  expect(reply.text).toContain("isn't linked to a workspace yet, so nothing was changed");
  // Nor is it opened, by a button made by hand.
  const [bakeryLink] = (await links()).filter(({ name }) => name === "Bakery");
  const status = shown(await elsewhere.run("link status"));
  await elsewhere.forge.press(status, `link.default:${bakeryLink?.linkKey}`);
  expect(newestText(elsewhere)).toContain("This link was removed, so nothing was changed");
  expect(await harness.app.ctx.store.guildSettings.get(bakeryIds.guildId, "default-link")).toBeUndefined();
});

test("schedules are offered with their workspace only where there are several", async () => {
  const { store: database, newId, now } = harness.app.ctx;
  const addFor = (linkKey: string) => {
    const place = { guildId, linkKey, channelId: staff, makerDiscordUserId: playgroundIds.ada };
    return database.schedules.create(sampleSchedule({ ...place, id: newId(), createdAt: now() }));
  };
  const offered = async () => {
    const [menu] = shown(await harness.as("ada").run("schedule list")).selects;
    return menu?.options.map(({ description = "" }) => description) ?? [];
  };
  const [cafe] = await links();
  await addFor(cafe?.linkKey ?? "");
  expect(await offered()).toEqual([expect.not.stringContaining("Harbour Café")]);

  await link(bakery, "Bakery");
  await addFor((await links()).find(({ name }) => name === "Bakery")?.linkKey ?? "");
  expect((await offered()).toSorted()).toEqual([
    expect.stringMatching(/ · Bakery$/),
    expect.stringMatching(/ · Harbour Café$/),
  ]);
});

test("a server linked before names and defaults existed still works, and its workspace is the default", async () => {
  const { store: database } = harness.app.ctx;
  const [old] = await links();
  if (old === undefined) throw new Error("the guild is not linked");
  await database.guildLinks.remove(guildId, old.linkKey);
  await database.guildLinks.save({ ...old, linkKey: "main", name: "Workspace" }, 10);
  expect(shown(await harness.as("mia").run("order search")).text).toContain("Flat white");
  await link(bakery, "Bakery");
  expect(await spokenOf("orders")).toBe("Workspace");
});

test("managers and staff can't change links", async () => {
  const theo = harness.as("theo");
  const list = shown(await theo.run("schedule list"));
  await link(bakery, "Bakery");
  const [cafe] = await links();
  await theo.forge.press(list, `link.default:${cafe?.linkKey}`);
  expect(newestText(theo)).toContain("Only admins can use this here");
});

/** Past the form. */
async function store({ workspaceId }: WorkspaceEmulator, name: string, number = 0): Promise<void> {
  const [cafe] = await links();
  if (cafe === undefined) throw new Error("the guild is not linked");
  const other = {
    linkKey: `k${number}`,
    workspaceId: number === 0 ? workspaceId : `${number}`.repeat(24),
    name,
  };
  await harness.app.ctx.store.guildLinks.save(
    { ...cafe, ...other, createdAt: cafe.createdAt + number + 1 },
    10,
  );
}

test("a message that was logged in one workspace can be logged in the one its channel then uses", async () => {
  await link(bakery, "Bakery");
  const logsMessage = async () => {
    const question = shown(await harness.as("ada").runOnMessage("Log order", message));
    return shown(await harness.as("ada").press(question, "Log order")).text;
  };
  const message = harness.as("noor").say("2 flat whites").id;
  expect(await logsMessage()).toMatch(/Order #\d+ logged/);
  await useIn(orders, "Bakery");
  const before = bakery.state.orders.size;
  expect(await logsMessage()).toMatch(/Order #\d+ logged/);
  expect(bakery.state.orders.size).toBe(before + 1);
});
