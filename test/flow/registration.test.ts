// Depends on: nothing that varies.
import { DatabaseSync } from "node:sqlite";
import { ApplicationCommandOptionType, ApplicationCommandType, Routes } from "discord.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { commands } from "../../commands/index.ts";
import { registerCommands } from "../../src/discord/registration.ts";
import { getSqlitePath } from "../../src/store/sqlite.ts";
import { version } from "../../src/version.ts";
import { startBotProcess } from "../support/bot-process.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import { shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

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

test("the first start as another application says what becomes of servers that it isn't in", async () => {
  const warned = () => harness.logs.filter((line) => line.includes("another application"));
  await harness.restart();
  expect(warned()).toEqual([]);
  const database = new DatabaseSync(getSqlitePath(harness.dataFolder));
  database.exec("update bot_state set key = 'registered-commands:1' where key like 'registered-commands:%'");
  database.close();
  await harness.restart();
  expect(warned()).toHaveLength(1);
  await harness.restart();
  expect(warned()).toHaveLength(1);
});

test.each([
  ["Discord fails", { status: 503 }],
  ["Discord doesn't respond", { status: "cut" }],
] as const)(
  "when %s, a start answers without its commands registered, and does that later",
  async (_, fault) => {
    const { app, discord } = harness;
    const key = `registered-commands:${discord.applicationId}`;
    await app.ctx.store.botState.set(key, "{}");
    discord.faults.failRequests({ ...fault, pathPart: "/commands" });
    await harness.restart();
    expect(shown(await harness.as("mia").run("help")).text).not.toBe("");
    discord.faults.clear();
    await until("they are registered", async () => (await harness.app.ctx.store.botState.get(key)) !== "{}");
  },
);

test("every listed command is available with Manage Server", () => {
  const names = harness
    .as("ada")
    .commands()
    .map(({ name }) => name);
  expect(names.toSorted()).toEqual(commands.map(({ json }) => json.name).toSorted());
});

test("commands changed by an update are registered again, once", async () => {
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

test("an option that an update renamed still counts by its former name, as long as Discord shows that", async () => {
  const { app, discord } = harness;
  const former = commands.map((command) =>
    command.kind === "slash" && command.json.name === "account"
      ? { ...command, json: renameOption(command.json, "person", "member") }
      : command,
  );
  await registerCommands(former, discord.applicationId, app.postRest, app.ctx.store.botState);
  const options = { user: "129945018", member: playgroundIds.noor };
  const preview = shown(await harness.as("theo").run("account connect", options)).text;
  expect(preview).toContain("Connect these two?");
  expect(preview).toContain(`<@${playgroundIds.noor}>`);
});

function renameOption<T>(json: T, from: string, to: string): T {
  return JSON.parse(JSON.stringify(json), (key, value: unknown) =>
    key === "name" && value === from ? to : value,
  );
}

test("--register restores this version's commands after a newer version, and needs a token", async () => {
  const { app, discord, service, dataFolder } = harness;
  const newer = commands.filter(({ json }) => json.name !== "remind");
  const register = (those: typeof commands, ofVersion: string) =>
    registerCommands(those, discord.applicationId, app.postRest, app.ctx.store.botState, {
      version: ofVersion,
    });
  expect(await register(newer, "99.0.0")).toMatchObject({ changed: true });
  expect(await register(commands, version)).toMatchObject({ changed: false });

  const environment = { WORKSPACE_API_URL: service.baseUrl, DATA_FOLDER: dataFolder };
  const without = startBotProcess(environment, ["--register"]);
  expect(await without.ended).toBe(1);
  expect(without.output()).toBe("DISCORD_TOKEN isn't set, so no commands were registered.\n");
  const withToken = { ...environment, DISCORD_TOKEN: discord.botToken, DISCORD_API_URL: discord.apiUrl };
  const done = startBotProcess(withToken, ["--register"]);
  expect(await done.ended).toBe(0);
  expect(done.output()).toBe(`Registered ${commands.length} commands of version ${version} with Discord.\n`);
  const names = harness
    .as("ada")
    .commands()
    .map(({ name }) => name);
  expect(names).toContain("remind");
  expect(await register(commands, version)).toMatchObject({ changed: false });
  expect(await register(newer, "0.0.1")).toMatchObject({ changed: false });
});

test("what was a command once says where it is now, as long as Discord offers it to people", async () => {
  const { app, discord } = harness;
  const old = ApplicationCommandOptionType.Subcommand;
  const subcommand = { type: old, name: "show", description: "See someone's profile" } as const;
  const former = [
    { name: "user", description: "Profiles", options: [subcommand] },
    { name: "Gift activity", type: ApplicationCommandType.User },
    { name: "gossip", description: "Never was one here" },
  ];
  const path = Routes.applicationGuildCommands(discord.applicationId, playgroundIds.guildId);
  for (const body of former) await app.postRest.post(path, { body });
  const person = harness.as("theo");
  const profile = shown(await person.run("user show"));
  expect(profile.private).toBe(true);
  expect(profile.text).toMatch(
    /^This command has moved, so nothing was done\. See profiles with <\/profile:\d+>\.$/,
  );
  expect(shown(await person.runOnUser("Gift activity", playgroundIds.mia)).text).toContain(
    "Open the person's *Profile* in the same menu and press *Gift…*.",
  );
  expect(shown(await person.run("gossip")).text).toMatch(/^I don't know this command; /);
});
