// Depends on: nothing that varies.
import { afterEach, expect, test } from "vitest";
import type { SeenForm } from "../../playground/discord/index.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import { labelsOf, opened, shown, textOf } from "../support/replies.ts";

let harness: Harness;
afterEach(() => harness[Symbol.asyncDispose]());

const valuesOf = ({ fields }: SeenForm) =>
  Object.fromEntries(
    fields.map(({ customId, value, options }) => [
      customId,
      value ?? options.find((each) => each.default)?.value ?? "",
    ]),
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
  const preview = shown(await theo.submit(last, { ...valuesOf(last), messages: "" }));
  shown(await theo.press(preview, "Gift activity"));
  expect(service.requests.filter(({ operation }) => operation === "giftActivity")).toHaveLength(1);
  expect(preview.text).toContain("1 h");
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
