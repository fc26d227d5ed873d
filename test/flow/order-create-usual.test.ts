// Depends on: transport, wording.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import type { FormInput, SeenForm, SeenMessage } from "../../playground/discord/member-types.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { labelsOf, menuOf, opened, shown, textOf } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

const mias = "4711";
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ guarded: true, withJobs: false });
  await connectAccount(harness.app.ctx, {
    discordUserId: playgroundIds.mia,
    userId: mias,
    displayName: "Mia Bloom",
    memberName: "Mia",
  });
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => {
  harness.service.faults.clear();
  harness.service.resetRateLimit();
  // A limit that was used up in the test before is over.
  harness.clock.advance(61_000);
});

const mia = () => harness.as("mia");
const orders = () => [...harness.service.state.orders.values()].map(({ order }) => order);
const logged = (item: string) => orders().filter(({ items }) => items?.includes(item));

/** The workspace has only these orders, the oldest first. */
function placeOrders(placed: readonly (readonly string[])[], more: object = {}): void {
  const { state } = harness.service;
  state.orders.clear();
  for (const [index, items] of placed.entries()) {
    const atMs = harness.clock.now() - (placed.length - index) * 1_000;
    const createdAt = Temporal.Instant.fromEpochMilliseconds(atMs).toString();
    const _id = String(index + 1).padStart(24, "a");
    const order = {
      _id,
      order_number: index + 1,
      items: [...items],
      status: "submitted",
      createdAt,
      ...more,
    };
    state.orders.set(_id, { order: { ...order, updatedAt: createdAt }, steps: [] });
  }
}

/** The same, and the bot has read them. */
async function know(placed: readonly (readonly string[])[], more: object = {}): Promise<void> {
  placeOrders(placed, more);
  await harness.forgetRead();
  await mia().run("order search");
}

const openForm = async () => opened(await mia().run("order create"));
const send = (form: SeenForm, values: Readonly<Record<string, FormInput>>) => mia().submit(form, values);
const preview = async (form: SeenForm, values: Readonly<Record<string, FormInput>>) =>
  shown(await send(form, values));
const namesIn = ({ fields }: SeenForm) => fields.map(({ customId }) => customId);
const usualIn = ({ fields }: SeenForm) => fields.find(({ customId }) => customId === "usual")?.options ?? [];
const offered = (form: SeenForm) => usualIn(form).map(({ value }) => value);
const chosenIn = (form: SeenForm) => usualIn(form).flatMap(({ value, default: on }) => (on ? [value] : []));
const textIn = ({ fields }: SeenForm) => fields.find(({ customId }) => customId === "items")?.value;

const latte = "Flat white";
const usual = [[latte, latte, latte], ["Cortado", "Cortado"], ["Bun"]];

test("an order of usual items takes three presses from the command to its receipt", async () => {
  await know(usual);
  let presses = 0;
  const pressing = <T>(doing: Promise<T>): Promise<T> => {
    presses += 1;
    return doing;
  };
  const form = opened(await pressing(mia().run("order create")));
  expect(form.fields.map(({ label, required }) => [label, required])).toEqual([
    ["Usual items", false],
    ["Other items", false],
    ["Customer", false],
    ["Customer's name in the workspace", false],
  ]);
  expect(offered(form)).toEqual([latte, "Cortado", "Bun"]);
  const question = shown(await pressing(send(form, { usual: ["Cortado", "Bun"] })));
  const receipt = shown(await pressing(mia().press(question, "Log order")));
  expect(receipt.text).toMatch(/^Order #\d+ logged\n[\s\S]*• Cortado\n• Bun/);
  expect(orders().at(-1)).toMatchObject({ items: ["Cortado", "Bun"], submitted_by: mias });
  expect(presses).toBe(3);
});

test("at most 25 items are offered, the most ordered first, each in one spelling", async () => {
  const many = Array.from({ length: 40 }, (_, index) =>
    Array.from({ length: 40 - index }, () => `Tea ${index}`),
  );
  await know([...many, ["TEA 0"], ["crème brûlée"], ["Creme brulee"]]);
  const form = await openForm();
  expect(offered(form)).toEqual(Array.from({ length: 25 }, (_, index) => `Tea ${index}`));
});

describe("chosen and typed items", () => {
  test("are one order, in which an item that is both has one line and one count", async () => {
    await know(usual);
    const typed = { usual: [latte, "Bun"], items: "2x flat WHITE\nTea of the day" };
    const question = await preview(await openForm(), typed);
    expect(question.text).toContain(`Log this order?\n• 3 × ${latte}\n• Bun\n• Tea of the day`);
    await mia().press(question, "Log order");
    expect(orders().at(-1)?.items).toEqual([latte, "Bun", latte, latte, "Tea of the day"]);
  });

  test("may each be left out, but not both, and nothing is lost", async () => {
    await know(usual);
    expect((await preview(await openForm(), { items: "Tea" })).text).toContain("Log this order?\n• Tea");
    expect((await preview(await openForm(), { usual: ["Bun"] })).text).toContain("Log this order?\n• Bun");
    const refusal = await preview(await openForm(), { items: " , ", others: "customer: 2" });
    expect(refusal.text).toContain("There are no items in that, so nothing was sent.");
    const again = opened(await mia().press(refusal, "Fix it"));
    expect(again.fields.find(({ customId }) => customId === "others")?.value).toBe("customer: 2");
    expect((await preview(again, { usual: ["Bun"], items: "" })).text).toContain("• Bun");
  });

  test("count together for what an order can have", async () => {
    await know(usual);
    const refusal = await preview(await openForm(), { usual: [latte], items: "100 x Tea" });
    expect(refusal.text).toContain("That's 101 items, and an order can have at most 100. Nothing was sent.");
    const more = await preview(await openForm(), { usual: [latte], items: "200 x Tea" });
    expect(more.text).toContain("That's 201 items");
    const full = await preview(await openForm(), { usual: [latte], items: "99 x Tea" });
    expect(full.text).toContain(`• ${latte}\n• 99 × Tea`);
  });

  test("stay in the form that opens after an error", async () => {
    await know(usual);
    const typed = { items: "2x Tea", others: "nobody by that name" };
    const refusal = await preview(await openForm(), { ...typed, usual: ["Bun", latte] });
    expect(refusal.text).toContain("I don't know “nobody by that name”");
    // What is usual changes in the meantime, and what was chosen is still offered.
    await know([["Mocha"]]);
    const again = opened(await mia().press(refusal, "Fix it"));
    expect(chosenIn(again)).toEqual(["Bun", latte]);
    expect(offered(again)).toEqual(["Bun", latte, "Mocha"]);
    expect(textIn(again)).toBe("2x Tea");
    const question = await preview(again, { others: "2" });
    expect(question.text).toContain(`• Bun\n• ${latte}\n• 2 × Tea`);
    await mia().press(question, "Log order");
    expect(logged("Tea")).toHaveLength(1);
  });

  test("are all text, with everyone, in the form that changes the preview", async () => {
    await know(usual);
    const question = await preview(await openForm(), { usual: ["Bun"], items: "2x Tea" });
    const form = opened(await mia().press(question, "Change"));
    expect(namesIn(form)).toEqual(["items", "customer", "prepared-by", "picked-up-by", "others"]);
    expect(textIn(form)).toBe("Bun\nTea\nTea");
    const changed = await preview(form, { "prepared-by": [playgroundIds.mia] });
    expect(changed.text).toContain(`**Prepared by** <@${playgroundIds.mia}>`);
    expect(labelsOf(changed)).toEqual(["Log order", "Change", "Not now"]);
  });
});

describe("a usual item", () => {
  test("that is gone when the form is sent is ordered as it was chosen", async () => {
    await know(usual);
    const form = await openForm();
    await know([["Mocha"]]);
    const question = await preview(form, { usual: [latte], items: "2 flat whites" });
    expect(question.text).toContain(`Log this order?\n• 3 × ${latte}`);
  });

  test("that is spelled otherwise when the form is sent is ordered in that spelling, in one line", async () => {
    await know(usual);
    const form = await openForm();
    await know([["Flat White"], ["Flat White"]]);
    const question = await preview(form, { usual: [latte], items: "2x flat white" });
    expect(question.text).toContain("Log this order?\n• 3 × Flat White");
  });

  test("that is renamed after the preview is logged as the preview shows it", async () => {
    await know(usual);
    const question = await preview(await openForm(), { usual: [latte, "Bun"] });
    await know([["FLAT WHITE", "FLAT WHITE"], ["Currant bun"]]);
    const receipt = shown(await mia().press(question, "Log order"));
    expect(receipt.text).toContain(`• ${latte}\n• Bun`);
    expect(orders().at(-1)?.items).toEqual([latte, "Bun"]);
  });

  test("that was chosen before the key lost its rights is kept, and logged once the key has them again", async () => {
    await know(usual);
    const form = await openForm();
    harness.service.setForbidden(["searchOrders", "createOrder", "getUser"]);
    await harness.forgetRead();
    const before = orders().length;
    const question = await preview(form, { usual: [latte], items: "Tea of today" });
    expect(question.text).toContain(`Log this order?\n• ${latte}\n• Tea of today`);
    const sent = harness.service.requests.length;
    for (let times = 0; times < 2; times += 1)
      expect(textOf(await mia().press(question, "Log order"))).toContain("key isn't allowed to do that");
    expect(orders()).toHaveLength(before);
    // Each press asked once.
    expect(
      harness.service.requests.slice(sent).filter(({ operation }) => operation === "createOrder"),
    ).toHaveLength(2);
    // The form opens without what it would have to ask for.
    expect(usualIn(await openForm())).toEqual([]);

    harness.service.setForbidden([]);
    await mia().press(question, "Log order");
    expect(logged("Tea of today")).toHaveLength(1);
  });

  test("that is too long for a list is cut there, and ordered whole", async () => {
    const long = `${"Very ".repeat(25)}large breakfast`;
    await know([[long, long], ["Bun"]]);
    const form = await openForm();
    const [first = ""] = offered(form);
    expect(usualIn(form)[0]?.label).toMatch(/^(?:Very )+Very…$/);
    expect(first.length).toBeLessThanOrEqual(100);
    const question = await preview(form, { usual: [first], items: long.toUpperCase() });
    expect(question.text).toContain(`Log this order?\n• 2 × ${long}`);
    await mia().press(question, "Log order");
    expect(orders().at(-1)?.items).toEqual([long, long]);
  });

  test("that begins like another one is offered beside it, and is the one that is ordered", async () => {
    const start = "Set menu ".repeat(12);
    const [lamb, trout] = [`${start}with lamb`, `${start}with trout`];
    await know([[lamb, lamb], [trout], ["Bun"]]);
    const form = await openForm();
    const later = await openForm();
    const [first, second] = usualIn(form);
    expect(first?.label).toBe(second?.label);
    expect(first?.description).toMatch(/^….*with lamb$/);
    expect(second?.description).toMatch(/^….*with trout$/);
    // The other one becomes the more frequent one while the form is open.
    await know([[trout, trout, trout], [lamb]]);
    const question = await preview(form, { usual: [first?.value ?? ""] });
    await mia().press(question, "Log order");
    expect(orders().at(-1)?.items).toEqual([lamb]);
    // It's gone, and the other one isn't taken for it.
    await know([[trout], ["Bun"]]);
    const refusal = await preview(later, { usual: [first?.value ?? "", "Bun"], items: "Tea" });
    expect(refusal.text).toMatch(/^I no longer know the whole name of “Set menu .*…”, so/);
    const again = opened(await mia().press(refusal, "Fix it"));
    expect(chosenIn(again)).toEqual(["Bun"]);
    expect(textIn(again)).toBe("Tea");
  });

  test("that reads like the value of another one is still itself", async () => {
    const long = `${"Very ".repeat(25)}large breakfast`;
    await know([[long, long]]);
    const [value = ""] = offered(await openForm());
    await know([[long, long], [value], ["Tea…"]]);
    for (const item of [long, value, "Tea…"]) {
      const form = await openForm();
      const index = [long, value, "Tea…"].indexOf(item);
      await mia().press(await preview(form, { usual: [offered(form)[index] ?? ""] }), "Log order");
      expect(orders().at(-1)?.items).toEqual([item]);
    }
  });

  test("of which only the beginning is still known isn't ordered, and the rest of the form is kept", async () => {
    const long = `Brunch ${"with everything ".repeat(8)}on it`;
    await know([[long], ["Bun"]]);
    const form = await openForm();
    const [cut = "", bun = ""] = offered(form);
    await know([["Bun"]]);
    const refusal = await preview(form, { usual: [cut, bun], items: "Tea" });
    expect(refusal.text).toContain("I no longer know the whole name of “Brunch with everything");
    expect(refusal.text).toContain("…”, so nothing was sent. Type all of it instead of choosing it.");
    const again = opened(await mia().press(refusal, "Fix it"));
    expect(chosenIn(again)).toEqual(["Bun"]);
    expect(textIn(again)).toBe("Tea");
    const question = await preview(again, { items: `Tea\n${long}` });
    expect(question.text).toContain(`Log this order?\n• Bun\n• Tea\n• ${long}`);
  });
});

describe("an item whose name reads like several", () => {
  const names = ["Cheese, ham toastie", "Tea; milk", "A, B, C", 'Pizza, 12" or 14"', "Latte and Cortado"];
  const texts = ['"Cheese, ham toastie"', '"Tea; milk"', '"A, B, C"', '"Pizza, 12"" or 14"""'].join("\n");

  test("stays one after Change, also of a name that was typed", async () => {
    await know([...names.slice(0, 4).map((name) => [name]), ["Latte"], ["Cortado"]]);
    const typed = { usual: names.slice(0, 4), items: '"Latte and Cortado"' };
    const question = await preview(await openForm(), typed);
    const form = opened(await mia().press(question, "Change"));
    expect(textIn(form)).toBe(`${texts}\n"Latte and Cortado"`);
    expect(form.fields[0]?.description).toBe("What's in quotes is one item.");
    await mia().press(await preview(form, {}), "Log order");
    expect(orders().at(-1)?.items).toEqual(names);
  });

  test("stays one when it is ordered again, from a card, a week and a receipt", async () => {
    await know([names, ["Latte"], ["Cortado"]], { customer: mias });
    const week = shown(await mia().run("me"));
    const value = week.selects[0]?.options.at(-1)?.value ?? "";
    const card = shown(await mia().run("order search", { number: 1 }));
    const question = shown(await mia().press(card, "Order again"));
    const receipt = shown(await mia().press(question, "Log order"));
    const questions = [
      shown(await mia().choose(week, menuOf(week), [value])),
      shown(await mia().press(receipt, "Order again")),
    ];
    expect(orders().at(-1)?.items).toEqual(names);
    for (const again of questions) {
      const form = opened(await mia().press(again, "Change"));
      expect(textIn(form)).toBe(`${texts}\nLatte and Cortado`);
      await mia().press(await preview(form, {}), "Log order");
      expect(orders().at(-1)?.items).toEqual(names);
    }
    expect(logged("Tea; milk")).toHaveLength(4);
  });

  test("is one when it is typed where it is known, and beside others", async () => {
    await know([["Cheese, ham toastie"], ["Latte"], ["Bun"]]);
    const question = await preview(await openForm(), { items: "2 lattes, cheese, ham toastie, a bun" });
    expect(question.text).toContain("• 2 × Latte\n• Cheese, ham toastie\n• Bun");
  });

  test("is one when it is in a message, also where that has too many for an order", async () => {
    await know([["Cheese, ham toastie"], ["Latte"], ["Bun"]]);
    const { id } = mia().say("2 lattes, 2 cheese, ham toasties, a bun");
    const question = shown(await mia().runOnMessage("Log order", id));
    expect(question.text).toContain("• 2 × Latte\n• 2 × Cheese, ham toastie\n• Bun");
    const many = mia().say("99 lattes, cheese, ham toastie, 2 buns");
    const refused = shown(await mia().runOnMessage("Log order", many.id));
    expect(textIn(opened(await mia().press(refused, "Fix it")))).toBe(
      '99 lattes\n"Cheese, ham toastie"\n2 buns',
    );
  });
});

test("items say whom they're for, if all of it is understood and only one person is called that", async () => {
  await know([["Tea for Mia"], ["Latte"], ["Bun"]]);
  const typed = async (items: string) => shown(await mia().run("order create", { items })).text;
  const forMia = `**Customer** <@${playgroundIds.mia}>`;
  for (const items of ["2 lattes, a bun for Mia", "2 Latte and a Bun for me"]) {
    expect(await typed(items)).toContain("Log this order?\n• 2 × Latte\n• Bun\n");
    expect(await typed(items)).toContain(forMia);
  }
  for (const [items, stays] of [
    ["Tea for Mia", "• Tea for Mia"],
    ["Latte for nobody", "• Latte for nobody"],
    ["Latte, Cocoa for Mia", "• Latte\n• Cocoa for Mia"],
  ] as const) {
    expect(await typed(items)).toContain(stays);
    expect(await typed(items)).not.toContain("**Customer**");
  }
});

test("a label says whom items are for, and someone whom nobody knows by that name isn't made an item", async () => {
  await know([["Latte"], ["Bun"]]);
  const found = shown(await mia().run("order create", { items: "Customer: Mia | Order: latte (2), bun: 1" }));
  expect(found.text).toContain("• 2 × Latte\n• Bun\n");
  expect(found.text).toContain(`**Customer** <@${playgroundIds.mia}>`);
  const unknown = shown(await mia().run("order create", { items: "Customer: Quendolin\n2 lattes" }));
  expect(unknown.text).toContain("Quendolin");
  expect(unknown.text).toContain("othing was sent");
  const form = opened(await mia().press(unknown, "Fix it"));
  expect(textIn(form)).toBe("Customer: Quendolin\n2 lattes");
});

describe("where no orders are known", () => {
  test("the form opens without a list before the service answers, and with one afterwards", async () => {
    placeOrders(usual);
    await harness.restart();
    const held = Promise.withResolvers<void>();
    harness.service.faults.add({ operation: "searchOrders", kind: "held", until: held.promise, times: 1 });
    const hurry = harness.losePatience("bot");
    const form = await openForm();
    hurry[Symbol.dispose]();
    expect(namesIn(form)).toEqual(["items", "customer", "others"]);
    expect(form.fields[0]).toMatchObject({ label: "Items", required: true });
    const refusal = await preview(form, { items: "Tea", others: "nobody by that name" });
    held.resolve();
    await until("the list is known", async () => offered(await openForm()).length > 0);
    const again = opened(await mia().press(refusal, "Fix it"));
    expect(namesIn(again)).toEqual(["usual", "items", "customer", "others"]);
    expect(textIn(again)).toBe("Tea");
  });

  test("what was chosen stays chosen", async () => {
    await know(usual);
    const refusal = await preview(await openForm(), { usual: ["Bun"], others: "nobody by that name" });
    harness.service.faults.add({ operation: "searchOrders", kind: "status", status: 503, times: 50 });
    await harness.restart();
    const again = opened(await mia().press(refusal, "Fix it"));
    expect(chosenIn(again)).toEqual(["Bun"]);
    expect(offered(again)).toEqual(["Bun"]);
    const question = await preview(again, { items: "2 bun", others: "" });
    expect(question.text).toContain("Log this order?\n• 3 × Bun");
  });
});

describe("an order from before", () => {
  const me = async (): Promise<SeenMessage> => shown(await mia().run("me"));

  test("is a choice below one's own week, different ones only, and previews it", async () => {
    const mine = { submitted_by: mias, customer: "2" };
    await know([["Bun"], [latte, "Bun"], ["Bun", latte], [latte, latte, "Bun"]], mine);
    const [theirs] = harness.service.state.orders.values();
    if (theirs !== undefined) Object.assign(theirs.order, { submitted_by: "4712" });
    await harness.forgetRead();
    const week = await me();
    const [menu] = week.selects;
    expect(menu?.placeholder).toBe("Order again");
    expect(menu?.options.map(({ label, description }) => [label, description])).toEqual([
      [`2 × ${latte}, Bun`, "Order #4 · for Kiosk"],
      [`Bun, ${latte}`, "Order #3 · for Kiosk"],
    ]);
    const value = menu?.options[0]?.value ?? "";
    const question = shown(await mia().choose(week, menuOf(week), [value]));
    expect(question.text).toContain(`• 2 × ${latte}\n• Bun`);
    expect(question).toMatchObject({ private: true });
    expect(question.text).toContain("**Customer** Kiosk");
    expect(textOf(await mia().press(question, "Log order"))).toMatch(/^Order #\d+ logged/);
    expect(orders().at(-1)).toMatchObject({
      items: [latte, latte, "Bun"],
      customer: "2",
      submitted_by: mias,
    });
  });

  test("that can't be logged is no choice, and its card doesn't offer it", async () => {
    const mine = { customer: mias };
    await know([["Bun"], ["b".repeat(201)], Array.from({ length: 101 }, () => "Tea"), [" "]], mine);
    const [menu] = (await me()).selects;
    expect(menu?.options.map(({ label }) => label)).toEqual(["Bun"]);
    for (const [number, buttons] of [
      ["Order again", "Details"],
      ["Details"],
      ["Details"],
      ["Details"],
    ].entries())
      expect(labelsOf(shown(await mia().run("order search", { number: number + 1 })))).toEqual(
        expect.arrayContaining(buttons),
      );
    const card = shown(await mia().run("order search", { number: 2 }));
    expect(labelsOf(card)).not.toContain("Order again");
  });

  test("that is gone is said to be, and no one without orders is offered any", async () => {
    await know([["Bun"]], { customer: mias });
    const week = await me();
    const value = week.selects[0]?.options[0]?.value ?? "";
    await know([]);
    expect(textOf(await mia().choose(week, menuOf(week), [value]))).toContain(
      "The workspace no longer lists this order, so nothing was done.",
    );
    expect((await me()).selects).toEqual([]);
  });

  test("is previewed from what is known while the service is silent", async () => {
    await know([["Bun"]], { customer: mias });
    const week = await me();
    harness.clock.advance(31_000);
    harness.service.faults.add({ operation: "searchOrders", kind: "silent", times: 5 });
    using _ = harness.losePatience("bot");
    const value = week.selects[0]?.options[0]?.value ?? "";
    expect(shown(await mia().choose(week, menuOf(week), [value])).text).toContain("Log this order?\n• Bun");
  });
});

describe("an item that is almost spelled like a usual one", () => {
  const orderedOften = (item: string, times = 3) => Array.from({ length: times }, () => [item]);
  const asked = async (items: string) => shown(await mia().run("order create", { items }));
  const plain = ["Log order", "Change", "Not now"];

  test("is asked about before it is logged, and changed only by a press", async () => {
    await know([...orderedOften("Cappuccino"), ...orderedOften("Flat white"), ...orderedOften("Tea")]);
    const question = await asked("2 x capuccino, Tea");
    expect(question.text).toContain("🟧 “capuccino” is new here. Did you mean **Cappuccino**?");
    expect(question.text).toContain("• 2 × capuccino\n• Tea");
    expect(labelsOf(question)).toEqual(["Log order", "Use Cappuccino", "Change", "Not now"]);
    const changed = shown(await mia().press(question, "Use Cappuccino"));
    expect(changed).toMatchObject({ id: question.id });
    expect(changed.text).toContain("• 2 × Cappuccino\n• Tea");
    expect(changed.text).not.toContain("Did you mean");
    expect(labelsOf(changed)).toEqual(plain);
    await mia().press(changed, "Log order");
    expect(logged("Cappuccino").at(-1)?.items).toEqual(["Cappuccino", "Cappuccino", "Tea"]);
    expect(textOf(await mia().forge.press(question, question.buttons[1]?.customId ?? ""))).toContain(
      "This preview was already used, so nothing was changed.",
    );

    const both = await asked("capucino, flatwhite");
    expect(both.text).toContain("Did you mean **Cappuccino**?");
    expect(both.text).toContain("“flatwhite” is new here. Did you mean **Flat white**?");
    expect(shown(await mia().press(both, "Use these names")).text).toContain("• Cappuccino\n• Flat white");
    expect(logged("capucino")).toEqual([]);
  });

  test("has a button however long its name is", async () => {
    const long = `Cappuccino with ${"everything that we have today and ".repeat(4)}cream`;
    await know(orderedOften(long));
    const question = await asked(long.replace("Cappuccino", "Capuccino"));
    const [, label = ""] = labelsOf(question);
    expect(label).toMatch(/^Use Cappuccino with .*…$/);
    expect(shown(await mia().press(question, label)).text).toContain(`• ${long}`);
  });

  test("is logged as it is where the workspace has it, and after that", async () => {
    await know([...orderedOften("Cappuccino"), ["Capuccino"]]);
    expect(labelsOf(await asked("capuccino"))).toEqual(plain);
    await know(orderedOften("Cappuccino"));
    await mia().press(await asked("Capuccino"), "Log order");
    await mia().run("order search");
    harness.clock.advance(180_000);
    expect((await asked("capuccino")).text).not.toContain("Did you mean");
  });

  test.each([
    ["rarely ordered", [["Cappuccino"], ["Cappuccino"]], "capuccino"],
    ["another size", orderedOften("Latte 12 oz"), "Latte 16 oz"],
    ["another letter of a size", orderedOften("Oat latte S"), "Oat latte L"],
    ["another short word", orderedOften("Tea"), "Pea"],
    ["another first letter", orderedOften("Mocha"), "Rocha"],
    ["a plural", orderedOften("Cappuccino"), "2 cappuccinos"],
    ["close to two", [...orderedOften("Mocha"), ...orderedOften("Moche")], "Mochi"],
  ])("is left alone: %s", async (_why, placed, items) => {
    await know(placed);
    const question = await asked(items);
    expect(question.text).not.toContain("Did you mean");
    expect(labelsOf(question)).toEqual(plain);
  });
});
