// Depends on: transport, cache.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runJob } from "../../src/jobs/runner.ts";
import { createLinkSealContext } from "../../src/vault/vault.ts";
import { weeks } from "../../commands/weeks/job.ts";
import {
  bakeryIds,
  type Person,
  playgroundIds,
  playgroundSeed,
  type SeenMessage,
} from "../../playground/discord/index.ts";
import type { WorkspaceEmulator } from "../../playground/service/index.ts";
import { retention } from "../support/all-jobs.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { downloadMyData } from "../support/privacy.ts";
import { reminderMenuOf, remindMe } from "../support/reminders.ts";
import { labelsOf, newest, newestText, textOf, opened, shown, withFooters } from "../support/replies.ts";
import { toNextWednesday } from "../support/next-wednesday.ts";

const { guildId, mia, noor, sam, ada, theo, staffRole } = playgroundIds;
const { guildId: bakeryId, bakerRole } = bakeryIds;
const mias = "104872391";
const noors = "118203774";
const hourMs = 60 * 60_000;

let harness: Harness;
let bakery: WorkspaceEmulator;
let bakersUser: string;
beforeAll(async () => {
  harness = await startHarness({ guarded: false });
  bakery = harness.service.addWorkspace({ name: "Bakery" });
  bakersUser = [...bakery.state.assignments.keys()][0] ?? "";
  const { ctx } = harness.app;
  await connectAccount(ctx, { discordUserId: mia, userId: mias, displayName: "Mia", memberName: "Mia" });
  await connectAccount(ctx, { discordUserId: noor, userId: noors, displayName: "Noor", memberName: "Noor" });
  await runJob(weeks, jobTools(harness.app));
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  harness.service.faults.clear();
  harness.discord.faults.clear();
  harness.discord.setRoles(guildId, mia, [staffRole]);
  await store().accounts.disconnect(bakeryId, mia);
  await store().forgetGuild(bakeryId);
});

const store = () => harness.app.ctx.store;
const inPrivate = (discordUserId: string = mia): Person => harness.discord.inPrivate(discordUserId);
const me = async (person: Person) => shown(await person.run("me"));

/** Links the bakery's guild to a workspace of its own, with Mia as one of its staff. */
async function joinBakery(): Promise<void> {
  const { store: kept, vault, now } = harness.app.ctx;
  const { workspaceId, token } = bakery;
  const sealedToken = vault.seal(token, createLinkSealContext(bakeryId, workspaceId));
  const times = { linkedAt: now(), createdAt: now() };
  const link = { guildId: bakeryId, linkKey: "cafe", workspaceId, name: "Ovens", sealedToken, ...times };
  await kept.guildLinks.save({ ...link, linkedByDiscordUserId: ada }, 10);
  await kept.accessRoles.set(bakeryId, bakerRole, "staff");
  const account = { guildId: bakeryId, discordUserId: mia, userId: bakersUser, connectedAt: now() };
  const names = { displayName: "Mia B.", username: undefined, avatarUrl: undefined, memberName: "Mia" };
  await kept.accounts.connect({ ...account, ...names, connectedByDiscordUserId: theo }, ["mia b.", "mia"]);
}

describe("/me in a server", () => {
  test("shows assignments with what is left, visits, open orders and active reminders, with buttons", async () => {
    const seen = await me(harness.as("mia"));
    expect(seen.private).toBe(true);
    expect(seen.text).toMatch(
      /^Your week: [a-z ]+\n(?:\d of \d passed · w|W)eek ends: <t:\d+:R>\n[✅🟦🟧] /u,
    );
    expect(seen.text).toMatch(/\n(?:Last 3 visits|Visits)\n/);
    // Visits of earlier weeks have a date instead of a weekday.
    expect(seen.text).not.toMatch(/^⏱️ .* · \d+ \w+ \d+:\d+/mu);
    expect(seen.text).toMatch(/^Working on\n/m);
    expect(seen.embeds[0]?.image?.description).toMatch(/^Mia: \d+ min this week/);
    expect(seen.text).not.toContain("Reminders");
    expect(labelsOf(seen)).toEqual(["Assignments", "Visits", "Past weeks", "Reminders", "Reload"]);
    const list = shown(await harness.as("mia").press(seen, "Reminders"));
    expect(labelsOf(list)).toEqual(["Other hours…"]);
    const on = shown(await harness.as("mia").choose(list, reminderMenuOf(list).customId, ["order"]));
    expect(on.text).toContain("✅ **Order ready** · on · within minutes\n");
    expect((await me(harness.as("mia"))).text).toContain("Reminders\n🔔 Order ready");
    const off = shown(await harness.as("mia").choose(on, reminderMenuOf(on).customId, []));
    expect(off.text).toContain("Your reminders: all off");
  });

  test("shows what can be read and says what can't when the service fails", async () => {
    harness.service.faults.add({ kind: "status", status: 503, operation: "getActivity", times: 100 });
    const { text } = await me(harness.as("mia"));
    expect(text).toMatch(/^Your week: [a-z ]+\n/);
    expect(text).toContain("Visits\n🔹 I can't show these: the workspace service is having trouble.");
    harness.service.faults.add({ kind: "status", status: 503, times: 100 });
    const down = (await me(harness.as("mia"))).text;
    expect(down.match(/I can't show/g)).toHaveLength(1);
    expect(down).toContain(
      "⚠️ The workspace service is having problems, so I can't show your assignments, visits and orders. Try again in",
    );
  });

  test("says once what it couldn't read when the workspace's requests are used up, and when to try again", async () => {
    harness.service.faults.add({ kind: "status", status: 429, times: 100 });
    const { text } = await me(harness.as("mia"));
    expect(text.match(/I can't show/g)).toHaveLength(1);
    expect(text).toMatch(
      /This workspace's requests for this minute are used up, so I can't show your .*\. Try again in /,
    );
  });

  test("says once that the key is refused, and who sets a new one", async () => {
    // The requests of this minute are used up.
    harness.clock.advance(60_000);
    harness.service.revokeToken();
    const { text } = await me(harness.as("mia"));
    harness.service.issueToken(harness.service.token);
    expect(text.match(/I can't show/g)).toHaveLength(1);
    expect(text).toMatch(
      /no longer accepts this server's key, so I can't show your .*\. An admin needs to set a new one with .*\/link set/,
    );
  });

  test("says that the workspace is gone, not the person", async () => {
    // The requests of this minute are used up.
    harness.clock.advance(60_000);
    harness.service.faults.add({ kind: "status", status: 404, times: 100 });
    const { text } = await me(harness.as("mia"));
    expect(text.match(/I can't show/g)).toHaveLength(1);
    expect(text).not.toMatch(/this person|staff first/);
  });

  test("says that the workspace doesn't know the person, and shows what it has", async () => {
    harness.clock.advance(60_000);
    for (const operation of ["getAssignments", "getActivity"] as const)
      harness.service.faults.add({ kind: "status", status: 404, operation, times: 100 });
    const { text } = await me(harness.as("mia"));
    expect(text).toContain("I can't show your assignments: the workspace doesn't know this person.");
    expect(text).toContain("Visits\n🔹 I can't show these: the workspace doesn't know this person.");
    expect(text).not.toMatch(/has none|no longer|is gone/);
  });

  test("shows undecided requests for time until they expire", async () => {
    const about = { guildId, linkKey: "cafe", discordUserId: mia, userId: mias, channelId: guildId };
    const asked = { minutes: 45, day: "2026-11-21", reason: "The llamas got out", pictures: 0, proof: [] };
    const request = { ...about, ...asked, week: undefined, createdAt: harness.clock.now(), dueAt: undefined };
    expect(await store().timeRequests.create({ ...request, id: "asked" }, 5)).toBe("created");
    expect((await me(harness.as("mia"))).text).toContain(
      "Your requests\n⏳ **45 min** for 21\u00a0November\u00a02026, not decided yet",
    );
    const file = (await downloadMyData(harness.as("mia"))).attachments[0];
    expect(await (await fetch(file?.url ?? "")).text()).toContain("The llamas got out");
    await store().timeRequests.removeByMember(guildId, mia);
    expect((await me(harness.as("mia"))).text).not.toContain("Your requests");
  });

  test("tells members who aren't connected how to connect, and strangers nothing", async () => {
    const told = shown(await harness.as("theo").run("me"));
    expect(told.text).toContain("You aren't connected to a workspace user yet");
    expect(labelsOf(told)).toEqual(["This is me"]);
    expect(opened(await harness.as("theo").press(told, "This is me")).title).toBe("Connect yourself");
    const reminder = await remindMe(harness.as("theo"), "week", 6);
    expect(labelsOf(reminder)).toEqual(["This is me"]);
    expect(textOf(await harness.as("sam").forge.run("me"))).toContain("Only staff can see their week here");
  });
});

describe("/me in a private message with the bot", () => {
  test("is about the one server where the person is connected, without its pages", async () => {
    const seen = await me(inPrivate());
    expect(seen.text).toMatch(/^Your week in Harbour Café: [a-z ]+\n/);
    expect(labelsOf(seen)).toEqual(["Reminders", "Reload"]);
    expect(shown(await inPrivate().press(seen, "Reload")).text).toContain("Your week in Harbour Café");
    const list = shown(await inPrivate().press(seen, "Reminders"));
    const on = shown(await inPrivate().choose(list, reminderMenuOf(list).customId, ["assignment"]));
    expect(on.text).toContain("✅ **New assignment** · on · within");
    expect(on.text).toContain("If you don't accept those, I can't reach you");
    expect(await store().reminders.find(guildId, mia, "assignment")).toMatchObject({ channelId: guildId });

    harness.discord.setRoles(guildId, mia, []);
    await inPrivate().choose(on, reminderMenuOf(on).customId, ["assignment", "order"]);
    expect(newestText(inPrivate())).toContain("Only staff can use this here");
    expect(await store().reminders.list(guildId, mia)).toMatchObject([{ kind: "assignment" }]);
    expect(shown(await inPrivate().choose(on, reminderMenuOf(on).customId, [])).text).toContain("all off");
  });

  test("asks members of several servers once, remembers the answer, and lets them change it", async () => {
    await joinBakery();
    const choice = shown(await inPrivate().run("me"));
    expect(choice.text).toContain("You're known in several servers. Which one is this about?");
    expect(labelsOf(choice)).toEqual(["Harbour Café", "Bakery Crew"]);
    const chosen = shown(await inPrivate().press(choice, "Bakery Crew"));
    expect(chosen.text).toMatch(/^Your week in Ovens/);
    expect(chosen.text).not.toContain("Harbour");
    await harness.restart();
    const again = await me(inPrivate());
    expect(again.text).toMatch(/^Your week in Ovens/);
    const others = shown(await inPrivate().press(again, "Another server"));
    const cafe = shown(await inPrivate().press(others, "Harbour Café"));
    expect(cafe.text).toMatch(/^Your week in Harbour Café/);
    expect((await me(inPrivate())).text).toMatch(/^Your week in Harbour Café/);
  });

  test("servers that share a workspace's name are told apart where people see and delete their data", async () => {
    await joinBakery();
    await store().guildLinks.rename(bakeryId, "cafe", "Harbour Café");
    await store().homeGuilds.choose(mia, bakeryId, harness.clock.now());
    const kept = shown(await inPrivate().run("privacy"));
    expect(withFooters(kept)).toContain("in Bakery Crew");
    const preview = shown(await inPrivate().press(kept, "Forget me…"));
    expect(withFooters(preview)).toContain("Bakery Crew");
    const choose = async () => {
      const again = shown(await inPrivate().run("privacy"));
      return labelsOf(shown(await inPrivate().press(again, "Another server")));
    };
    expect(await choose()).toEqual(["Harbour Café", "Bakery Crew"]);
    harness.discord.faults.failRequests({ status: 503, pathPart: `/members/${mia}`, times: 10 });
    expect(await choose()).toEqual([`Harbour Café · ${guildId}`, `Harbour Café · ${bakeryId}`]);
  });

  test("shows nothing to people who lost their role or left, or whose server removed the bot", async () => {
    const seen = await me(inPrivate());
    const before = harness.service.requests.length;
    harness.discord.setRoles(guildId, mia, []);
    expect((await me(inPrivate())).text).toContain("Only staff can see their week here");
    await inPrivate().press(seen, "Reload");
    expect(newestText(inPrivate())).toContain("Only staff can use this here");
    harness.discord.setRoles(guildId, mia, [staffRole]);

    harness.discord.setInstalled(noor);
    harness.discord.removeMember(guildId, noor);
    expect((await me(inPrivate(noor))).text).toContain(
      "You aren't connected to a workspace user in any server",
    );
    const stolen = await inPrivate(noor).forge.press(newest(inPrivate(noor)), `me.show:${guildId}`);
    expect(textOf(stolen)).toContain("Discord says you aren't in that server anymore");

    await joinBakery();
    harness.discord.removeBotFromGuild(bakeryId);
    expect((await me(inPrivate())).text).toMatch(/^Your week in Harbour Café/);
    harness.discord.addGuild(bakeryGuild());
    expect(harness.service.requests.slice(before).every(({ path }) => !path.includes(noors))).toBe(true);
  });
  const bakeryGuild = () => {
    const guild = harness.discord.guilds.find(({ id }) => id === bakeryId);
    if (guild === undefined) throw new Error("the bakery is gone");
    return guild;
  };

  test("shows nothing while Discord can't confirm membership, and sends the service nothing", async () => {
    const before = harness.service.requests.length;
    harness.discord.faults.failRequests({ status: 503, pathPart: `/members/${mia}`, times: 10 });
    expect((await me(inPrivate())).text).toContain(
      "Discord didn't say whether you're still in the server, so I'm not showing anything.",
    );
    expect(harness.service.requests.length).toBe(before);
  });

  test("refuses members in a time-out until it ends", async () => {
    const shownBefore = await me(inPrivate());
    const user = playgroundSeed.users.find(({ id }) => id === mia);
    if (user === undefined) throw new Error("there is no Mia");
    const until = harness.clock.now() + 60 * 60_000;
    const timedOutUntil = new Date(until).toISOString();
    harness.discord.addMember(guildId, user, { roleIds: [staffRole], timedOutUntil });
    const before = harness.service.requests.length;
    const refusal = `You're timed out in Harbour Café. Nothing was done. The timeout ends: <t:${Math.floor(until / 1_000)}:R>`;
    expect((await me(inPrivate())).text).toContain(refusal);
    await inPrivate().press(shownBefore, "Reload");
    expect(newestText(inPrivate())).toContain(refusal);
    expect(harness.service.requests.length).toBe(before);
    harness.clock.advance(60 * 60_000 + 1);
    expect((await me(inPrivate())).text).toMatch(/^Your week in Harbour Café/);
  });

  test("shows nobody else's week, whichever button is forged", async () => {
    await joinBakery();
    expect((await me(inPrivate(sam))).text).toContain(
      "You aren't connected to a workspace user in any server",
    );
    const screen = newest(inPrivate(sam));
    for (const customId of [
      `me.show:${guildId}`,
      `me.show:${bakeryId}`,
      "me.show:1",
      `me.reminders:${guildId}`,
    ]) {
      await inPrivate(sam).forge.press(screen, customId);
      expect(newestText(inPrivate(sam))).toMatch(
        /Only staff can use this here|you aren't in that server anymore/,
      );
    }
    await inPrivate().forge.press(newest(inPrivate()), "calendar.week:0");
    expect(newestText(inPrivate())).toContain("I only work in servers");
  });
});

describe("/me for people who installed the app for themselves", () => {
  const elsewhereId = "1100000000008388608";
  const channelId = "1100000000008388701";
  beforeAll(() => {
    const [cafe] = harness.discord.guilds;
    if (cafe === undefined) throw new Error("there is no guild");
    const roles = [{ id: staffRole, name: "Staff", color: 0, permissions: cafe.everyonePermissions }];
    const members = [mia, sam].map((discordUserId) => ({ discordUserId, roleIds: [staffRole] }));
    const channels = [{ id: channelId, name: "lounge" }];
    harness.discord.addGuild({ ...cafe, id: elsewhereId, name: "Elsewhere", roles, channels, members });
    harness.discord.removeBotFromGuild(elsewhereId);
    harness.discord.setInstalled(mia);
    harness.discord.setInstalled(sam);
  });

  test("works in a message to someone else and in a server without the bot, visible to them alone", async () => {
    const withSam = harness.discord.inDirectMessage(mia, sam);
    expect(withSam.commands().map(({ name }) => name)).toEqual(["me", "privacy"]);
    expect((await me(withSam)).text).toMatch(/^Your week in Harbour Café/);
    expect(harness.discord.inDirectMessage(sam, mia).read()).toEqual([]);
    const lounge = harness.discord.as(mia, channelId);
    expect(lounge.commands().map(({ name }) => name)).toEqual(["me", "privacy"]);
    const seen = await me(lounge);
    expect(seen.private).toBe(true);
    expect(seen.text).toMatch(/^Your week in Harbour Café/);
    expect(shown(await lounge.press(seen, "Reload")).text).toMatch(/^Your week in Harbour Café/);
    expect(harness.discord.as(sam, channelId).read()).toEqual([]);
  });

  test("gives roles of a server without the bot no rights", async () => {
    // Where Sam has a role of the very id that is staff in the café.
    expect((await me(harness.discord.as(sam, channelId))).text).toContain("You aren't connected");
    const screen: SeenMessage = newest(harness.discord.as(sam, channelId));
    await harness.discord.as(sam, channelId).forge.press(screen, `me.show:${guildId}`);
    expect(newestText(harness.discord.as(sam, channelId))).toContain("Only staff can use this here");
  });

  test("isn't offered to people who didn't install it", () => {
    expect(harness.discord.inDirectMessage(theo, ada).commands()).toEqual([]);
    expect(
      inPrivate(theo)
        .commands()
        .map(({ name }) => name),
    ).toEqual(["me", "privacy"]);
  });
});

describe("/privacy in a private message", () => {
  test("shows, exports and deletes in the chosen server alone, also for former members", async () => {
    await joinBakery();
    harness.discord.removeMember(bakeryId, mia);
    await store().homeGuilds.choose(mia, guildId, harness.clock.now());
    const cafe = shown(await inPrivate().run("privacy"));
    expect(cafe.text).toContain("What I keep about you in Harbour Café");
    const choice = shown(await inPrivate().press(cafe, "Another server"));
    const seen = shown(await inPrivate().press(choice, "Ovens"));
    expect(seen.text).toMatch(/^What I keep about you in Ovens[\s\S]*Mia B\./);
    const file = shown(await inPrivate().press(seen, "Download my data")).attachments[0];
    const text = await (await fetch(file?.url ?? "")).text();
    expect(text).toContain("Mia B.");
    expect(text).not.toContain(guildId);
    const question = shown(await inPrivate().press(seen, "Forget me…"));
    await inPrivate().press(question, "Forget me");
    expect(newestText(inPrivate())).toContain("You're forgotten");
    expect(await store().accounts.ofMember(bakeryId, mia)).toMatchObject({ displayName: "" });
    expect(await store().accounts.ofMember(guildId, mia)).toMatchObject({ displayName: "Mia" });
    const noted = await store().audit.list(guildId, { action: "privacy." }, { limit: 1 });
    expect(noted).toEqual([]);
  });

  test("lets admins delete others' data of their server, and offers it to nobody else", async () => {
    const adas = harness.discord.inPrivate(ada);
    const account = { discordUserId: ada, userId: "940000077", displayName: "Ada", memberName: "Ada" };
    await connectAccount(harness.app.ctx, account);
    await store().homeGuilds.choose(ada, guildId, harness.clock.now());
    const kept = shown(await adas.run("privacy"));
    const form = opened(await adas.press(kept, "Forget someone else…"));
    const nobody = shown(await adas.submit(form, { person: "" }));
    const again = opened(await adas.press(nobody, "Fix it"));
    const question = shown(await adas.submit(again, { person: "4712" }));
    expect(question.text).toContain("Forget this person?");
    expect(textOf(await adas.press(question, "Forget them"))).toContain("Person forgotten");
    await store().accounts.disconnect(guildId, ada);
    expect(labelsOf(shown(await inPrivate().run("privacy")))).not.toContain("Forget someone else…");
  });

  test("says of a question from days ago that it is too old, not that it belongs into a server", async () => {
    await store().homeGuilds.choose(mia, guildId, harness.clock.now());
    const kept = shown(await inPrivate().run("privacy"));
    const question = shown(await inPrivate().press(kept, "Forget me…"));
    harness.clock.advance(26 * hourMs);
    await runJob(retention, jobTools(harness.app));
    for (const label of ["Keep it", "Forget me", "Disconnect too"]) {
      await inPrivate().press(question, label);
      expect([label, newestText(inPrivate())]).toEqual([
        label,
        expect.stringMatching(/from an older message.*Nothing was done\. Run the command again\./),
      ]);
    }
  });

  test("says so when nothing is stored, and lets nobody delete others' data from outside", async () => {
    const screen = shown(await inPrivate(theo).run("privacy"));
    expect(labelsOf(screen)).not.toContain("Forget someone else…");
    await inPrivate(theo).forge.press(screen, `privacy.others:${guildId}`);
    expect(newestText(inPrivate(theo))).toContain("Only admins can use this here");
    const nobody = harness.discord.inPrivate(ada);
    const told = shown(await nobody.run("privacy")).text;
    expect(told).toMatch(/I don't keep anything about you|What I keep about you/);
  });
});

describe("the visits of /me", () => {
  const ago = (minutes: number) => new Date(harness.clock.now() - minutes * 60_000).toISOString();
  const visit = (from: number, to: number, parts: object = {}) => ({
    start: ago(from),
    end: ago(to),
    ended: true,
    duration: (from - to) * 60_000,
    friends: [],
    ...parts,
  });
  const setVisits = (...visits: readonly ReturnType<typeof visit>[]) =>
    harness.service.state.activity.set(mias, [...visits]);
  beforeAll(async () => {
    toNextWednesday(harness.clock);
    const account = { discordUserId: mia, userId: mias, displayName: "Mia", memberName: "Mia" };
    await connectAccount(harness.app.ctx, account);
  });

  test("are counted in their heading where there are more, as long as anywhere else", async () => {
    setVisits(visit(2, 1), visit(4, 3), visit(78, 6), visit(90, 80));
    const { text } = await me(harness.as("mia"));
    expect(text).toMatch(/Last 3 visits\n.*\*\*1.min\*\*.*\n.*\*\*1.min\*\*.*\n.*\*\*1 h 12 min\*\*/);
    // The goal above says them.
    expect(text).toMatch(/\*\*Minutes in game\*\* 84 of 120/);
    expect(text).not.toContain("in the game this week");
  });

  test("go back to the first moment of the week, also when the clocks change in it", async () => {
    const { workspaceId } = harness.service;
    const about = { guildId, workspaceId, userId: mias, minutes: 8, messages: 0, orders: 0 };
    const startsAt = harness.clock.now() - 50 * hourMs;
    await store().weeks.removeBefore(harness.clock.now() + 170 * hourMs, guildId);
    for (const endsAt of [startsAt, startsAt + 169 * hourMs]) {
      const [weekStart = ""] = new Date(endsAt - 160 * hourMs).toISOString().split("T");
      const read = { snapshotAt: harness.clock.now(), assignments: undefined };
      await store().weeks.snapshot({ ...about, ...read, weekStart, endsAt });
    }
    setVisits(visit(50 * 60 - 1, 50 * 60 - 9));
    expect((await me(harness.as("mia"))).text).toMatch(/Visits\n.*\*\*8.min\*\*/);
    setVisits(visit(50 * 60 + 9, 50 * 60 + 1));
    expect((await me(harness.as("mia"))).text).not.toContain("Visits");
  });

  test("say their length and messages once where there is only one", async () => {
    setVisits(visit(9, 1, { messages_sent: 24 }));
    const { text } = await me(harness.as("mia"));
    expect(text).toMatch(/Visits\n.*\*\*8.min\*\* · .* · 24 messages/);
    expect(text.match(/24 messages/g)).toHaveLength(1);
    setVisits(visit(9, 1, { messages_sent: 24, tracked_idle: 120_000 }));
    expect((await me(harness.as("mia"))).text).toMatch(
      /\n-# 24 messages this week\n(?:-# Last .*\n)?Visits\n.* 2 min idle/,
    );
  });

  test("are those of the service's week, which others' saved weeks tell, too", async () => {
    await store().guildSettings.set(guildId, "zone", "America/Phoenix");
    await connectAccount(harness.app.ctx, {
      discordUserId: noor,
      userId: noors,
      displayName: "Noor",
      memberName: "Noor",
    });
    await runJob(weeks, jobTools(harness.app));
    await store().weeks.forgetUser(guildId, mias);
    harness.clock.advance((4.5 * 24 + 1) * 60 * 60_000);
    setVisits(visit(9, 1), visit(180, 120));
    const { text } = await me(harness.as("mia"));
    expect(text).toMatch(/Visits\n.*\*\*8.min\*\*/);
    expect(text).not.toMatch(/60.min/);
    await store().guildSettings.remove(guildId, "zone");
  });
});
