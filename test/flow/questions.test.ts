// Depends on: database, transport, wording.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { type Harness, onHttp, startHarness } from "../support/harness.ts";
import { labelsOf, newest, presentText, textOf, opened, shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

let harness: Harness;
beforeAll(async () => {
  // Its faults in a row would pause the operation.
  harness = await startHarness({ guarded: false });
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => harness.service.faults.clear());

const mia = () => harness.as("mia");
const orders = () => [...harness.service.state.orders.values()].map(({ order }) => order);
const sent = () => harness.service.requests.filter(({ operation }) => operation === "createOrder").length;
const preview = async (items: string) => shown(await mia().run("order create", { items }));
const hourMs = 60 * 60_000;

test("an order of unknown outcome that was logged is found, and can be opened or logged again", async () => {
  const message = await preview("Ristretto, Madeleine");
  harness.service.faults.add({ operation: "createOrder", kind: "cut", when: "after" });
  const told = shown(await mia().press(message, "Log order"));
  const logged = orders().find(({ items }) => items?.includes("Madeleine"));
  const found = shown(await mia().press(told, "Look for it"));
  expect(found.embeds[0]?.title).toBe(`Order #${logged?.order_number} logged`);
  expect(found.text).toContain("so you don't need to send it again");
  expect(found.text).toContain("Ristretto");
  expect(labelsOf(found)).toEqual(["Open order", "Order again"]);
  expect(textOf(await mia().press(found, "Open order"))).toContain(`#${logged?.order_number}`);
  expect(textOf(await mia().press(found, "Order again"))).toContain(
    "Log this order?\n• Ristretto\n• Madeleine",
  );
  expect(sent()).toBe(1);
});

test("an order that was found is in the audit log as logged, after its unknown outcome", async () => {
  const message = await preview("Romano");
  harness.service.faults.add({ operation: "createOrder", kind: "cut", when: "after" });
  const told = shown(await mia().press(message, "Log order"));
  const found = shown(await mia().press(told, "Look for it"));
  expect(message.text).toContain("you can't change or delete it here");
  for (const { text } of [told, found]) expect(text).not.toContain("later");
  const logged = orders().find(({ items }) => items?.includes("Romano"));
  const { audit } = harness.app.ctx.store;
  expect(await audit.list(playgroundIds.guildId, {}, { limit: 2 })).toMatchObject([
    { action: "order.create", outcome: "done", target: logged?._id, discordUserId: playgroundIds.mia },
    { action: "order.create", outcome: "unknown" },
  ]);
  const ada = harness.as("ada");
  const list = shown(await ada.run("audit"));
  const [menu] = list.selects;
  const entry = shown(await ada.choose(list, menu?.customId ?? "", [menu?.options[0]?.value ?? ""]));
  expect(entry.text).toMatch(/logged.*Romano[\s\S]*✅ Done, found after its outcome was unknown/);
  expect(textOf(await mia().forge.press(message, message.buttons[0]?.customId ?? ""))).toContain(
    `Order #${logged?.order_number} logged. Nothing was sent twice.`,
  );
});

test("one order isn't matched to two of unknown outcome, whoever looks for it and when", async () => {
  const messages = [await preview("Lungo"), await preview("Lungo"), await preview("Lungo")];
  const told: SeenMessage[] = [];
  for (const message of messages) {
    const when = told.length === 0 ? "after" : "before";
    harness.service.faults.add({ operation: "createOrder", kind: "cut", when });
    told.push(shown(await mia().press(message, "Log order")));
  }
  const [first, ...others] = told;
  const looked = await Promise.all(others.map((message) => mia().press(message, "Look for it")));
  const found = looked.map(textOf).filter((text) => text.includes("I found it"));
  expect(found).toHaveLength(1);
  if (first === undefined) throw new Error("nothing was sent");
  expect(textOf(await mia().press(first, "Look for it"))).toContain("it probably wasn't logged");
});

test("an order of unknown outcome that is missing can be looked for or logged again, and isn't sent by itself", async () => {
  const before = sent();
  const message = await preview("Cortado, Cannoli");
  harness.service.faults.add({ operation: "createOrder", kind: "cut", when: "before" });
  const told = shown(await mia().press(message, "Log order"));
  const looked = shown(await mia().press(told, "Look for it"));
  expect(looked.embeds[0]?.title).toBe("Not sure whether this was logged");
  expect(looked.text).toContain("it probably wasn't logged");
  expect(labelsOf(looked)).toEqual(["Look for it", "Log it again"]);
  expect(textOf(await mia().press(looked, "Log it again"))).toContain(
    "Log this order?\n• Cortado\n• Cannoli",
  );
  expect(sent()).toBe(before + 1);
});

/** As many as a page usually has. */
function fillPage(): void {
  for (let index = 0; harness.service.state.orders.size < 500; index += 1) {
    const _id = String(index).padStart(24, "e");
    const order = { _id, items: ["Filler"], status: "handed_to", createdAt: "2026-01-01T00:00:00Z" };
    harness.service.state.orders.set(_id, { order: { ...order, updatedAt: order.createdAt }, steps: [] });
  }
}

test.each([
  [
    "some orders can't be read",
    () => harness.service.faults.add({ operation: "searchOrders", kind: "wrong-records", count: 1 }),
  ],
  ["the list may be one page", fillPage],
])("an order that can't be found isn't said to be missing while %s", async (_case, fault) => {
  const message = await preview("Ristretto");
  harness.service.faults.add({ operation: "createOrder", kind: "cut", when: "before" });
  const told = shown(await mia().press(message, "Log order"));
  fault();
  const looked = shown(await mia().press(told, "Look for it"));
  expect(looked.text).toContain("it may have been logged");
  expect(looked.text).not.toContain("probably wasn't");
  harness.service.faults.clear();
  for (const [id, { order }] of harness.service.state.orders)
    if (order.items?.includes("Filler") === true) harness.service.state.orders.delete(id);
  expect(textOf(await mia().press(looked, "Look for it"))).toContain("it probably wasn't logged");
});

test.each(["createdAt", "customer"])(
  "an order isn't said to be missing while one with its items doesn't say its %s",
  async (name) => {
    const options = { items: "Affogato", customer: "104872391" };
    const message = shown(await mia().run("order create", options));
    harness.service.faults.add({ operation: "createOrder", kind: "cut", when: "after" });
    const told = shown(await mia().press(message, "Log order"));
    harness.service.faults.add({ operation: "searchOrders", kind: "field", name });
    const looked = shown(await mia().press(told, "Look for it"));
    expect(looked.text).toContain("it may have been logged");
    expect(looked.text).not.toContain("probably wasn't");
    harness.service.faults.clear();
    expect(textOf(await mia().press(looked, "Look for it"))).toContain("I found it");
  },
);

test("looking for an order that never arrived skips a similar one with a receipt", async () => {
  await mia().press(await preview("Macchiato"), "Log order");
  const message = await preview("Macchiato");
  harness.service.faults.add({ operation: "createOrder", kind: "cut", when: "before" });
  const told = shown(await mia().press(message, "Log order"));
  const again = await preview("Macchiato");
  await mia().press(again, "Log order");
  const looked = shown(await mia().press(told, "Look for it"));
  expect(looked.text).toContain("it probably wasn't logged");
  expect(looked.embeds[0]?.title).toBe("Not sure whether this was logged");
});

test.skipIf(onHttp)("an order that was logged is found even though another process gave it up", async () => {
  const message = await preview("Marocchino");
  const held = Promise.withResolvers<void>();
  harness.service.faults.add({ operation: "createOrder", kind: "held", until: held.promise });
  using _ = harness.losePatience("bot");
  const callbacks = () => harness.discord.requests.filter(({ path }) => path.endsWith("/callback")).length;
  const pressed = mia().press(message, "Log order");
  await until("it is under way", () => harness.service.faults.active.length === 0);
  const answered = callbacks();
  await until("the press is acknowledged", () => callbacks() > answered);
  harness.clock.advance(2 * 60_000);
  const { drafts } = harness.app.ctx.store;
  const [draft] = await drafts.claimAbandoned(harness.clock.now());
  held.resolve();
  await pressed;
  const look = message.buttons[0]?.customId?.replace(".confirm", ".look") ?? "";
  const looked = textOf(await mia().forge.press(message, look));
  expect(looked).toMatch(/already logged, as #\d+/);
  expect(draft?.kind).toBe("order.create");
});

test.each(["Log order", "Not now"])("an expired preview turns grey when %s is pressed", async (label) => {
  const before = sent();
  // Within two minutes it would be said that it was just logged.
  harness.clock.advance(121_000);
  const message = await preview("Affogato");
  harness.clock.advance(hourMs + 1_000);
  const expired = shown(await mia().press(message, label));
  expect(expired.id).toBe(message.id);
  expect(expired.text).toContain("This expired, so nothing was sent.");
  expect(expired.embeds[0]).toMatchObject({ title: message.embeds[0]?.title, color: 0x868e96 });
  expect(labelsOf(expired)).toEqual(["Ask again", "Change"]);
  expect(sent()).toBe(before);

  const asked = shown(await mia().press(expired, "Ask again"));
  expect(asked.text).not.toContain("expired");
  expect(labelsOf(asked)).toEqual(["Log order", "Change", "Not now"]);
  expect(textOf(await mia().press(asked, "Log order"))).toMatch(/Order #\d+ logged/);
  expect(sent()).toBe(before + 1);
});

test("an expired preview can be changed, before or after it is asked again", async () => {
  const message = await preview("Affogato");
  harness.clock.advance(hourMs + 1_000);
  const expired = shown(await mia().press(message, "Log order"));
  const asked = shown(await mia().press(expired, "Ask again"));
  const form = opened(await mia().press(asked, "Change"));
  const changed = shown(await mia().submit(form, { items: "Affogato, Biscotti" }));
  expect(changed.text).toContain("Biscotti");
  expect(textOf(await mia().forge.press(asked, asked.buttons[0]?.customId ?? ""))).toContain(
    "This order wasn't logged",
  );
  harness.clock.advance(hourMs + 1_000);
  const again = shown(await mia().press(changed, "Not now"));
  expect(opened(await mia().press(again, "Change")).fields[0]?.value).toContain("Biscotti");
});

test("an error's late press can't confirm a preview that nobody sees", async () => {
  const before = sent();
  const message = await preview("Breve");
  const fault = {
    operation: "createOrder",
    kind: "status",
    status: 429,
    resetSeconds: 23,
    times: 5,
  } as const;
  harness.service.faults.add(fault);
  await mia().press(message, "Log order");
  harness.service.faults.clear();
  const error = newest(mia());
  expect(labelsOf(error)).toEqual(["Try again"]);
  harness.clock.advance(hourMs + 1_000);
  const late = shown(await mia().press(error, "Try again"));
  expect(late.text).toContain("The preview expired, so nothing was sent.");
  expect(labelsOf(late)).toEqual([]);
  const asked = shown(await mia().press(shown(await mia().press(message, "Log order")), "Ask again"));
  expect(asked.text).toContain("Breve");
  expect(sent()).toBe(before + 1);
});

test("an order asked again isn't found in one that was logged before that", async () => {
  const message = await preview("Galão");
  const other = shown(await harness.as("theo").run("order create", { items: "Galão" }));
  harness.service.faults.add({ operation: "createOrder", kind: "cut", when: "after" });
  await harness.as("theo").press(other, "Log order");
  harness.clock.advance(hourMs + 1_000);
  const asked = shown(await mia().press(shown(await mia().press(message, "Log order")), "Ask again"));
  harness.service.faults.add({ operation: "createOrder", kind: "cut", when: "before" });
  const told = shown(await mia().press(asked, "Log order"));
  expect(textOf(await mia().press(told, "Look for it"))).toContain("it probably wasn't logged");
});

test.skipIf(onHttp)(
  "an expired preview that Discord didn't show again can still be asked again",
  async () => {
    const message = await preview("Bombón");
    harness.clock.advance(hourMs + 1_000);
    const expired = shown(await mia().press(message, "Log order"));
    harness.discord.faults.failRequests({ pathPart: "/callback", status: 500, times: 1_000 });
    const hurry = harness.losePatience("bot", "discord");
    await mia().press(expired, "Ask again");
    hurry[Symbol.dispose]();
    harness.discord.faults.clear();
    const asked = shown(await mia().press(expired, "Ask again"));
    expect(labelsOf(asked)).toEqual(["Log order", "Change", "Not now"]);
    expect(textOf(await mia().press(asked, "Log order"))).toMatch(/Order #\d+ logged/);
  },
);

test("a second press during the first changes nothing, and the first one's receipt stays", async () => {
  const before = sent();
  const message = await preview("Doppio");
  harness.service.faults.add({ operation: "createOrder", kind: "slow", ms: 5_000 });
  const messages = mia().read().length;
  const first = mia().press(message, "Log order");
  await until("the first is under way", () => harness.service.faults.active.length === 0);
  const second = mia().press(message, "Log order");
  await Promise.all([first, second]);
  expect(presentText(mia(), message)).toMatch(/Order #\d+ logged/);
  expect(mia().read()).toHaveLength(messages);
  expect(sent()).toBe(before + 1);
});
