// Depends on: database, transport, cache, wording.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import { labelsOf, newest, newestText, presentText, textOf, shown } from "../support/replies.ts";

const { guildId } = playgroundIds;
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => {
  harness.service.faults.clear();
  harness.service.resetRateLimit();
  // A limit that was used up in the test before is over.
  harness.clock.advance(61_000);
});

const mia = () => harness.as("mia");
const preview = async (options: Readonly<Record<string, string | number>> = { items: "Latte" }) =>
  shown(await mia().run("order create", options));
const posts = () => harness.service.requests.filter(({ operation }) => operation === "createOrder").length;
const orders = () => [...harness.service.state.orders.values()].map(({ order }) => order);

describe("an order", () => {
  test("is previewed with the names of people nobody here has met yet", async () => {
    const message = await preview({ items: "Latte", customer: "310442876", "picked-up-by": "2" });
    expect(message.text).toMatch(/\*\*Customer\*\* Olive\n/);
    expect(message.text).not.toMatch(/someone|couldn't read the name/);
    // Slower than the preview waits: it doesn't come later for it.
    harness.service.faults.add({ operation: "getUser", kind: "silent", times: 20 });
    await harness.forgetRead();
    using _ = harness.losePatience("bot");
    const startedAt = performance.now();
    const slow = await preview({ items: "Latte", customer: "310442878" });
    // Any other request waits for 10 s.
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    expect(slow.text).toContain("⚠️ I couldn't read the name of `310442878`");
    expect(labelsOf(slow)).toContain("Log order");
  });

  test("is previewed, then logged once it is confirmed, with its number", async () => {
    const message = await preview({
      items: "Latte, Latte,  Croissant ",
      customer: "310442876",
      "submitted-by": "2",
      number: 990_001,
    });
    expect(message.private).toBe(true);
    expect(message.text).toMatch(
      /^Once an order is logged, you can't change or delete it here\.\nLog this order\?[\s\S]*2 × Latte[\s\S]*Croissant/,
    );
    expect(message.text).toContain("Kiosk");
    expect(labelsOf(message)).toEqual(["Log order", "Change", "Not now"]);
    expect(orders().some(({ order_number }) => order_number === 990_001)).toBe(false);

    const receipt = await mia().press(message, "Log order");
    const logged = orders().find(({ order_number }) => order_number === 990_001);
    expect(logged).toMatchObject({
      items: ["Latte", "Latte", "Croissant"],
      customer: "310442876",
      submitted_by: "2",
    });
    expect(receipt.kind).toBe("updated");
    expect(textOf(receipt)).toContain("Order #990001 logged");
    expect(labelsOf(shown(receipt))).toEqual(["Open order", "Order again", "Show in channel"]);
    const order = shown(await mia().press(shown(receipt), "Open order"));
    expect(order).toMatchObject({ private: true });
    expect(order.text).toMatch(/^Order #990001/);
  });

  test("has a receipt of what was sent, in names, when the response leaves everything out", async () => {
    const message = await preview({ items: "5 Latte, Scone", customer: "310442876", "submitted-by": "2" });
    expect(message.text).toContain("5 × Latte");
    harness.service.faults.add({ operation: "createOrder", kind: "bare", when: "after" });
    const receipt = textOf(await mia().press(message, "Log order"));
    expect(receipt).toMatch(/Order logged\nFor Olive\n[\s\S]*5 × Latte[\s\S]*Scone[\s\S]*Kiosk/);
    expect(receipt).not.toMatch(/No items|don't know/);
  });

  test("has a receipt with the id in small print where a name can't be looked up", async () => {
    harness.service.faults.add({ operation: "getUser", kind: "status", status: 503, times: 20 });
    const message = await preview({ items: "Latte", customer: "310442877" });
    expect(message.text).toContain("⚠️ I couldn't read the name of `310442877`. Check who that is first.");
    const receipt = textOf(await mia().press(message, "Log order"));
    expect(receipt).toMatch(
      /Order #\d+ logged\nFor someone I don't know\n[\s\S]*\n-# Logged by .* · No name known: `310442877`$/m,
    );
  });

  test("names only those who were named, and gets its number from the workspace", async () => {
    await mia().press(await preview({ items: "Tea of the house" }), "Log order");
    const logged = orders().find(({ items }) => items?.includes("Tea of the house"));
    expect(logged?.submitted_by).toBeUndefined();
    expect(logged?.order_number).toBeGreaterThan(0);
  });

  test("is not sent when it is cancelled", async () => {
    const before = posts();
    const discarded = await mia().press(await preview(), "Not now");
    expect(textOf(discarded)).toContain("This order wasn't logged. Nothing was sent.");
    expect(posts()).toBe(before);
  });

  test("is logged once when its button is pressed ten times at once", async () => {
    const before = posts();
    const message = await preview();
    await Promise.allSettled(Array.from({ length: 10 }, () => mia().press(message, "Log order")));
    expect(posts()).toBe(before + 1);
    expect(presentText(mia(), message)).toMatch(/Order #\d+ logged/);
  });

  test("can be confirmed after the bot was restarted", async () => {
    const before = posts();
    const message = await preview();
    await harness.restart();
    expect(textOf(await mia().press(message, "Log order"))).toMatch(/Order #\d+ logged/);
    expect(posts()).toBe(before + 1);
  });

  test("isn't sent when its preview is more than an hour old", async () => {
    const before = posts();
    const message = await preview();
    harness.clock.advance(61 * 60_000);
    await mia().press(message, "Log order");
    expect(newestText(mia())).toMatch(/expired/);
    expect(posts()).toBe(before);
  });
});

describe("an invalid order", () => {
  test.each([
    ["names no item", { items: " , ;" }, "There are no items in that"],
    ["has 200 items", { items: Array(200).fill("tea").join(",") }, "at most 100"],
    [
      "has an item of 5,000 characters",
      { items: `Latte, ${"a".repeat(5_000)}` },
      "Item 2 is 5\u202f000 characters long",
    ],
    ["has a negative number", { items: "Latte", number: -4 }, "Order numbers start at 1"],
    ["has the number 0", { items: "Latte", number: 0 }, "Order numbers start at 1"],
    ["names its customer with letters", { items: "Latte", customer: "mia" }, "I don't know “mia”"],
    ["names a person with a path", { items: "Latte", "prepared-by": "../1" }, "I don't know “../1”"],
    ["names a person with emoji", { items: "Latte", "submitted-by": "🥐" }, "I don't know “🥐”"],
    ["names a person with spaces", { items: "Latte", "picked-up-by": "1 2" }, "I don't know “1 2”"],
  ])(
    "that %s is refused with a sentence, and the workspace isn't asked",
    async (_case, options, sentence) => {
      const before = posts();
      const message = await preview(options);
      expect(message.text).toContain(sentence);
      expect(message.text).toMatch(/[Nn]othing was sent/);
      expect(labelsOf(message)).toEqual("number" in options ? [] : ["Fix it"]);
      expect(posts()).toBe(before);
    },
  );
});

describe("when the workspace rejects an order", () => {
  test.each([
    ["refuses the key", { status: 401 }, "no longer accepts this server's key", []],
    ["does not allow it", { status: 403 }, "key isn't allowed to do that", []],
    ["does not know the workspace", { status: 404 }, "doesn't know this workspace anymore", []],
    ["finds it wrong", { status: 400, message: "too much *coffee*" }, "It said: “too much \\*coffee\\*”", []],
    [
      "has its limit used up",
      { status: 429, resetSeconds: 23, times: 9 },
      "so nothing was done. Try again in 23 seconds. The preview is still open, so press *Try again* then.",
      ["Try again"],
    ],
  ])("because it %s, nothing is lost and the button works again", async (_case, fault, sentence, offered) => {
    const before = orders().length;
    const message = await preview();
    const removeFault = harness.service.faults.add({ kind: "status", operation: "createOrder", ...fault });
    await mia().press(message, "Log order");
    expect(newestText(mia())).toContain(sentence);
    expect(labelsOf(newest(mia()))).toEqual(offered);
    expect(orders()).toHaveLength(before);

    removeFault();
    harness.clock.advance(24_000);
    await mia().press(message, "Log order");
    expect(presentText(mia(), message)).toMatch(/Order #\d+ logged/);
    expect(orders()).toHaveLength(before + 1);
  });

  test("because its requests are used up, Try again logs it in place, and the preview is inactive", async () => {
    const before = orders().length;
    const message = await preview();
    const removeFault = harness.service.faults.add({
      kind: "status",
      operation: "createOrder",
      status: 429,
      resetSeconds: 23,
      times: 99,
    });
    await mia().press(message, "Log order");
    await mia().press(newest(mia()), "Try again");
    const refused = newest(mia());
    expect(labelsOf(refused)).toEqual(["Try again"]);

    expect(await harness.app.ctx.store.audit.list(guildId, {}, { limit: 2 })).toMatchObject([
      { action: "order.create", outcome: "unsent" },
      { action: "order.create", outcome: "unsent" },
    ]);

    removeFault();
    harness.clock.advance(24_000);
    expect(textOf(await mia().press(refused, "Try again"))).toMatch(/Order #\d+ logged/);
    await mia().press(message, "Log order");
    expect(newestText(mia())).toContain("already logged");
    expect(orders()).toHaveLength(before + 1);
  });

  test.each([
    ["the connection breaks off after it was sent", { kind: "cut", when: "after" }, "I sent the order but"],
    [
      "the answer is nonsense",
      { kind: "nonsense", form: "html", when: "after" },
      "The workspace sent an answer I don't understand. I sent the order but",
    ],
    [
      "the service fails",
      { kind: "status", status: 500, when: "after" },
      "The workspace answered with an error. I sent the order but",
    ],
  ] as const)(
    "and %s, the person learns how to check and it is never sent again",
    async (_case, fault, said) => {
      const [sent, before] = [posts(), orders().length];
      const message = await preview();
      harness.service.faults.add({ operation: "createOrder", ...fault });
      const told = await mia().press(message, "Log order");
      expect(textOf(told).startsWith(said)).toBe(true);
      expect(textOf(told)).toMatch(/I don't know whether it was logged\. Check <\/order search:\d+>/);
      // What to look for.
      const [asked, left] = [message.embeds[0], shown(told).embeds[0]];
      expect(left?.description).toBe(asked?.description);
      expect(textOf(told)).not.toContain("change or delete");
      expect(left?.fields).toEqual(asked?.fields);
      expect(shown(told).embeds[0]?.title).toBe("Not sure whether this was logged");
      expect(labelsOf(shown(told))).toEqual(["Look for it"]);
      expect(posts()).toBe(sent + 1);
      expect(orders()).toHaveLength(before + 1);
    },
  );

  test("in time, the receipt still appears", async () => {
    const message = await preview();
    harness.service.faults.add({ operation: "createOrder", kind: "slow", ms: 3_200 });
    using _ = harness.losePatience("bot");
    const receipt = await mia().press(message, "Log order");
    expect(receipt).toMatchObject({ kind: "updated", deferred: true });
    expect(textOf(receipt)).toMatch(/Order #\d+ logged/);
  });
});

const suggest = (value: string) =>
  mia().suggest("order create", { items: "Latte" }, { name: "customer", value });

test("people are suggested by name, by id, and by what isn't a player", async () => {
  expect((await suggest("")).map(({ name }) => name)).toEqual([
    "Olive · @captain_olive · 310442876",
    "Point of sale · 1",
    "Kiosk · 2",
    "Mobile ordering · 3",
    "NPC · 4",
  ]);
  expect(await suggest("kios")).toMatchObject([{ name: "Kiosk · 2", value: "2" }]);
  expect(await suggest("310442877")).toMatchObject([{ name: "User 310442877", value: "310442877" }]);
});

test("items are suggested by how often they are ordered, after what is already typed", async () => {
  const often = [...harness.service.state.orders.values()].flatMap(({ order }) => order.items ?? [])[0] ?? "";
  const typed = `Tea, ${often.slice(0, 3).toLowerCase()}`;
  const choices = await mia().suggest("order create", {}, { name: "items", value: typed });
  expect(choices.map(({ value }) => value)).toContain(`Tea, ${often}`);
});

test("a member without a role gets only a sentence", async () => {
  const told = await harness.as("sam").run("order create", { items: "Latte" });
  expect(textOf(told)).toContain("Only staff can use this here");
});
