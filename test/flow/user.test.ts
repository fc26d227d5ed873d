// Depends on: transport, cache.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { labelsOf, newestText, presentText, textOf, shown } from "../support/replies.ts";

const { guildId, mia, noor, sam } = playgroundIds;
const miasId = "104872391";
const theosId = "118203774";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  await connectAccount(harness.app.ctx, {
    discordUserId: mia,
    userId: miasId,
    displayName: "Mia",
    memberName: "Mia",
  });
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  harness.service.faults.clear();
  harness.service.resetRateLimit();
  await harness.forgetRead();
});

const theo = () => harness.as("theo");
const profile = async (person: string) => shown(await theo().run("profile", { person }));

describe("a profile", () => {
  test("shows who a person is, their week and open orders, and links to the details", async () => {
    const [id = "", stored] = [...harness.service.state.orders].at(-1) ?? [];
    if (stored === undefined) throw new Error("the service has no orders");
    const order = { ...stored.order, order_number: 4242, status: "preparing", prepared_by: miasId };
    harness.service.state.orders.set(id, { order, steps: [] });
    const seen = shown(await harness.as("mia").run("profile"));
    expect(seen.private).toBe(true);
    expect(seen.embeds[0]?.title).toMatch(/^Your week: [a-z ]+$/);
    expect(seen.text).toMatch(/^Your week: .*\n(?:\d of \d done · w|W)eek ends: <t:\d+:R>\n[✅🟦🟧] \*\*/u);
    const byTheo = await profile("mia");
    expect(byTheo.text).toMatch(
      new RegExp(
        `^Mia's week: .*\\n<@${mia}> · (?:\\d of \\d done\\nW|w)eek ends: <t:\\d+:R>\\n[✅🟦🟧] \\*\\*`,
        "u",
      ),
    );
    expect(byTheo.embeds[0]?.description).toContain(" · mia\\_brews");
    expect(seen.text).toMatch(
      /^(?:✅ \*\*Minutes in game\*\* \d+ of 120|🟦 \*\*Minutes in game\*\* \d+ of 120|🟧 \*\*Minutes in game\*\* \d+ of 120 · \d+\sbehind)\n[\s\S]*\n-# \d+ messages?(?: · |$)/mu,
    );
    expect(seen.embeds[0]?.description).toContain(" · mia\\_brews");
    expect(textOf(await theo().press(byTheo, "Assignments"))).toContain(`(id\u00a0${miasId})`);
    expect(seen.text).toMatch(/Working on\n[\s\S]*(?:🧑‍🍳 |🧑‍🍳 Preparing\n(?:.*\n)*)\*\*#4242\*\* /u);
    expect(labelsOf(seen)).toEqual([
      "Assignments",
      "Visits",
      "Past weeks",
      "Show in channel",
      "Reload",
      "Disconnect…",
    ]);
    const reloaded = shown(await harness.as("mia").press(seen, "Reload"));
    expect(reloaded.text).toContain("Working on");
    const copy = textOf(await harness.as("mia").press(reloaded, "Show in channel"));
    const ages = /^\S+ \*\*#\d+\*\* .* · (?:\d+\u00a0(?:min|h)|now)\u00a0·\u00a0/gm;
    expect(reloaded.text).toMatch(ages);
    expect(copy).toMatch(
      /Working on, with the time of order\n[\s\S]*\*\*#4242\*\* .* · <t:\d+:t>\u00a0·\u00a0preparing$/m,
    );
    expect(copy).toMatch(/^Mia's week: /m);
    expect(copy).not.toMatch(ages);
    expect(copy).not.toContain("Connected by");
    const detail = shown(await harness.as("mia").press(reloaded, "Visits"));
    expect(detail.text).toMatch(/week: .* in game\n[\s\S]*Week ends: </);
  });

  test("links to the assignments", async () => {
    expect(textOf(await theo().press(await profile("mia"), "Assignments"))).toMatch(
      /week: [a-z ]+\n[\s\S]*\n(?:\d of \d passed · w|W)eek ends/,
    );
  });

  test("of a person who isn't connected is found by user id", async () => {
    const { text } = await profile("322917403");
    expect(text).toMatch(/^Pearl's week(?:: .*)?\nNot connected to a member of this server/);
  });

  test("keeps a person's current name at the service", async () => {
    const user = harness.service.state.users.get(miasId);
    if (user === undefined) throw new Error("the service does not know Mia");
    user.display_name = "Mia the Second";
    expect((await profile(miasId)).embeds[0]?.title).toMatch(/^Mia the Second's week(: |$)/);
    expect((await profile("mia the second")).embeds[0]?.title).toMatch(/^Mia the Second's week(: |$)/);
    expect(await harness.app.ctx.store.accounts.ofMember(guildId, mia)).toMatchObject({
      username: "mia_brews",
      memberName: "Mia",
    });
    user.display_name = "Mia";
    await profile(miasId);
  });

  test.each([
    ["getUser", / passed\n[\s\S]*I can't show the name: this server's key isn't allowed to read that\./],
    ["getActivity", /Minutes in game[\s\S]*🔹 I can't show the activity: /],
    ["getAssignments", /🔹 I can't show the assignments: .*\n.* in the game · /],
    ["searchOrders", /Minutes in game[\s\S]*Open orders\n🔹 I can't show these/],
  ] as const)("shows everything else when %s fails", async (operation, words) => {
    harness.service.faults.add({ operation, kind: "status", status: 403, times: 9 });
    expect((await profile(miasId)).text).toMatch(words);
  });

  test("says so when nothing can be read, or there is no such person", async () => {
    expect((await profile("99999")).text).toContain("doesn't know this person");
    harness.service.faults.add({ kind: "status", status: 401, times: 9 });
    expect((await profile(miasId)).text).toContain("no longer accepts this server's key");
    harness.service.faults.clear();
    const seen = await profile(miasId);
    harness.service.faults.add({ kind: "status", status: 403, times: 9 });
    await theo().press(seen, "Reload");
    expect(newestText(theo())).toContain("key isn't allowed to do that");
    expect(presentText(theo(), seen)).toContain("Working on");
  });
});

describe("the member menu", () => {
  test("shows a connected member's profile to managers and to themselves", async () => {
    expect(textOf(await theo().runOnUser("Profile", mia))).toMatch(/^Mia's week: /);
    expect(textOf(await harness.as("mia").runOnUser("Profile", mia))).toMatch(/^Your week: /);
    expect(textOf(await harness.as("noor").runOnUser("Profile", mia))).toContain("Only managers can");
  });

  test("says so for one who isn't connected", async () => {
    expect(textOf(await theo().runOnUser("Profile", noor))).toContain(`<@${noor}> isn't connected`);
  });
});

test("staff see nobody else's profile, by option or by button, and strangers none", async () => {
  const before = harness.service.requests.length;
  expect(textOf(await harness.as("mia").run("profile", { person: theosId }))).toContain("Only managers can");
  const own = shown(await harness.as("mia").run("profile"));
  const asked = harness.service.requests.length;
  expect(asked).toBeGreaterThan(before);
  for (const { customId = "" } of own.buttons) {
    const forged = await harness
      .as("mia")
      .forge.press(own, customId.replace(miasId, theosId).replace(mia, noor));
    expect(textOf(forged)).toContain(
      // The answer that is shown has to be one's own, with this very button.
      customId.startsWith("share") ? "no longer works" : "Only managers can",
    );
  }
  expect(textOf(await harness.as("sam").forge.run("profile", { person: `<@${sam}>` }))).toContain(
    "Only staff can see profiles here",
  );
  expect(harness.service.requests).toHaveLength(asked);
});
