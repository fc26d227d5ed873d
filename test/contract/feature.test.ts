import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFeatures, features } from "../../commands/index.ts";
import { joinTables } from "../../commands/store.ts";
import { tables } from "../../commands/tables.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import type { AppOptions } from "../../src/app.ts";
import { migrations } from "../../src/store/migrations/index.ts";
import { openStoreWith } from "../../src/store/open.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import { askToDeleteAll } from "../support/links.ts";
import { askToForgetMe, downloadMyData } from "../support/privacy.ts";
import { chooseSetting, openSetting } from "../support/settings.ts";
import { menuOf, newestText, shown } from "../support/replies.ts";
import { createMottoFeature } from "./motto/index.ts";
import type { Mottos } from "./motto/store.ts";
import { mottoTables } from "./motto/tables.ts";

const { guildId, mia, theo, ada } = playgroundIds;

const place: { mottos?: Mottos } = {};
const motto = createMottoFeature(place);

const migration = {
  async up(db: Parameters<(typeof migrations)[string]["up"]>[0]) {
    await sql
      .raw(
        `create table mottos (
          guild_id text not null, discord_user_id text not null, text text not null, set_at bigint not null,
          primary key (guild_id, discord_user_id)
        )`,
      )
      .execute(db);
  },
  oldestVersion: "0.1.0",
};

/** The bot with one feature more: its folder, a migration and a place in the lists are all that is said of it. */
const sample: Pick<AppOptions, "features" | "openStore"> = {
  features: createFeatures([motto]),
  openStore: (options) =>
    openStoreWith(
      { ...options, migrations: { ...migrations, "9999-mottos": migration } },
      joinTables([...features, motto], { ...tables, ...mottoTables }),
    ),
};

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ sample });
  for (const name of ["mia", "theo"] as const)
    await harness.as(name).run("motto", { text: `Tea first, says ${name}` });
  await place.mottos?.set({ guildId: "elsewhere", discordUserId: ada, text: "Hi", setAt: 0 });
});
afterAll(() => harness[Symbol.asyncDispose]());

const owners = async () => (await place.mottos?.list(guildId))?.map(({ discordUserId }) => discordUserId);

test("its command is registered and in help", async () => {
  expect(await owners()).toEqual([mia, theo].toSorted());
  const help = shown(await harness.as("mia").run("help"));
  const topic = shown(await harness.as("mia").choose(help, menuOf(help), ["server"]));
  expect(topic.text).toMatch(/\nChoose your motto\n<\/motto:\d+>\n/);
});

test("what it did has a label and sentences in the audit log", async () => {
  const log = shown(await harness.as("ada").run("audit", { action: "Choose their motto" }));
  expect(log.text).toContain("Only “Choose their motto”");
  expect(log.text).toContain(`<@${mia}> chose their motto`);
  const [entry] = await harness.app.ctx.store.audit.list(guildId, { discordUserId: mia }, { limit: 1 });
  const opened = shown(await harness.as("ada").choose(log, menuOf(log), [entry?.id ?? ""]));
  expect(opened.text).toContain("Chose their motto");
  expect(opened.text).toContain(`<@${mia}> chose the motto **Tea first, says mia**`);
});

test("what admins choose for it is on the page of settings, which changes it and takes that back", async () => {
  const person = harness.as("ada");
  expect(shown(await person.run("settings")).text).toMatch(/\n\*\*Pictures:\*\* dark\n\*\*Mottos:\*\* off$/m);
  expect((await openSetting(person, "mottos")).text).toContain("Mottos are off here.");
  const changed = await chooseSetting(person, "mottos", "on");
  expect(changed.text).toContain("Mottos are on now.");
  expect(shown(await person.run("settings")).text).toContain("**Mottos:** on");
  expect(shown(await person.press(changed, "Undo")).text).toContain("Mottos are off now.");
});

test("what it keeps of a person is shown and given to them, and only to them", async () => {
  expect(shown(await harness.as("mia").run("privacy")).text).toContain(
    "\n- **Your motto**, until you're forgotten\n",
  );
  expect(shown(await harness.as("ada").run("privacy")).text).toMatch(/\nNo .*\bmottos\b/);
  const [file] = (await downloadMyData(harness.as("mia"))).attachments;
  const data: unknown = await (await fetch(file?.url ?? "")).json();
  expect(data).toMatchObject({
    motto: { text: "Tea first, says mia", chosenAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
  });
  const [own] = (await downloadMyData(harness.as("ada"))).attachments;
  expect(await (await fetch(own?.url ?? "")).json()).not.toHaveProperty("motto");
});

test("whoever it keeps something of is known in that server", async () => {
  expect(await harness.app.ctx.store.personalData.listGuilds(mia)).toEqual([guildId]);
  expect(await harness.app.ctx.store.personalData.listGuilds(ada)).toContain("elsewhere");
});

test("it goes with a person who is forgotten, and nobody else's does", async () => {
  const question = await askToForgetMe(harness.as("mia"));
  expect(question.text).toContain("\n• a motto, if there is one\n");
  await harness.as("mia").press(question, "Forget me");
  expect(newestText(harness.as("mia"))).toMatch(/✅ .*\b1 motto\b.* and your names were deleted/);
  expect(await owners()).toEqual([theo]);
});

test("it goes with the server's data, and another server's stays", async () => {
  const question = await askToDeleteAll(harness.as("ada"));
  expect(shown(await harness.as("ada").press(question, "Delete everything")).text).toContain(
    "All data of this server deleted",
  );
  expect(await owners()).toEqual([]);
  expect(await place.mottos?.list("elsewhere")).toHaveLength(1);
});
