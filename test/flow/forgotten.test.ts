// Depends on: database, wording.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { names as namesJob } from "../../src/jobs/look-up-names.ts";
import { runJob } from "../../src/jobs/runner.ts";
import type { ConnectionRequest } from "../../commands/account/connection-request/store.ts";
import { weeks } from "../../commands/weeks/job.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { connectAccount, type Harness, jobTools, onPostgres, startHarness } from "../support/harness.ts";
import { askToForget, askToForgetMe, downloadMyData } from "../support/privacy.ts";
import { remindMe } from "../support/reminders.ts";
import { labelsOf, newestText, opened, textOf, shown } from "../support/replies.ts";

const { guildId, theo, mia, noor, managers, starRole } = playgroundIds;
const hourMs = 60 * 60_000;
/** The café's people by their user ids. */
const mias = "104872391";
const theos = "118203774";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

const store = () => harness.app.ctx.store;
const audit = (action?: string) => store().audit.list(guildId, { action }, { limit: 100 });

describe("a member who isn't connected and looks people up by id", () => {
  beforeEach(async () => {
    await store().guildSettings.set(guildId, "managers-channel", managers);
    // To the beginning of an hour.
    harness.clock.advance(hourMs - (harness.clock.now() % hourMs));
  });
  const lookUp = async (name: "noor" | "mia" | "ada", user: string) =>
    textOf(await harness.as(name).run("account connect", { user }));

  test("sees ten an hour, and then none until the hour is over", async () => {
    for (let time = 0; time < 10; time += 1) expect(await lookUp("noor", mias)).toContain("Is this you?");
    const before = harness.service.requests.length;
    const refused = await lookUp("noor", theos);
    expect(refused).toMatch(
      /used your 10 lookups for this hour, so nobody was looked up\. Try again in \d+ (?:seconds|minutes?),/,
    );
    expect(harness.service.requests.length).toBe(before);
    expect(await lookUp("mia", theos)).toContain("Is this you?");
    harness.clock.advance(hourMs);
    expect(await lookUp("noor", theos)).toContain("Is this you?");
  });

  test("uses up the limit with unknown ids too, and twenty at once show no more than ten", async () => {
    const told = await Promise.all(Array.from({ length: 20 }, (_, index) => lookUp("noor", `99${index}`)));
    expect(told.filter((text) => text.includes("has no user with the id"))).toHaveLength(10);
    expect(told.filter((text) => text.includes("nobody was looked up"))).toHaveLength(10);
  });

  test("appears in the audit log with the id, and without a name", async () => {
    await lookUp("mia", theos);
    const [entry] = await audit("account.look-up");
    expect(entry).toMatchObject({ discordUserId: mia, target: theos, outcome: "done" });
    expect(JSON.stringify(entry)).not.toContain("Theo");
  });
});

describe("forgetting a person", () => {
  const names = [
    "Annabel Featherstone",
    "annabel_f",
    "Bella of the bar",
    "https://pictures.example/bella.png",
  ];
  const [displayName = "", username = "", memberName = "", avatarUrl = ""] = names;
  const card = { cardChannelId: managers, cardMessageId: "" };
  const numbers = { minutes: 5, messages: 5, orders: 5, assignments: [] };
  const asMia = () => harness.as("mia");

  /** All files of the database as text: nothing of what was deleted may be read there. */
  async function inFiles(): Promise<string> {
    const files = (await readdir(harness.dataFolder)).map((file) =>
      readFile(join(harness.dataFolder, file), "latin1"),
    );
    return (await Promise.all(files)).join("\n");
  }
  async function expectForgotten(): Promise<void> {
    const stored = await inFiles();
    for (const name of [...names, "annabel featherstone", "bella of the bar"])
      expect(stored.includes(name), name).toBe(false);
    expect(stored).toContain("Theo");
  }

  const entryOfAudit = { workspaceId: undefined, reference: undefined, outcome: "done" } as const;
  const request = (id: string, state: ConnectionRequest["state"]): ConnectionRequest => ({
    ...card,
    id,
    guildId,
    discordUserId: mia,
    userId: mias,
    displayName,
    username,
    avatarUrl,
    memberName,
    channelId: managers,
    createdAt: harness.clock.now(),
    state,
    reason: undefined,
    toldAt: undefined,
    decidedByDiscordUserId: state === "open" ? undefined : mia,
    decidedAt: state === "open" ? undefined : harness.clock.now(),
  });

  beforeEach(async () => {
    const { now, newId } = harness.app.ctx;
    harness.clock.advance(61_000);
    for (const discordUserId of [mia, noor]) await store().accounts.disconnect(guildId, discordUserId);
    const open = await store().connectionRequests.findOpen(guildId, mia);
    const decision = {
      from: "open",
      to: "withdrawn",
      decidedByDiscordUserId: mia,
      decidedAt: now(),
    } as const;
    if (open !== undefined) await store().connectionRequests.move({ ...open, ...decision });
    await store().connectionRequests.removeBefore(now() + 1);
    const person = { userId: mias, displayName, username, avatarUrl };
    const entries = [
      { action: "account.connect", detail: { member: mia, memberName, person, after: mias } },
      { action: "account.approve", detail: { member: mia, displayName, after: mias } },
      { action: "role.create", detail: { before: [displayName, { of: mia }], name: "Bella" } },
      // Typed by others, with and without one of her ids beside it.
      {
        action: "bans.delete",
        target: "ban-1",
        detail: { before: `ANNABEL Featherstone, again; ask annabel_f` },
      },
      {
        action: "order.create",
        target: "o-1",
        detail: { items: [`Cake "for ${displayName}"`], zone: "Europe/Berlin" },
      },
      { action: "account.request", target: theos, detail: { userId: theos, displayName: "Theo" } },
    ];
    for (const entry of entries) {
      const about = { guildId, discordUserId: theo, target: mias, id: newId(), at: now() };
      await store().audit.record({ ...entryOfAudit, ...about, ...entry });
    }
    const posted = await harness.app.ctx.messenger.post(managers, { content: `${displayName} asks` });
    card.cardMessageId = posted.messageId;
    await store().connectionRequests.create(request(newId(), "withdrawn"));
    await store().connectionRequests.create(request(newId(), "open"));
    const times = { createdAt: now(), expiresAt: now() + hourMs };
    const draft = { guildId, discordUserId: theo, kind: "account.connect", ...times };
    await store().drafts.create({ ...draft, id: newId(), payload: { payload: { member: mia, person } } });
    // Typed by someone else, without an id.
    const named = { payload: { customer: `for ${displayName}, please` } };
    await store().drafts.create({ ...draft, id: newId(), kind: "order.create", payload: named });
    const account = { guildId, discordUserId: mia, ...person, memberName, connectedAt: now() };
    const folded = [displayName, username, memberName].map((name) => name.toLowerCase());
    await store().accounts.connect({ ...account, connectedByDiscordUserId: theo }, folded);
    const { workspaceId } = harness.service;
    const about = { guildId, workspaceId, userId: mias, weekStart: "2026-11-16" };
    // Not over yet, so that it's saved even after she was forgotten.
    await store().weeks.snapshot({ ...about, ...numbers, endsAt: now() + hourMs, snapshotAt: now() });
    const link = { guildId, linkKey: "cafe" };
    await store().people.note([{ link, userIds: [mias] }], { now: now(), staleBefore: 0 });
    const learned = { userId: mias, displayName, username, colour: "red", foldedNames: folded };
    await store().people.learn(link, [learned], now());
    const begun = { id: newId(), guildId, linkKey: "cafe", workspaceId: "w", discordUserId: theo };
    const from = { source: "list" as const, createdAt: now(), until: 0, sealedReplyToken: undefined };
    const typed = { line: 1, typedMember: memberName, typedUser: displayName };
    await store().imports.create({ ...begun, ...from }, [typed]);
    await remindMe(harness.as("mia"));
    await remindMe(harness.as("mia"), "order");
  });

  const seen = () => store().personalData.of(guildId, mia, 100);
  async function forgetMe(options: { readonly disconnect?: boolean } = {}): Promise<string> {
    const question = await askToForgetMe(asMia(), options);
    await asMia().press(question, "Forget me");
    return newestText(asMia());
  }

  test("shows and exports everything stored about them, and nothing about others", async () => {
    const shownText = textOf(await asMia().run("privacy"));
    expect(shownText).toMatch(/What I keep about you[\s\S]*Annabel Featherstone/);
    expect(shownText).toMatch(
      /\n- \*\*1 saved week\*\*, kept for 24 months: minutes, messages, orders, assignments\n/,
    );
    expect(shownText).toContain("\n- **2 requests to connect** (1 open), with your names, for 30 days\n");
    expect(shownText).toContain("\n- **2 reminders**, until turned off\n");
    expect(shownText).toMatch(/\nNo reward roles\b.*\.\n/);
    const file = (await downloadMyData(asMia())).attachments[0];
    expect(file?.filename).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
    const text = await (await fetch(file?.url ?? "")).text();
    const data = JSON.parse(text) as Readonly<Record<string, unknown>>;
    expect(data).toMatchObject({
      server: guildId,
      discordUser: mia,
      connection: {
        userId: mias,
        displayName,
        username,
        memberName,
        picture: avatarUrl,
        connectedBy: "someone else",
      },
      namesSeen: [{ displayName, username }],
      savedWeeks: [{ weekStart: "2026-11-16", minutes: 5 }],
      connectionRequests: expect.arrayContaining([expect.objectContaining({ state: "open" })]),
    });
    expect(data["reminders"]).toHaveLength(2);
    expect(text).not.toContain(theo);
    expect(text).not.toContain(noor);
  });

  test("leaves none of their names in any file, says what was deleted, and keeps them connected", async () => {
    const before = await inFiles();
    if (!onPostgres) for (const name of names) expect(before, name).toContain(name);
    const question = await askToForgetMe(asMia());
    expect(question.private).toBe(true);
    expect(question.text).toMatch(
      /Forget you in this server\?[\s\S]*• 1 saved week from 16\u00a0November\u00a02026\n• 2 reminders\n/,
    );
    expect(question.text).toMatch(/You'll stay connected, so your current week is saved again/);
    await asMia().press(question, "Forget me");
    const receipt = newestText(asMia());
    expect(receipt).toMatch(
      /You're forgotten[\s\S]*1 saved week, 2 requests to connect, 2 reminders and your names/,
    );
    expect(receipt).toContain("You're still connected, without a name.");
    if (!onPostgres) await expectForgotten();
    expect(await seen()).toMatchObject({
      accounts: { userId: mias, displayName: "", memberName: "", username: undefined, avatarUrl: undefined },
      people: { seen: [{ state: "forgotten", displayName: null }] },
      weeks: [],
      connectionRequests: [],
      reminders: [],
      notices: [],
    });
    const [entry] = await audit("privacy.forget");
    expect(entry).toMatchObject({ discordUserId: mia, target: mias, outcome: "done" });
    expect((await audit("bans.delete"))[0]?.detail).toEqual({ before: "someone, again; ask someone" });
    expect((await audit("order.create")).find(({ target }) => target === "o-1")?.detail).toEqual({
      items: ['Cake "for someone"'],
      zone: "Europe/Berlin",
    });
    const cardNow = harness.discord.messagesIn(managers).find(({ id }) => id === card.cardMessageId);
    expect(cardNow?.text).toContain("Request withdrawn");
    expect(cardNow?.text).not.toContain(displayName);
  });

  test("names requests for time and roles that go, and deletes their own open previews, too", async () => {
    const { now, newId } = harness.app.ctx;
    const about = { guildId, discordUserId: mia, createdAt: now() };
    const asked = { minutes: 90, day: "2026-11-18", reason: "Late shift", week: undefined, pictures: 0 };
    const place = { linkKey: "cafe", userId: mias, channelId: managers, proof: [], dueAt: undefined };
    for (const minutes of [90, 45])
      await store().timeRequests.create({ ...about, ...asked, minutes, ...place, id: newId() }, 5);
    const given = { state: "given", weekStart: "2026-11-16", reason: "passed", since: 1, until: 0 } as const;
    await store().rewards.begin({ guildId, discordUserId: mia, roleId: starRole, ...given });
    const draft = {
      ...about,
      kind: "order.create",
      payload: { items: ["Oat milk"] },
      expiresAt: now() + hourMs,
    };
    await store().drafts.create({ ...draft, id: newId() });
    const question = await askToForgetMe(asMia());
    expect(question.text).toMatch(/\n• 2 requests for time, with their cards?\n/);
    expect(question.text).toContain(`• the roles I gave you for a week: <@&${starRole}>\n`);
    await asMia().press(question, "Forget me");
    expect(newestText(asMia())).toContain("2 requests for time");
    expect(await seen()).toMatchObject({ timeRequests: [], rewards: [] });
    expect((await seen()).drafts.filter(({ state }) => state === "open")).toEqual([]);
  });

  test("lasts: neither their commands nor reads of the service store a name or past week again", async () => {
    await forgetMe();
    for (const path of ["me", "profile", "order search", "privacy"]) await asMia().run(path);
    await runJob(namesJob, jobTools(harness.app));
    await runJob(weeks, jobTools(harness.app));
    const { accounts: account, weeks: saved } = await seen();
    expect(account).toMatchObject({ displayName: "", memberName: "" });
    expect(saved.every(({ endsAt }) => endsAt > harness.clock.now())).toBe(true);
    if (!onPostgres) await expectForgotten();
  });

  test.each([
    ["an order's preview and receipt", "order create", { items: "latte", customer: mias }, "Log order"],
    ["a gift's preview and receipt", "activity gift", { person: mias, duration: "5 min" }, "Gift"],
  ])("lasts in %s, which look nobody up again", async (_, path, options, label) => {
    await forgetMe({ disconnect: true });
    harness.service.resetRateLimit();
    const asked = () =>
      harness.service.requests.filter(
        ({ operation, path: of }) => operation === "getUser" && of.includes(mias),
      ).length;
    const before = asked();
    const preview = shown(await harness.as("theo").run(path, options));
    const [confirm = ""] = labelsOf(preview).filter((each) => each.startsWith(label));
    const receipt = shown(await harness.as("theo").press(preview, confirm));
    for (const text of [preview.text, receipt.text]) {
      expect(text).toContain(mias);
      expect(text).not.toMatch(/Mia|Annabel/);
    }
    expect(asked()).toBe(before);
  });

  test("exports what they planned and linked, and which lists they gave", async () => {
    const { now, newId } = harness.app.ctx;
    const where = { guildId, linkKey: "cafe", channelId: managers, createdAt: now() };
    const id = newId();
    await store().schedules.create(sampleSchedule({ ...where, id, makerDiscordUserId: mia }));
    await store().schedules.create(sampleSchedule({ ...where, id: newId(), makerDiscordUserId: theo }));
    const begun = { id: newId(), guildId, linkKey: "cafe", workspaceId: "w", discordUserId: mia };
    await store().imports.create(
      { ...begun, source: "names", createdAt: now(), until: 0, sealedReplyToken: undefined },
      [],
    );
    await store().guildSettings.set(guildId, "audit-channel", managers);
    await store().guildSettings.set(guildId, "audit-channel-set-by", mia);
    const [link] = await store().guildLinks.list(guildId);
    if (link === undefined) throw new Error("the guild is not linked");
    await store().guildLinks.save({ ...link, linkedByDiscordUserId: mia }, 10);
    const told = textOf(await asMia().run("privacy"));
    expect(told).toContain("\n- **1 schedule** you made, until removed\n");
    expect(told).toContain("\n- **1 link** to a workspace you made, until removed\n");
    expect(told).toContain(`\n- You chose the audit log's channel, <#${managers}>\n`);
    const file = (await downloadMyData(asMia())).attachments[0];
    await store().guildSettings.remove(guildId, "audit-channel");
    await store().guildSettings.remove(guildId, "audit-channel-set-by");
    expect(await (await fetch(file?.url ?? "")).json()).toMatchObject({
      chosenAuditChannel: managers,
      schedules: [
        { kind: "calendar", channelId: managers, zone: expect.any(String), madeAt: expect.any(String) },
      ],
      importsBegun: expect.arrayContaining([expect.objectContaining({ source: "names" })]),
      links: [{ workspaceId: link.workspaceId, name: link.name, linkedAt: expect.any(String) }],
    });
    await store().guildLinks.save(link, 10);
    await store().schedules.remove(guildId, id);
  });

  test("lasts when they are connected again: their connection has a name, and past weeks stay deleted", async () => {
    await forgetMe({ disconnect: true });
    const again = { discordUserId: mia, userId: mias, displayName: "Mia", memberName: "Mia" };
    await connectAccount(harness.app.ctx, again);
    await runJob(namesJob, jobTools(harness.app));
    await runJob(weeks, jobTools(harness.app));
    const { accounts: account, people, weeks: saved } = await seen();
    expect(account).toMatchObject({ displayName: "Mia" });
    expect(people.seen.every(({ displayName: looked }) => looked === null)).toBe(true);
    expect(saved.every(({ endsAt }) => endsAt > harness.clock.now())).toBe(true);
    expect(textOf(await asMia().run("privacy"))).toMatch(
      /Connected to \*\*Mia\*\* in the workspace since <t:\d+:D>\. You were forgotten on <t:\d+:D>, so weeks from before/,
    );
  });

  test("also disconnects those who ask for it", async () => {
    expect(await forgetMe({ disconnect: true })).toContain("You're no longer connected.");
    expect(await store().accounts.ofMember(guildId, mia)).toBeUndefined();
    if (!onPostgres) await expectForgotten();
  });

  test("asks again when the connection is to end, too, or not after all, and the earlier preview is over", async () => {
    const first = await askToForgetMe(asMia());
    expect(labelsOf(first)).toEqual(["Keep it", "Disconnect too", "Forget me"]);
    const second = shown(await asMia().press(first, "Disconnect too"));
    expect(second.text).toContain("**You will also be disconnected**");
    const third = shown(await asMia().press(second, "Stay connected"));
    expect(third.text).toContain("You'll stay connected");
    const screen = shown(await asMia().run("help"));
    const done = () => store().audit.count(guildId, { action: "privacy.forget" });
    const before = await done();
    for (const earlier of [first, second]) await asMia().forge.press(screen, confirmOf(earlier));
    expect(await done()).toBe(before);
    expect(textOf(await asMia().press(third, "Forget me"))).toContain(
      "You're still connected, without a name.",
    );
    const toggle = third.buttons.find(({ label }) => label === "Disconnect too")?.customId ?? "";
    await asMia().forge.press(screen, toggle);
    expect(newestText(asMia())).toContain("This preview was already used, so nothing was changed.");
    expect(await store().accounts.ofMember(guildId, mia)).toBeDefined();
  });

  test("works after disconnecting, as the preview of disconnecting says", async () => {
    const disconnecting = shown(await asMia().press(shown(await asMia().run("profile")), "Disconnect…"));
    expect(disconnecting.text).toMatch(/Saved weeks and names stay; .*\/privacy.* deletes them\./);
    await asMia().press(disconnecting, "Disconnect");
    const kept = textOf(await asMia().run("privacy"));
    expect(kept).toContain("You aren't connected. I still know which workspace user you were");
    expect(kept).toContain("\n- **1 saved week**, kept for 24 months");
    const file = (await downloadMyData(asMia())).attachments[0];
    expect(await (await fetch(file?.url ?? "")).json()).toMatchObject({
      formerConnections: [{ userId: mias }],
      savedWeeks: [{ weekStart: "2026-11-16" }],
    });
    const question = await askToForgetMe(asMia());
    expect(question.text).toContain("• 1 saved week from 16\u00a0November\u00a02026\n");
    await asMia().press(question, "Forget me");
    expect(newestText(asMia())).toMatch(
      /1 saved week, 2 requests to connect, 2 reminders and your names were deleted/,
    );
    expect(textOf(await asMia().run("privacy"))).toMatch(/You aren't connected\.\n[\s\S]*No saved weeks/);
    if (!onPostgres) await expectForgotten();
  });

  test("keeps the user id of who has been connected, and nobody else's", async () => {
    const kept = async (name: "mia" | "sam") => (await askToForgetMe(harness.as(name))).text;
    expect(await kept("mia")).toContain("in channels, and the user id with today's date, so that none");
    expect(await kept("sam")).toContain("Also what was posted in channels. Nothing changes in");
  });

  test("says that schedules and links keep the id of whoever made them, as they do", async () => {
    expect((await askToForgetMe(harness.as("ada"))).text).toContain(
      "**Kept:** your ids in the audit log, for up to 180 days, and with what you set up or decided here, such as a schedule or a link.",
    );
  });

  test("isn't done twice, nor when anyone else presses", async () => {
    const question = await askToForgetMe(asMia());
    const confirm = question.buttons.find(({ label }) => label === "Forget me")?.customId ?? "";
    await harness.as("ada").forge.press(question, confirm);
    expect(newestText(harness.as("ada"))).toContain("This preview is for someone else");
    expect((await seen()).weeks).toHaveLength(1);
    await asMia().press(question, "Keep it");
    expect(newestText(asMia())).toContain("Nothing was deleted.");
    expect((await seen()).reminders).toHaveLength(2);
    const done = () => store().audit.count(guildId, { action: "privacy.forget" });
    const before = await done();
    const again = await askToForgetMe(asMia());
    await Promise.all([asMia().press(again, "Forget me"), asMia().forge.press(again, confirmOf(again))]);
    expect(await done()).toBe(before + 1);
  });
  const confirmOf = ({ buttons }: SeenMessage) =>
    buttons.find(({ label }) => label === "Forget me")?.customId ?? "";

  test("can be done for others by admins, connected or not", async () => {
    const ada = harness.as("ada");
    const question = await askToForget(ada, mias);
    expect(question.text).toContain("Forget this person?");
    // The lines that they read themselves, as counts and kinds.
    const own = textOf(await asMia().run("privacy"));
    for (const [line, theirs] of [
      [/\*\*\d+ saved weeks?\*\*, kept for \d+ months/, "$&"],
      [/\*\*Names\*\*: your name here/, "**Names**: their name here"],
      [/\*\*\d+ reminders?\*\*, until turned off/, "$&"],
      [/(\*\*\d+) audit log (entry|entries)\*\* by or about you/, "audit log"],
    ] as const) {
      const [said = ""] = line.exec(own) ?? [];
      expect(said, String(line)).not.toBe("");
      expect(question.text).toContain(theirs === "$&" ? said : theirs);
    }
    expect(question.text).not.toMatch(/\byou\b|\byour\b/);
    expect(question.text).toMatch(/\*\*What I keep\*\*\n• [^]*\*\*Deleted for good\*\*\n• /);
    await ada.press(question, "Forget them");
    expect(newestText(ada)).toMatch(/Person forgotten[\s\S]*They're still connected/);
    if (!onPostgres) await expectForgotten();
    expect(await audit("privacy.forget-person")).toMatchObject([{ target: mias, outcome: "done" }]);
    expect(textOf(await asMia().run("privacy"))).toContain("\nConnected to a workspace user since <t:");
  });

  test("takes one person, chosen or typed, and keeps the input otherwise", async () => {
    const ada = harness.as("ada");
    const kept = shown(await ada.run("privacy"));
    const form = opened(await ada.press(kept, "Forget someone else…"));
    const listed = form.fields.find(({ customId }) => customId === "listed")?.options ?? [];
    expect(listed.map(({ value }) => value)).toContain(mias);
    const nobody = shown(await ada.submit(form, { person: "" }));
    expect(nobody.text).toContain("You didn't choose anyone, so nothing was deleted.");
    const again = opened(await ada.press(nobody, "Fix it"));
    const several = shown(await ada.submit(again, { member: [mia], person: mias }));
    expect(several.text).toContain("You chose more than one person, so nothing was deleted.");
    const fixed = opened(await ada.press(several, "Fix it"));
    expect(fixed.fields.map(({ customId, value }) => [customId, value])).toEqual(
      expect.arrayContaining([
        ["member", mia],
        ["person", mias],
      ]),
    );
    for (const chosen of [{ member: [mia], person: "" }, { listed: [mias], person: "" }, { person: mias }]) {
      const asked = opened(await ada.press(shown(await ada.run("privacy")), "Forget someone else…"));
      const question = shown(await ada.submit(asked, chosen));
      expect(question.text).toContain(`User id \`${mias}\``);
    }
    const ending = await askToForget(ada, mias, { disconnect: true });
    expect(ending.text).toContain("**They will also be disconnected**");
    await ada.press(ending, "Forget them");
    expect(newestText(ada)).toContain("They're no longer connected.");
    expect(await store().accounts.ofMember(guildId, mia)).toBeUndefined();
  });

  test.each([
    ["chosen", { member: [mia], person: "" }],
    ["mentioned", { person: `<@${mia}>` }],
  ])("of a member who was disconnected, %s, is about them and the user they were", async (_how, chosen) => {
    await store().accounts.disconnect(guildId, mia);
    const ada = harness.as("ada");
    const ask = async () => {
      const form = opened(await ada.press(shown(await ada.run("privacy")), "Forget someone else…"));
      return shown(await ada.submit(form, chosen));
    };
    const early = await ask();
    expect(labelsOf(early)).toEqual(["Keep it", "Forget them"]);
    for (const kept of ["• **2 reminders**, until", "• 1 saved week from", `the names I keep for <@${mia}>`])
      expect(early.text).toContain(kept);
    const again = { discordUserId: mia, userId: mias, displayName, memberName };
    await connectAccount(harness.app.ctx, again);
    await ada.press(early, "Forget them");
    expect(newestText(ada)).toMatch(/after this preview, so nothing was deleted\. Open it again/);
    await store().accounts.disconnect(guildId, mia);
    await ada.press(await ask(), "Forget them");
    expect(newestText(ada)).toMatch(
      /Person forgotten[\s\S]*1 saved week, 2 requests to connect, 2 reminders and their names were deleted/,
    );
    const { reminders, connectionRequests, weeks: saved, formerAccounts } = await seen();
    expect([reminders, connectionRequests, saved, formerAccounts]).toEqual([[], [], [], []]);
    expect((await audit("privacy.forget-person"))[0]).toMatchObject({ target: mia, outcome: "done" });
    expect(textOf(await ada.run("audit"))).toContain(`the data kept about <@${mia}>`);
    if (!onPostgres) await expectForgotten();
  });

  test("deletes nothing once someone else is connected to the user in the preview", async () => {
    const ada = harness.as("ada");
    const question = await askToForget(ada, mias);
    await store().accounts.disconnect(guildId, mia);
    const noors = { userId: mias, displayName: "Noor", memberName: "Noor" };
    await connectAccount(harness.app.ctx, { ...noors, discordUserId: noor });
    await remindMe(harness.as("noor"), "order");
    await ada.press(question, "Forget them");
    expect(newestText(ada)).toMatch(/after this preview, so nothing was deleted\. Open it again/);
    expect(await store().reminders.list(guildId, noor)).toHaveLength(1);
    expect(await store().accounts.ofMember(guildId, noor)).toMatchObject({ displayName: "Noor" });
    expect((await seen()).reminders).toHaveLength(2);
  });

  test("deletes nothing of the user someone was connected to after their preview", async () => {
    const question = await askToForgetMe(asMia(), { disconnect: true });
    await store().accounts.disconnect(guildId, mia);
    const bellas = { userId: "555000111", displayName: "Bella", memberName: "Bella" };
    await connectAccount(harness.app.ctx, { ...bellas, discordUserId: mia });
    await asMia().press(question, "Forget me");
    expect(newestText(asMia())).toMatch(/after this preview, so nothing was deleted\. Open it again/);
    expect(await store().accounts.ofMember(guildId, mia)).toMatchObject({ userId: "555000111" });
    await asMia().press(await askToForgetMe(asMia(), { disconnect: true }), "Forget me");
    expect(newestText(asMia())).toContain("You're no longer connected.");
  });

  test("of others is shown to admins only", async () => {
    const kept = shown(await asMia().run("privacy"));
    expect(labelsOf(kept)).not.toContain("Forget someone else…");
    await asMia().forge.press(kept, `privacy.others:${guildId}`);
    expect(newestText(asMia())).toContain("Only admins can use this here");
  });

  test("includes requests for time of who has been disconnected since", async () => {
    const { now, newId } = harness.app.ctx;
    const asked = { minutes: 90, day: "2026-11-18", reason: "Late shift", week: undefined, pictures: 0 };
    const place = { linkKey: "cafe", channelId: managers, proof: [], dueAt: undefined, createdAt: now() };
    const people = { guildId, discordUserId: mia, userId: mias };
    await store().timeRequests.create({ ...people, ...asked, ...place, id: newId() }, 5);
    await store().accounts.disconnect(guildId, mia);
    const ada = harness.as("ada");
    const question = await askToForget(ada, mias);
    expect(question.text).toContain("• 1 request for time, with its card\n");
    await ada.press(question, "Forget them");
    expect((await seen()).timeRequests).toEqual([]);
  });

  test("keeps other people's open requests about the same user, and their names", async () => {
    await store().accounts.disconnect(guildId, noor);
    const theirs = { ...request("noors", "open"), discordUserId: noor, memberName: "Noor of the bar" };
    await store().connectionRequests.create(theirs);
    await forgetMe();
    expect(await store().connectionRequests.find("noors")).toMatchObject({ state: "open" });
    await store().connectionRequests.removeBefore(harness.clock.now() + 1);
  });
});
