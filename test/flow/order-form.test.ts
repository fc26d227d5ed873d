// Depends on: transport.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import type { SeenForm, SeenMessage } from "../../playground/discord/member-types.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { labelsOf, presentText, textOf, opened, shown } from "../support/replies.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  const { mia, noor } = playgroundIds;
  await connectAccount(harness.app.ctx, {
    discordUserId: mia,
    userId: "4711",
    displayName: "Mia Bloom",
    memberName: "Mia",
  });
  await connectAccount(harness.app.ctx, {
    discordUserId: noor,
    userId: "4712",
    displayName: "Noor Vale",
    memberName: "Noor",
  });
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => {
  harness.service.faults.clear();
  harness.service.resetRateLimit();
});

const mia = () => harness.as("mia");
const openForm = async () => opened(await mia().run("order create"));
const send = (form: SeenForm, values: Readonly<Record<string, string>>) => mia().submit(form, values);
const valuesIn = ({ fields }: SeenForm) =>
  Object.fromEntries(
    fields.flatMap(({ customId, value }) => (value === undefined ? [] : [[customId, value]])),
  );
const namesIn = ({ fields }: SeenForm) => fields.map(({ customId }) => customId);
const logged = (item: string) =>
  [...harness.service.state.orders.values()].filter(({ order }) => order.items?.includes(item));
const presentMessage = (message: SeenMessage): SeenMessage => {
  const now = mia()
    .read()
    .find(({ id }) => id === message.id);
  if (now === undefined) throw new Error("the message is gone");
  return now;
};

test("people are chosen in Discord or typed, and the form reopens with those who were chosen", async () => {
  const { noor, mia: own } = playgroundIds;
  const form = await openForm();
  expect(namesIn(form)).toEqual(["items", "customer", "others"]);
  const chosen = { items: "Chosen tea", customer: noor, others: "Prepared by: mia bloom\npicked up by: 2" };
  const question = shown(await send(form, chosen));
  expect(question.text).toMatch(
    new RegExp(`\\*\\*Customer\\*\\* <@${noor}>[^]*\\*\\*Prepared by\\*\\* <@${own}>`),
  );
  const again = opened(await mia().press(question, "Change"));
  expect(namesIn(again)).toEqual(["items", "customer", "prepared-by", "picked-up-by", "others"]);
  expect(valuesIn(again)).toEqual({
    items: "Chosen tea",
    customer: noor,
    "prepared-by": own,
    others: "picked up by: 2",
  });
  const changed = shown(await send(again, { others: "taken by: 4712" }));
  await mia().press(presentMessage(changed), "Log order");
  expect(logged("Chosen tea")[0]?.order).toMatchObject({
    customer: "4712",
    submitted_by: "4712",
    prepared_by: "4711",
  });
  expect(logged("Chosen tea")[0]?.order).not.toHaveProperty("picked_up_by");
});

test("a person who is named twice is refused, and no input is lost", async () => {
  const typed = { items: "Refused tea", customer: playgroundIds.noor, others: "mia bloom" };
  const refusal = shown(await send(await openForm(), typed));
  expect(refusal.text).toContain("*customer* is given twice");
  expect(valuesIn(opened(await mia().press(refusal, "Fix it")))).toEqual(typed);
});

test("a person who isn't connected is refused, and is in the text when the form reopens", async () => {
  const typed = { items: "Refused tea", "prepared-by": playgroundIds.noor };
  const question = shown(await send(await openForm(), { items: "Refused tea" }));
  const whole = opened(await mia().press(question, "Change"));
  const refusal = shown(await send(whole, { ...typed, customer: playgroundIds.sam }));
  expect(refusal.text).toContain(
    "isn't connected to a workspace user, so nothing was sent. Type their name in the workspace or their user id instead of choosing them.",
  );
  const form = opened(await mia().press(refusal, "Fix it"));
  expect(namesIn(form)).toContain("customer");
  expect(valuesIn(form)).toEqual({ ...typed, others: `customer: <@${playgroundIds.sam}>` });
  const again = shown(await send(form, { items: "Refused tea" }));
  expect(again.text).toContain("isn't connected to a workspace user");
});

test("who is chosen then takes the place of the one who was refused, also after a second refusal", async () => {
  const { noor, sam } = playgroundIds;
  const refusal = shown(await send(await openForm(), { items: "Mended choice", customer: sam }));
  const form = opened(await mia().press(refusal, "Fix it"));
  const second = shown(await send(form, { items: "Mended choice" }));
  const again = opened(await mia().press(second, "Fix it"));
  expect(valuesIn(again)["others"]).toBe(`customer: <@${sam}>`);
  const question = shown(await send(again, { items: "Mended choice", customer: noor }));
  expect(question.text).toContain(`**Customer** <@${noor}>`);
});

test("a customer known by name in the workspace gives way to the member who is chosen instead", async () => {
  const guest = [...harness.service.state.users.values()].find(
    ({ id }) => id !== "4711" && id !== "4712" && /^\d+$/.test(id),
  );
  const question = shown(
    await mia().run("order create", { items: "Other guest tea", customer: guest?.id ?? "" }),
  );
  const form = opened(await mia().press(question, "Change"));
  expect(valuesIn(form)["others"]).toContain(`customer: ${guest?.id}`);
  const changed = shown(await send(form, { customer: playgroundIds.noor }));
  expect(changed.text).toContain(`**Customer** <@${playgroundIds.noor}>`);
});

test("whoever is given by mention before the form opens stays in it", async () => {
  const people = { "submitted-by": `<@${playgroundIds.theo}>`, customer: `<@${playgroundIds.sam}>` };
  const form = opened(await mia().run("order create", people));
  expect(valuesIn(form)).toEqual({
    others: `customer: <@${playgroundIds.sam}>\ntaken by: <@${playgroundIds.theo}>`,
  });
});

test("an order is logged again while the service takes two seconds for each answer", async () => {
  const question = shown(await mia().run("order create", { items: "Flat white" }));
  const receipt = shown(await mia().press(question, "Log order"));
  using _ = harness.losePatience("bot");
  harness.service.faults.add({ kind: "slow", ms: 2_000, times: 99 });
  const next = shown(await mia().press(receipt, "Order again"));
  expect(next.text).toMatch(/Log this order\?[^]*Flat white/);
});

test("a form accepts an order with names, and its sender took the order", async () => {
  const form = await openForm();
  expect(form.title).toBe("Log an order");
  const question = shown(await send(form, { items: "2 x Form latte\nScone", others: "noor vale" }));
  expect(question.text).toContain("2 × Form latte");
  expect(question.text).toContain(`<@${playgroundIds.noor}>`);
  expect(question.text).toContain(`<@${playgroundIds.mia}>`);
  const receipt = shown(await mia().press(question, "Log order"));
  expect(receipt.text).toMatch(/Order #\d+ logged/);
  expect(logged("Form latte")[0]?.order).toMatchObject({
    items: ["Form latte", "Form latte", "Scone"],
    customer: "4712",
    submitted_by: "4711",
  });
});

describe("wrong input", () => {
  test("loses nothing: the form reopens as typed, and the fixed order replaces the message", async () => {
    const typed = { items: "Mended tea", others: "nobody by that name\nprepared by: me" };
    const refusal = shown(await send(await openForm(), typed));
    // A form has no suggestions to choose from.
    expect(refusal.text).toContain(
      "I don't know “nobody by that name”, so nothing was sent. Check the spelling, or type their user id.",
    );
    expect(labelsOf(refusal)).toEqual(["Fix it"]);

    const again = opened(await mia().press(refusal, "Fix it"));
    expect(valuesIn(again)).toMatchObject(typed);
    const mended = await send(again, { ...typed, others: "@noor\nprepared by： me" });
    expect(mended.kind).toBe("updated");
    expect(textOf(mended)).toContain("Log this order?");
    expect(logged("Mended tea")).toEqual([]);
  });
});

describe("an order too long for a field of the form", () => {
  const people = {
    customer: "nobody by that name",
    "submitted-by": "2",
    "prepared-by": "3",
    "picked-up-by": "4",
  };
  const long = Array.from({ length: 90 }, (_, index) => `${index} ${"very ".repeat(7)}long name`);

  test("reopens in parts, with everything that was typed, and is logged whole", async () => {
    const items = long.map((name, index) => `Item ${index} ${name}`).join(",");
    expect(items.length).toBeGreaterThan(4_000);
    const refusal = shown(await mia().run("order create", { items, ...people }));
    const form = opened(await mia().press(refusal, "Fix it"));
    const values = valuesIn(form);
    expect(namesIn(form)).toEqual(["items", "items-2", "customer", "prepared-by", "others"]);
    expect(`${values["items"]},${values["items-2"]}`).toBe(items);
    const others = "customer: nobody by that name\ntaken by: 2\nprepared by: 3\npicked up by: 4";
    expect(values["others"]).toBe(others);

    const question = shown(await send(form, { others: others.replace("nobody by that name", "2") }));
    expect(question.text).toContain("Log this order?");
    await mia().press(presentMessage(question), "Log order");
    const [stored] = logged(`Item 89 ${long[89] ?? ""}`);
    expect(stored?.order.items).toHaveLength(90);
    expect(stored?.order).toMatchObject({ customer: "2", prepared_by: "3", picked_up_by: "4" });
  });

  test("opens with counts where a list of every item would be too long", async () => {
    const name = "Seasonal ".repeat(9).trim();
    const question = shown(
      await mia().run("order create", { items: `60 x ${name}, 2 x Tea`, customer: "2" }),
    );
    const form = opened(await mia().press(question, "Change"));
    expect(valuesIn(form)).toMatchObject({ items: `60 x ${name}\n2 x Tea` });
  });

  test("keeps a customer without a field of their own when the same order is logged again", async () => {
    const items = long.map((name, index) => `Again ${index} ${name}`).join(",");
    const question = shown(await mia().run("order create", { items, ...people, customer: "2" }));
    const receipt = shown(await mia().press(question, "Log order"));
    const next = shown(await mia().press(receipt, "Order again"));
    await mia().press(next, "Log order");
    const both = logged(`Again 89 ${long[89] ?? ""}`).map(({ order }) => order);
    expect(both.map(({ customer }) => customer)).toEqual(["2", "2"]);
    // Who handled the first one is known, who handles this one isn't.
    expect(both.map(({ picked_up_by }) => picked_up_by)).toEqual(["4", undefined]);
    expect(both[1]?.items).toEqual(both[0]?.items);
  });
});

describe("a preview", () => {
  const ask = async (items: string) =>
    shown(await mia().run("order create", { items, customer: "2", number: 881_100 }));

  test("can be changed, and only the changed order can be logged", async () => {
    const question = await ask("First thought");
    const form = opened(await mia().press(question, "Change"));
    expect(valuesIn(form)).toMatchObject({ items: "First thought", others: "customer: 2" });
    const changed = shown(await send(form, { items: "Second thought", others: "2" }));
    expect(changed.text).toContain("Second thought");
    expect(changed.text).toContain("#881100");

    await mia().press(presentMessage(changed), "Log order");
    expect(logged("First thought")).toEqual([]);
    expect(logged("Second thought")).toHaveLength(1);
  });

  test("that was confirmed while its change was typed isn't shown a second time", async () => {
    const question = await ask("Pressed too early");
    const form = opened(await mia().press(question, "Change"));
    await mia().press(question, "Log order");
    const told = shown(await send(form, { items: "Too late" }));
    expect(told.text).toContain("The order was already sent, so your change wasn't applied");
    expect(logged("Pressed too early")).toHaveLength(1);
    expect(logged("Too late")).toEqual([]);
    expect(labelsOf(told)).toEqual(["Start a new one"]);
    const another = opened(await mia().press(told, "Start a new one"));
    expect(valuesIn(another)).toMatchObject({ items: "Too late" });
    expect(shown(await send(another, { items: "Not too late" })).text).toContain("Log this order?");
  });

  test("points out a number that the workspace already uses", async () => {
    const [stored] = harness.service.state.orders.values();
    const number = stored?.order.order_number ?? 0;
    const question = shown(await mia().run("order create", { items: "Tea", number }));
    expect(question.text).toContain(`The workspace already has an order #${number}`);
  });
});

test("a receipt previews the same order again, with a new number, and the preview can be changed", async () => {
  const question = shown(
    await mia().run("order create", { items: "Usual, Usual", customer: "4712", number: 881_200 }),
  );
  const receipt = shown(await mia().press(question, "Log order"));
  const next = shown(await mia().press(receipt, "Order again"));
  expect(next.text).toContain("Log this order?\n• 2 × Usual");
  expect(next.text).not.toContain("Number");
  const form = opened(await mia().press(next, "Change"));
  expect(valuesIn(form)).toMatchObject({ items: "Usual\nUsual", customer: playgroundIds.noor });
  expect(shown(await send(form, { items: "Usual" })).text).toContain("Log this order?\n• Usual");
  expect(presentText(mia(), receipt)).toContain("Order #881200 logged");
});
