// Depends on: nothing that varies.
import { afterAll, beforeAll, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { useLinkIn } from "../support/links.ts";
import { opened, shown } from "../support/replies.ts";

let harness: Harness;
beforeAll(async () => {
  const begun = Date.now();
  // Both replies are of the same moment.
  harness = await startHarness({ guarded: false, withJobs: false, realNow: () => begun });
  const { mia } = playgroundIds;
  const names = { displayName: "Mia", memberName: "Mia" };
  await connectAccount(harness.app.ctx, { discordUserId: mia, userId: "104872391", ...names });
});
afterAll(() => harness[Symbol.asyncDispose]());

const reply = async (path: string, option: string, value: string): Promise<string> =>
  shown(await harness.as("ada").run(path, { [option]: value })).text;

// https://github.com/discord/discord-api-docs/issues/7206, https://github.com/discord/discord-api-docs/issues/4595.
test.each([
  ["order search", "person"],
  ["activity view", "person"],
  ["profile", "person"],
  ["schedule add", "zone"],
  ["post-delete", "post"],
] as const)(
  "/%s understands a suggestion whose name Discord sends in place of its value: %s",
  async (path, option) => {
    const suggested = await harness.as("ada").suggest(path, {}, { name: option, value: "" });
    const differing = suggested.filter(({ name, value }) => name !== value);
    expect(differing).not.toEqual([]);
    for (const { name, value } of [...differing.slice(0, 2), ...differing.slice(-1)])
      expect(await reply(path, option, name), name).toEqual(await reply(path, option, String(value)));
  },
);

test("the name of someone else's suggestion is only a text", async () => {
  await harness.as("ada").suggest("profile", {}, { name: "person", value: "mia" });
  const refused = shown(await harness.as("theo").run("profile", { person: "Mia · @Mia · 104872391" }));
  expect(refused.text).toContain("I don't know “Mia");
});

test("in a channel of another workspace, a suggestion's name means what it names there", async () => {
  const ada = harness.as("ada");
  const bakery = harness.service.addWorkspace({ name: "Harbour Bakery" });
  const typed = { "workspace-id": bakery.workspaceId, key: bakery.token, name: "Bakery" };
  await ada.submit(opened(await ada.run("link set")), typed);
  await useLinkIn(ada, playgroundIds.staff, "Bakery");
  const here = harness.service.state.taskboard.boards;
  here.set("1", { id: "1", name: "Counter plan" }).set("2", { id: "2", name: "Deliveries" });
  bakery.state.taskboard.boards.set("2", { id: "2", name: "Counter plan" });

  const option = { name: "board", value: "counter" };
  const suggested = await harness.as("ada", "staff").suggest("taskboard format", {}, option);
  expect(suggested).toEqual([{ name: "Counter plan", value: "2" }]);
  const preview = shown(await ada.run("taskboard format", { board: "Counter plan", position: 1 }));
  expect(preview.text).toContain("Counter plan");
  expect(preview.text).not.toContain("Deliveries");
});
