// Depends on: transport, cache.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import { labelsOf, newestText, textOf, opened, shown } from "../support/replies.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => {
  harness.service.faults.clear();
  harness.service.resetRateLimit();
});

const ada = () => harness.as("ada");
const workspace = () => harness.service.state.workspace;
const updates = () => harness.service.requests.filter(({ operation }) => operation === "updateWorkspace");
const newestEntry = async () => {
  const page = { limit: 1 };
  return (await harness.app.ctx.store.audit.list(playgroundIds.guildId, {}, page))[0];
};

test("a form changes the fields that were filled in, once, and leaves the rest", async () => {
  const { name } = workspace();
  const form = opened(await ada().run("workspace settings"));
  const question = shown(await ada().submit(form, { theme: "lanterns" }));
  expect(question.text).toContain("New theme\nlanterns");
  expect(question.text).not.toContain("New name");
  expect(labelsOf(question)).toEqual(["Change settings", "Not now"]);
  expect(workspace().theme).not.toBe("lanterns");

  const before = updates().length;
  await Promise.all([1, 2, 3].map(() => ada().press(question, "Change settings")));
  expect(updates()).toHaveLength(before + 1);
  expect(workspace()).toMatchObject({ name, theme: "lanterns" });
  expect(await newestEntry()).toMatchObject({
    action: "workspace.settings",
    target: harness.service.workspaceId,
    outcome: "done",
    detail: { after: { theme: "lanterns" } },
  });
});

test("a new name by option is previewed, sent, and distinguished from the name here", async () => {
  const question = shown(await ada().run("workspace settings", { name: "Pier Café" }));
  const receipt = textOf(await ada().press(question, "Change settings"));
  expect(receipt).toContain("Sent name\nPier Café");
  expect(receipt).toContain("still called **Harbour Café**");
  expect(workspace().name).toBe("Pier Café");
});

test("an empty form, or a name of only spaces, changes nothing", async () => {
  const form = opened(await ada().run("workspace settings"));
  expect(textOf(await ada().submit(form, {}))).toContain("there's nothing to change");
  expect(textOf(await ada().run("workspace settings", { name: " " }))).toContain("there's nothing to change");
});

test("a change the workspace refuses is explained in its words, and an empty change sends nothing", async () => {
  const question = shown(await ada().run("workspace settings", { theme: "storm" }));
  harness.service.faults.add({
    operation: "updateWorkspace",
    kind: "status",
    status: 400,
    message: "No such theme.",
  });
  await ada().press(question, "Change settings");
  expect(newestText(ada())).toContain("“No such theme.”");
  const before = updates().length;
  expect(textOf(await ada().press(question, "Not now"))).toContain("Nothing was sent");
  expect(updates()).toHaveLength(before);
});

test("without a response nothing is repeated, and the person learns where to look", async () => {
  const question = shown(await ada().run("workspace settings", { theme: "fog" }));
  harness.service.faults.add({ kind: "cut", operation: "updateWorkspace", when: "after" });
  expect(textOf(await ada().press(question, "Change settings"))).toContain(
    "don't know whether they were changed",
  );
  expect(workspace().theme).toBe("fog");
});

test("managers are refused", async () => {
  expect(textOf(await harness.as("theo").forge.run("workspace settings"))).toContain(
    "Only admins can use this here",
  );
});
