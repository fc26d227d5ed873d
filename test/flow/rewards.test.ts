// Depends on: database, wording.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { playgroundIds, playgroundSeed } from "../../playground/discord/index.ts";
import { outbox } from "../support/all-jobs.ts";
import { rewards } from "../../commands/rewards/job.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { pressOnLink } from "../support/links.ts";
import { labelsOf, textOf, opened, shown } from "../support/replies.ts";
import { chooseRewards, openSetting } from "../support/settings.ts";
import { askToForgetMe } from "../support/privacy.ts";
import { until } from "../support/wait-for.ts";

const { guildId, adminRole, managerRole, staffRole, starRole, mia, noor, theo, managers } = playgroundIds;
const [miaId, noorId, theoId] = ["104872391", "129945018", "118203774"];
const hourMs = 60 * 60_000;
/** Roles in another café, with one more role below the bot's. */
const medalRole = "1100000000000000399";
const [cafe] = playgroundSeed.guilds;

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ guarded: false });
  const people = [
    [mia, miaId, "Mia"],
    [noor, noorId, "Noor"],
    [theo, theoId, "Theo"],
  ] as const;
  for (const [discordUserId, userId, name] of people)
    await connectAccount(harness.app.ctx, { discordUserId, userId, displayName: name, memberName: name });
});
afterAll(() => harness[Symbol.asyncDispose]());

const store = () => harness.app.ctx.store;
const ada = () => harness.as("ada");
async function run(): Promise<void> {
  await runJob(rewards, jobTools(harness.app));
  await runJob(outbox, jobTools(harness.app));
}
const rolesOf = (discordUserId: string): readonly string[] =>
  harness.discord.guilds
    .find(({ id }) => id === guildId)
    ?.members.find((member) => member.discordUserId === discordUserId)?.roleIds ?? [];
const holders = (roleId: string) => [mia, noor, theo].filter((member) => rolesOf(member).includes(roleId));
const roleRequests = () =>
  harness.discord.requests.filter(({ path }) => /\/members\/\d+\/roles\//.test(path)).length;
const entries = async (action: string) =>
  (await store().audit.list(guildId, { action }, { limit: 50 })).map(({ discordUserId, target }) => [
    discordUserId,
    target,
  ]);

beforeEach(async () => {
  if (cafe === undefined) expect.unreachable();
  const roles = [...cafe.roles, { id: medalRole, name: "Medal", color: 1, permissions: 0n, belowBot: true }];
  harness.discord.addGuild({ ...cafe, roles });
  await store().guildSettings.remove(guildId, "rewards");
  await store().guildSettings.remove(guildId, "rewards-trouble");
  for (const row of await store().rewards.list(guildId)) await store().rewards.remove(row);
  await store().weeks.removeBefore(harness.clock.now() + 30 * 24 * hourMs, guildId);
  await store().audit.removeBefore(harness.clock.now() + hourMs);
});

interface Saved {
  readonly minutes: number;
  readonly passed?: boolean;
  readonly timeoff?: boolean;
  readonly isMarked?: boolean;
}

/** @param weeksAgo 0 for the week that ended an hour ago */
async function save(userId: string, weeksAgo: number, parts: Saved): Promise<void> {
  const { minutes, passed = true, timeoff = false, isMarked = true } = parts;
  const endsAt = harness.clock.now() - hourMs - weeksAgo * 7 * 24 * hourMs;
  const at = Temporal.Instant.fromEpochMilliseconds(endsAt - 6 * 24 * hourMs);
  const weekStart = at.toZonedDateTimeISO("UTC").toPlainDate().toString();
  const week = {
    guildId,
    workspaceId: harness.service.workspaceId,
    userId,
    weekStart,
    endsAt,
    snapshotAt: endsAt - 1,
  };
  const goal = { name: "Minutes", targetType: "minutes", target: 120, achieved: minutes, passed, timeoff };
  await store().weeks.snapshot({ ...week, minutes, messages: 1, orders: 1, assignments: [goal] });
  if (isMarked) await store().weeks.finalize([{ ...week, assignments: [goal] }]);
}

async function choose(roles: Readonly<Record<string, string>>): Promise<string> {
  return textOf(await ada().press(await chooseRewards(ada(), roles), "Give these roles"));
}
const showRewards = async () => (await openSetting(ada(), "rewards")).text;
const askToTurnOff = async () => shown(await ada().press(await openSetting(ada(), "rewards"), "Turn off…"));

test("a dry run says who would get a role, and nobody gets one before it is confirmed", async () => {
  await save(miaId, 0, { minutes: 300 });
  await save(noorId, 0, { minutes: 20, passed: false });
  const preview = await chooseRewards(ada(), { passed: starRole, "top-three": medalRole });
  expect(preview.text).toContain(`✅ Passed: <@&${starRole}>`);
  expect(preview.text).toContain("🌿 Excused: no role");
  expect(preview.text).toContain(`<@&${starRole}>: <@${mia}>`);
  expect(preview.text).toContain(`<@&${medalRole}>: <@${mia}>, <@${noor}>`);
  expect(preview.text).toContain("Nobody's roles change until you confirm.");
  await run();
  expect(textOf(await ada().press(preview, "Not now"))).toContain("Nobody's roles were changed");
  await run();
  expect([roleRequests(), holders(starRole)]).toEqual([0, []]);
  expect(await showRewards()).toContain("Rewards are off");
});

test("of two who were shown a dry run before either confirmed the second changes nothing", async () => {
  const [one, other] = [
    await chooseRewards(ada(), { passed: starRole }),
    await chooseRewards(ada(), { excused: medalRole }),
  ];
  await ada().press(one, "Give these roles");
  const told = textOf(await ada().press(other, "Give these roles"));
  expect(told).toContain("Someone changed the rewards after this preview, so nothing was changed");
  expect(await showRewards()).toContain(`Passed: <@&${starRole}>`);
});

test("a dry run names nobody who left, unless Discord doesn't say who did", async () => {
  for (const userId of [miaId, noorId]) await save(userId, 0, { minutes: 300 });
  harness.discord.removeMember(guildId, noor);
  const preview = async () => (await chooseRewards(ada(), { passed: starRole })).text;
  expect(await preview()).toMatch(new RegExp(`<@&${starRole}>: <@${mia}>\n`));
  harness.discord.faults.failRequests({ status: 500, pathPart: `/members/${mia}`, times: 9 });
  expect(await preview()).toContain(`<@&${starRole}>: <@${mia}>, <@${noor}>`);
  harness.discord.faults.clear();
});

test("those who passed get the role once, and lose it when the next week is marked", async () => {
  await save(miaId, 1, { minutes: 300 });
  await save(noorId, 1, { minutes: 20, passed: false });
  expect(await choose({ passed: starRole })).toContain("Rewards changed");
  await Promise.all([run(), run()]);
  await run();
  expect(holders(starRole)).toEqual([mia]);
  expect(await entries("reward.give")).toEqual([[mia, starRole]]);
  expect(await showRewards()).toMatch(/1 role is given, for the week of [\s\S]*Who has them/);

  await save(miaId, 0, { minutes: 10, passed: false });
  await save(noorId, 0, { minutes: 200, isMarked: false });
  await run();
  expect(holders(starRole)).toEqual([mia]);
  expect(await showRewards()).toContain("hasn't marked everyone yet");
  await save(noorId, 0, { minutes: 200 });
  await run();
  await run();
  expect(holders(starRole)).toEqual([noor]);
  expect(await entries("reward.take")).toEqual([[mia, starRole]]);
  expect(textOf(await ada().run("audit", { action: "reward." }))).toContain(`<@${noor}> got <@&${starRole}>`);
});

test("someone disconnected before their week was marked keeps nobody waiting", async () => {
  const { accounts } = store();
  await save(miaId, 0, { minutes: 300 });
  await save(theoId, 0, { minutes: 20, passed: false, isMarked: false });
  await choose({ passed: starRole });
  await run();
  expect(holders(starRole)).toEqual([]);
  const left = (await accounts.disconnect(guildId, theo)) ?? expect.unreachable();
  await run();
  expect(holders(starRole)).toEqual([mia]);
  await connectAccount(harness.app.ctx, left);
});

test("those who earn it again keep it, and a role given by hand is never removed", async () => {
  harness.discord.setRoles(guildId, theo, [managerRole, starRole]);
  for (const userId of [miaId, theoId]) await save(userId, 1, { minutes: 300 });
  await choose({ passed: starRole });
  await run();
  await save(miaId, 0, { minutes: 300 });
  await save(theoId, 0, { minutes: 3, passed: false });
  const before = roleRequests();
  await run();
  await run();
  expect(holders(starRole)).toEqual([mia, theo]);
  expect(roleRequests()).toBe(before);
  expect(await entries("reward.give")).toEqual([[mia, starRole]]);
});

test("who left, came back and earns it again gets it again, and loses it like everyone", async () => {
  await save(miaId, 1, { minutes: 300 });
  await choose({ passed: starRole });
  await run();
  expect(holders(starRole)).toEqual([mia]);
  harness.discord.setRoles(guildId, mia, []);
  await run();
  expect(holders(starRole)).toEqual([]);
  await save(miaId, 0, { minutes: 300 });
  await run();
  expect(holders(starRole)).toEqual([mia]);
  await store().guildSettings.remove(guildId, "rewards");
  await run();
  expect(holders(starRole)).toEqual([]);
});

test("a process killed before recording its change repeats it without a second entry", async () => {
  await save(miaId, 0, { minutes: 300 });
  await choose({ excused: medalRole, passed: starRole });
  await run();
  const [row] = await store().rewards.list(guildId);
  if (row === undefined) expect.unreachable();
  await store().rewards.change(row, { state: "giving", until: harness.clock.now() - 1 });
  await run();
  expect(await store().rewards.list(guildId)).toMatchObject([{ state: "given" }]);
  expect(await entries("reward.give")).toEqual([[mia, starRole]]);
  const [given] = await store().rewards.list(guildId);
  if (given === undefined) expect.unreachable();
  await ada().press(await askToTurnOff(), "Turn rewards off");
  await store().rewards.change(given, { state: "taking", until: harness.clock.now() + hourMs });
  await run();
  expect(holders(starRole)).toEqual([mia]);
  harness.clock.advance(hourMs + 1);
  await run();
  await run();
  expect([holders(starRole), await entries("reward.take")]).toEqual([[], [[mia, starRole]]]);
});

test("a role whose lease ends before the request is sent is given by a later attempt only", async () => {
  await using slow = await startHarness({ guarded: false, withJobs: false, postsPerSecond: 1 });
  const { ctx } = slow.app;
  const now = slow.clock.now();
  const asked = () =>
    slow.discord.requests.filter(({ method, path }) => method === "PUT" && path.includes("/roles/")).length;
  const row = { guildId, discordUserId: mia, roleId: starRole, weekStart: "2026-11-16", reason: "passed" };
  await ctx.store.rewards.begin({ ...row, reason: "passed", state: "giving", since: now, until: now - 1 });
  const setting = { linkKey: "cafe", roles: { passed: starRole } };
  await ctx.store.guildSettings.set(guildId, "rewards", JSON.stringify(setting));
  // Whatever is asked of Discord before takes this second's turn.
  const ahead = ctx.messenger.post(managers, { content: "Ahead" });
  const running = runJob(rewards, jobTools(slow.app));
  const claimed = async () => ((await ctx.store.rewards.list(guildId))[0]?.until ?? 0) > now;
  await until("the role is claimed", claimed);
  slow.clock.advance(61_000);
  await Promise.all([ahead, running]);
  expect(asked()).toBe(0);
  slow.clock.advance(61_000);
  await runJob(rewards, jobTools(slow.app));
  expect(asked()).toBe(1);
});

test("turning rewards off removes what was given, after a preview", async () => {
  await save(miaId, 0, { minutes: 300, timeoff: true });
  await choose({ excused: starRole });
  await run();
  expect(holders(starRole)).toEqual([mia]);
  const before = await openSetting(ada(), "rewards");
  const preview = await askToTurnOff();
  expect(preview.text).toContain(`<@&${starRole}>: <@${mia}>`);
  await ada().press(preview, "Turn rewards off");
  await run();
  expect([holders(starRole), await store().rewards.list(guildId)]).toEqual([[], []]);
  expect(textOf(await ada().press(before, "Turn off…"))).toContain("already off");
  expect(labelsOf(await openSetting(ada(), "rewards"))).toEqual(["Choose roles…", "All settings"]);
  expect(textOf(await ada().run("audit", { action: "settings." }))).toContain("turned rewards off");
});

test("unlinking the workspace says that rewards stop, and linking again doesn't show them as on", async () => {
  await using own = await startHarness({ withJobs: false });
  const admin = own.as("ada");
  const setting = { linkKey: "cafe", roles: { passed: starRole } };
  await own.app.ctx.store.guildSettings.set(guildId, "rewards", JSON.stringify(setting));
  const removal = await pressOnLink(admin, "Remove…");
  expect(removal.text).toContain("⚠️ Rewards stop too, and I'll take back the roles I gave for a week.");
  await admin.press(removal, "Remove link");
  const { workspaceId, token: key } = own.service;
  await admin.submit(opened(await admin.run("link set")), { "workspace-id": workspaceId, key, name: "" });
  expect(textOf(await admin.run("settings"))).toContain(
    "⚠️ **Rewards:** stopped: their workspace was unlinked",
  );
  const present = (await openSetting(admin, "rewards")).text;
  expect(present).toContain("Rewards have stopped\n⚠️ Their workspace was unlinked, so no roles are given.");
  expect(present).toContain("Choose the roles again");
});

test("unmanageable roles are refused with a sentence, and nothing is changed", async () => {
  const botRole = "1100000000001000004";
  const refused = async (roles: Readonly<Record<string, string>>) => (await chooseRewards(ada(), roles)).text;
  expect(await refused({ passed: adminRole })).toContain(`<@&${adminRole}> is above my own role`);
  expect(await refused({ passed: botRole })).toContain("belongs to an app");
  expect(await refused({ passed: guildId })).toContain("is everyone's role");
  expect(await refused({ passed: staffRole })).toContain("gives people the staff tier here");
  expect(await refused({})).toContain("You chose no role, so nothing was changed");
  const wrong = await chooseRewards(ada(), { passed: starRole, excused: adminRole });
  const again = opened(await ada().press(wrong, "Fix it"));
  // What was chosen is still in it.
  expect(textOf(await ada().submit(again, {}))).toContain(`<@&${adminRole}> is above my own role`);
  await store().accessRoles.set(guildId, managerRole, "admin");
  const manager = harness.as("theo");
  const asAdmin = { ...manager, run: (path: string) => manager.forge.run(path) };
  expect((await chooseRewards(asAdmin, { passed: starRole })).text).toContain(
    "you don't have *Manage Roles*",
  );
  await store().accessRoles.set(guildId, managerRole, "manager");
  if (cafe !== undefined) harness.discord.addGuild({ ...cafe, botPermissions: 0x400n | 0x800n });
  expect(await refused({ passed: starRole })).toContain("I don't have *Manage Roles*");
  expect(await store().guildSettings.get(guildId, "rewards")).toBeUndefined();
});

test("managers learn once that a role is unmanageable, and it is given once that is fixed", async () => {
  await store().guildSettings.set(guildId, "managers-channel", managers);
  await save(miaId, 0, { minutes: 300 });
  await choose({ passed: starRole });
  const told = () =>
    harness.discord.messagesIn(managers).filter(({ text }) => text.includes("reward roles")).length;
  if (cafe === undefined) expect.unreachable();
  harness.discord.addGuild({ ...cafe, botPermissions: 0x400n | 0x800n });
  const before = told();
  await run();
  await run();
  expect([told() - before, holders(starRole)]).toEqual([1, []]);
  expect(await showRewards()).toContain("I don't have *Manage Roles*");
  harness.discord.addGuild(cafe);
  await run();
  expect(holders(starRole)).toEqual([mia]);
});

// https://github.com/discord/discord-api-docs/issues/69: the bot's permissions say nothing of it.
test("managers learn once that the server wants two-factor authentication, and the role is given once there is some", async () => {
  harness.clock.advance(10 * 60_000);
  await store().guildSettings.set(guildId, "managers-channel", managers);
  await save(miaId, 0, { minutes: 300 });
  await save(noorId, 0, { minutes: 200 });
  await choose({ passed: starRole });
  const told = () =>
    harness.discord.messagesIn(managers).filter(({ text }) => text.includes("two-factor authentication"));
  const before = told().length;
  harness.discord.faults.failRequests({ status: 403, code: 60_003, pathPart: "/roles/", times: 100 });
  for (let minute = 1; minute <= 70; minute += 10) {
    harness.clock.advance(10 * 60_000);
    await run();
    await run();
  }
  expect(told().length - before).toBe(1);
  expect(told().at(-1)?.text).toContain(`⚠️ <@&${starRole}> can't be given`);
  expect(await showRewards()).toContain("two-factor authentication");
  harness.discord.faults.clear();
  harness.clock.advance(10 * 60_000);
  await run();
  expect(holders(starRole)).toEqual([mia, noor]);
  expect(await showRewards()).not.toContain("two-factor authentication");
  expect(await store().guildSettings.get(guildId, "rewards-trouble")).toBeUndefined();
});

test.each([503, "cut-after"] as const)(
  "managers learn once that a role is unmanageable, though Discord failed at first (%s)",
  async (status) => {
    // Discord knows the nonce of the same news from before for some minutes.
    harness.clock.advance(10 * 60_000);
    await store().guildSettings.set(guildId, "managers-channel", managers);
    await save(miaId, 0, { minutes: 300 });
    await choose({ passed: starRole });
    const told = () =>
      harness.discord.messagesIn(managers).filter(({ text }) => text.includes("reward roles")).length;
    if (cafe === undefined) expect.unreachable();
    harness.discord.addGuild({ ...cafe, botPermissions: 0x400n | 0x800n });
    const before = told();
    harness.discord.faults.failRequests({ status, pathPart: `/channels/${managers}/messages` });
    await run();
    for (let minute = 1; minute <= 3; minute += 1) {
      harness.clock.advance(60_000);
      await run();
    }
    expect(told()).toBe(before + 1);
    harness.discord.addGuild(cafe);
    await run();
  },
);

test("members who left are skipped, and one server's failure affects no other", async () => {
  await store().guildSettings.set(
    "999",
    "rewards",
    JSON.stringify({ linkKey: "gone", roles: { passed: "1" } }),
  );
  await store().rewards.begin({
    guildId: "999",
    discordUserId: "1",
    roleId: "2",
    weekStart: "2026-01-05",
    reason: "passed",
    state: "given",
    since: 1,
    until: 0,
  });
  for (const userId of [miaId, noorId]) await save(userId, 0, { minutes: 300 });
  await choose({ passed: starRole });
  harness.discord.removeMember(guildId, noor);
  await run();
  const before = roleRequests();
  await run();
  expect(holders(starRole)).toEqual([mia]);
  expect(roleRequests()).toBe(before);
  expect((await store().rewards.list(guildId)).map(({ state }) => state)).toEqual(["given", "skipped"]);
  await store().forgetGuild("999");
});

test("deleting a person's data removes the role and the row, and exports both beforehand", async () => {
  await save(miaId, 0, { minutes: 300 });
  await choose({ passed: starRole });
  await run();
  expect(textOf(await harness.as("mia").run("privacy"))).toContain(`<@&${starRole}>`);
  const preview = await askToForgetMe(harness.as("mia"));
  await harness.as("mia").press(preview, preview.buttons.at(-1)?.label ?? "");
  expect([holders(starRole), await store().rewards.list(guildId)]).toEqual([[], []]);
});

test("a role that can't be removed while forgetting someone is removed later, and the reply says so", async () => {
  await save(noorId, 0, { minutes: 300 });
  await choose({ passed: starRole });
  await run();
  const preview = await askToForgetMe(harness.as("noor"));
  harness.discord.faults.failRequests({ status: 500, times: 100, pathPart: `/roles/${starRole}` });
  const receipt = textOf(await harness.as("noor").press(preview, preview.buttons.at(-1)?.label ?? ""));
  expect(receipt).toContain(`I couldn't take back <@&${starRole}> yet. I'll keep trying`);
  harness.discord.faults.clear();
  expect(holders(starRole)).toHaveLength(1);
  await run();
  expect(holders(starRole)).toHaveLength(1);
  harness.clock.advance(2 * 60_000);
  await run();
  expect([holders(starRole), await store().rewards.list(guildId)]).toEqual([[], []]);
});
