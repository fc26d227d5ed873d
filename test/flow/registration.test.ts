import { afterEach, beforeEach, expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { registerCommands } from "../../src/discord/registration.ts";
import { type Harness, startHarness } from "../support/harness.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness[Symbol.asyncDispose]());

const registrations = (): number =>
  harness.discord.requests.filter(({ method, path }) => method === "PUT" && path.endsWith("/commands"))
    .length;

test("commands are registered once, and not again by a restart that changed none", async () => {
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

test("commands that an update changed are registered again, once", async () => {
  const { app, discord } = harness;
  const renamed = commands.map((command) =>
    command.kind === "slash" && command.json.name === "remind"
      ? { ...command, json: { ...command.json, name: "nudge" } }
      : command,
  );
  const register = () =>
    registerCommands(renamed, discord.applicationId, app.postRest, app.ctx.store.botState);
  const before = commands.length;
  expect((await register()).changed).toBe(true);
  expect(await register()).toMatchObject({ changed: false, ids: { nudge: expect.stringMatching(/^\d+$/) } });
  expect(registrations()).toBe(2);
  const names = harness
    .as("ada")
    .commands()
    .map(({ name }) => name);
  expect(names).toHaveLength(before);
  expect(names).toContain("nudge");
  expect(names).not.toContain("remind");
});
