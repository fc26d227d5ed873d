import { afterEach, beforeEach, expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { type Harness, startHarness } from "../support/harness.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness[Symbol.asyncDispose]());

const registrations = (): number =>
  harness.discord.requests.filter(({ method, path }) => method === "PUT" && path.endsWith("/commands"))
    .length;

test("Discord is told the commands once, and not again by a restart that changed none", async () => {
  expect(registrations()).toBe(1);
  await harness.restart();
  expect(registrations()).toBe(1);
  expect(harness.app.ctx.commandMention("order search")).toMatch(/^<\/order search:\d+>$/);
});

test("every command of the list is there for someone with Manage Server", () => {
  const names = harness
    .as("ada")
    .commands()
    .map(({ name }) => name);
  expect(names.toSorted()).toEqual(commands.map(({ json }) => json.name).toSorted());
});
