// Depends on: transport, cache.
import { ApplicationCommandPermissionType as Target, OverwriteType, PermissionFlagsBits } from "discord.js";
import { afterEach, expect, test } from "vitest";
import { type Outcome, playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { getGuildWeek } from "../../src/domain/week-boundaries.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { openLink, pressOnLink } from "../support/links.ts";
import { labelsOf, newestText, opened, shown } from "../support/replies.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { until } from "../support/wait-for.ts";

const { guildId, ada, theo, mia, calendar, managers, orders, audit, applicationId } = playgroundIds;
const { managerRole, staffRole, adminRole } = playgroundIds;
const { ViewChannel, SendMessages, AttachFiles } = PermissionFlagsBits;
let harness: Harness;
afterEach(() => harness[Symbol.asyncDispose]());

const admin = () => harness.as("ada", "managers");
const settings = () => harness.app.ctx.store.guildSettings.all(guildId);
const entries = () => harness.app.ctx.store.audit.list(guildId, {}, { limit: 50 });
const actions = async () => (await entries()).map(({ action, outcome }) => `${action} ${outcome}`);
const start = async () => shown(await admin().run("setup"));
const press = async (message: SeenMessage, label: string) => shown(await admin().press(message, label));
/** Chooses in the select of that placeholder. */
const chooseIn = (message: SeenMessage, placeholder: string, value: string): Promise<Outcome> => {
  const select = message.selects.find((each) => each.placeholder === placeholder);
  if (select === undefined) throw new Error(`there is no select "${placeholder}"`);
  return admin().choose(message, select.customId, [value]);
};
const choose = async (message: SeenMessage, placeholder: string, value: string) =>
  shown(await chooseIn(message, placeholder, value));
/** Shows that step, unless it's the one shown already. */
const goTo = async (message: SeenMessage, step: string): Promise<SeenMessage> => {
  const others = message.selects.find(({ placeholder }) => placeholder === "Change another step");
  const isShown = others?.options.every(({ value }) => value !== step) === true;
  return isShown ? message : choose(message, "Change another step", step);
};
const titleOf = (message: SeenMessage) => message.embeds[0]?.title;
/** The line of a step. */
const lineOf = ({ text }: SeenMessage, step: string) =>
  text.split("\n").find((line) => line.includes(`**${step}** ·`));

test("/setup leads from an unlinked server to a Monday post in twelve presses, and ends when the team is connected", async () => {
  harness = await startHarness({ linked: false });
  const { service, clock, discord } = harness;
  const presses: string[] = [];
  const counted = async <T>(what: string, doing: Promise<T>): Promise<T> => {
    presses.push(what);
    return doing;
  };

  let message = await counted("/setup", start());
  expect(message.private).toBe(true);
  expect(titleOf(message)).toBe("Setup: 0 of 7 done");
  expect(message.text).toContain("**Next:** link your workspace.");
  const form = opened(await counted("Link", admin().press(message, "Link a workspace")));
  const typed = { "workspace-id": service.workspaceId, key: service.token, name: "Harbour Café" };
  message = shown(await counted("submit", admin().submit(form, typed)));
  expect(titleOf(message)).toBe("Setup: 1 of 7 done");
  expect(lineOf(message, "Workspace")).toBe("✅ **Workspace** · Harbour Café");

  message = await counted("staff", choose(message, "Staff role", staffRole));
  expect(message.text).toContain("Members with it will be able to log and find orders");
  message = await counted("confirm", press(message, "Make them staff"));
  expect(lineOf(message, "Staff")).toBe(`✅ **Staff** · <@&${staffRole}> · 2 members`);
  message = await counted("managers", choose(message, "Managers' role", managerRole));
  message = await counted("confirm", press(message, "Make them managers"));
  expect(lineOf(message, "Managers")).toBe(`✅ **Managers** · <@&${managerRole}> · 1 member`);

  message = await counted("managers' channel", choose(message, "Managers' channel", managers));
  expect(lineOf(message, "Managers' channel")).toBe(`✅ **Managers' channel** · <#${managers}>`);
  message = await counted("zone", choose(message, "Time zone", "Europe/Berlin"));
  expect(lineOf(message, "Time zone")).toMatch(/^✅ \*\*Time zone\*\* · Europe\/Berlin · \d\d:\d\d$/);

  message = await counted("where", choose(message, "Where to post it", calendar));
  expect(message.text).toContain("- Monday 09:00 · **Calendar of the week**");
  expect(message.text).toContain("- Live · **Open orders**");
  expect(message.text).toContain("- Sunday 18:00 · **Team board**");
  message = await counted("add", press(message, "Add 3 schedules"));
  expect(titleOf(message)).toBe("Setup: 6 of 7 done");
  expect(message.text).toContain("**Next:** connect your team.");
  expect(lineOf(message, "Team")).toBe("🔹 **Team** · 0 of 2 connected");
  expect(lineOf(message, "Scheduled posts")).toMatch(/^✅ \*\*Scheduled posts\*\* · 3 · next: <t:\d+:R>$/);
  const asking = opened(await admin().press(message, "Ask them to connect…"));
  await admin().submit(asking, { channel: [orders] });
  expect(discord.messagesIn(orders).at(-1)?.content).toContain("**Are you on the team?**");
  await connectAccount(harness.app.ctx, {
    discordUserId: mia,
    userId: "2001",
    displayName: "Mia",
    memberName: "Mia",
  });
  message = await press(message, "Reload");
  expect(lineOf(message, "Team")).toBe("✅ **Team** · 1 of 2 connected");
  expect(titleOf(message)).toBe("Setup: all done");
  const tellStaff = /Everything works\. Next: tell your staff to try <\/me:\d+>\./;
  expect(message.text).toMatch(tellStaff);
  expect(message.text).toContain(
    "\n🔹 **Audit log** · optional\n-# Pick a channel only admins can see. Changes people make are posted there.",
  );
  message = await counted("audit", choose(message, "Channel for the audit log", audit));
  expect(lineOf(message, "Audit log")).toBe(`✅ **Audit log** · <#${audit}>`);
  expect(message.text).toMatch(tellStaff);
  expect(presses.length).toBeLessThanOrEqual(12);

  // Nine on Monday in Berlin, by the calendar alone.
  let monday = Temporal.Instant.fromEpochMilliseconds(clock.now())
    .toZonedDateTimeISO("Europe/Berlin")
    .startOfDay()
    .add({ hours: 9 });
  while (monday.dayOfWeek !== 1 || monday.epochMilliseconds <= clock.now()) monday = monday.add({ days: 1 });
  clock.advance(monday.epochMilliseconds + 1_000 - clock.now());
  await until("Monday's calendar is posted", () =>
    discord.messagesIn(calendar).some(({ embeds }) => embeds[0]?.title?.includes("Week of") === true),
  );
  const recorded = await actions();
  expect(recorded.filter((each) => each === "schedule.add done")).toHaveLength(3);
  for (const action of [
    "link.set",
    "access.set",
    "settings.managers-channel",
    "settings.zone",
    "audit.channel",
  ])
    expect(recorded).toContain(`${action} done`);
  expect(recorded.some((each) => each.startsWith("schedule.add-pack"))).toBe(false);
});

test("a failure is shown in its step's line, and what couldn't be checked isn't green", async () => {
  harness = await startHarness();
  const { discord, service } = harness;
  const { store } = harness.app.ctx;
  await store.guildSettings.set(guildId, "managers-channel", managers);
  await store.guildSettings.set(guildId, "audit-channel", audit);
  await store.guildSettings.set(guildId, "zone", "Europe/Berlin");
  let message = await start();
  expect(titleOf(message)).toBe("Setup: 5 of 7 done");

  discord.setBotPermissions(managers, ViewChannel | SendMessages | AttachFiles);
  discord.deleteChannel(audit);
  discord.faults.failRequests({ status: 500, times: 1, pathPart: "/roles/member-counts" });
  service.faults.add({ kind: "status", status: 500, times: 9 });
  message = await press(message, "Reload");
  expect(lineOf(message, "Workspace")).toBe("❔ **Workspace** · couldn't check the key");
  expect(lineOf(message, "Staff")).toContain("❔ **Staff**");
  expect(lineOf(message, "Managers' channel")).toBe("⚠️ **Managers' channel** · I can't post there");
  expect(lineOf(message, "Audit log")).toBe("⚠️ **Audit log** · channel deleted");
  expect(titleOf(message)).toBe("Setup: 1 of 7 done");
  const marks = message.text.split("\n").flatMap((line) => /^(\S+) \*\*[^*]+\*\* ·/u.exec(line)?.[1] ?? []);
  expect(marks.slice(0, 6).toSorted()).toEqual(["❔", "❔", "❔", "❔", "⚠️", "⚠️"].toSorted());
  expect(marks.slice(6).every((mark) => mark === "✅" || mark === "🔹")).toBe(true);

  service.faults.clear();
  service.revokeToken();
  await harness.forgetRead();
  message = await press(message, "Reload");
  expect(lineOf(message, "Workspace")).toContain("⚠️ **Workspace** · key refused");
  expect((await goTo(message, "managers-channel")).text).toContain("I need *Embed Links*. Allow that in");
  message = await goTo(await start(), "workspace");
  expect(message.text).toContain("**Harbour Café**: The workspace no longer accepts this server's key");
  expect(labelsOf(message)).toContain("Replace the key");

  await store.guildLinks.remove(guildId, "cafe");
  message = await press(message, "Reload");
  expect(lineOf(message, "Workspace")).toBe("🔹 **Workspace** · not linked yet");
});

test("a guest's picker has nothing that only admins may use, and an admin's has all of it", async () => {
  harness = await startHarness();
  const seen = (name: "sam" | "theo" | "ada") =>
    harness
      .as(name)
      .commands()
      .map((command) => command.name);
  const forAdmins = ["access", "audit", "link", "role", "settings", "setup", "workspace"];
  expect(seen("ada")).toEqual(expect.arrayContaining([...forAdmins, "schedule", "help", "privacy"]));
  for (const name of ["sam", "theo"] as const) {
    expect(seen(name).filter((each) => forAdmins.includes(each))).toEqual([]);
    expect(seen(name)).toEqual(expect.arrayContaining(["schedule", "help", "privacy", "me"]));
  }
});

test("the commands step says who sees what in Discord, and what was changed there", async () => {
  harness = await startHarness();
  const { discord } = harness;
  let message = await goTo(await start(), "commands");
  expect(lineOf(message, "Commands")).toBe("✅ **Commands** · shown as usual");
  expect(message.text).toContain("**Change:** who sees which commands.");
  expect(message.text).toMatch(
    /everyone sees all commands but `\/role`, `\/workspace`, <\/setup:\d+>, `\/link`, `\/access`, <\/settings:\d+>, <\/audit:\d+>, which need \*Manage Server\*\.\nTo show the rest only to staff, allow your staff role/,
  );

  const role = (id: string, permission: boolean) => ({ id, type: Target.Role, permission });
  discord.setCommandPermissions(guildId, undefined, [role(staffRole, true), role(guildId, false)]);
  discord.setCommandPermissions(guildId, "order", [
    { id: theo, type: Target.User, permission: true },
    { id: orders, type: Target.Channel, permission: true },
    { id: String(BigInt(guildId) - 1n), type: Target.Channel, permission: false },
  ]);
  message = await press(message, "Reload");
  expect(lineOf(message, "Commands")).toBe("✅ **Commands** · changed in this server");
  expect(message.text).toContain(
    `Changed in this server:\n- All commands: ✅ <@&${staffRole}> ❌ @everyone\n- \`/order\`: ✅ <@${theo}> ✅ <#${orders}> ❌ all channels\nChange it in *Server Settings*, *Integrations*.`,
  );

  discord.faults.failRequests({ status: 403, code: 50_001, times: 1, pathPart: "/commands/permissions" });
  message = await press(message, "Reload");
  expect(lineOf(message, "Commands")).toBe("❔ **Commands** · couldn't read who sees which");
  expect(message.text).toContain("Discord decides that in *Server Settings*, *Integrations*.");
});

test("an admin role that Discord hides commands from is reported until it is allowed there", async () => {
  harness = await startHarness();
  const { discord } = harness;
  await harness.app.ctx.store.accessRoles.set(guildId, managerRole, "admin");
  await harness.app.ctx.store.accessRoles.set(guildId, adminRole, "admin");
  let message = await goTo(await start(), "commands");
  expect(lineOf(message, "Commands")).toBe(`⚠️ **Commands** · hidden from <@&${managerRole}>`);
  expect(message.text).toContain("**Next:** show admins their commands.");
  expect(message.text).toMatch(
    /Discord doesn't show <@&\d+> `\/role`, .*<\/audit:\d+>\. Allow the role there in \*Server/,
  );

  const allow = { id: managerRole, type: Target.Role, permission: true };
  for (const name of ["role", "workspace", "link", "access", "settings", "audit"])
    discord.setCommandPermissions(guildId, name, [allow]);
  message = await press(message, "Reload");
  expect(message.text).toMatch(/Discord doesn't show <@&\d+> <\/setup:\d+>\. Allow/);
  discord.setCommandPermissions(guildId, "setup", [allow]);
  message = await press(message, "Reload");
  expect(lineOf(message, "Commands")).toBe("✅ **Commands** · changed in this server");
  expect(
    harness
      .as("theo")
      .commands()
      .map(({ name }) => name),
  ).toContain("setup");
});

test("a key that can't read everything isn't done: the setup names what it can't, after linking and on each reload", async () => {
  harness = await startHarness({ linked: false });
  const { service } = harness;
  service.setForbidden(["searchOrders", "listTaskboardActions"]);
  const form = opened(await admin().press(await start(), "Link a workspace"));
  const typed = { "workspace-id": service.workspaceId, key: service.token, name: "" };
  let message = shown(await admin().submit(form, typed));
  expect(titleOf(message)).toBe("Setup: 0 of 7 done");
  expect(message.text).toContain("The key is accepted and stored encrypted.");
  expect(lineOf(message, "Workspace")).toBe("⚠️ **Workspace** · can't read: orders, its actions");
  message = await goTo(message, "workspace");
  expect(message.text).toContain("Someone who manages the workspace can give it more permissions.");

  service.setForbidden(["getCalendar"]);
  await harness.forgetRead();
  message = await press(message, "Reload");
  expect(lineOf(message, "Workspace")).toBe("⚠️ **Workspace** · can't read: calendar");

  service.setForbidden([]);
  await harness.forgetRead();
  message = await press(message, "Reload");
  expect(lineOf(message, "Workspace")).toMatch(/^✅ /);
});

test("posts that the bot had to pause are a failure, those paused by hand aren't", async () => {
  harness = await startHarness();
  const { schedules } = harness.app.ctx.store;
  const where = { guildId, linkKey: "cafe", channelId: orders, makerDiscordUserId: ada, createdAt: 0 };
  for (const id of ["runs", "rests", "stopped"])
    await schedules.create({
      ...sampleSchedule({ ...where, id }),
      nextDueAt: harness.clock.now() + 86_400_000,
    });
  await schedules.pause(guildId, "rests", undefined);
  expect(lineOf(await start(), "Scheduled posts")).toMatch(/^✅ .* 2 · next: .* · 1 paused$/);
  await schedules.pauseAll(
    guildId,
    { id: "stopped" },
    {
      reason: "I can no longer see the channel.",
    },
  );
  const message = await start();
  expect(lineOf(message, "Scheduled posts")).toMatch(/^⚠️ .* 1 · next: .* · 2 paused$/);
  const { text } = await goTo(message, "posts");
  expect(text).toContain("**Next:** get your posts going again.");
  expect(text).toContain("I had to pause one of them: open it in </schedule list:");
});

test("once its link was removed, a server begins by linking again, although its posts stopped", async () => {
  harness = await startHarness();
  const channel = { guildId, linkKey: "cafe", channelId: orders, makerDiscordUserId: ada, createdAt: 0 };
  await harness.app.ctx.store.schedules.create(sampleSchedule({ ...channel, id: "stopped" }));
  await press(await pressOnLink(admin(), "Remove…"), "Remove link");
  const message = await start();
  expect(lineOf(message, "Scheduled posts")).toBe("⚠️ **Scheduled posts** · 1 planned, all paused");
  expect(message.text).toContain("**Next:** link your workspace.");
  expect(labelsOf(message)).toEqual(["Link a workspace", "Reload"]);
});

test("a role without members isn't done, and a deleted one is reported", async () => {
  harness = await startHarness();
  const { store } = harness.app.ctx;
  harness.discord.setRoles(guildId, theo, []);
  await store.accessRoles.remove(guildId, staffRole);
  await store.accessRoles.set(guildId, "1100000000000000399", "staff");
  const message = await start();
  expect(lineOf(message, "Managers")).toBe("⚠️ **Managers** · <@&1100000000000000302> · nobody has it");
  expect(lineOf(message, "Staff")).toBe("⚠️ **Staff** · deleted, or nobody has it");
});

test("a role change asks first, Not now goes back, and @everyone is refused", async () => {
  harness = await startHarness();
  let message = await goTo(await start(), "staff");
  expect(message.text).toContain("**Change:** add a staff role.");
  message = await press(await choose(message, "Staff role", managerRole), "Not now");
  expect(titleOf(message)).toMatch(/^Setup: /);
  expect(await harness.app.ctx.store.accessRoles.list(guildId)).toMatchObject([
    { roleId: managerRole, tier: "manager" },
    { roleId: staffRole, tier: "staff" },
  ]);
  message = await goTo(message, "staff");
  await chooseIn(message, "Staff role", guildId);
  expect(newestText(admin())).toContain("Everyone in this server has that role");
  await chooseIn(message, "Staff role", staffRole);
  expect(newestText(admin())).toContain("already has the staff tier. Nothing was changed");
  expect(await actions()).toEqual([]);
});

test("in a server whose only role is @everyone, that one is refused, and the rest can be set up", async () => {
  harness = await startHarness({ linked: false });
  const { discord, service } = harness;
  const server = discord.guilds.find(({ id }) => id === guildId) ?? expect.unreachable();
  const members = server.members.map((member) => ({ ...member, roleIds: [] }));
  discord.addGuild({ ...server, roles: [], members });
  const form = opened(await admin().press(await start(), "Link a workspace"));
  const typed = { "workspace-id": service.workspaceId, key: service.token, name: "Harbour Café" };
  let message = shown(await admin().submit(form, typed));
  expect(lineOf(message, "Staff")).toBe("🔹 **Staff** · no role yet");
  expect(message.text).toContain("**Next:** choose your staff role.");

  await chooseIn(message, "Staff role", guildId);
  expect(newestText(admin())).toContain(
    "Nothing was changed. Choose a role that only the right people have. You can create one in *Server Settings*.",
  );
  message = await choose(await goTo(await start(), "zone"), "Time zone", "Europe/Berlin");
  expect(lineOf(message, "Time zone")).toContain("✅");
  message = await choose(await goTo(message, "posts"), "Where to post it", calendar);
  message = await press(message, "Add 3 schedules");
  expect(lineOf(message, "Scheduled posts")).toContain("✅ **Scheduled posts** · 3 · next");
  expect(lineOf(message, "Staff")).toBe("🔹 **Staff** · no role yet");
  expect(titleOf(message)).toBe("Setup: 3 of 7 done");
});

test("a channel where the bot can't post is refused and the setup stays as it was", async () => {
  harness = await startHarness();
  harness.discord.setOverwrites(managers, [
    { id: applicationId, type: OverwriteType.Member, allow: 0n, deny: ViewChannel },
  ]);
  const message = await start();
  await chooseIn(message, "Managers' channel", managers);
  expect(newestText(admin())).toContain("I need *View Channel*");
  expect((await settings()).get("managers-channel")).toBeUndefined();
  const chosen = await choose(message, "Managers' channel", orders);
  expect(chosen.text).toContain(`⚠️ Everyone in this server can see <#${orders}>`);
  expect(await actions()).toEqual(["settings.managers-channel done"]);
  expect(lineOf(await start(), "Managers' channel")).toBe(
    `✅ **Managers' channel** · <#${orders}> · ⚠️ everyone can see it`,
  );
});

test("an unlisted zone can be searched for: one match is chosen, several are offered", async () => {
  harness = await startHarness();
  let message = await goTo(await start(), "zone");
  const offered = message.selects[0]?.options ?? [];
  expect(offered.length).toBeLessThanOrEqual(25);
  expect(offered[0]?.label).toMatch(/^Europe\/London · \d\d:\d\d there now$/);
  const search = async (zone: string) =>
    admin().submit(opened(await admin().press(message, "Search…")), { zone });
  const refused = shown(await search("Atlantis"));
  expect(refused.text).toContain("I don't know a time zone called “Atlantis”");
  const typedForm = opened(await admin().press(refused, "Fix it"));
  expect(typedForm.fields).toMatchObject([{ value: "Atlantis" }]);
  message = shown(await admin().press(refused, "Back to setup"));
  expect(message.text).toContain("🔹 **Time zone** · not chosen yet");
  message = shown(await admin().submit(typedForm, { zone: "argentina" }));
  const matches = message.selects.find(({ placeholder }) => placeholder?.includes("match") === true);
  expect(matches?.options.every(({ value }) => value.includes("Argentina"))).toBe(true);
  message = shown(await search("America"));
  const first = message.selects.find(({ placeholder }) => placeholder?.startsWith("The first 25 time zones"));
  expect(first?.options).toHaveLength(25);
  message = shown(await search("Kampala"));
  expect(message.text).toContain("**Time zone** · Africa/Kampala");
  expect(await actions()).toEqual(["settings.zone done"]);
  message = await goTo(message, "zone");
  message = shown(await search("Calcutta"));
  expect(message.text).toContain("**Time zone** · Asia/Kolkata");
});

test("several admins and a removed link: each press reads the current state", async () => {
  harness = await startHarness();
  const { store } = harness.app.ctx;
  const old = await goTo(await start(), "zone");
  await store.guildSettings.set(guildId, "managers-channel", managers);
  const message = await choose(old, "Time zone", "Europe/Paris");
  expect(lineOf(message, "Managers' channel")).toContain("✅");
  expect(message.text).toContain("**Next:** plan your first posts.");
  // The preview lists what is posted when, not the posts.
  expect(message.text).toContain("You'll see the list before anything is added.");

  const training = await choose(message, "What to post", "training");
  await store.guildLinks.remove(guildId, "cafe");
  await chooseIn(training, "Where to post it", calendar);
  expect(newestText(admin())).toContain("isn't linked to a workspace yet");
  expect(await store.schedules.list(guildId)).toEqual([]);
});

test("a pack is added once, skips what is already scheduled, and needs room", async () => {
  harness = await startHarness();
  const { store } = harness.app.ctx;
  let message = await goTo(await start(), "posts");
  await chooseIn(message, "Where to post it", calendar);
  expect(newestText(admin())).toContain("I don't know this server's time zone");
  await store.guildSettings.set(guildId, "zone", "Europe/Berlin");

  message = await choose(await choose(message, "What to post", "training"), "Where to post it", calendar);
  expect(message.text).toContain("Training centre");
  message = await press(message, "Not now");
  expect(message.text).toContain("**Next:** plan your first posts.");
  const preview = await choose(
    await choose(message, "What to post", "training"),
    "Where to post it",
    calendar,
  );
  await Promise.all([1, 2].map(() => admin().press(preview, "Add 3 schedules")));
  expect((await store.schedules.list(guildId)).map(({ kind }) => kind)).toEqual([
    "calendar",
    "team",
    "digest",
  ]);

  message = await goTo(await start(), "posts");
  message = await choose(message, "Where to post it", calendar);
  expect(message.text).toContain("What's already planned there is left out.");
  await press(message, "Add 2 schedules");
  expect(await store.schedules.list(guildId)).toHaveLength(5);
  await chooseIn(await goTo(await start(), "posts"), "Where to post it", calendar);
  expect(newestText(admin())).toContain("already planned in <#1100000000000000403>, so nothing was added");

  const [sample] = await store.schedules.list(guildId);
  if (sample === undefined) throw new Error("nothing was added");
  for (let count = 5; count < 23; count += 1)
    await store.schedules.create({ ...sample, id: `more-${count}` });
  await chooseIn(await goTo(await start(), "posts"), "Where to post it", orders);
  expect(newestText(admin())).toContain("has no room for 3 more, so nothing was added");
});

test("a pack leaves out what the key can't read, and says so", async () => {
  harness = await startHarness();
  const { store } = harness.app.ctx;
  await store.guildSettings.set(guildId, "zone", "Europe/Berlin");
  harness.service.setForbidden(["searchOrders"]);
  await openLink(admin());
  const preview = await choose(await goTo(await start(), "posts"), "Where to post it", calendar);
  expect(preview.text).toContain("What this server's key can't read is left out.");
  expect(preview.text).not.toContain("Open orders");
  await press(preview, "Add 2 schedules");
  expect((await store.schedules.list(guildId)).map(({ kind }) => kind)).toEqual(["calendar", "team"]);
});

test("a pack is added also where another workspace has the same posts, and leaves out its own", async () => {
  harness = await startHarness();
  const { store } = harness.app.ctx;
  await store.guildSettings.set(guildId, "zone", "Europe/Berlin");
  const askPack = async () => chooseIn(await goTo(await start(), "posts"), "Where to post it", calendar);
  await press(shown(await askPack()), "Add 3 schedules");
  await askPack();
  expect(newestText(admin())).toContain("already planned in <#1100000000000000403>, so nothing was added");
  for (const { id } of await store.schedules.list(guildId))
    await store.schedules.change(guildId, id, { linkKey: "bakery" });
  await press(shown(await askPack()), "Add 3 schedules");
  expect(await store.schedules.list(guildId)).toHaveLength(6);
});

test("a pack's post moves to a quiet minute if too many servers share its own", async () => {
  harness = await startHarness({ withJobs: false, guarded: false, postsPerSecond: 1 });
  const { store } = harness.app.ctx;
  await store.guildSettings.set(guildId, "zone", "Europe/Berlin");
  const preview = await choose(await goTo(await start(), "posts"), "Where to post it", calendar);
  expect(preview.text).not.toContain("posts across all servers");
  await press(preview, "Add 3 schedules");
  const [sample] = (await store.schedules.list(guildId)).filter(({ kind }) => kind === "calendar");
  if (sample?.nextDueAt === undefined) throw new Error("nothing was added");
  // One a second makes 60 a minute: with this server's own, 109 are due at nine and none at 18:00.
  for (let index = 0; index < 108; index++)
    await store.schedules.create({ ...sample, id: `other-${index}`, guildId: "9" });

  const moved = await choose(await goTo(await start(), "posts"), "Where to post it", orders);
  expect(moved.text).toContain("- Monday 09:02 · **Calendar of the week**");
  expect(moved.text).toContain("- Sunday 18:00 · **Team board**");
  expect(moved.text).toContain(
    "⏳ About 110 posts across all servers are due at 09:00, so I chose 09:02, which is quiet.",
  );
  await press(moved, "Add 3 schedules");
  const added = (await store.schedules.list(guildId)).filter(({ channelId }) => channelId === orders);
  expect(added.map(({ kind, rule }) => [kind, rule])).toContainEqual([
    "calendar",
    { kind: "weekly", days: [1], time: "09:02" },
  ]);

  // Nothing near nine is quiet any more.
  for (let minutes = 1; minutes < 20; minutes++)
    for (let index = 0; index < 16; index++)
      await store.schedules.create({
        ...sample,
        id: `later-${minutes}-${index}`,
        guildId: "9",
        nextDueAt: sample.nextDueAt + minutes * 60_000,
      });
  for (let index = 0; index < 60; index++)
    await store.schedules.create({ ...sample, id: `more-${index}`, guildId: "9" });
  const late = await choose(await goTo(await start(), "posts"), "Where to post it", managers);
  expect(late.text).toContain("- Monday 09:00 · **Calendar of the week**");
  expect(late.text).toContain("are due at 09:00, so yours may be up to 3 minutes late.");
});

test("a pack's calendar comes after the workspace's week has ended, in any zone", async () => {
  harness = await startHarness({ withJobs: false });
  const { store } = harness.app.ctx;
  const previewIn = async (zone: string) => {
    await store.guildSettings.set(guildId, "zone", zone);
    return choose(await goTo(await start(), "posts"), "Where to post it", calendar);
  };
  expect((await previewIn("Asia/Tokyo")).text).toContain("- Monday 09:00 · **Calendar of the week**");
  const preview = await previewIn("Australia/Sydney");
  // Whether or not its clocks are an hour ahead now.
  expect(preview.text).toContain("- Monday 11:00 · **Calendar of the week**");
  expect(preview.text).toMatch(/\nThe workspace's week ends Monday at (?:10|09):59, so I chose 11:00\.\n/);
  await press(preview, "Add 3 schedules");
  expect((await store.schedules.list(guildId)).map(({ kind, rule }) => [kind, rule])).toContainEqual([
    "calendar",
    { kind: "weekly", days: [1], time: "11:00" },
  ]);
});

test("a pack's team board comes on the last day of the week, as the workspace or else the server counts it", async () => {
  harness = await startHarness({ withJobs: false });
  const { store } = harness.app.ctx;
  await store.guildSettings.set(guildId, "zone", "Europe/Berlin");
  const preview = async () => choose(await goTo(await start(), "posts"), "Where to post it", calendar);
  expect((await preview()).text).toContain("- Sunday 18:00 · **Team board**");
  harness.service.faults.add({ operation: "getCalendar", kind: "status", status: 404, times: 20 });
  await harness.forgetRead();
  await store.guildSettings.set(guildId, "week-start", "sunday");
  expect((await preview()).text).toContain("- Saturday 18:00 · **Team board**");
});

test.each([
  ["Europe/Berlin", "sunday", "Saturday 18:00"],
  ["America/Los_Angeles", "sunday", "Saturday 18:00"],
  ["Pacific/Auckland", "monday", "Sunday 18:00"],
] as const)(
  "a pack's team board in %s comes on the last day of weeks that begin on %s, known from a saved one",
  async (zone, startsOn, when) => {
    harness = await startHarness({ withJobs: false });
    const { store, now } = harness.app.ctx;
    const { workspaceId } = harness.service;
    const other = startsOn === "sunday" ? "monday" : "sunday";
    await store.guildSettings.set(guildId, "zone", zone);
    await store.guildSettings.set(guildId, "week-start", other);
    const preview = async () => choose(await goTo(await start(), "posts"), "Where to post it", calendar);
    harness.service.faults.add({ operation: "getCalendar", kind: "status", status: 404, times: 1_000 });
    // Nothing is saved for people who aren't connected.
    for (const [discordUserId, userId] of [
      [mia, "104872391"],
      [theo, "104872392"],
    ] as const)
      await connectAccount(harness.app.ctx, { discordUserId, userId, displayName: "One", memberName: "One" });
    const save = (userId: string, day: "sunday" | "monday", weeksAgo: number, isDated: boolean) => {
      const { first, endsAt } = getGuildWeek({ zone, startsOn: day }, now(), -weeksAgo);
      const goal = { name: "Minutes", targetType: "minutes", target: 120, achieved: 26, passed: false };
      const assignments = isDated ? [{ ...goal, timeoff: false }] : [];
      const week = { guildId, workspaceId, userId, weekStart: first.toString(), endsAt };
      return store.weeks.finalize([{ ...week, snapshotAt: now(), assignments }]);
    };
    // Who has nothing to do is saved as the server counts weeks, which says nothing about the workspace's.
    for (const weeksAgo of [0, 1, 2]) await save("104872392", other, weeksAgo, false);
    // The bot may have been off since.
    await save("104872391", startsOn, 3, true);
    expect((await preview()).text).toContain(`- ${when} · **Team board**`);
    for (const weeksAgo of [1, 0]) {
      await save("104872391", startsOn, weeksAgo, true);
      expect((await preview()).text).toContain(`- ${when} · **Team board**`);
    }
  },
);

test("two admins who confirm the same pack at once add each of its schedules once", async () => {
  harness = await startHarness();
  const { store } = harness.app.ctx;
  await store.guildSettings.set(guildId, "zone", "Europe/Berlin");
  harness.discord.setRoles(guildId, theo, [adminRole]);
  const both = [admin(), harness.as("theo", "managers")];
  const previews: SeenMessage[] = [];
  for (const each of both) {
    const begun = shown(await each.run("setup"));
    const steps = begun.selects.find(({ placeholder }) => placeholder === "Change another step");
    const message = shown(await each.choose(begun, steps?.customId ?? "", ["posts"]));
    const select = message.selects.find(({ placeholder }) => placeholder === "Where to post it");
    previews.push(shown(await each.choose(message, select?.customId ?? "", [calendar])));
  }
  const answers = await Promise.all(
    both.map(async (each, index) => shown(await each.press(previews[index] ?? fail(), "Add 3 schedules"))),
  );
  const planned = (await store.schedules.list(guildId)).map(({ kind }) => kind);
  expect(planned.toSorted()).toEqual(["calendar", "orders", "team"]);
  expect((await actions()).filter((each) => each === "schedule.add done")).toHaveLength(3);
  for (const { text } of answers)
    expect(text).toMatch(/Added \d schedules? in|are already planned in .*, so nothing was added/);
});

function fail(): never {
  throw new Error("there is no preview");
}

test("someone who is no longer an admin can't do anything there, and strangers are refused", async () => {
  harness = await startHarness();
  const { store } = harness.app.ctx;
  const question = await choose(await goTo(await start(), "staff"), "Staff role", adminRole);
  const message = await start();
  await store.accessRoles.set(guildId, adminRole, "admin");
  harness.discord.setRoles(guildId, ada, []);
  await admin().press(message, "Reload");
  expect(newestText(admin())).toContain("Only admins can use this here");
  const left = await press(question, "Not now");
  expect(left.content).toBe("Nothing was changed.");
  const refused = shown(await harness.as("theo").forge.run("setup"));
  expect(refused.text).toContain("Only admins can use this here");
});

test("a wrong key is reported in the setup message, with the way back", async () => {
  harness = await startHarness({ linked: false });
  const form = opened(await admin().press(await start(), "Link a workspace"));
  const typed = { "workspace-id": harness.service.workspaceId, key: "wrong-key-of-nobody", name: "" };
  const refused = shown(await admin().submit(form, typed));
  expect(refused.text).toContain("doesn't accept that key, so nothing was saved");
  expect(labelsOf(refused)).toEqual(["Try again", "Back to setup"]);
  expect(titleOf(await press(refused, "Back to setup"))).toBe("Setup: 0 of 7 done");
});
