// Depends on: transport.
import { GatewayIntentBits, PermissionFlagsBits } from "discord.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import { createRouter } from "../../src/interactions/router.ts";
import { botFor, emulatorForTest } from "../discord-emulator/bot.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { labelsOf, menuOf, newestText, textOf, shown } from "../support/replies.ts";

const { guildId, applicationId, ada, theo, mia, sam, adminRole, managerRole, staffRole, starRole } =
  playgroundIds;
const [miaId, noorId] = ["104872391", "118203774"];
let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness[Symbol.asyncDispose]());

const roles = () => harness.app.ctx.store.accessRoles.list(guildId);
const entries = () => harness.app.ctx.store.audit.list(guildId, {}, { limit: 50 });
const ask = async (roleId: string, tier: string) =>
  shown(await harness.as("ada").run("access set", { role: roleId, tier }));
const setTier = async (roleId: string, tier: string) => {
  const question = await ask(roleId, tier);
  return shown(await harness.as("ada").press(question, labelsOf(question)[0] ?? ""));
};

test("a role's tier changes after a preview, and its members have the new access at once", async () => {
  const question = await ask(staffRole, "manager");
  expect(question.private).toBe(true);
  expect(question.text).toContain(`<@&${staffRole}>: **staff → manager**`);
  expect(question.text).toContain(
    "Members with it will be able to see the team board and other people's activity",
  );
  expect(labelsOf(question)).toEqual(["Make them managers", "Not now"]);
  expect(await roles()).toContainEqual({ roleId: staffRole, tier: "staff" });

  const receipt = shown(await harness.as("ada").press(question, "Make them managers"));
  expect(receipt.text).toContain(`<@${ada}>`);
  expect(receipt.pinged.roleIds).toEqual([]);
  expect(await roles()).toContainEqual({ roleId: staffRole, tier: "manager" });
  expect(textOf(await harness.as("mia").run("help"))).toContain("You're a manager");
  expect((await entries())[0]).toMatchObject({
    action: "access.set",
    outcome: "done",
    target: staffRole,
    discordUserId: ada,
    detail: { before: "staff", after: "manager" },
  });
});

test("a tier is removed, after saying what its members lose", async () => {
  const question = await ask(staffRole, "none");
  expect(question.text).toContain("Members with it will no longer be able to log and find orders");
  await harness.as("ada").press(question, "Remove the tier");
  expect(await roles()).toEqual([{ roleId: managerRole, tier: "manager" }]);
  expect(textOf(await harness.as("mia").run("taskboard show"))).toContain("You don't have a staff role yet");
});

test("cancelling the preview leaves the role unchanged", async () => {
  const question = await ask(staffRole, "admin");
  expect(shown(await harness.as("ada").press(question, "Not now")).text).toContain("Nothing was changed");
  expect(await roles()).toContainEqual({ roleId: staffRole, tier: "staff" });
  expect(await entries()).toEqual([]);
});

test("the first admin role is pointed out, along with who loses the tier", async () => {
  const question = await ask(managerRole, "admin");
  expect(question.text).toContain("the first admin role");
  expect(question.text).toContain("You'll lose the admin tier. You have *Manage Server*");
  const receipt = shown(await harness.as("ada").press(question, "Make them admins"));
  expect(receipt.text).toContain(
    "Discord shows the commands for admins only to members with *Manage Server*",
  );

  expect(textOf(await harness.as("ada").run("settings"))).toContain("Only admins can see the settings here");
  expect(textOf(await harness.as("theo").forge.run("settings"))).toContain("Server settings");
  const back = await ask(managerRole, "manager");
  expect(back.text).toContain("This leaves no admin role");
  await harness.as("ada").press(back, "Make them managers");
  expect(textOf(await harness.as("ada").run("settings"))).toContain("Server settings");
});

test("an admin role with Manage Server takes nothing from its members and hides nothing", async () => {
  const question = await ask(adminRole, "admin");
  expect(question.text).not.toContain("You lose");
  expect(shown(await harness.as("ada").press(question, "Make them admins")).text).not.toContain(
    "Discord shows",
  );
});

test("an admin without Manage Server learns that only others can undo it", async () => {
  await setTier(managerRole, "admin");
  const question = shown(
    await harness.as("theo").forge.run("access set", { role: managerRole, tier: "manager" }),
  );
  expect(question.text).toContain("You'll lose the admin tier and will have the manager tier, and you");
  expect(question.text).toContain("can't change it back yourself");
});

test("@everyone never gets a tier, and an app's role is pointed out", async () => {
  expect((await ask(guildId, "staff")).text).toContain("would open the workspace to all of them");
  expect((await ask(guildId, "staff")).buttons).toEqual([]);
  const ofBot = (BigInt(guildId) + 1_000_003n).toString();
  expect((await ask(ofBot, "staff")).text).toContain("an app assigns this role");
});

test("a role that already has the tier gets no preview", async () => {
  expect((await ask(staffRole, "staff")).text).toContain("already has the staff tier");
  expect((await ask(adminRole, "none")).text).toContain("already has no tier");
});

test("a preview that is out of date changes nothing", async () => {
  const question = await ask(staffRole, "none");
  await setTier(staffRole, "manager");
  await harness.as("ada").press(question, "Remove the tier");
  expect(newestText(harness.as("ada"))).toContain("it now has the manager tier. Nothing was changed");
  expect(await roles()).toContainEqual({ roleId: staffRole, tier: "manager" });
  expect((await entries()).map(({ outcome }) => outcome)).toEqual(["refused", "done"]);
});

test("of two changes to a role confirmed at once, one is made and the other reports that", async () => {
  const removal = await ask(staffRole, "none");
  const promotion = await ask(staffRole, "manager");
  await Promise.all([
    harness.as("ada").press(removal, "Remove the tier"),
    harness.as("ada").press(promotion, "Make them managers"),
  ]);
  expect((await entries()).map(({ outcome }) => outcome).toSorted()).toEqual(["done", "refused"]);
  const done = (await entries()).find(({ outcome }) => outcome === "done");
  const isRemoved = !(await roles()).some(({ roleId }) => roleId === staffRole);
  expect(done?.detail).toMatchObject({ after: isRemoved ? "none" : "manager" });
});

test("a role given as a reward gets no tier, however late that is noticed", async () => {
  const { store } = harness.app.ctx;
  const earn = (passed: string) =>
    store.guildSettings.set(guildId, "rewards", JSON.stringify({ linkKey: "cafe", roles: { passed } }));
  const question = await ask(starRole, "manager");
  await earn(starRole);
  const refusal = `<@&${starRole}> is a weekly reward here, so anyone who earns it would get the tier. Nothing was changed.`;
  expect((await ask(starRole, "staff")).text).toContain(refusal);
  await harness.as("ada").press(question, "Make them managers");
  expect(newestText(harness.as("ada"))).toContain(refusal);
  expect((await roles()).map(({ roleId }) => roleId)).not.toContain(starRole);
  await store.accessRoles.set(guildId, starRole, "staff");
  expect(labelsOf(await ask(starRole, "none"))).toContain("Remove the tier");
});

test("managers and staff can't use /access, even if they send the hidden command", async () => {
  const forged = [
    ["access set", { role: staffRole, tier: "admin" }],
    ["access show", {}],
  ] as const;
  for (const [path, options] of forged) {
    expect(textOf(await harness.as("theo").forge.run(path, options))).toContain(
      "Only admins and members with *Manage Server* can ",
    );
  }
  const theosList = shown(await harness.as("theo").run("schedule list"));
  await harness.as("theo").forge.choose(theosList, "access.check-person", [sam]);
  expect(newestText(harness.as("theo"))).toContain("Only admins and members with *Manage Server* can ");
  const question = await ask(staffRole, "admin");
  const customId = question.buttons[0]?.customId ?? "";
  await harness.as("theo").forge.press(question, customId);
  expect(await roles()).toContainEqual({ roleId: staffRole, tier: "staff" });
});

test("a confirmation does nothing once the person may no longer change tiers", async () => {
  harness.discord.setRoles(guildId, theo, [adminRole]);
  const options = { role: staffRole, tier: "admin" };
  const question = shown(await harness.as("theo").run("access set", options));
  harness.discord.setRoles(guildId, theo, [managerRole]);
  await harness.as("theo").press(question, "Make them admins");
  expect(newestText(harness.as("theo"))).toContain("Only admins and members with *Manage Server*");
  expect(await roles()).toContainEqual({ roleId: staffRole, tier: "staff" });
});

/** Chosen in the menu below who can do what. */
async function check(member: string): Promise<SeenMessage> {
  const who = shown(await harness.as("ada").run("access show"));
  return shown(await harness.as("ada").choose(who, menuOf(who), [member]));
}

/** What the menu under the answer shows in its place. */
async function details(member: string, label: string): Promise<string> {
  const person = harness.as("ada");
  const answer = await check(member);
  const [menu] = answer.selects;
  const option = menu?.options.find((each) => each.label === label);
  return textOf(await person.choose(answer, String(menu?.customId), [String(option?.value)]));
}

test("all roles are shown by tier, with what each allows", async () => {
  const first = textOf(await harness.as("ada").run("access show"));
  expect(first).toContain(`**Staff** · <@&${staffRole}>\nOrders`);
  expect(first).toContain(`**Managers** · <@&${managerRole}>\nAlso`);
  expect(first).toContain("**Admins** · members with *Manage Server*");
  await setTier(adminRole, "admin");
  expect(textOf(await harness.as("ada").run("access show"))).toContain(
    "*Manage Server* alone doesn't make anyone an admin",
  );
});

test("a member's access is explained by their roles, command by command", async () => {
  await connectAccount(harness.app.ctx, {
    discordUserId: mia,
    userId: "4711",
    displayName: "Mia Marsh",
    memberName: "Mia",
  });
  const ofMia = (await check(mia)).text;
  expect(ofMia).toContain(
    `<@${mia}> is **staff** through <@&${staffRole}>.\nThey're Mia Marsh in the workspace.\nThey can log and find orders`,
  );
  expect(ofMia).not.toContain("4711");
  const can = await details(mia, "What they can use");
  expect(can).toMatch(/\*\*Can use\*\*\n[^\n]*`\/order create`/);
  expect(can).toMatch(/only about themselves\*\*\n[^\n]*`\/activity view`/);
  const cannot = await details(mia, "What they can't use");
  expect(cannot).toMatch(/Can't use \(for managers only\)\*\*\n[^\n]*`\/activity gift`/);
  expect(cannot).toMatch(/Can't use \(for admins only\)\*\*\n[^\n]*`\/link set`/);

  const ofTheo = await details(theo, "What they can use");
  expect(ofTheo).toMatch(/\*\*Can use\*\*\n[^\n]*`\/activity gift`/);
  expect(ofTheo).not.toContain("only about themselves");
  expect((await check(ada)).text).toContain("*Manage Server*, which counts while there's no admin role");
  expect((await check(sam)).text).toContain("none of their roles has one");
  expect((await check(applicationId)).text).toContain("Apps can't run commands");
});

test("Manage Server without a tier is said to be enough to change access", async () => {
  await setTier(managerRole, "admin");
  const { text } = await check(ada);
  expect(text).toContain("They have *Manage Server*, so they can still change who can do what");
  expect(await details(ada, "What they can use")).toMatch(/\*\*Can use\*\*\n[^\n]*`\/access set`/);
});

test("Discord offers the command only to members with Manage Server", () => {
  const offered = (name: "ada" | "theo") =>
    harness
      .as(name)
      .commands()
      .find((command) => command.name === "access");
  expect(offered("ada")?.default_member_permissions).toBe(String(PermissionFlagsBits.ManageGuild));
  expect(offered("theo")).toBeUndefined();
});

test.each([
  { what: "doesn't say whom it is about", about: undefined, text: /Something broke/ },
  {
    what: "says that it is about someone else",
    about: noorId,
    text: /Only managers can see other people's data/,
  },
  { what: "says that it is about the one who asks", about: miaId, text: /Late three times/ },
])("a command about a person that $what shows no more than that", async ({ about, text }) => {
  const { ctx } = harness.app;
  await connectAccount(ctx, { discordUserId: mia, userId: miaId, displayName: "Mia", memberName: "Mia" });
  const gossip = defineCommand({
    name: "gossip",
    description: "Tell what is known of somebody",
    access: "self-or-manager",
    needs: "guild",
    ack: "ephemeral",
    operations: [],
    run: async (_, { admitAbout }) => {
      if (about !== undefined) await admitAbout(about);
      return { content: "Late three times" };
    },
  });
  const router = createRouter([gossip], {}, ctx);
  const discord = await emulatorForTest();
  const intents = [GatewayIntentBits.Guilds];
  await botFor(discord, [gossip.json], (interaction) => router.route(interaction), { intents });
  const answer = shown(await discord.as(mia, playgroundIds.orders).run("gossip"));
  expect(answer.text).toMatch(text);
  expect(answer.text.includes("Late")).toBe(about === miaId);
});
