import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { newestText, textOf } from "../support/seen.ts";
import { shown } from "../support/shown.ts";

const { guildId, theo, mia, noor, managers } = playgroundIds;
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
const audit = (action?: string) => store().audit.list(guildId, { action }, { limit: 100, offset: 0 });

describe("who is not connected and looks people up by their ids", () => {
  beforeEach(async () => {
    await store().guildSettings.set(guildId, "managers-channel", managers);
    // To the beginning of an hour.
    harness.clock.advance(hourMs - (harness.clock.now() % hourMs));
  });
  const lookUp = async (name: "noor" | "mia" | "ada", user: string) =>
    textOf(await harness.as(name).run("account connect", { user }));

  test("sees ten of them an hour, and then none until the hour is over", async () => {
    for (let time = 0; time < 10; time += 1) expect(await lookUp("noor", mias)).toContain("Is this you?");
    const before = harness.service.requests.length;
    const refused = await lookUp("noor", theos);
    expect(refused).toMatch(/look up 10 people .* nobody was looked up now\. Try again <t:\d+:R>/);
    expect(harness.service.requests.length).toBe(before);
    expect(await lookUp("mia", theos)).toContain("Is this you?");
    harness.clock.advance(hourMs);
    expect(await lookUp("noor", theos)).toContain("Is this you?");
  });

  test("counts an id that nobody has, and twenty at once are no more than ten", async () => {
    const told = await Promise.all(Array.from({ length: 20 }, (_, index) => lookUp("noor", `99${index}`)));
    expect(told.filter((text) => text.includes("has no user with the id"))).toHaveLength(10);
    expect(told.filter((text) => text.includes("nobody was looked up now"))).toHaveLength(10);
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

  let claimId: string;
  let draftId: string;

  /** Everything that is kept of the guild, as text. */
  async function kept(): Promise<string> {
    const { connectionRequests: accountClaims, accounts, drafts } = store();
    const claim = await accountClaims.find(claimId);
    const draft = await drafts.find(draftId);
    return JSON.stringify([await audit(), claim, draft, await accounts.ofMember(guildId, mia)]);
  }
  beforeEach(async () => {
    const { now, newId } = harness.app.ctx;
    claimId = newId();
    draftId = newId();
    harness.clock.advance(61_000);
    for (const discordUserId of [mia, noor]) await store().accounts.disconnect(guildId, discordUserId);
    const person = { userId: mias, displayName, username, avatarUrl };
    const about = { guildId, discordUserId: theo, workspaceId: undefined, reference: undefined };
    const entries = [
      { action: "account.connect", detail: { member: mia, memberName, person, after: mias } },
      { action: "account.approve", detail: { member: mia, displayName, after: mias } },
      { action: "role.create", detail: { before: [displayName, { of: mia }], name: "Bella" } },
      { action: "account.request", target: theos, detail: { userId: theos, displayName: "Theo" } },
    ];
    for (const entry of entries)
      await store().audit.record({
        target: mias,
        ...about,
        ...entry,
        id: newId(),
        outcome: "done",
        at: now(),
      });
    await store().connectionRequests.create({
      id: claimId,
      guildId,
      discordUserId: mia,
      userId: mias,
      displayName,
      username,
      avatarUrl,
      memberName,
      channelId: managers,
      cardChannelId: undefined,
      cardMessageId: undefined,
      createdAt: now(),
      state: "withdrawn",
      decidedByDiscordUserId: mia,
      decidedAt: now(),
      reason: undefined,
    });
    const times = { createdAt: now(), expiresAt: now() + hourMs };
    const draft = { id: draftId, guildId, discordUserId: theo, kind: "account.connect", ...times };
    await store().drafts.create({ ...draft, payload: { payload: { member: mia, person } } });
    const figures = { minutes: 5, messages: 5, orders: 5, assignments: [] };
    const week = {
      guildId,
      workspaceId: "w",
      userId: mias,
      weekStart: "2026-11-16",
      endsAt: 9,
      snapshotAt: 1,
    };
    await store().weeks.snapshot({ ...week, ...figures });
  });

  test("without saved weeks still blanks their names, and says what it deletes", async () => {
    await store().weeks.forgetUser(guildId, mias);
    const ada = harness.as("ada");
    const question = shown(await ada.run("activity forget", { person: mias }));
    expect(question.text).toMatch(/Delete this person's names\?[\s\S]*There are no saved weeks of Mia/);
    await ada.press(question, "Delete names");
    expect(newestText(ada)).toMatch(
      /Names deleted[\s\S]*removed from decided requests, drafts and the audit log/,
    );
    const left = await kept();
    for (const name of names) expect(left).not.toContain(name);
    expect(left).toContain("Theo");
  });

  test.each(["account disconnect", "activity forget"])(
    "by /%s leaves none of their names in requests, drafts and the audit log, and others' as they are",
    async (path) => {
      await connectAccount(harness.app.ctx, { discordUserId: mia, userId: mias, displayName, memberName });
      const options =
        path === "account disconnect" ? { member: mia, "forget-history": true } : { person: mias };
      const ada = harness.as("ada");
      const question = shown(await ada.run(path, options));
      expect(question.text).toContain("names are removed from decided requests, drafts and the audit log");
      await ada.press(question, path === "account disconnect" ? "Disconnect" : "Delete weeks");
      expect(newestText(ada)).toContain("1 saved week");
      if (path === "activity forget") await store().accounts.disconnect(guildId, mia);

      const left = await kept();
      for (const name of names) expect(left).not.toContain(name);
      expect(left).toContain("Theo");
      expect(left).toContain(mias);
      const [entry] = await audit(path.replace(" ", "."));
      expect(entry).toMatchObject({ discordUserId: playgroundIds.ada, target: mias, outcome: "done" });
    },
  );
});
