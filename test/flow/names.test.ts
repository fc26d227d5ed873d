// Depends on: cache.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { nameFolding } from "../../src/jobs/housekeeping.ts";
import { retention } from "../support/all-jobs.ts";
import { weeks } from "../../commands/weeks/job.ts";
import { names } from "../../src/jobs/look-up-names.ts";
import { runJob, startJobs } from "../../src/jobs/runner.ts";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { openLink, pressOnLink, submitOnLink } from "../support/links.ts";
import { askToForget, askToForgetMe } from "../support/privacy.ts";
import { opened, shown, textOf, withFooters } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

const { guildId, mia, noor } = playgroundIds;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A customer of the café whom the service does not know. */
const strangerId = "399017254";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ guarded: false });
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => harness.service.resetRateLimit());
afterEach(() => harness.service.faults.clear());

const store = () => harness.app.ctx.store;
const lookUp = () => runJob(names, jobTools(harness.app));
const search = async (options: Readonly<Record<string, string | number>> = {}, who: "mia" | "theo" = "mia") =>
  withChoices(shown(await harness.as(who).run("order search", options)));
/** What a message and the menus below it say. */
const withChoices = ({ text, selects }: SeenMessage): string =>
  [text, ...selects.flatMap(({ options }) => options.map(({ description }) => description))].join("\n");
const lookedUp = (userId?: string): number =>
  harness.service.requests.filter(
    ({ operation, path }) => operation === "getUser" && (userId === undefined || path.endsWith(`/${userId}`)),
  ).length;

/** What nobody else orders, so that a search for it lists made orders only. */
const guestItem = "Saffron milk";

/** An order for someone whom nobody has seen yet; the service calls them so, or knows nobody of that id. */
function orderFor(userId: string, displayName?: string, username = `user_${userId}`): number {
  const { state } = harness.service;
  const [stored] = state.orders.values();
  if (stored === undefined) throw new Error("the café has no orders");
  const number = 5_000 + state.orders.size;
  const _id = `64c0000000000000${String(number).padStart(8, "0")}`;
  const createdAt = Temporal.Instant.fromEpochMilliseconds(harness.clock.now()).toString();
  const order = {
    ...stored.order,
    _id,
    order_number: number,
    customer: userId,
    items: [guestItem],
    createdAt,
    updatedAt: createdAt,
  };
  state.orders.set(_id, { ...stored, order });
  if (displayName !== undefined)
    state.users.set(userId, { type: "user", id: userId, username, display_name: displayName, avatar: {} });
  return number;
}

describe("a page of orders", () => {
  const guests = { item: guestItem };

  test("has no bare ids in it, and names a customer the next time", async () => {
    orderFor("900000001", "Rosa Grün");
    orderFor("900000004", "Ida");
    const first = await search(guests);
    expect(first).toContain(guestItem);
    expect(first).not.toContain("900000001");
    expect(first).not.toContain("Rosa");
    await lookUp();
    await lookUp();
    expect(await search(guests)).toContain("For Rosa Grün · ");
  });

  test("names every customer within a minute of the bot's own clock", async () => {
    for (const index of Array.from({ length: 10 }, (_, each) => each))
      orderFor(`91000000${index}`, `Guest ${index}`);
    expect(await search(guests)).not.toContain("For Guest");
    const jobs = startJobs(jobTools(harness.app), [names], []);
    await until(
      "all have names",
      async () => (await search(guests)).match(/For Guest \d/g)?.length === 10,
      minuteMs,
    );
    await jobs.stop();
  });

  test("has only a mention on its card for people who are connected", async () => {
    const account = { discordUserId: mia, userId: "900000002", displayName: "Mia Brews", memberName: "Mia" };
    await connectAccount(harness.app.ctx, account);
    const number = orderFor("900000002", "Mia Brews");
    expect(await search({ number })).toContain(`Customer\n<@${mia}>\n`);
    await store().accounts.disconnect(guildId, mia);
  });

  test("names the people in an order on its card, with the id in small print", async () => {
    const number = orderFor("900000003", "Piet");
    await search({ number });
    await lookUp();
    await lookUp();
    const card = await search({ number });
    expect(card).toContain("Customer\nPiet");
  });
});

describe("a person", () => {
  test("stored before an update is found by every spelling soon after it", async () => {
    const ids = { discordUserId: mia, userId: "900000005" };
    const account = { displayName: "Sam O’Brien", username: undefined, memberName: "Room １２" };
    await store().accounts.connect(
      { ...account, ...ids, guildId, avatarUrl: undefined, connectedByDiscordUserId: mia, connectedAt: 1 },
      ["sam o’brien", "room １２"],
    );
    // As if a version that folds otherwise had written last.
    await store().botState.set("names-folded", "1");
    const suggested = async (typed: string) =>
      (await harness.as("noor").suggest("order create", {}, { name: "customer", value: typed })).map(
        ({ name }) => name,
      );
    expect((await suggested("sam o'b")).join()).not.toContain("Brien");
    await runJob(nameFolding, jobTools(harness.app));
    for (const typed of ["sam o'b", "SAM O´B", "room 12"])
      expect((await suggested(typed)).join(), typed).toContain("Sam O’Brien");
    await store().accounts.disconnect(guildId, mia);
  });

  test("unknown to the service has no name, and is not looked up again within a week", async () => {
    const number = orderFor("900000010");
    for (let look = 0; look < 5; look += 1) {
      expect(await search({ number })).toContain("Customer\nName not known");
      await lookUp();
      harness.clock.advance(dayMs);
    }
    expect(lookedUp("900000010")).toBe(1);
    harness.clock.advance(4 * dayMs);
    await search();
    await lookUp();
    expect(lookedUp("900000010")).toBe(2);
  });

  test("renamed at the service is shown by the new name after a week", async () => {
    orderFor("900000011", "Before");
    await search();
    await lookUp();
    expect(await search()).toContain("For Before");
    orderFor("900000011", "After");
    harness.clock.advance(6 * dayMs);
    await search();
    await lookUp();
    expect(await search()).toContain("For Before");
    harness.clock.advance(2 * dayMs);
    await search();
    await lookUp();
    expect(await search()).toContain("For After");
    expect(await search()).not.toContain("For Before");
  });

  test("who is connected is found by a new name about a week later, with one request a week", async () => {
    const userId = "900000016";
    const rename = (displayName: string) => {
      const named = { username: "lou", display_name: displayName };
      harness.service.state.users.set(userId, { type: "user", id: userId, ...named, avatar: {} });
    };
    const passDays = async (days: number) => {
      for (let day = 0; day < days; day += 1) {
        harness.clock.advance(dayMs);
        await runJob(weeks, jobTools(harness.app));
        await lookUp();
      }
    };
    const suggested = async () => {
      const choices = await harness
        .as("noor")
        .suggest("order create", {}, { name: "customer", value: "lou" });
      return choices.map(({ name }) => name);
    };
    rename("Lou Before");
    await connectAccount(harness.app.ctx, {
      discordUserId: mia,
      userId,
      displayName: "Lou Before",
      memberName: "Mia",
    });
    await passDays(1);
    rename("Lou After");
    await passDays(6);
    expect(lookedUp(userId)).toBe(1);
    expect(await suggested()).toEqual([`Lou Before · @Mia · ${userId}`]);
    await passDays(3);
    expect(lookedUp(userId)).toBe(2);
    expect(await suggested()).toEqual([`Lou After · @Mia · ${userId}`]);

    // Who has no name there any more keeps the one they had.
    harness.service.state.users.delete(userId);
    await passDays(9);
    expect(lookedUp(userId)).toBe(3);
    expect(await suggested()).toEqual([`Lou After · @Mia · ${userId}`]);

    const preview = await askToForgetMe(harness.as("mia"));
    shown(await harness.as("mia").press(preview, "Forget me"));
    rename("Lou Remembered");
    await passDays(9);
    expect(lookedUp(userId)).toBe(3);
    expect(await suggested()).toEqual([]);
    await store().accounts.disconnect(guildId, mia);
  });

  test("who couldn't be looked up in an outage has a name two minutes later", async () => {
    await search();
    for (let round = 0; round < 3; round += 1) await lookUp();
    orderFor("900000015", "After All");
    await search();
    harness.service.faults.add({ kind: "status", status: 503, times: 99, operation: "getUser" });
    await lookUp();
    await lookUp();
    harness.service.faults.clear();
    expect(await search()).not.toContain("For After All");
    harness.clock.advance(2 * minuteMs);
    await lookUp();
    expect(await search()).toContain("For After All");
  });

  test("who was looked up has a name in lists without another request", async () => {
    orderFor("900000012", "Looked Up");
    harness.service.state.activity.set("900000012", []);
    await harness.as("theo").run("profile", { person: "900000012" });
    expect(await search()).toContain("For Looked Up");
    await lookUp();
    expect(lookedUp("900000012")).toBe(1);
  });

  test("is not looked up by an id that someone typed, except once for a preview", async () => {
    harness.service.state.users.set("900000013", {
      type: "user",
      id: "900000013",
      username: "x",
      display_name: "X",
      avatar: {},
    });
    await search({ person: "900000013" });
    await lookUp();
    expect(lookedUp("900000013")).toBe(0);
    await harness.as("mia").run("order create", { items: "Latte", customer: "900000013" });
    await lookUp();
    expect(lookedUp("900000013")).toBe(1);
  });

  test("not seen for 90 days is deleted, and one who was seen is kept", async () => {
    const number = orderFor("900000014", "Seldom");
    await search({ number });
    await lookUp();
    expect(await known("900000014")).toMatchObject({ displayName: "Seldom" });
    harness.clock.advance(89 * dayMs);
    await runJob(retention, jobTools(harness.app));
    expect(await known("900000014")).toMatchObject({ displayName: "Seldom" });
    harness.clock.advance(2 * dayMs);
    await runJob(retention, jobTools(harness.app));
    expect(await known("900000014")).toBeUndefined();
  });
});

async function known(userId: string) {
  const [person] = await store().people.ofUsers(guildId, undefined, [userId]);
  return person;
}

describe("a typed name", () => {
  beforeAll(async () => {
    orderFor("920000001", "Zoë Grün", "zoe_g");
    orderFor("920000002", "Zora", "zora");
    orderFor("920000003", "Same Name", "same_a");
    orderFor("920000004", "Same Name", "same_b");
    await search();
    await lookUp();
    await lookUp();
    for (const userId of ["920000001", "920000003", "920000004"])
      harness.service.state.activity.set(userId, []);
  });

  const view = async (person: string) => shown(await harness.as("theo").run("activity view", { person }));

  test.each([
    ["a name", "zoe grun"],
    ["a username", "@zoe_g"],
    ["an id", "920000001"],
    ["a pasted link to the profile", "https://example.com/users/920000001/profile"],
  ])("may be %s of someone who isn't connected", async (_what, typed) => {
    expect((await view(typed)).text).toMatch(/Zoë Grün's week[\s\S]*Zoë Grün \(id\s920000001\)/);
  });

  test("that fits two people leads to a choice, and continues with the chosen one", async () => {
    const question = await view("same name");
    expect(question.text).toContain("“same name” matches more than one person");
    const [, second = ""] = question.buttons.map(({ label }) => label ?? "");
    expect(second).toBe("Same Name · @same_b · 920000004");
    expect(shown(await harness.as("theo").press(question, second)).text).toContain("Same Name's week");
  });

  test("finds known people beside connected ones, connected ones first, at most twenty", async () => {
    const account = { discordUserId: noor, userId: "920000009", displayName: "Zoltan", memberName: "Noor" };
    await connectAccount(harness.app.ctx, account);
    const options = { name: "customer", value: "zo" };
    const found = await harness.as("mia").suggest("order create", {}, options);
    expect(found.map(({ name }) => name)).toEqual([
      "Zoltan · @Noor · 920000009",
      "Zoë Grün · @zoe_g · 920000001",
      "Zora · @zora · 920000002",
    ]);
    await store().accounts.disconnect(guildId, noor);
  });

  test("is accepted in a form, too", async () => {
    const preview = shown(await harness.as("mia").run("order create", { items: "Latte", customer: "Zora" }));
    expect(preview.text).toMatch(/\*\*Customer\*\* Zora/);
  });
});

describe("when the service is in trouble", () => {
  test("nobody is looked up while the service doesn't answer, and everyone is once it does", async () => {
    await using guarded = await startHarness({ guarded: true });
    const run = () => runJob(names, jobTools(guarded.app));
    const asked = () => guarded.service.requests.filter(({ operation }) => operation === "getUser").length;
    shown(await guarded.as("mia").run("order search"));
    guarded.service.faults.add({ operation: "getUser", kind: "status", status: 503, times: 1_000 });
    for (let round = 0; round < 40; round += 1) {
      await run();
      guarded.clock.advance(5_000);
    }
    // Each who fails waits for a quarter of an hour, and five failures in a row open the circuit breaker.
    expect(asked()).toBeLessThanOrEqual(60);
    guarded.service.faults.clear();
    for (let round = 0; round < 20; round += 1) {
      guarded.clock.advance(minuteMs);
      await run();
    }
    const unnamed = async () => {
      const [menu] = shown(await guarded.as("mia").run("order search")).selects;
      return menu?.options.filter(({ value, description = "" }) => {
        const customer = guarded.service.state.orders.get(value)?.order.customer;
        return customer !== undefined && customer !== strangerId && !description.startsWith("For ");
      });
    };
    await unnamed();
    await run();
    await run();
    expect(await unnamed()).toEqual([]);
  });

  test("a refused key is retried once an hour", async () => {
    await using fresh = await startHarness({ guarded: false });
    shown(await fresh.as("mia").run("order search"));
    fresh.service.faults.add({ operation: "getUser", kind: "status", status: 401, times: 1_000 });
    const asked = () => fresh.service.requests.filter(({ operation }) => operation === "getUser").length;
    for (let round = 0; round < 11; round += 1) {
      await runJob(names, jobTools(fresh.app));
      fresh.clock.advance(5 * minuteMs);
    }
    expect(asked()).toBe(1);
  });

  test("people come first: nobody is looked up once two fifths of the limit are used", async () => {
    // Replicas that share a limit do not see all of its use: there the reserve of background calls holds alone.
    await using guarded = await startHarness({ guarded: true, sqlite: true });
    guarded.service.setRateLimit(100);
    const mias = guarded.as("mia");
    shown(await mias.run("order search"));
    // 45 more requests of people within the same minute.
    for (let number = 0; number < 45; number += 1) {
      guarded.service.state.activity.set(`93000${number}`, []);
      shown(await guarded.as("theo").run("activity view", { person: `93000${number}` }));
    }
    const asked = () => guarded.service.requests.filter(({ operation }) => operation === "getUser").length;
    await runJob(names, jobTools(guarded.app));
    expect(asked()).toBe(0);
    guarded.clock.advance(61_000);
    guarded.service.resetRateLimit();
    for (let round = 0; round < 30; round += 1) await runJob(names, jobTools(guarded.app));
    expect(asked()).toBeGreaterThan(5);
    expect(asked()).toBeLessThanOrEqual(40);
  });
});

describe("names appear", () => {
  const hostId = "940000001";
  const name = "Kurt Weber";
  beforeAll(() => {
    harness.service.state.users.set(hostId, {
      type: "user",
      id: hostId,
      username: "kurt",
      display_name: name,
      avatar: {},
    });
  });
  const theo = () => harness.as("theo");
  /** Shows it, has the names looked up, and shows it again. */
  async function twice(show: () => Promise<string>): Promise<readonly [string, string]> {
    await forgetEverybody();
    const first = await show();
    await lookUp();
    await lookUp();
    return [first, await show()];
  }
  async function forgetEverybody(): Promise<void> {
    harness.clock.advance(91 * dayMs);
    await runJob(retention, jobTools(harness.app));
  }

  const openPost = async (): Promise<string> => {
    const list = shown(await theo().run("posts"));
    const [menu] = list.selects;
    return textOf(await theo().choose(list, String(menu?.customId), [String(menu?.options[0]?.value)]));
  };

  test("with the author of a post", async () => {
    for (const post of harness.service.state.posts.values()) Object.assign(post, { published_by: hostId });
    const [first, second] = await twice(openPost);
    expect(first).toContain(`\nby someone · user \`${hostId}\``);
    expect(second).toContain(`\nby ${name} ·`);
    expect(second).not.toContain(hostId);
  });

  test("with the author of a comment", async () => {
    const [ban = ""] = harness.service.state.banComments.keys();
    for (const comment of harness.service.state.banComments.get(ban) ?? [])
      Object.assign(comment, { author: hostId });
    const [first, second] = await twice(async () => withFooters(shown(await theo().run("bans", { ban }))));
    expect(first).toMatch(/^someone · [\s\S]*User\s940000001/m);
    expect(second).toContain(`\n${name} · `);
    expect(second).not.toContain(hostId);
  });

  test("with who gifted activity", async () => {
    const [someone] = [...harness.service.state.activity].filter(([, { length }]) => length > 0);
    if (someone === undefined) throw new Error("nobody was active");
    const [userId, entries] = someone;
    for (const entry of entries) Object.assign(entry, { gifted_by: hostId });
    const [first, second] = await twice(async () =>
      withFooters(shown(await theo().run("activity view", { person: userId }))),
    );
    expect(first).toMatch(new RegExp(String.raw`gifted by someone[^]*User\s${hostId}`));
    expect(second).toContain(`gifted by ${name}`);
    expect(second).not.toContain(hostId);
  });

  test("with those who get a role", async () => {
    const form = opened(await harness.as("ada").run("role create"));
    const question = shown(await harness.as("ada").submit(form, { name: "Lead", others: name }));
    expect(question.text).toContain(`• ${name}`);
    const receipt = shown(await harness.as("ada").press(question, "Create role"));
    expect(receipt.text).toContain(`• ${name}`);
  });

  test("of a person whose data an admin deleted appear nowhere, and aren't looked up again", async () => {
    const question = await askToForget(harness.as("ada"), "Kurt Weber");
    expect(question.text).toContain(`the names I keep for ${name}`);
    expect(shown(await harness.as("ada").press(question, "Forget them")).text).toContain(
      "✅ Their names were deleted.",
    );
    const before = lookedUp(hostId);
    harness.clock.advance(8 * dayMs);
    await openPost();
    await lookUp();
    expect(await openPost()).toContain("\nby someone ·");
    expect(lookedUp(hostId)).toBe(before);
    expect(await known(hostId)).toMatchObject({ state: "forgotten", displayName: undefined });
    const rows = JSON.stringify([
      await store().audit.list(guildId, {}, { limit: 1_000 }),
      await store().people.search(guildId, undefined, "", 1_000),
    ]);
    expect(rows).not.toContain("Kurt");
  });

  test("with those in the audit log, but not with ids that someone only typed", async () => {
    const { ctx } = harness.app;
    const entry = {
      guildId,
      workspaceId: harness.service.workspaceId,
      discordUserId: mia,
      action: "order.create",
      target: undefined,
      reference: undefined,
    };
    const { state } = harness.service;
    for (const [userId, display_name] of [
      ["930000001", "Ines Only"],
      ["930000002", "Typed Only"],
    ] as const)
      state.users.set(userId, { type: "user", id: userId, username: "only", display_name, avatar: {} });
    const [first, second] = await twice(async () => {
      for (const [customer, outcome] of [
        ["930000001", "done"],
        ["930000002", "refused"],
      ] as const) {
        const detail = { items: ["Tea"], customer };
        await ctx.recordEntry({ ...entry, id: ctx.newId(), at: ctx.now(), outcome, detail });
      }
      return shown(await harness.as("ada").run("audit")).text;
    });
    expect(first).toContain("for someone");
    expect(second).toContain("logged an order for Ines Only");
    expect(second).not.toContain("Typed Only");
    expect(lookedUp("930000002")).toBe(0);
  });
});

test("whoever is connected with an id that machines usually have is that person, everywhere", async () => {
  orderFor("2");
  expect(await search({ item: guestItem })).toContain("Kiosk");
  await connectAccount(harness.app.ctx, {
    discordUserId: noor,
    userId: "2",
    displayName: "Noor",
    memberName: "noor",
  });
  const list = await search({ item: guestItem });
  expect(list).toContain("Noor");
  expect(list).not.toContain("Kiosk");
  const preview = shown(await harness.as("theo").run("order create", { items: "Tea", customer: "2" }));
  expect(preview.text).toContain(`<@${noor}>`);
  expect(preview.text).not.toContain("Kiosk");
});

describe("which ids are machines", () => {
  const ada = async (path: string) => shown(await harness.as("ada").run(path));
  const openForm = async (name?: string) =>
    opened(await harness.as("ada").press(await openLink(harness.as("ada"), name), "Machines…"));
  const choose = (machines: string) => submitOnLink(harness.as("ada"), "Machines…", { machines });

  test("is as usual until an admin says otherwise, and the status shows it", async () => {
    expect((await ada("link status")).text).toContain("Point of sale `1`, Kiosk `2`");
    expect((await openForm()).fields[0]?.value).toBe("1 Point of sale, 2 Kiosk, 3 Mobile ordering, 4 NPC");
    const wrong = await choose("1, Kiosk");
    expect(wrong.text).toContain("“Kiosk” doesn't begin with an id, so nothing was changed");
    const again = opened(await harness.as("ada").press(wrong, "Fix it"));
    expect(again.fields[0]?.value).toBe("1, Kiosk");
    const receipt = shown(await harness.as("ada").submit(again, { machines: "7 Drive-through, 2" }));
    expect(receipt.text).toContain("Drive-through `7`, Kiosk `2`");
    expect((await choose("7 Drive-through,2 Kiosk")).text).toContain("Nothing was changed");
    expect((await ada("link status")).text).toContain("Drive-through `7`, Kiosk `2`");
    expect((await ada("audit")).text).toContain("changed the machines of **Harbour Café**");
    const [entry] = await store().audit.list(guildId, {}, { limit: 1 });
    expect(entry).toMatchObject({
      action: "link.machines",
      detail: {
        before: "1 Point of sale, 2 Kiosk, 3 Mobile ordering, 4 NPC",
        after: "7 Drive-through, 2 Kiosk",
      },
    });
  });

  test("decides who is looked up, suggested, and asked about", async () => {
    await choose("7 Drive-through");
    orderFor("7", "Never Looked-Up");
    orderFor("3", "Rosa Grün");
    const before = lookedUp("7");
    await search({ item: guestItem });
    await lookUp();
    await lookUp();
    const list = await search({ item: guestItem });
    expect(list).toContain("Drive-through");
    expect(list).toContain("Rosa Grün");
    expect(list).not.toContain("Mobile ordering");
    expect(lookedUp("7")).toBe(before);
    const found = await harness.as("theo").suggest("order search", {}, { name: "person", value: "drive" });
    expect(found).toMatchObject([{ name: "Drive-through · 7", value: "7" }]);
    const person = async (typed: string) =>
      shown(await harness.as("theo").run("activity view", { person: typed })).text;
    expect(await person("7")).toContain("7 is Drive-through in the workspace, not a person");
    expect(await person("drive-through")).toContain("an admin can say so with *Machines…* in </link status:");
    expect(await person("3")).not.toContain("not a person");

    await choose("none");
    expect((await ada("link status")).text).toContain("Machines in orders\nNone");
    expect(await search({ item: guestItem })).not.toContain("Drive-through");
    expect(await person("7")).not.toContain("not a person");
  });

  test("is each workspace's own", async () => {
    await choose("none");
    const bakery = harness.service.addWorkspace({ name: "Harbour Bakery" });
    const form = opened(await harness.as("ada").run("link set"));
    const values = { "workspace-id": bakery.workspaceId, key: bakery.token, name: "Bakery" };
    shown(await harness.as("ada").submit(form, values));
    expect((await ada("link status")).text).toContain("Links to 2 workspaces");
    expect((await openForm("Bakery")).fields[0]?.value).toContain("2 Kiosk");
    expect((await openLink(harness.as("ada"), "Bakery")).text).toContain("Kiosk `2`");
    expect((await openForm("Harbour Café")).fields[0]?.value).toBe("none");
    const unchanged = submitOnLink(harness.as("ada"), "Machines…", { machines: "none" }, "Harbour Café");
    expect((await unchanged).text).toContain("No id in");
    const question = await pressOnLink(harness.as("ada"), "Remove…", "Bakery");
    shown(await harness.as("ada").press(question, "Remove link"));
  });
});
