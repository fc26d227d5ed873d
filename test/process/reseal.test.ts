import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStore } from "../../commands/store.ts";
import { openSqliteFile } from "../../src/store/sqlite.ts";
import type { Store } from "../../src/store/store.ts";
import { createVault, createLinkSealContext, createReplySealContext } from "../../src/vault/vault.ts";
import { parseSecretKeys } from "../../src/vault/secret-keys.ts";
import { startBotProcess } from "../support/bot-process.ts";
import { link } from "../support/harness.ts";
import { type Emulators, startEmulators } from "../support/emulators.ts";
import { shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

const [k1 = "", k2 = ""] = [1, 2].map(
  (number) => `k${number}:${Buffer.alloc(32, number).toString("base64")}`,
);
const vault = createVault(parseSecretKeys(k1));
const many = 2_500;

let emulators: Emulators;
let folder: string;
beforeEach(async () => {
  emulators = await startEmulators();
  folder = await mkdtemp(join(tmpdir(), "workspace-bot-reseal-"));
});
afterEach(async () => {
  await emulators[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const environment = (secretKeys: string) => ({
  ...emulators.environment,
  DATA_FOLDER: folder,
  SECRET_KEYS: secretKeys,
});
const reseal = (secretKeys: string) => startBotProcess(environment(secretKeys), ["--reseal"]);
const openFile = () => openSqliteFile(join(folder, "workspace-bot.sqlite"));
async function withStore(work: (store: Store) => Promise<unknown>): Promise<void> {
  const store = await openStore({ databaseUrl: undefined, dataFolder: folder, now: emulators.clock.now });
  await work(store);
  await store.close();
}
/** How many of the stored secrets need this key. */
function sealedWith(keyId: string): number {
  const database = openFile();
  const rows = database
    .prepare(
      "select sealed_token as sealed from guild_links union all select sealed_reply_token from drafts union all select sealed_reply_token from imports",
    )
    .all();
  database.close();
  return rows.filter(({ sealed }) => String(sealed).startsWith(`v1.${keyId}.`)).length;
}
function addLinks(): void {
  const database = openFile();
  database.exec("begin");
  const insert = database.prepare(
    "insert into guild_links (guild_id, link_key, workspace_id, name, sealed_token, linked_by_discord_user_id, linked_at, created_at) values (?, 'one1', 'w1', 'Café', ?, '2', 1, 1)",
  );
  for (let number = 0; number < many; number++) {
    const guildId = `g${number}`;
    insert.run(guildId, vault.seal(`key of ${guildId}`, createLinkSealContext(guildId, "w1")));
  }
  database.exec("commit");
  database.close();
}

test("one that is killed continues where it stopped, and leaves nothing to the old key", async () => {
  await withStore(async (store) => {
    const draft = { id: "d1", guildId: "1", discordUserId: "2", kind: "order.create" };
    await store.drafts.create({ ...draft, payload: {}, createdAt: 1, expiresAt: 9e12 });
    const sealedReplyToken = vault.seal("reply", createReplySealContext("d1"));
    await store.drafts.claim({ ...draft, now: 1, leaseUntil: 2, sealedReplyToken });
    const begun = { id: "i1", guildId: "1", linkKey: "one1", workspaceId: "w1", discordUserId: "2" };
    const sealed = vault.seal("reply", createReplySealContext("i1"));
    await store.imports.create(
      { ...begun, source: "names", until: 1, createdAt: 1, sealedReplyToken: sealed },
      [],
    );
  });
  addLinks();
  const killed = reseal(`${k2},${k1}`);
  await until("it is at work", () => killed.output().includes("re-encrypted so far"));
  await killed.stop("SIGKILL");
  const left = sealedWith("k1");
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(many);

  const again = reseal(`${k2},${k1}`);
  expect(await again.ended).toBe(0);
  const [, resealed = "", already = ""] =
    /Re-encrypted ([\d\u202f]+) stored secrets? with k2; (\d+) already used it, 0 can't be decrypted/.exec(
      again.output(),
    ) ?? [];
  expect(Number(resealed.replaceAll(/\D/g, ""))).toBe(left);
  expect(Number(already)).toBe(many + 2 - left);
  expect(sealedWith("k1")).toBe(0);
  const bytes = await readFile(join(folder, "workspace-bot.sqlite"));
  expect(bytes.includes("v1.k1.")).toBe(false);
  await withStore(async (store) => {
    const [first] = await store.guildLinks.page(undefined, 1);
    const opened = createVault(parseSecretKeys(k2)).open(
      first?.sealedToken ?? "",
      createLinkSealContext(first?.guildId ?? "", "w1"),
    );
    expect(opened.plaintext).toBe(`key of ${first?.guildId}`);
  });
});

test("one beside a running bot disturbs nobody, and afterwards the old key isn't needed", async () => {
  await withStore((store) => link({ store, vault, now: emulators.clock.now }, emulators.service));
  const bot = startBotProcess(environment(`${k2},${k1}`));
  await until("it is ready", () => bot.output().includes('"ready"'));
  await emulators.discord.waitForBot();
  const tool = reseal(`${k2},${k1}`);
  const mia = emulators.as("mia");
  while ((await Promise.race([tool.ended, mia.run("help").then(() => "busy")])) === "busy");
  expect(tool.output()).toContain("Re-encrypted 1 stored secret with k2");
  expect(shown(await mia.run("order search")).text).not.toContain("can't decrypt");
  expect(await bot.stop("SIGTERM")).toBe(0);

  const newOnly = startBotProcess(environment(k2));
  await until("it is ready", () => newOnly.output().includes('"ready"'));
  await emulators.discord.waitForBot();
  expect(shown(await mia.run("order search")).text).not.toContain("can't decrypt");
  expect(await newOnly.stop("SIGTERM")).toBe(0);
});

test("there is no encrypted column besides those that are tested here", async () => {
  await withStore(() => Promise.resolve());
  const database = openFile();
  const columns = database
    .prepare(
      "select t.name || '.' || c.name as name from sqlite_schema t join pragma_table_info(t.name) c where c.name like 'sealed%' order by 1",
    )
    .all();
  database.close();
  expect(columns.map(({ name }) => name)).toEqual([
    "drafts.sealed_reply_token",
    "guild_links.sealed_token",
    "imports.sealed_reply_token",
  ]);
});

test("a secret whose key is missing is counted and left as it is, and the end says so", async () => {
  await withStore((store) => link({ store, vault, now: emulators.clock.now }, emulators.service));
  const tool = reseal(k2);
  expect(await tool.ended).toBe(1);
  expect(tool.output()).toMatch(
    /Re-encrypted 0 stored secrets with k2; 0 already used it, 1 can't be decrypted/,
  );
  expect(sealedWith("k1")).toBe(1);
});

test("where nothing is stored, no key is called removable, and no database is created", async () => {
  const elsewhere = reseal(`${k2},${k1}`);
  expect(await elsewhere.ended).toBe(1);
  expect(elsewhere.output()).toBe(
    `There is no database in ${folder}, so nothing was done. Check DATA_FOLDER, or DATABASE_URL if the bot uses Postgres.\n`,
  );
  expect(await readdir(folder)).toEqual([]);

  await withStore(() => Promise.resolve());
  const empty = reseal(`${k2},${k1}`);
  expect(await empty.ended).toBe(0);
  expect(empty.output()).toContain(
    `There is no stored secret in ${folder}. If a server is linked, this isn't`,
  );
  expect(empty.output()).not.toContain("You can remove them");
});
