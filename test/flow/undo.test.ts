// Depends on: database.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { imports } from "../../commands/account/import/job.ts";
import { type Person, playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import type { WorkspaceEmulator } from "../../playground/service/index.ts";
import { runJob } from "../../src/jobs/runner.ts";
import type { GuildSettingKey } from "../../src/store/guild-settings.ts";
import { publicUrl, subscribe } from "../support/calendar-address.ts";
import { fillIn } from "../support/fill-in.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { pressOnLink, submitOnLink, useLinkIn } from "../support/links.ts";
import { remindMe, remindMeNoMore } from "../support/reminders.ts";
import { labelsOf, menuOf, newestText, opened, shown } from "../support/replies.ts";
import { askToAdd, askToChange, pressOnCard } from "../support/schedules.ts";
import { chooseOldAfter, chooseRewards, chooseSetting, openSetting } from "../support/settings.ts";
import { until } from "../support/wait-for.ts";

const { guildId, mia, noor, orders, calendar, managers, staff, starRole, managerRole } = playgroundIds;
/** Workspace users. */
const [miasId, noorsId] = ["104872391", "129945018"];

let harness: Harness;
let bakery: WorkspaceEmulator;
beforeAll(async () => {
  harness = await startHarness({ guarded: false, publicUrl });
  bakery = harness.service.addWorkspace({ name: "Harbour Bakery" });
});
afterAll(() => harness[Symbol.asyncDispose]());

const store = () => harness.app.ctx.store;
const admin = () => harness.as("ada", "staff");
const manager = () => harness.as("theo", "staff");
const staffMember = () => harness.as("mia", "orders");
const setting = (key: GuildSettingKey, value: string) => store().guildSettings.set(guildId, key, value);
const connectMia = () =>
  connectAccount(harness.app.ctx, {
    discordUserId: mia,
    userId: miasId,
    displayName: "Mia",
    memberName: "Mia",
  });

beforeEach(async () => {
  harness.clock.advance(61 * 60_000);
  for (const key of ["managers-channel", "time-requests-channel", "audit-channel", "rewards"] as const)
    await store().guildSettings.remove(guildId, key);
  for (const { id } of await store().schedules.list(guildId)) await store().schedules.remove(guildId, id);
  for (const member of [mia, noor]) await store().accounts.disconnect(guildId, member);
});

async function press(
  person: Person,
  message: SeenMessage,
  ...labels: readonly string[]
): Promise<SeenMessage> {
  let seen = message;
  for (const label of labels) seen = shown(await person.press(seen, label));
  return seen;
}

const weekly = { kind: "calendar", channel: calendar, days: "mon", time: "6pm", zone: "Europe/Berlin" };
async function addSchedule(): Promise<string> {
  await press(manager(), await askToAdd(manager(), weekly), "Add schedule");
  const [schedule] = await store().schedules.list(guildId);
  return schedule?.id ?? "";
}
/** Without what a new one has of its own. */
const plans = async () =>
  (await store().schedules.list(guildId)).map(
    ({ kind, channelId, mode, rule, zone, options, state, pins }) => ({
      kind,
      channelId,
      mode,
      rule,
      zone,
      options,
      state,
      pins,
    }),
  );

async function linkBakery(): Promise<SeenMessage> {
  const form = opened(await admin().run("link set"));
  const { workspaceId, token } = bakery;
  return shown(await admin().submit(form, { "workspace-id": workspaceId, key: token, name: "Bakery" }));
}
async function withBakery(): Promise<void> {
  const links = await store().guildLinks.list(guildId);
  if (links.length === 1) await linkBakery();
}
const links = async () =>
  (await store().guildLinks.list(guildId)).map(({ workspaceId, name, isReadOnly }) => ({
    workspaceId,
    name,
    isReadOnly,
  }));
const storedSetting = (key: GuildSettingKey) => () => store().guildSettings.get(guildId, key);
const accountOf = (member: string) => async () => (await store().accounts.ofMember(guildId, member))?.userId;
const openRequest = async () => (await store().connectionRequests.findOpen(guildId, mia))?.userId;

/** Asks the managers to be connected. */
async function askToConnect(): Promise<SeenMessage> {
  await setting("managers-channel", managers);
  const preview = shown(await staffMember().run("account connect", { user: miasId }));
  return press(staffMember(), preview, "Ask for approval");
}
async function connectNoor(): Promise<SeenMessage> {
  const preview = shown(await manager().run("account connect", { user: noorsId, person: noor }));
  return press(manager(), preview, "Connect");
}
async function disconnectNoor(): Promise<SeenMessage> {
  const profile = shown(await manager().run("profile", { person: `<@${noor}>` }));
  return press(manager(), profile, "Disconnect…", "Disconnect");
}

async function askForTime(): Promise<SeenMessage> {
  const form = opened(await staffMember().run("request time"));
  return shown(await staffMember().submit(form, fillIn(form, { minutes: "45 min", reason: "Forgot" })));
}
const openTimeRequests = async () =>
  (await store().timeRequests.listByMember(guildId, mia, 10)).flatMap(({ state, minutes, day, reason }) =>
    state === "open" ? [{ minutes, day, reason }] : [],
  );

async function importNoor(): Promise<SeenMessage> {
  const list = opened(await admin().press(shown(await admin().run("account import")), "Add a list"));
  const begun = shown(await admin().submit(list, { list: `<@${noor}>, ${noorsId}` }));
  const checked = await became(begun, "Checked");
  const progress = await press(admin(), checked, "Review and connect", "Connect 1 person");
  return became(progress, "1 person connected");
}

/** The message as it is once the background has changed it. */
async function became({ id }: SeenMessage, words: string): Promise<SeenMessage> {
  const find = () =>
    admin()
      .read()
      .find((message) => message.id === id);
  await until(words, async () => {
    harness.clock.advance(1_000);
    await runJob(imports, jobTools(harness.app));
    return find()?.text.includes(words) === true;
  });
  const message = find();
  if (message === undefined) throw new Error("the message is gone");
  return message;
}

const roleTier = async (roleId: string) =>
  (await store().accessRoles.list(guildId)).find((role) => role.roleId === roleId)?.tier;
async function setTier(tier: string): Promise<SeenMessage> {
  const preview = shown(await admin().run("access set", { role: starRole, tier }));
  return press(admin(), preview, preview.buttons[0]?.label ?? "");
}
const boardCalled = (name: string) =>
  [...harness.service.state.taskboard.boards.values()].find((board) => board.name === name)?.id ?? "";
const auditChannel = async (channelId: string): Promise<SeenMessage> => {
  const question = await press(admin(), shown(await admin().run("audit")), "Channel…");
  return shown(await admin().choose(question, menuOf(question), [channelId]));
};
const rewards = async () => JSON.parse((await storedSetting("rewards")()) ?? "null");
const rewardWith = async (roles: Readonly<Record<string, string>>) =>
  press(admin(), await chooseRewards(admin(), roles), "Give these roles");
const remindersOn = async () =>
  (await store().reminders.list(guildId, mia)).map(({ kind, hours }) => `${kind} ${hours}`);

interface Row {
  readonly what: string;
  readonly by: () => Person;
  /** What has to be there first. */
  readonly given?: () => Promise<unknown>;
  readonly act: () => Promise<SeenMessage>;
  /** The button on the receipt, and those of what it opens. */
  readonly opposite: readonly string[];
  readonly state: () => Promise<unknown>;
}

let scheduleId = "";
const withSchedule = async () => {
  scheduleId = await addSchedule();
};

const rows: readonly Row[] = [
  {
    what: "pausing a schedule",
    by: manager,
    given: withSchedule,
    act: () => pressOnCard(manager(), scheduleId, "Pause"),
    opposite: ["Resume"],
    state: plans,
  },
  {
    what: "resuming a schedule",
    by: manager,
    given: async () => {
      await withSchedule();
      await pressOnCard(manager(), scheduleId, "Pause");
    },
    act: () => pressOnCard(manager(), scheduleId, "Resume"),
    opposite: ["Pause"],
    state: plans,
  },
  {
    what: "adding a schedule",
    by: manager,
    act: async () => press(manager(), await askToAdd(manager(), weekly), "Add schedule"),
    opposite: ["Remove…", "Remove schedule"],
    state: plans,
  },
  {
    what: "adding a live board",
    by: manager,
    act: async () =>
      press(manager(), await askToAdd(manager(), { kind: "orders", channel: orders }), "Add schedule"),
    opposite: ["Remove…", "Remove schedule"],
    state: plans,
  },
  {
    what: "changing a schedule",
    by: manager,
    given: withSchedule,
    act: async () =>
      press(
        manager(),
        await askToChange(manager(), scheduleId, { channel: orders, time: "07:15" }),
        "Change schedule",
      ),
    opposite: ["Undo…", "Change schedule"],
    state: plans,
  },
  {
    what: "removing a schedule",
    by: manager,
    given: withSchedule,
    act: async () => press(manager(), await pressOnCard(manager(), scheduleId, "Remove…"), "Remove schedule"),
    opposite: ["Add it again…", "Add schedule"],
    state: plans,
  },
  {
    what: "renaming a workspace",
    by: admin,
    given: withBakery,
    act: () => submitOnLink(admin(), "Rename…", { name: "🥐 ".repeat(13) }, "Bakery"),
    opposite: ["Undo"],
    state: links,
  },
  {
    what: "saying which ids are machines",
    by: admin,
    given: withBakery,
    act: () => submitOnLink(admin(), "Machines…", { machines: "1 Point of sale, 2 Kiosk" }, "Bakery"),
    opposite: ["Undo"],
    state: async () => {
      const link = (await store().guildLinks.list(guildId)).find(({ name }) => name === "Bakery");
      return harness.app.ctx.machines.list(guildId, link?.linkKey ?? "");
    },
  },
  {
    what: "making a workspace the default",
    by: admin,
    given: withBakery,
    act: () => pressOnLink(admin(), "Make default", "Bakery"),
    opposite: ["Undo"],
    state: async () => (await storedSetting("default-link")()) ?? "cafe",
  },
  {
    what: "using a workspace in a channel",
    by: admin,
    given: withBakery,
    act: () => useLinkIn(admin(), staff, "Bakery"),
    opposite: ["Undo"],
    state: () => store().channelLinks.list(guildId),
  },
  {
    what: "making a link read-only",
    by: admin,
    given: withBakery,
    act: async () =>
      press(admin(), await pressOnLink(admin(), "Make read-only…", "Bakery"), "Make read-only"),
    opposite: ["Allow changes…", "Allow changes"],
    state: links,
  },
  {
    what: "removing what was linked",
    by: admin,
    given: async () => {
      const link = (await store().guildLinks.list(guildId)).find(({ name }) => name === "Bakery");
      if (link !== undefined) await store().guildLinks.remove(guildId, link.linkKey);
    },
    act: linkBakery,
    opposite: ["Remove…", "Remove link"],
    state: links,
  },
  {
    what: "giving a role a tier",
    by: admin,
    act: () => setTier("staff"),
    opposite: ["Undo…", "Remove the tier"],
    state: () => roleTier(starRole),
  },
  {
    what: "choosing how pictures look",
    by: admin,
    given: () => setting("pictures", "light"),
    act: () => chooseSetting(admin(), "pictures", "off"),
    opposite: ["Undo"],
    state: storedSetting("pictures"),
  },
  {
    what: "choosing a time zone",
    by: admin,
    given: () => setting("zone", "Europe/Berlin"),
    act: async () => {
      const question = await openSetting(admin(), "zone");
      return shown(await admin().choose(question, menuOf(question), ["America/New_York"]));
    },
    opposite: ["Undo"],
    state: storedSetting("zone"),
  },
  {
    what: "choosing when orders are old",
    by: admin,
    given: () => setting("orders-old-after", "24"),
    act: () => chooseOldAfter(admin(), "6"),
    opposite: ["Undo"],
    state: storedSetting("orders-old-after"),
  },
  {
    what: "keeping saved weeks for longer",
    by: admin,
    given: () => setting("weeks-kept", "12"),
    act: () => chooseSetting(admin(), "history", "24"),
    opposite: ["Undo"],
    state: storedSetting("weeks-kept"),
  },
  {
    what: "choosing the managers' channel",
    by: admin,
    act: () => chooseSetting(admin(), "managers-channel", managers),
    opposite: ["Turn off"],
    state: storedSetting("managers-channel"),
  },
  {
    what: "turning requests for time off",
    by: admin,
    given: () => setting("time-requests-channel", managers),
    act: async () => press(admin(), await openSetting(admin(), "requests"), "Turn off"),
    opposite: ["Undo"],
    state: storedSetting("time-requests-channel"),
  },
  {
    what: "giving roles for weeks",
    by: admin,
    act: () => rewardWith({ passed: starRole }),
    opposite: ["Turn off…", "Turn rewards off"],
    state: rewards,
  },
  {
    what: "changing roles for weeks",
    by: admin,
    given: () => rewardWith({ passed: starRole }),
    act: () => rewardWith({ excused: starRole }),
    opposite: ["Undo…", "Give these roles"],
    state: rewards,
  },
  {
    what: "turning roles for weeks off",
    by: admin,
    given: () => rewardWith({ passed: starRole }),
    act: async () => press(admin(), await openSetting(admin(), "rewards"), "Turn off…", "Turn rewards off"),
    opposite: ["Undo…", "Give these roles"],
    state: rewards,
  },
  {
    what: "posting the audit log in a channel",
    by: admin,
    act: () => auditChannel(managers),
    opposite: ["Turn off"],
    state: storedSetting("audit-channel"),
  },
  {
    what: "posting the audit log in another channel",
    by: admin,
    given: () => setting("audit-channel", managers),
    act: () => auditChannel(staff),
    opposite: ["Undo"],
    state: storedSetting("audit-channel"),
  },
  {
    what: "no longer posting the audit log",
    by: admin,
    given: () => setting("audit-channel", managers),
    act: async () => press(admin(), shown(await admin().run("audit")), "Channel…", "Turn off"),
    opposite: ["Undo"],
    state: storedSetting("audit-channel"),
  },
  {
    what: "connecting someone",
    by: manager,
    act: connectNoor,
    opposite: ["Disconnect…", "Disconnect"],
    state: accountOf(noor),
  },
  {
    what: "disconnecting someone",
    by: manager,
    given: connectNoor,
    act: disconnectNoor,
    opposite: ["Connect again…", "Connect"],
    state: accountOf(noor),
  },
  {
    what: "approving a request to be connected",
    by: () => harness.as("theo", "managers"),
    given: askToConnect,
    act: async () => {
      const theo = harness.as("theo", "managers");
      const card = theo.read().findLast(({ buttons }) => buttons.some(({ label }) => label === "Approve"));
      if (card === undefined) throw new Error("there is no card");
      return press(theo, card, "Approve");
    },
    opposite: ["Disconnect…", "Disconnect"],
    state: accountOf(mia),
  },
  {
    what: "asking to be connected",
    by: staffMember,
    act: askToConnect,
    opposite: ["Withdraw request"],
    state: openRequest,
  },
  {
    what: "withdrawing a request to be connected",
    by: staffMember,
    given: askToConnect,
    act: async () => press(staffMember(), shown(await staffMember().run("privacy")), "Withdraw request"),
    opposite: ["Ask again…", "Ask for approval"],
    state: openRequest,
  },
  {
    what: "asking members to connect",
    by: manager,
    given: () => setting("managers-channel", managers),
    act: async () => {
      const list = shown(await manager().run("account list"));
      const form = opened(await manager().press(list, "Ask them to connect…"));
      return shown(await manager().submit(form, fillIn(form, { channel: [orders] })));
    },
    opposite: ["Undo"],
    state: async () => harness.discord.messagesIn(orders).map(({ id }) => id),
  },
  {
    what: "importing a list",
    by: admin,
    act: importNoor,
    opposite: ["Disconnect them…", "Disconnect 1 person"],
    state: accountOf(noor),
  },
  {
    what: "turning a reminder on",
    by: staffMember,
    given: async () => {
      await connectMia();
      await remindMeNoMore(staffMember());
    },
    act: () => remindMe(staffMember(), "week", 12),
    opposite: ["Turn off"],
    state: remindersOn,
  },
  {
    what: "turning a reminder off",
    by: staffMember,
    given: async () => {
      await connectMia();
      await remindMeNoMore(staffMember());
      await remindMe(staffMember(), "week", 12);
    },
    act: async () => press(staffMember(), await remindMe(staffMember(), "week", 12), "Turn off"),
    opposite: ["Turn on"],
    state: remindersOn,
  },
  {
    what: "hiding when they're on",
    by: staffMember,
    given: connectMia,
    act: async () =>
      press(staffMember(), shown(await staffMember().run("privacy")), "Don't show when I'm on"),
    opposite: ["Show when I'm on"],
    state: async () => (await store().personalData.of(guildId, mia, 1)).hiddenMembers !== undefined,
  },
  {
    what: "asking for time",
    by: staffMember,
    given: async () => {
      await connectMia();
      await setting("time-requests-channel", managers);
    },
    act: askForTime,
    opposite: ["Withdraw"],
    state: openTimeRequests,
  },
  {
    what: "getting a calendar address",
    by: staffMember,
    given: connectMia,
    act: () => subscribe(staffMember()),
    opposite: ["Turn off"],
    state: async () => (await store().calendarAddresses.find(guildId, mia)) !== undefined,
  },
  {
    what: "using another task board",
    by: manager,
    act: async () => {
      const card = shown(await manager().run("taskboard show"));
      const question = shown(await manager().choose(card, menuOf(card), [boardCalled("Repairs")]));
      return press(manager(), question, "Use this board");
    },
    opposite: ["Undo…", "Use this board"],
    state: async () => harness.service.state.taskboard.boardId,
  },
];

for (const { what, by, given, act, opposite, state } of rows)
  test(`${what} is undone from its receipt`, async () => {
    await given?.();
    const before = await state();
    const receipt = await act();
    expect(await state()).not.toEqual(before);
    await press(by(), receipt, ...opposite);
    expect(await state()).toEqual(before);
  });

test("undoing an import leaves alone whom someone disconnected and connected again by hand", async () => {
  const receipt = await importNoor();
  await disconnectNoor();
  harness.clock.advance(1_000);
  await connectNoor();
  await press(admin(), receipt, "Disconnect them…");
  expect(newestText(admin())).toContain("Nobody is connected as this import did anymore");
  expect(await accountOf(noor)()).toBe(noorsId);
});

test("a request for time that was withdrawn is asked again with what was typed", async () => {
  await connectMia();
  await setting("time-requests-channel", managers);
  const withdrawn = await press(staffMember(), await askForTime(), "Withdraw");
  const form = opened(await staffMember().press(withdrawn, "Ask again…"));
  await staffMember().submit(form, fillIn(form));
  expect(await openTimeRequests()).toMatchObject([{ minutes: 45, reason: "Forgot" }]);
});

test("what can't be undone says so, or leads on: an order is logged again, a tier changed meanwhile stays", async () => {
  const preview = shown(await staffMember().run("order create", { items: "Latte, Latte" }));
  const receipt = await press(staffMember(), preview, "Log order");
  expect(labelsOf(receipt)).toContain("Order again");

  const changed = await setTier("staff");
  await store().accessRoles.set(guildId, starRole, "manager");
  const undoing = await press(admin(), changed, "Undo…");
  expect(undoing.text).toContain(`<@&${starRole}> is no longer **manager**`);
  await press(admin(), undoing, "Not now");
  expect(await roleTier(starRole)).toBe("manager");
  expect(await roleTier(managerRole)).toBe("manager");
});
