// Depends on: transport.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { statusChoices } from "../../commands/order/text.ts";
import type { AppContext } from "../../src/context.ts";
import { usualDateStyle } from "../../src/ui/formats.ts";
import { formatShortDate, formatWeekday, formatWeekdayAndDate } from "../../src/ui/time.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import { weeks } from "../../commands/weeks/job.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { toNextWednesday } from "../support/next-wednesday.ts";
import { conditionWithinMs } from "../support/patience.ts";
import { labelsOf, menuOf, newestText, presentText, textOf, shown } from "../support/replies.ts";
import { watchScheduler } from "../support/watched-scheduler.ts";

let harness: Harness;
beforeAll(async () => {
  // Its faults in a row would pause the operation.
  harness = await startHarness({ guarded: false });
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  harness.service.faults.clear();
  harness.service.resetRateLimit();
  // A limit that was used up in the test before is over.
  harness.clock.advance(61_000);
  await harness.forgetRead();
});

const mia = () => harness.as("mia");
const search = async (options: Readonly<Record<string, string | number>> = {}) =>
  shown(await mia().run("order search", options));
const numbersIn = (text: string) =>
  [...text.matchAll(/^(?:\*\*)?(?:Order )?#(\d+)/gm)].map(([, number]) => Number(number));

test("all orders are listed ten per page, open ones first, then the newest", async () => {
  const first = await search();
  const total = harness.service.state.orders.size;
  expect(first.private).toBe(true);
  expect(first.text).toMatch(/^\d+ orders, \d+ open\n\*\*🛎️ Ready for pickup · \d+\*\*\n/u);
  expect(first.text).toMatch(new RegExp(`^${total} orders, `));
  expect(first.text).toContain(`Page 1 of ${Math.ceil(total / 10)}`);
  expect(numbersIn(first.text)).toHaveLength(10);
  expect(labelsOf(first)).toEqual(["Previous", "Next", "Download CSV", "Show in channel", "Reload"]);

  const second = shown(await mia().press(first, "Next"));
  expect(second.text).toContain("Page 2 of");
  expect(numbersIn(second.text)).toHaveLength(10);
  expect(new Set([...numbersIn(first.text), ...numbersIn(second.text)]).size).toBe(20);
});

test("a list shown in the channel says when orders came in, not how old they were", async () => {
  const ago = { 1: 9 * 60_000, 2: 3 * 3_600_000, 3: 2 * 86_400_000 };
  const placed = Object.entries(ago).map(([index, age]) => {
    const at = harness.clock.now() - age;
    put(Number(index), { createdAt: new Date(at).toISOString(), items: ["Affogato"] });
    return Math.floor(at / 1_000);
  });
  await harness.forgetRead();
  const list = await search({ item: "affogato" });
  expect(list.text.match(/^#80000\d .*$/gm)).toEqual([
    "#800002 **Affogato** · 3\u00a0h",
    "#800001 **Affogato** · 9\u00a0min",
    "#800003 **Affogato** · 2\u00a0d",
  ]);
  const copy = shown(await mia().press(list, "Show in channel"));
  expect(copy.text.match(/^#80000\d .*$/gm)).toEqual([
    `#800002 **Affogato** · <t:${placed[1]}:t>`,
    `#800001 **Affogato** · <t:${placed[0]}:t>`,
    `#800003 **Affogato** · <t:${placed[2]}:d>`,
  ]);
  for (const index of [1, 2, 3]) harness.service.state.orders.delete(String(index).padStart(24, "c"));
});

test("the menu under the list opens an order, and says when it is gone", async () => {
  const list = await search();
  const [menu] = list.selects;
  expect(menu?.options).toHaveLength(10);
  const [first] = menu?.options ?? [];
  expect(first?.label).toMatch(/^\S+ Order #\d+ · [A-Z]/);

  const open = async () => shown(await mia().choose(list, String(menu?.customId), [String(first?.value)]));
  const card = await open();
  expect(card).toMatchObject({ private: true });
  expect(card.id).not.toBe(list.id);
  expect(card.text).toContain(String(numbersIn(list.text)[0]));
  expect(card.text).toContain("Submitted by");

  harness.service.state.orders.delete(String(first?.value));
  await harness.forgetRead();
  expect((await open()).text).toContain("no longer among the ones I can read");
});

test("a filter survives paging and a restart, until a week has passed", async () => {
  const first = await search({ status: "handed_to" });
  expect(first.text).toContain("newest first");
  expect(first.text).toMatch(/^\d+ orders handed over\n/);
  expect(first.text).not.toContain("Cancelled");

  await harness.restart();
  const second = shown(await mia().press(first, "Next"));
  expect(second.text).toContain("Page 2 of");
  expect(second.text).toMatch(/^\d+ orders handed over\n/);

  harness.clock.advance(8 * 24 * 60 * 60_000);
  await mia().press(second, "Previous");
  expect(newestText(mia())).toContain("is too old to show more pages");
  expect(presentText(mia(), second)).toContain("Page 2 of");
});

test("a single match is shown in full, and its id on demand", async () => {
  const [stored] = harness.service.state.orders.values();
  const one = await search({ number: stored?.order.order_number ?? 0 });
  expect(one.text).toContain(`Order #${stored?.order.order_number}`);
  expect(one.text).not.toContain(stored?.order._id);
  const details = shown(await mia().press(one, "Details"));
  expect(details.private).toBe(true);
  expect(details.text).toContain(`Order \`${stored?.order._id}\`\n`);
});

test("nobody is named for an empty id", async () => {
  put(6, { prepared_by: "", picked_up_by: "", game_id: "", job_id: "" });
  await harness.forgetRead();
  const one = await search({ number: 800_006 });
  expect(one.text).toContain("Order #800006");
  expect(one.text).not.toMatch(/Prepared by|Picked up by|not known/);
  expect(shown(await mia().press(one, "Details")).text).not.toMatch(/Someone|Game|Server|``/);
});

test("old orders that a list leaves out are found under a choice that there is", async () => {
  put(1, { createdAt: "2026-10-01T08:00:00Z", items: ["Ristretto"] });
  const none = await search({ status: "open", item: "ristretto" });
  harness.service.state.orders.delete("1".padStart(24, "c"));
  const [, choice = ""] = /1 old order[^*]*\*(.+?)\*/.exec(none.text) ?? expect.unreachable();
  expect(statusChoices.filter(({ name }) => name.includes(choice)).map(({ value }) => value)).toEqual([
    "old",
  ]);
});

test("each status is the only choice with its name, and open comes last", () => {
  const names = statusChoices.map(({ name }) => name);
  for (const word of ["Submitted", "Completed", "Handed over", "Cancelled", "Open"])
    expect(names.filter((name) => name.includes(word))).toHaveLength(1);
  expect(names.at(-1)).toBe("📂 Open (still to be done)");
});

test("a search without matches says what it looked for", async () => {
  const none = await search({ item: "Unicorn *steak*", person: "2" });
  expect(none.text).toContain("No matching orders");
  expect(none.text).toContain("person Kiosk, item “Unicorn \\*steak\\*”");
});

test("a search without matches says if the workspace may have more orders than it sent", async () => {
  const whole = await search({ item: "unicorn" });
  expect(whole.text).toMatch(/None of the \d+ orders matches item “unicorn”\. Remove a filter to see more\./);
  await harness.forgetRead();
  harness.service.faults.add({ kind: "pages", size: 10, form: "cut", operation: "searchOrders" });
  const first = await search({ item: "unicorn" });
  expect(first.text).toContain(
    "None of the 10 orders that the workspace sent matches item “unicorn”. It may have more orders than it sends at once.",
  );
});

test("whatever an order contains is shown as plain text and pings nobody", async () => {
  const hostile = "@everyone <@1100000000000000203> **bold** [x](https://example.com) `";
  harness.service.state.orders.set("hostile", {
    order: {
      _id: hostile,
      order_number: 1e21,
      items: [hostile, "x".repeat(9_000)],
      status: hostile,
      customer: hostile,
    },
    steps: [],
  });
  const list = await search({ item: "everyone" });
  expect(list.pinged).toEqual({ discordUserIds: [], roleIds: [], everyone: false });
  expect(list.text).toContain("\\@everyone");
  harness.service.state.orders.delete("hostile");
});

test.each([
  ["refuses the key", { kind: "status", status: 401 }, "this server's key"],
  ["does not allow it", { kind: "status", status: 403 }, "key isn't allowed to do that"],
  ["does not know the workspace", { kind: "status", status: 404 }, "doesn't know this workspace anymore"],
  ["has its limit used up", { kind: "status", status: 429, resetSeconds: 23 }, "Try again in 23 seconds"],
  ["fails", { kind: "status", status: 500 }, "is having problems"],
  ["breaks off", { kind: "cut" }, "was lost before it answered"],
  ["answers nonsense", { kind: "nonsense", form: "wrong-shape" }, "an answer I don't understand"],
] as const)("when the service %s, a list and its page say so", async (_case, fault, sentence) => {
  const list = await search();
  await harness.forgetRead();
  harness.service.faults.add({ operation: "searchOrders", times: 20, ...fault });
  expect((await search()).text).toContain(sentence);
  await mia().press(list, "Next");
  expect(newestText(mia())).toContain(sentence);
  expect(presentText(mia(), list)).toContain("Page 1 of");
});

test("a slow service is waited for, a silent one times out", async () => {
  using _ = harness.losePatience("bot");
  // Longer than a reply waits before it is deferred.
  harness.service.faults.add({ operation: "searchOrders", kind: "slow", ms: 1_200 });
  const slow = await mia().run("order search", { status: "handed_to" });
  expect(slow).toMatchObject({ kind: "message", deferred: true });
  expect(textOf(slow)).toMatch(/^\d+ orders handed over\n[\s\S]*newest first/);

  await harness.forgetRead();
  harness.service.faults.add({ operation: "searchOrders", kind: "silent", times: 20 });
  const { ctx } = harness.app;
  const { connect } = ctx;
  const impatient: typeof connect = (access) => connect(access).withDefaults({ timeoutMs: 1_200 });
  Object.assign(ctx, { connect: impatient });
  const silent = await mia().run("order search");
  Object.assign(ctx, { connect });
  expect(silent).toMatchObject({ kind: "message", deferred: true });
  expect(textOf(silent)).toContain("took too long to answer");
});

test("a member without a role gets only a sentence", async () => {
  expect(textOf(await harness.as("sam").run("order search"))).toContain("Only staff can find orders here");
});

describe("with more than ten thousand orders", () => {
  const orderIds = Array.from({ length: 10_500 }, (_, index) => `long${index + 1}`);
  const patiently: AppContext["connect"] = (access) =>
    connect(access).withDefaults({ timeoutMs: conditionWithinMs });
  let connect: AppContext["connect"];
  beforeAll(() => {
    const { ctx } = harness.app;
    ({ connect } = ctx);
    // A busy machine takes longer to read that many than a call usually may.
    Object.assign(ctx, { connect: patiently });
    const firstMs = Temporal.Instant.from("2020-01-01T00:00:00Z").epochMilliseconds;
    for (const [index, _id] of orderIds.entries()) {
      const number = index + 1;
      const createdAt = new Date(firstMs + number * 60_000).toISOString();
      const order = { _id, order_number: 100_000 + number, items: ["Tea"], status: "handed_to", createdAt };
      harness.service.state.orders.set(_id, {
        order: { ...order, customer: String(7_000_000_000 + number) },
        steps: [],
      });
    }
  });
  afterAll(() => {
    Object.assign(harness.app.ctx, { connect });
    for (const _id of orderIds) harness.service.state.orders.delete(_id);
  });

  test("the newest are searched, and the list says so", async () => {
    const { text } = await search({ item: "tea" });
    expect(text).toMatch(/Only the newest 10\u202f000 of 10\u202f5\d\d orders are included\./);
    const old = await search({ number: 100_001 });
    expect(old.text).toContain("No matching orders");
    expect((await search({ number: 110_500 })).text).toContain("Order #110500");
  });

  test("names are read for the shown page only", async () => {
    const { store } = harness.app.ctx;
    const { accounts } = store;
    let most = 0;
    const ofUsers: typeof accounts.ofUsers = (guildId, userIds) => {
      most = Math.max(most, userIds.length);
      return accounts.ofUsers(guildId, userIds);
    };
    Object.assign(store, { accounts: { ...accounts, ofUsers } });
    const { text } = await search({ item: "tea" });
    Object.assign(store, { accounts });
    expect(text).toContain("Only the newest");
    expect(most).toBe(10);
  });

  test("searches of a server run one at a time, and make way for other work all along", async () => {
    using watched = watchScheduler(harness.app.ctx, playgroundIds.guildId, 2);
    const lists = await Promise.all(
      (["mia", "ada"] as const).map(async (name) =>
        shown(await harness.as(name).run("order search", { item: "tea" })),
      ),
    );
    for (const { text } of lists) expect(text).toContain("Only the newest");
    expect(watched.mostAtOnce()).toBe(1);
    // Each looks for what matches, for which of that is open, and for which of it is old.
    expect(watched.jobs).toHaveLength(6);
    for (const { pauses } of watched.jobs) expect(pauses).toBeGreaterThanOrEqual(9);
  });

  test("tables of a server are made one at a time, and make way for other work all along", async () => {
    const list = await search({ item: "tea" });
    using watched = watchScheduler(harness.app.ctx, playgroundIds.guildId, 2);
    const tables = await Promise.all([mia(), mia()].map((person) => person.press(list, "Download CSV")));
    for (const table of tables) expect(shown(table).attachments).toHaveLength(1);
    expect(watched.mostAtOnce()).toBe(1);
    // Each searches again, and makes 10,000 lines of what it finds.
    expect(watched.jobs).toHaveLength(4);
    const pauses = watched.jobs.map((job) => job.pauses).toSorted((a, b) => a - b);
    expect(pauses[0]).toBeGreaterThanOrEqual(9);
    expect(pauses.at(-2)).toBeGreaterThanOrEqual(45);
  });
});

const csvOf = async (list: Awaited<ReturnType<typeof search>>) => {
  const [file] = shown(await mia().press(list, "Download CSV")).attachments;
  if (file === undefined) throw new Error("no file came");
  return (await (await fetch(file.url)).text()).replace("\uFEFF", "").trimEnd().split("\r\n");
};
const put = (index: number, parts: object) => {
  const _id = String(index).padStart(24, "c");
  const order = { _id, order_number: 800_000 + index, items: ["Latte"], status: "submitted", ...parts };
  harness.service.state.orders.set(_id, { order, steps: [] });
};

test("a search by days and status exports exactly those, with nothing a spreadsheet would execute", async () => {
  // The server has no time zone, so days begin at midnight UTC.
  const made = [
    "2026-10-31T23:59:59Z",
    "2026-11-01T00:00:00Z",
    "2026-11-02T23:59:59Z",
    "2026-11-03T00:00:00Z",
  ];
  for (const [index, createdAt] of made.entries())
    put(index, { createdAt, updatedAt: createdAt, items: ["=1+1", "Scone"], customer: "1" });
  await harness.forgetRead();
  const list = await search({ from: "2026-11-01", until: "2026-11-02", item: "scone", status: "submitted" });
  expect(numbersIn(list.text)).toEqual([800_002, 800_001]);
  expect(list.text).toMatch(/^\d+ submitted orders of “scone” from 1 Nov until 2 Nov\n/);
  const [head, ...lines] = await csvOf(list);
  expect(head).toMatch(/^"Number","Id","Status"/);
  expect(lines.map((line) => line.split(",")[0])).toEqual(['"800002"', '"800001"']);
  expect(lines[1]).toContain('"Submitted","submitted","2026-11-01 00:00:00"');
  expect(lines[1]).toContain(`"'=1+1, Scone","Point of sale","1"`);
  for (const index of made.keys()) harness.service.state.orders.delete(String(index).padStart(24, "c"));
});

test("a table's times are in the server's time zone", async () => {
  const { guildSettings } = harness.app.ctx.store;
  await guildSettings.set(playgroundIds.guildId, "zone", "Asia/Tokyo");
  const [createdAt, updatedAt] = ["2026-11-01T00:00:05Z", "2026-11-01T00:20:00.250Z"];
  for (const index of [1, 2]) put(index, { createdAt, updatedAt, items: ["Zabaglione"] });
  await harness.forgetRead();
  const list = await search({ item: "zabaglione" });
  expect(shown(await mia().press(list, "Download CSV")).text).toContain("Times are in Asia/Tokyo.");
  const [, line] = await csvOf(list);
  expect(line).toContain('"2026-11-01 09:00:05","2026-11-01 09:20:00"');
  await guildSettings.remove(playgroundIds.guildId, "zone");
  for (const index of [1, 2]) harness.service.state.orders.delete(String(index).padStart(24, "c"));
});

test("a table's file is named after the day in the server's time zone", async () => {
  const { guildSettings } = harness.app.ctx.store;
  // At any moment it's another day than in UTC in one of them.
  for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    await guildSettings.set(playgroundIds.guildId, "zone", zone);
    const [file] = shown(await mia().press(await search({}), "Download CSV")).attachments;
    const now = Temporal.Instant.fromEpochMilliseconds(harness.clock.now());
    expect(file?.filename).toBe(`orders-${now.toZonedDateTimeISO(zone).toPlainDate().toString()}.csv`);
  }
  await guildSettings.remove(playgroundIds.guildId, "zone");
});

test("thousands of open orders are one table, one per line", async () => {
  const { orders } = harness.service.state;
  const before = new Map(orders);
  orders.clear();
  const createdAt = Temporal.Instant.fromEpochMilliseconds(harness.clock.now()).toString();
  for (let index = 0; index < 5_000; index += 1) put(index, { createdAt, updatedAt: createdAt });
  await harness.forgetRead();
  const lines = await csvOf(await search({ status: "open" }));
  expect(lines).toHaveLength(5_001);
  orders.clear();
  for (const [id, order] of before) orders.set(id, order);
  await harness.forgetRead();
});

const getToday = () =>
  Temporal.Instant.fromEpochMilliseconds(harness.clock.now()).toZonedDateTimeISO("UTC").toPlainDate();
const formats = () => ({
  now: Temporal.Instant.fromEpochMilliseconds(harness.clock.now()),
  dateStyle: usualDateStyle,
});

test("a day may be typed as people say it, as it is suggested, and as the bot writes it", async () => {
  const today = getToday();
  const yesterday = today.subtract({ days: 1 });
  const { text } = await search({ from: yesterday.toString(), until: today.toString() });
  expect(text).toContain(`from ${formatShortDate(yesterday, formats())}`);
  const point = (day: Temporal.PlainDate) => `${day.day}.${day.month}.`;
  for (const from of [
    "yesterday",
    "Yesterday",
    "1 day ago",
    point(yesterday),
    `${point(yesterday)}${yesterday.year}`,
    yesterday.toString().replaceAll("-", "‑"),
    formatWeekday(yesterday),
    formatWeekdayAndDate(yesterday, usualDateStyle),
    `Yesterday · ${formatWeekdayAndDate(yesterday, usualDateStyle)}`,
  ])
    expect((await search({ from, until: "today" })).text, from).toBe(text);
});

test("a week is its first day from which, and its last one until which orders are found", async () => {
  const choices = await mia().suggest("order search", {}, { name: "from", value: "last w" });
  const [lastWeek] = choices;
  const [first = "", last = ""] = String(lastWeek?.value).split(" to ");
  expect(Temporal.PlainDate.from(first).until(last).days).toBe(6);
  const { text } = await search({ from: first, until: last });
  for (const typed of ["last week", `week of ${first}`, String(lastWeek?.value), lastWeek?.name ?? ""])
    expect((await search({ from: typed, until: typed })).text, typed).toBe(text);
});

test.each([
  ["America/Los_Angeles", { hours: 1 }],
  ["Pacific/Auckland", { hours: -1 }],
] as const)("this week has today in it while the workspace's is another one: %s", async (zone, after) => {
  await using own = await startHarness({ guarded: false });
  const { app, clock } = own;
  const { guildId, mia: discordUserId } = playgroundIds;
  toNextWednesday(clock);
  const account = { discordUserId, userId: "104872391", displayName: "Mia", memberName: "Mia" };
  await connectAccount(app.ctx, account);
  await runJob(weeks, jobTools(app));
  const [known] = await app.ctx.store.weeks.known(guildId, own.service.workspaceId, 1);
  const endsAt = Temporal.Instant.fromEpochMilliseconds(known?.endsAt ?? expect.unreachable());
  clock.advance(endsAt.add(after).epochMilliseconds - clock.now());
  await app.ctx.store.guildSettings.set(guildId, "zone", zone);
  const choices = await own.as("mia").suggest("order search", {}, { name: "from", value: "" });
  const valueOf = (words: string) =>
    String(choices.find(({ name }) => name.startsWith(words))?.value).split(" to ");
  const [today = ""] = valueOf("Today");
  const [first = "", last = ""] = valueOf("This week");
  expect([first <= today, today <= last]).toEqual([true, true]);
});

test("a date that may mean two days is read in the server's order, and the answer tells how", async () => {
  const { guildSettings } = harness.app.ctx.store;
  const { year } = getToday();
  const typed = `2/1/${year}`;
  const told = async () => (await search({ from: typed })).text;
  expect(await told()).toContain(`from 2 Jan (“${typed}”)`);
  expect(await mia().suggest("order search", {}, { name: "from", value: typed })).toEqual([
    { name: expect.stringMatching(/^\w{3} 2 Jan$/), value: `${year}-01-02` },
    { name: expect.stringMatching(/^\w{3} 1 Feb$/), value: `${year}-02-01` },
  ]);
  await guildSettings.set(playgroundIds.guildId, "clock", "12-month");
  expect(await told()).toContain(`from Feb 1 (“${typed}”)`);
  await guildSettings.remove(playgroundIds.guildId, "clock");
  expect((await search({ from: `${year}-01-02` })).text).not.toContain("(“");
});

test("an invalid date or range is refused; common days are suggested", async () => {
  const hint = `Try ${formatShortDate(getToday(), formats())}.`;
  expect((await search({ from: "qqq" })).text).toBe(`I don't know the date “qqq”. ${hint}`);
  expect((await search({ from: "2026-11-02", until: "2026-11-01" })).text).toContain(
    "`until` is before `from`",
  );
  for (const day of ["-271821-04-19", "1999-12-31", "2101-01-01", "+275760-09-13"])
    for (const option of ["from", "until"])
      expect((await search({ [option]: day })).text).toBe(
        `Orders can be found by days from 2000 to 2100. ${hint}`,
      );
  const today = getToday();
  const choices = await mia().suggest("order search", {}, { name: "from", value: "" });
  expect(choices[0]).toEqual({
    name: `Today · ${formatWeekdayAndDate(today, usualDateStyle)}`,
    value: today.toString(),
  });
  expect(choices.map(({ name }) => name.split(" · ")[0])).toEqual([
    "Today",
    "Yesterday",
    "This week",
    "Last week",
    "7 days ago",
    "30 days ago",
  ]);
});

test("an order or a visit that is newer than the list as last read is opened", async () => {
  await using guarded = await startHarness({ guarded: true });
  const theo = guarded.as("theo");
  const { orders, activity } = guarded.service.state;
  const list = shown(await theo.run("order search"));
  const [stored] = orders.values();
  if (stored === undefined) throw new Error("the café has no orders");
  const add = (number: number): string => {
    guarded.clock.advance(10_000);
    const _id = `64f1c0ffee64f1c0ffee000${number}`;
    const order = { ...stored.order, _id, order_number: 9_000 + number, items: ["Just in"] };
    orders.set(_id, { ...stored, order });
    return _id;
  };
  expect(textOf(await theo.forge.choose(list, menuOf(list), [add(1)]))).toContain("Just in");
  expect(textOf(await theo.forge.press(list, `order.repeat:${add(2)}`))).toContain("Just in");
  add(3);
  expect(textOf(await theo.run("order search", { number: 9_003 }))).toContain("Just in");

  const [person = ""] = [...activity].find(([, visits]) => visits.length > 0) ?? [];
  const visits = shown(await theo.run("activity view", { person }));
  guarded.clock.advance(10_000);
  const _id = "64f1c0ffee64f1c0ffee0004";
  const start = Temporal.Instant.fromEpochMilliseconds(guarded.clock.now()).toString();
  activity.set(person, [{ _id, start, ended: false }, ...(activity.get(person) ?? [])]);
  expect(textOf(await theo.forge.choose(visits, menuOf(visits), [_id]))).not.toContain("no longer");
});
