// Depends on: transport, cache.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { weeks } from "../../commands/weeks/job.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { toNextWednesday } from "../support/next-wednesday.ts";
import { labelsOf, newestText, textOf, shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

const eagerId = "104872391";
const theosId = "118203774";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  await connectAccount(harness.app.ctx, {
    discordUserId: playgroundIds.mia,
    userId: eagerId,
    displayName: "Mia",
    memberName: "Mia",
  });
  await connectTheo(harness);
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => {
  // Away from the writes of the test before, which count for a minute.
  harness.clock.advance(61_000);
  harness.service.faults.clear();
  harness.service.resetRateLimit();
});

function connectTheo({ app }: Harness): Promise<void> {
  const names = { displayName: "Theo", memberName: "Theo" };
  return connectAccount(app.ctx, { discordUserId: playgroundIds.theo, userId: theosId, ...names });
}
const mia = () => harness.as("mia");
const theo = () => harness.as("theo");
const ada = () => harness.as("ada");
const view = async (person = eagerId) => shown(await theo().run("activity view", { person }));
const gift = async (options: Readonly<Record<string, string | number>>) =>
  shown(await theo().run("activity gift", { person: eagerId, ...options }));
const newestGift = (userId: string) => harness.service.state.activity.get(userId)?.[0];
const posts = () => harness.service.requests.filter(({ operation }) => operation === "giftActivity").length;

describe("a member's activity", () => {
  test("shows the week's totals and the last visits page by page, also after a restart", async () => {
    const first = shown(await mia().run("activity view"));
    expect(first.private).toBe(true);
    expect(first.text).toMatch(/^Your week: .* in game\nWeek ends: <t:\d+:R> · \d+ messages\n/);
    expect(first.text).toMatch(/▶️ \*\*In the game\*\*[^\n]* · joined: <t:\d+:R>/);
    expect(first.text).not.toMatch(/milliseconds|unit/);
    expect(first.text).toContain("Page 1 of 3");
    expect(labelsOf(first)).toEqual(["Previous", "Next", "Past weeks", "Show in channel", "Reload"]);

    await harness.restart();
    const second = shown(await mia().press(first, "Next"));
    expect(second.text).toContain("Page 2 of 3");
  });

  test("says so when there is none", async () => {
    expect((await view("310442876")).text).toContain("Nothing yet this week");
  });

  test("is for managers, and for staff when it is their own", async () => {
    const page = shown(await mia().run("activity view"));
    const others = shown(await mia().run("activity view", { person: "310442876" }));
    expect(others.text).toContain("Only managers can see other people's data here");
    const forged = page.buttons[1]?.customId?.replace(eagerId, "310442876") ?? "";
    expect(textOf(await mia().forge.press(page, forged))).toContain(
      "Only managers can see other people's data here",
    );
    expect(textOf(await harness.as("sam").forge.run("activity view"))).toContain(
      "Only staff can see who was in the game here",
    );
  });

  test("can be shown in the channel by those who may see it", async () => {
    const channel = textOf(await mia().press(shown(await mia().run("activity view")), "Show in channel"));
    expect(channel).toMatch(/\nMia's week: .* in game\nWeek ends: .* · \d+ messages\n/);
  });

  test("of an unknown user is a sentence", async () => {
    expect((await view("99999")).text).toContain("doesn't know this person");
  });

  test.each([
    ["refuses the key", { kind: "status", status: 401 }, "no longer accepts this server's key"],
    ["has its limit used up", { kind: "status", status: 429, resetSeconds: 23 }, "Try again in 23 seconds"],
    ["answers nonsense", { kind: "nonsense", form: "truncated" }, "an answer I don't understand"],
  ] as const)("is a sentence when the service %s", async (_case, fault, sentence) => {
    harness.service.faults.add({ operation: "getActivity", times: 20, ...fault });
    expect((await view()).text).toContain(sentence);
  });
});

describe("a gift to a typed id", () => {
  const meet = (userId: string, displayName: string) => {
    const user = {
      type: "user" as const,
      id: userId,
      username: displayName,
      display_name: displayName,
      avatar: {},
    };
    harness.service.state.users.set(userId, user);
    harness.service.state.activity.set(userId, []);
  };
  const askedFor = (userId: string) =>
    harness.service.requests.filter(
      ({ operation, path }) => operation === "getUser" && path.endsWith(`/${userId}`),
    ).length;

  test("that nobody here has met is previewed by name, which is asked for once", async () => {
    meet("930000001", "Olga Reed");
    const message = await gift({ person: "930000001", duration: "30" });
    expect(message.text).toContain("Olga Reed");
    expect(message.text).not.toMatch(/someone|couldn't read the name/);
    expect(askedFor("930000001")).toBe(1);
    await gift({ person: "930000001", duration: "20" });
    expect(askedFor("930000001")).toBe(1);
  });

  test.each(["silent", "status"] as const)(
    "whose name isn't told in time is named as unread: %s",
    async (kind) => {
      const userId = kind === "silent" ? "930000002" : "930000003";
      meet(userId, "Pia Lund");
      harness.service.faults.add(
        kind === "silent"
          ? { operation: "getUser", kind, times: 20 }
          : { operation: "getUser", kind, status: 503, times: 20 },
      );
      using _ = harness.losePatience("bot");
      const message = await gift({ person: userId, duration: "30" });
      expect(message.text).toContain(
        `⚠️ I couldn't read the name of \`${userId}\`. Check who that is first.`,
      );
      expect(message.text).not.toContain("Pia Lund");
      expect(labelsOf(message)).toContain("Gift activity");
      expect(posts()).toBe(0);
    },
  );
});

describe("a gift", () => {
  test("that never arrived isn't mistaken for what someone else gave meanwhile", async () => {
    const message = await gift({ duration: "30" });
    await ada().press(
      shown(await ada().run("activity gift", { person: eagerId, duration: "40" })),
      "Gift activity",
    );
    harness.service.faults.add({ operation: "giftActivity", kind: "cut", when: "before" });
    const told = shown(await theo().press(message, "Gift activity"));
    const looked = shown(await theo().press(told, "Look for it"));
    expect(looked.text).toContain("other gifts have added 40 minutes and 0 messages since");
    expect(looked.text).toContain("the gift doesn't seem to have arrived");
    expect(looked.embeds[0]?.title).toBe("Not sure whether this was given");
  });

  test("that was asked again and never arrived isn't mistaken for an earlier one by someone else", async () => {
    const person = "322917403";
    const message = await gift({ person, duration: "30" });
    await ada().press(shown(await ada().run("activity gift", { person, duration: "40" })), "Gift activity");
    harness.clock.advance(61 * 60_000);
    const asked = shown(await theo().press(shown(await theo().press(message, "Gift activity")), "Ask again"));
    harness.service.faults.add({ operation: "giftActivity", kind: "cut", when: "before" });
    const told = shown(await theo().press(asked, "Gift activity"));
    const looked = shown(await theo().press(told, "Look for it"));
    expect(looked.text).toContain("other gifts have added 40 minutes and 0 messages since");
    expect(looked.embeds[0]?.title).toBe("Not sure whether this was given");
  });

  test("isn't said to be missing while the service doesn't say the total", async () => {
    const message = await gift({ person: "310442876", duration: "30" });
    harness.service.faults.add({ operation: "giftActivity", kind: "cut", when: "after" });
    const told = shown(await theo().press(message, "Gift activity"));
    harness.service.faults.add({ operation: "getActivity", kind: "field", name: "minutes" });
    const looked = shown(await theo().press(told, "Look for it"));
    expect(looked.text).toContain("The workspace doesn't say this week's totals, so I can't tell.");
    expect(looked.text).not.toContain("0 minutes");
  });

  test("isn't said to have arrived if that may be another one of unknown outcome", async () => {
    await using fresh = await startHarness();
    await connectTheo(fresh);
    const manager = fresh.as("theo");
    const ask = async (minutes: number) =>
      shown(await manager.run("activity gift", { person: "322917403", duration: `${minutes} min` }));
    const send = async (message: SeenMessage, when: "before" | "after") => {
      fresh.service.faults.add({ operation: "giftActivity", kind: "cut", when });
      return shown(await manager.press(message, "Gift activity"));
    };
    const [one, other] = [await ask(40), await ask(30)];
    const arrived = await send(one, "after");
    const lost = await send(other, "before");
    const looked = shown(await manager.press(lost, "Look for it"));
    expect(looked.embeds[0]?.title).toBe("Not sure whether this was given");
    expect(looked.text).toContain("Another gift's outcome is unknown too, so I can't tell");
    fresh.clock.advance(61_000);
    await manager.press(await ask(25), "Gift activity");
    const again = shown(await manager.press(arrived, "Look for it"));
    expect(again.text).toContain("so I can't tell");
  });

  test("is in the caller's own name, counted once, and its receipt shows the totals before and after", async () => {
    const message = await gift({ duration: "84", messages: 5 });
    expect(message.text).toMatch(
      /Gift 1\u00a0h\u00a024\u00a0min and 5\u00a0messages to .+\?\n[\s\S]*1 h 24 min/,
    );
    expect(message.text).toMatch(/Gifted by\n<@\d+>/);
    expect(message.text).not.toMatch(/I send|milliseconds|to yourself/);
    expect(labelsOf(message)).toEqual(["Gift activity", "Not now"]);
    const before = posts();
    const receipt = textOf(await theo().press(message, "Gift activity"));
    expect(receipt).toMatch(/^Gifted 1.h.24.min and 5.messages[\s\S]*Time this week\n[\d\u202f]+ → /);
    expect(receipt).not.toContain("another unit");
    expect(posts()).toBe(before + 1);
    expect(newestGift(eagerId)).toMatchObject({ duration: 84 * 60_000, gifted_by: theosId });
    expect((await view()).text).toMatch(/🎁 \*\*1 h 24 min\*\* · .* · gifted by <@\d+> · 5 messages/);
  });

  test("to someone without visits counts in the giver's unit: 0 → 45 min", async () => {
    const message = shown(await theo().run("activity gift", { person: "322917403", duration: "45" }));
    expect(message.text).toContain("Time this week\n0 → 45 min");
    const receipt = textOf(await theo().press(message, "Gift activity"));
    expect(receipt).toContain("Time this week\n0 → 45 min");
    expect(receipt).not.toContain("another unit");
  });

  test("whose minutes are counted in another unit warns about it", async () => {
    // Nobody's visits tell the unit here, so the minutes go out as they are, and this service takes them for milliseconds.
    const message = shown(await ada().run("activity gift", { person: "310442876", duration: "84" }));
    expect(message.text).toContain("I don't know which unit this workspace uses for time");
    expect(textOf(await ada().press(message, "Gift activity"))).toContain("not by 84");
  });

  test("has only its own minutes between the totals of its receipt, whatever was added since the preview", async () => {
    const minutes = async () =>
      Number(/Time this week\n(\d+) → /.exec((await gift({ duration: "1" })).text)?.[1]);
    const [before, message] = [await minutes(), await gift({ duration: "30", messages: 2 })];
    harness.clock.advance(61_000);
    await ada().press(
      shown(await ada().run("activity gift", { person: eagerId, duration: "100", messages: 9 })),
      "Gift activity",
    );
    const now = await minutes();
    expect(now).toBeGreaterThanOrEqual(before + 100);
    const receipt = textOf(await theo().press(message, "Gift activity"));
    expect(receipt).toContain(`Time this week\n${now} → ${now + 30} min`);
    expect(receipt).not.toContain("another unit");
  });

  test("in a chosen unit that isn't the one of the person's visits has a preview that says so", async () => {
    await harness.app.ctx.store.guildSettings.set(playgroundIds.guildId, "duration-unit", "seconds");
    const message = await gift({ duration: "45" });
    await harness.app.ctx.store.guildSettings.remove(playgroundIds.guildId, "duration-unit");
    expect(message.text).toContain(
      "⚠️ I'm sending 2\u202f700 seconds, the unit chosen in this server's settings, but their visits are counted in milliseconds. An admin should check that first.",
    );
  });

  test("is sent in the unit that an admin chose, and the preview says so", async () => {
    await harness.app.ctx.store.guildSettings.set(playgroundIds.guildId, "duration-unit", "milliseconds");
    const message = shown(await ada().run("activity gift", { person: "310442876", duration: "2" }));
    await harness.app.ctx.store.guildSettings.remove(playgroundIds.guildId, "duration-unit");
    expect(message.text).toMatch(
      /I'm sending 120.000 milliseconds, the unit chosen in this server's settings\./,
    );
    const receipt = textOf(await ada().press(message, "Gift activity"));
    expect(receipt).toContain("→");
    expect(receipt).not.toMatch(/another unit|not by/);
    expect(newestGift("310442876")?.duration).toBe(120_000);
  });

  test("by a giver who isn't connected says so, and is still distinguished from a visit", async () => {
    const message = shown(await ada().run("activity gift", { person: "118203774", messages: 3 }));
    expect(message.text).toMatch(/aren't connected[\s\S]*connect first with <\/account connect:\d+>/);
    await ada().press(message, "Gift activity");
    expect(newestGift(theosId)?.gifted_by).toBeUndefined();
    const { text } = await view(theosId);
    expect(text).toContain(`gifted by <@${playgroundIds.ada}>`);
    expect(text).toContain("3 messages");
  });

  test("to yourself must be chosen explicitly, and the audit log says that it was", async () => {
    const message = shown(await theo().run("activity gift", { person: "me", messages: 2 }));
    expect(message.text).toContain("You're gifting this to yourself, and the audit log will say so.");
    await theo().press(message, "Gift activity");
    expect(shown(await ada().run("audit")).text).toMatch(/gave \*\*themselves\*\* 2 messages/);
  });

  test("is still given when only the week can't be read, and says what is unknown", async () => {
    harness.service.faults.add({ operation: "getActivity", kind: "status", status: 503, times: 20 });
    const message = await gift({ messages: 4 });
    expect(message.text).toContain("I couldn't read their current week");
    expect(textOf(await theo().press(message, "Gift activity"))).toMatch(
      /Gifted [\s\S]*Messages this week\n\d+/,
    );
  });

  test.each([
    ["the workspace does not know its person", 404, "doesn't know this person"],
    ["the key is refused", 401, "no longer accepts this server's key"],
  ])("has no preview when %s", async (_case, status, sentence) => {
    harness.service.faults.add({ operation: "getActivity", kind: "status", status, times: 20 });
    const message = await gift({ messages: 4 });
    expect(message.text).toContain(`${sentence}, so nothing was changed.`);
    expect(labelsOf(message)).toEqual(status === 404 ? ["Fix it"] : []);
  });

  test("succeeds when the response leaves everything out", async () => {
    const message = await gift({ duration: "12", messages: 4 });
    harness.service.faults.add({ operation: "giftActivity", kind: "bare", when: "after" });
    const receipt = textOf(await theo().press(message, "Gift activity"));
    expect(receipt).toMatch(/^Gifted 12.min and 4.messages\n/);
    expect(receipt).not.toContain("don't know");
  });

  test.each([
    ["of nothing", {}, "There's nothing to give"],
    [
      "of no minutes",
      { duration: "0" },
      "Between 1 minute and 7 days, please; you typed “0”, so nothing was sent.",
    ],
    [
      "of fewer than no messages",
      { messages: -1 },
      "Between 1 and 100\u202f000 messages, please; you typed -1",
    ],
    ["of more minutes than a week has", { duration: "10081 min" }, "Between 1 minute and 7 days"],
    ["of no length of time", { duration: "qqq" }, "I don't know how long “qqq” is, so nothing was sent."],
    ["to nobody known", { messages: 1, person: "Zebulon" }, "or type their user id"],
  ])("%s is refused with a sentence", async (_case, options, sentence) => {
    const message = await gift(options);
    expect(message.text).toContain(sentence);
    expect(labelsOf(message)).toEqual(["Fix it"]);
  });

  test("is for managers", async () => {
    const refused = textOf(await mia().run("activity gift", { person: "118203774", messages: 1 }));
    expect(refused).toContain("Only managers can use this here. You're staff");
  });

  test("that is cancelled isn't sent", async () => {
    const before = posts();
    expect(textOf(await theo().press(await gift({ messages: 1 }), "Not now"))).toContain("Nothing was sent");
    expect(posts()).toBe(before);
  });

  test("is given once when its button is pressed ten times at once", async () => {
    const before = posts();
    const message = await gift({ messages: 1 });
    await Promise.allSettled(Array.from({ length: 10 }, () => theo().press(message, "Gift activity")));
    expect(posts()).toBe(before + 1);
  });

  test("without a response says how to check, and isn't sent again", async () => {
    const before = posts();
    const message = await gift({ messages: 1 });
    harness.service.faults.add({ operation: "giftActivity", kind: "cut", when: "after" });
    expect(textOf(await theo().press(message, "Gift activity"))).toMatch(/Check <\/activity view:\d+>/);
    expect(posts()).toBe(before + 1);
  });

  test("that the service refused can be tried again", async () => {
    const message = await gift({ messages: 1 });
    harness.service.faults.add({ operation: "giftActivity", kind: "status", status: 403 });
    await theo().press(message, "Gift activity");
    expect(newestText(theo())).toContain("key isn't allowed to do that");
    expect(textOf(await theo().press(message, "Gift activity"))).toMatch(/^Gifted \d/);
  });
});

test("a gift whose answer was lost is in its person's week as soon as it's found", async () => {
  await using fresh = await startHarness({ withJobs: false });
  await connectTheo(fresh);
  const [person, minutes] = ["322917403", 45];
  const names = { displayName: "Noor", memberName: "Noor" };
  await connectAccount(fresh.app.ctx, { discordUserId: playgroundIds.noor, userId: person, ...names });
  await runJob(weeks, jobTools(fresh.app));
  const saved = async () => {
    const { store } = fresh.app.ctx;
    const [week] = await store.weeks.ofUser(playgroundIds.guildId, fresh.service.workspaceId, person, 1);
    return week?.minutes;
  };
  expect(await saved()).toBe(0);
  const manager = fresh.as("theo");
  const preview = shown(await manager.run("activity gift", { person, duration: `${minutes} min` }));
  fresh.service.faults.add({ operation: "giftActivity", kind: "cut", when: "after" });
  const told = shown(await manager.press(preview, "Gift activity"));
  expect(shown(await manager.press(told, "Look for it")).text).toContain("The gift seems to have arrived");
  await until("the week has it", async () => (await saved()) === minutes);
});

test("the workspace's actors that aren't people are not looked up", async () => {
  await using fresh = await startHarness();
  const before = fresh.service.requests.length;
  const { text } = shown(await fresh.as("theo").run("activity view", { person: "2" }));
  expect(text).toMatch(/Kiosk.*not a person/s);
  expect(fresh.service.requests).toHaveLength(before);
});

test.each([
  ["more", 40],
  ["less", 10],
])(
  "a gift confirmed in a new week counts for that one, after %s in the week before",
  async (_what, given) => {
    await using fresh = await startHarness();
    await connectTheo(fresh);
    const manager = fresh.as("theo");
    const ask = async (minutes: number) =>
      shown(await manager.run("activity gift", { person: eagerId, duration: `${minutes} min` }));
    toNextWednesday(fresh.clock);
    await runJob(weeks, jobTools(fresh.app));
    fresh.clock.advance((4.5 * 24 * 60 - 2) * 60_000);
    await manager.press(await ask(given), "Gift activity");
    const preview = await ask(30);
    expect(preview.text).toContain(`${given} → ${given + 30} min`);
    fresh.clock.advance(4 * 60_000);
    const { text } = shown(await manager.press(preview, "Gift activity"));
    expect(text).toContain("A new week has begun since the preview, so this counts for the new one.");
    expect(text).toMatch(/Time this week\n30 min/);
    expect(text).not.toMatch(/another unit|→/);
  },
);

test("a gift of unknown outcome is neither found nor missed once a new week has begun", async () => {
  await using fresh = await startHarness();
  await connectTheo(fresh);
  const manager = fresh.as("theo");
  const ask = async (minutes: number) =>
    shown(await manager.run("activity gift", { person: eagerId, duration: `${minutes} min` }));
  toNextWednesday(fresh.clock);
  await runJob(weeks, jobTools(fresh.app));
  // Two minutes before the week ends.
  fresh.clock.advance((4.5 * 24 * 60 - 2) * 60_000);
  await manager.press(await ask(40), "Gift activity");
  const question = await ask(30);
  fresh.service.faults.add({ operation: "giftActivity", kind: "cut", when: "after" });
  const told = shown(await manager.press(question, "Gift activity"));
  fresh.clock.advance(3 * 60_000);
  const { text } = shown(await manager.press(told, "Look for it"));
  expect(text).toMatch(
    /This week has 0 minutes.*it was 40 minutes.*A new week has begun since, so I can't tell/,
  );
  // As much in the new week would otherwise look like the gift.
  fresh.clock.advance(2 * 60 * 60_000);
  const [start, end] = [2, 0].map((ago) => new Date(fresh.clock.now() - ago * 60 * 60_000).toISOString());
  if (start === undefined || end === undefined) throw new Error("no times");
  fresh.service.state.activity
    .get(eagerId)
    ?.unshift({ _id: "66aa00000000000000000003", start, end, ended: true, duration: 120 * 60_000 });
  expect(shown(await manager.press(told, "Look for it")).text).toMatch(
    /This week has 120 minutes.*A new week has begun since, so I can't tell/,
  );
});
