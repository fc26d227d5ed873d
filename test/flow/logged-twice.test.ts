// Depends on: database, cache, wording.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, onHttp, startHarness } from "../support/harness.ts";
import { patient } from "../support/patience.ts";
import { until } from "../support/wait-for.ts";
import { labelsOf, opened, shown, textOf } from "../support/replies.ts";

const { guildId, noor, theo } = playgroundIds;
const minuteMs = 60_000;

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  const names = { displayName: "Noor", memberName: "Noor" };
  await connectAccount(harness.app.ctx, { discordUserId: noor, userId: "186507743", ...names });
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => {
  harness.service.faults.clear();
  harness.service.resetRateLimit();
  harness.clock.advance(5 * minuteMs);
});

const as = (name: "mia" | "noor" | "theo") => harness.as(name);
const say = () => as("noor").say("2 flat whites and a cinnamon bun").id;
const ask = async (name: "mia" | "theo", messageId: string) =>
  shown(await as(name).runOnMessage("Log order", messageId));
const sent = () => harness.service.requests.filter(({ method }) => method === "POST").length;
const lastNumber = () => [...harness.service.state.orders.values()].at(-1)?.order.order_number;
const loseAnswer = () => harness.service.faults.add({ operation: "createOrder", kind: "cut", when: "after" });

describe("Log order on a message that was logged before", () => {
  test("says so before anything is sent, also to others and after a restart, and opens that order", async () => {
    const message = say();
    await as("theo").press(await ask("theo", message), "Log order");
    const number = lastNumber();
    harness.clock.advance(3 * minuteMs);
    await harness.restart();
    const before = sent();
    const question = await ask("mia", message);
    expect(question.text).toMatch(
      new RegExp(`⚠️ This message was already logged as #${number} by <@${theo}>, 3.min.ago\\.`),
    );
    expect(question.text).toContain("Log this order again?");
    expect(labelsOf(question)).toEqual(["Not now", "Open order", "Change", "Log it again"]);
    expect(textOf(await as("mia").press(question, "Open order"))).toContain(`Order #${number}`);
    expect((await ask("theo", message)).text).toMatch(/already logged as #\d+ by you, 3.min.ago\./);
    expect(sent()).toBe(before);

    const form = opened(await as("mia").press(question, "Change"));
    const changed = shown(await as("mia").submit(form, { items: "Flat white" }));
    expect(changed.text).toContain(`already logged as #${number}`);
    expect(textOf(await as("mia").press(changed, "Log it again"))).toMatch(/Order #\d+ logged/);
    expect(sent()).toBe(before + 1);
    expect([...harness.service.state.orders.values()].at(-1)?.order).not.toHaveProperty("messageId");
  });

  test("says so where nobody knows whether it was", async () => {
    const message = say();
    loseAnswer();
    await as("theo").press(await ask("theo", message), "Log order");
    const question = await ask("mia", message);
    expect(question.text).toMatch(
      new RegExp(
        `⚠️ <@${theo}> tried to log this message just.now but got no clear answer, so it may have been logged\\. Check .+ first\\.`,
      ),
    );
    expect(labelsOf(question)).toEqual(["Not now", "Change", "Log it again"]);
  });

  test("says nothing where it was refused, and of a message with the same words", async () => {
    const message = say();
    harness.service.faults.add({ operation: "createOrder", kind: "status", status: 422 });
    await as("theo").press(await ask("theo", message), "Log order");
    harness.service.faults.clear();
    const question = await ask("mia", message);
    expect(question.text).not.toContain("⚠️");
    await as("mia").press(question, "Log order");
    const other = await ask("theo", say());
    expect(labelsOf(other)).toEqual(["Log order", "Change", "Not now"]);
  });

  test("isn't done by two who asked before either confirmed", async () => {
    const message = say();
    const asked = [
      { name: "theo", question: await ask("theo", message) },
      { name: "mia", question: await ask("mia", message) },
    ] as const;
    const before = sent();
    await Promise.all(asked.map(({ name, question }) => as(name).press(question, "Log order")));
    expect(sent()).toBe(before + 1);
    // Either may be the first.
    const second = asked.find(({ name, question }) =>
      as(name)
        .read()
        .some((each) => each.id === question.id && labelsOf(each).includes("Log order")),
    );
    if (second === undefined) throw new Error("nobody was second");
    const told = shown(await as(second.name).press(second.question, "Log order"));
    expect(told.text).toMatch(/already (?:logged|done)/);
    expect(sent()).toBe(before + 1);
    const entries = await harness.app.ctx.store.audit.list(guildId, { naming: message }, { limit: 10 });
    expect(entries.filter(({ outcome }) => outcome === "done")).toHaveLength(1);
  });
});

describe("the same items for the same customer by the same person within two minutes", () => {
  const options = { items: "2 x Flat white, Scone", customer: "noor" };
  const log = async () =>
    shown(await as("mia").press(shown(await as("mia").run("order create", options)), "Log order"));

  test("are logged only after it was said", async () => {
    const receipt = await log();
    const number = lastNumber();
    harness.clock.advance(minuteMs);
    const warning = new RegExp(`⚠️ You already logged the same order as #${number}, 1.min.ago\\.`);
    const same = { ...options, items: "Scone, 2 flat whites" };
    for (const question of [
      shown(await as("mia").run("order create", same)),
      shown(await as("mia").press(receipt, "Order again")),
    ]) {
      expect(question.text).toMatch(warning);
      expect(labelsOf(question)).toEqual(["Log order", "Open order", "Change", "Not now"]);
    }
    for (const question of [
      shown(await as("mia").run("order create", { ...options, items: "Scone" })),
      shown(await as("mia").run("order create", { items: options.items })),
      shown(await as("theo").run("order create", options)),
    ])
      expect(question.text).not.toContain("same order");
    harness.clock.advance(2 * minuteMs);
    expect(shown(await as("mia").run("order create", options)).text).not.toContain("same order");
  });

  test("are so where nobody knows whether the first was logged", async () => {
    loseAnswer();
    await log();
    expect(shown(await as("mia").run("order create", options)).text).toMatch(
      /⚠️ You tried to log the same order just.now but got no clear answer, so it may have been logged\./,
    );
  });
});

test("an old message is looked for only as long as a month", async () => {
  const message = say();
  await as("theo").press(await ask("theo", message), "Log order");
  harness.clock.advance(31 * 24 * 60 * minuteMs);
  await harness.forgetRead();
  expect((await ask("mia", message)).text).not.toContain("already logged");
});

describe("a double press", () => {
  const callbacks = () => harness.discord.requests.filter(({ path }) => path.endsWith("/callback")).length;
  const ownMessages = () => as("mia").read().length;
  const receipt = async () =>
    shown(await as("mia").press(shown(await as("mia").run("order create", { items: "Scone" })), "Log order"));
  // Over HTTP a first reply is no request, so nothing says when both are answered.
  test.skipIf(onHttp).each([
    ["Order again", receipt],
    ["Forget me…", async () => shown(await as("mia").run("privacy"))],
  ])("on %s opens one preview, and a later press another", async (label, show) => {
    const message = await show();
    const before = ownMessages();
    const answered = callbacks();
    const presses = [as("mia").press(message, label), as("mia").press(message, label)];
    await until("both are answered", () => callbacks() >= answered + 2);
    await Promise.race(presses);
    expect(ownMessages()).toBe(before + 1);
    harness.clock.advance(5_000);
    expect(labelsOf(shown(await as("mia").press(message, label))).length).toBeGreaterThan(1);
    expect(ownMessages()).toBe(before + 2);
  });

  test.skipIf(onHttp)("that never ends opens another preview after some seconds", async () => {
    const message = await receipt();
    const before = ownMessages();
    shown(await as("mia").press(message, "Order again"));
    // The second one is too early; on a slow machine the next may come before its refusal.
    for (let presses = 0; presses < 20 && ownMessages() <= before + 1; presses += 1) {
      const answered = callbacks();
      harness.clock.advance(2_000);
      void as("mia").press(message, "Order again");
      await until("it is answered", () => callbacks() > answered);
    }
    await until("another preview is open", () => ownMessages() > before + 1);
  });

  test("whose second one reaches the bot late leaves nothing that goes on thinking", async () => {
    const message = await receipt();
    const before = ownMessages();
    shown(await as("mia").press(message, "Order again"));
    const second = as("mia").press(message, "Order again");
    // Discord may have given up by then, so the bot asks it by showing "thinking".
    harness.clock.advance(patient(2_500));
    expect(await second).toMatchObject({ reason: "answer-deleted" });
    expect(
      as("mia")
        .read()
        .filter(({ thinking }) => thinking),
    ).toEqual([]);
    expect(ownMessages()).toBe(before + 1);
  });
});
