// Depends on: nothing that varies.
import { afterEach, expect, test } from "vitest";
import type { SeenForm } from "../../playground/discord/index.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { retention } from "../support/all-jobs.ts";
import { type Harness, jobTools, startHarness } from "../support/harness.ts";
import { labelsOf, opened, shown, textOf } from "../support/replies.ts";

let harness: Harness;
afterEach(() => harness[Symbol.asyncDispose]());

/** What a form has at first. */
const valuesOf = ({ fields }: SeenForm) =>
  Object.fromEntries(
    fields.flatMap(({ customId, value, options }) => {
      const first = value ?? options.find((each) => each.default)?.value;
      return first === undefined ? [] : [[customId, first] as const];
    }),
  );

test("a length of time that nobody can read is put right in a form that kept the person, and given once", async () => {
  harness = await startHarness();
  const { service } = harness;
  const [person = ""] = service.state.users.keys();
  const theo = harness.as("theo", "managers");
  const refused = shown(await theo.run("activity gift", { person, duration: "a lot", messages: 12 }));
  expect(refused.text).toContain("a lot");
  expect(labelsOf(refused)).toEqual(["Fix it"]);

  const form = opened(await theo.press(refused, "Fix it"));
  expect(form.title).toBe("/activity gift");
  expect(valuesOf(form)).toMatchObject({ person, duration: "a lot", messages: "12" });
  const again = shown(await theo.submit(form, { ...valuesOf(form), messages: "twelve" }));
  expect(again.text).toContain("a lot");
  const second = opened(await theo.press(again, "Fix it"));
  const third = shown(await theo.submit(second, { ...valuesOf(second), duration: "an hour" }));
  expect(third.text).toMatch(/`twelve` isn't a whole number/);
  const last = opened(await theo.press(third, "Fix it"));
  const preview = shown(await theo.submit(last, { ...valuesOf(last), messages: "１２" }));
  shown(await theo.press(preview, "Gift activity"));
  expect(service.requests.filter(({ operation }) => operation === "giftActivity")).toHaveLength(1);
  expect(preview.text).toContain("1 h");
  expect(preview.text).toMatch(/Messages\n?.*12/);
});

test("a search keeps all that was typed, also what its form has no room for", async () => {
  harness = await startHarness();
  const mia = harness.as("mia", "orders");
  const typed = { status: "open", item: "Latte", number: 7, from: "2026-01-01", until: "qqq" };
  const refused = shown(
    await mia.run("order search", { ...typed, person: String([...harness.service.state.users.keys()][0]) }),
  );
  expect(refused.text).toContain("qqq");
  const form = opened(await mia.press(refused, "Fix it"));
  expect(form.fields.map(({ label }) => label)).toEqual(["Status", "Person", "Item", "Number", "Until"]);
  const still = shown(await mia.submit(form, valuesOf(form)));
  expect(still.text).toContain("qqq");
  const second = opened(await mia.press(still, "Fix it"));
  expect(valuesOf(second)).toEqual(valuesOf(form));
  const nothing = shown(await mia.submit(second, { ...valuesOf(second), until: "2025-12-31" }));
  // What `from` said is still known.
  expect(nothing.text).toContain("`until` is before `from`");
});

test("what was typed is offered to whoever typed it, and nothing is offered where nothing was", async () => {
  harness = await startHarness();
  const [mia, theo] = [harness.as("mia", "orders"), harness.as("theo", "orders")];
  const refused = shown(await mia.run("order search", { from: "qqq" }));
  const fixId = refused.buttons.find(({ label }) => label === "Fix it")?.customId ?? "";
  expect(textOf(await theo.forge.press(refused, fixId))).toContain("for someone else");
  // Mia isn't connected, so there's nobody to show.
  const missing = shown(await mia.run("activity view"));
  expect(missing.text).toContain("You aren't connected");
  expect(labelsOf(missing)).not.toContain("Fix it");
});

test("a search whose days are the wrong way round shows both, whatever else was typed", async () => {
  harness = await startHarness();
  const mia = harness.as("mia", "orders");
  const person = String([...harness.service.state.users.keys()][0]);
  const typed = { status: "open", person, item: "Tea", number: 1, from: "2026-02-01", until: "2026-01-01" };
  const form = opened(await mia.press(shown(await mia.run("order search", typed)), "Fix it"));
  expect(valuesOf(form)).toMatchObject({ from: "2026-02-01", until: "2026-01-01" });
});

test("a correction survives a service that fails just then, and each refusal replaces the one before", async () => {
  harness = await startHarness();
  const mia = harness.as("mia", "orders");
  const refused = shown(await mia.run("order search", { from: "qqq" }));
  const before = mia.read().length;
  const form = opened(await mia.press(refused, "Fix it"));
  const again = shown(await mia.submit(form, { ...valuesOf(form), from: "www" }));
  expect([again.id, mia.read().length]).toEqual([refused.id, before]);
  const second = opened(await mia.press(again, "Fix it"));
  expect(valuesOf(second)).toMatchObject({ from: "www" });
  harness.service.faults.add({ kind: "status", status: 503, times: 9 });
  const failed = shown(await mia.submit(second, { ...valuesOf(second), from: "2026-01-01" }));
  expect(labelsOf(failed)).toEqual(["Try again"]);
  harness.service.faults.clear();
  harness.clock.advance(60_000);
  const third = opened(await mia.press(failed, "Try again"));
  expect(valuesOf(third)).toMatchObject({ from: "2026-01-01" });
  expect(shown(await mia.submit(third, valuesOf(third))).text).toContain("from 1 Jan");
});

test("an id that the workspace doesn't know can be put right, and the rest is kept", async () => {
  harness = await startHarness();
  const theo = harness.as("theo", "managers");
  const typed = { person: "999999999999", duration: "30 min", messages: 4 };
  const refused = shown(await theo.run("activity gift", typed));
  expect(labelsOf(refused)).toEqual(["Fix it"]);
  const form = opened(await theo.press(refused, "Fix it"));
  expect(valuesOf(form)).toMatchObject({ person: "999999999999", duration: "30 min", messages: "4" });
  let last = form;
  for (const wrong of ["0x10", "1e3", "2.5"]) {
    const again = shown(await theo.submit(last, { ...valuesOf(last), messages: wrong }));
    expect(again.text).toContain(`\`${wrong}\` isn't a whole number`);
    last = opened(await theo.press(again, "Fix it"));
  }
  // As the bot and other languages write thousands.
  for (const right of ["1\u202f200", "1 200", "1,200", "1.200", "1’200"]) {
    const again = shown(await theo.submit(last, { ...valuesOf(last), messages: right }));
    expect(again.text, right).not.toContain("isn't a whole number");
    last = opened(await theo.press(again, "Fix it"));
  }
});

test.each([
  ["limits and missing channels", "account connect", { user: "4711" }, /no managers' channel/],
  ["what isn't there yet", "leaderboard", { week: "2026-01-05" }, /./],
] as const)("nothing is offered for %s", async (_what, path, options, sentence) => {
  harness = await startHarness();
  const { text, buttons } = shown(await harness.as("mia", "orders").run(path, options));
  expect(text).toMatch(sentence);
  expect(buttons.map(({ label }) => label)).not.toContain("Fix it");
});

test("what was typed can't be put right forever, and says so", async () => {
  harness = await startHarness();
  const mia = harness.as("mia", "orders");
  const refused = shown(await mia.run("order search", { from: "qqq" }));
  harness.clock.advance(7 * 24 * 3_600_000);
  await runJob(retention, jobTools(harness.app));
  const gone = textOf(await mia.press(refused, "Fix it"));
  expect(gone).toContain("What you typed has expired, so nothing was done.");
});
