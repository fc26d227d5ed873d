// Depends on: database, transport.
import { DatabaseSync } from "node:sqlite";
import { copyFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { StoreError } from "../../src/store/errors.ts";
import { databaseFiles } from "../../src/jobs/housekeeping.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { timeRequests } from "../../commands/time-request/job.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { newest, presentText, opened, shown } from "../support/replies.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness({ sqlite: true });
});
afterEach(() => harness[Symbol.asyncDispose]());

const textOf = async (path: string, options = {}): Promise<string> => {
  const outcome = await harness.as("mia").run(path, options);
  return outcome.kind === "message" ? outcome.message.text : outcome.kind;
};

test("a locked database leads to a sentence with a reference, and works again afterwards", async () => {
  // Each of its jobs would hold up the whole process for a second, too.
  await harness[Symbol.asyncDispose]();
  harness = await startHarness({ sqlite: true, withJobs: false });
  const other = new DatabaseSync(join(harness.dataFolder, "workspace-bot.sqlite"));
  other.exec("begin immediate");
  const before = harness.service.state.orders.size;
  expect(await textOf("order create", { items: "Flat white" })).toMatch(
    /its database.*nothing was done.*`\w{8}`/s,
  );
  other.exec("rollback");
  other.close();
  expect(await textOf("order create", { items: "Flat white" })).toMatch(/Log this order/);
  expect(harness.service.state.orders.size).toBe(before);
});

describe("files of the database under a running bot", () => {
  const file = "workspace-bot.sqlite";
  const at = (name: string) => join(harness.dataFolder, name);
  const said = (words: string) => harness.logs.filter((line) => line.includes(words)).length;
  async function look(): Promise<{ readonly status: number; readonly store: unknown }> {
    // The log has it once, however often someone looks.
    for (let time = 0; time < 2; time += 1) await runJob(databaseFiles, jobTools(harness.app));
    const response = await fetch(`http://127.0.0.1:${harness.app.httpPort ?? 0}/readyz`);
    const { checks } = JSON.parse(await response.text());
    return { status: response.status, store: checks.store };
  }
  beforeEach(async () => {
    await harness[Symbol.asyncDispose]();
    harness = await startHarness({ sqlite: true, withPort: true });
  });

  test.each([
    ["the file", file],
    ["its log", `${file}-wal`],
  ])("that were deleted, such as %s, are missed, until they are there again", async (_, name) => {
    expect(await look()).toEqual({ status: 200, store: "ok" });
    await rename(at(name), at("aside"));
    const deleted = "the database's files were deleted while the bot runs";
    // Noticed though nobody asks whether it's ready.
    await runJob(databaseFiles, jobTools(harness.app));
    expect(said(deleted)).toBe(1);
    expect(await look()).toEqual({ status: 503, store: deleted });
    expect(said(deleted)).toBe(1);
    expect(await textOf("order search")).toContain("orders");

    await rename(at("aside"), at(name));
    expect(await look()).toEqual({ status: 200, store: "ok" });
    expect(said("the database's files are in their place again")).toBe(1);
  });

  test("that were replaced, as by a backup that someone copied there, are missed as well", async () => {
    await rename(at(file), at("aside"));
    await copyFile(at("aside"), at(file));
    const replaced = "other files were put in place of the database's while the bot runs";
    expect(await look()).toEqual({ status: 503, store: replaced });
    expect(said(`${replaced}, so whatever the bot stores is lost when it stops: restore a backup`)).toBe(1);
    await rename(at("aside"), at(file));
    expect((await look()).status).toBe(200);
  });
});

test("a token encrypted with a lost key is explained, and the bot keeps running", async () => {
  const { store } = harness.app.ctx;
  const [link] = await store.guildLinks.list(playgroundIds.guildId);
  if (link === undefined) throw new Error("the guild is not linked");
  const sealedToken = link.sealedToken.replace(/^(v1\.)[^.]+/, "$1lost");
  await store.guildLinks.save({ ...link, sealedToken }, 10);
  expect(await textOf("order search")).toMatch(
    /can't decrypt this server's workspace key right now, so nothing was sent\. Only the person who runs this bot/,
  );
  expect(await textOf("help")).toMatch(/What you can do here/);
});

test("a database that can't be read still leaves everyone with a sentence", async () => {
  const { store } = harness.app.ctx;
  const take = () => Promise.reject(new StoreError("unreachable", "the server is gone"));
  Object.assign(store, { shared: true, idempotencyKeys: { ...store.idempotencyKeys, claim: take } });
  expect(await textOf("help")).toMatch(/its database.*nothing was done.*`\w{8}`/s);
  expect(await harness.as("mia").suggest("order create", {}, { name: "items", value: "L" })).toEqual([]);
});

test("a form delayed by a slow database is asked for again, and isn't reported as a bug", async () => {
  const { store } = harness.app.ctx;
  const { accessRoles } = store;
  const list = async (guildId: string) => {
    await sleep(1_200);
    return accessRoles.list(guildId);
  };
  Object.assign(store, { accessRoles: { ...accessRoles, list } });
  using _ = harness.losePatience("bot");
  expect(await textOf("order create")).toMatch(/couldn't open the form in time\. Nothing was done/);
});

test.each([
  ["role create", { name: "Barista" }, "Create role", "Role Barista created"],
  ["activity gift", { person: "104872391", messages: 5 }, "Gift activity", "Gifted 5\u00a0messages"],
])(
  "%s isn't reported as of unknown outcome if no name could be looked up",
  async (path, options, label, done) => {
    const { store } = harness.app.ctx;
    const ada = harness.as("ada");
    const question = shown(await ada.run(path, options));
    const ofUsers = () => Promise.reject(new StoreError("unreachable", "the server is gone"));
    Object.assign(store, { accounts: { ...store.accounts, ofUsers } });
    await ada.press(question, label);
    expect(ada.read().at(-1)?.text).toContain(done);
  },
);

test("a receipt is shown only once the write is stored as done", async () => {
  const { drafts } = harness.app.ctx.store;
  const mia = harness.as("mia");
  const question = shown(await mia.run("order create", { items: "Flat white" }));
  const stored: string[] = [];
  const resolve: typeof drafts.resolve = async (...given) => {
    await sleep(300);
    await drafts.resolve(...given);
    stored.push(given[1]);
  };
  Object.assign(harness.app.ctx.store, { drafts: { ...drafts, resolve } });
  expect(shown(await mia.press(question, "Log order")).text).toContain("logged");
  expect(stored).toEqual(["done"]);
});

test("time that was given isn't reported as not given if the card couldn't be marked", async () => {
  const { ctx } = harness.app;
  const { guildId, mia, theo, managers } = playgroundIds;
  for (const [discordUserId, userId, displayName] of [
    [mia, "104872391", "Mia"],
    [theo, "118203774", "Theo"],
  ] as const)
    await connectAccount(ctx, { discordUserId, userId, displayName, memberName: displayName });
  await ctx.store.guildSettings.set(guildId, "time-requests-channel", managers);
  const form = opened(await harness.as("mia").run("request time"));
  const day = new Date(harness.clock.now()).toISOString().slice(0, 10);
  await harness.as("mia").submit(form, { minutes: "90", day: [day], reason: "Forgot to clock in" });
  const manager = harness.as("theo", "managers");
  const card = newest(manager);
  const { drafts } = ctx.store;
  const find = () => Promise.reject(new StoreError("unreachable", "the server is gone"));
  Object.assign(ctx.store, { drafts: { ...drafts, find } });
  const told = shown(await manager.press(card, "Approve"));
  expect(harness.service.requests.filter(({ operation }) => operation === "giftActivity")).toHaveLength(1);
  expect(told.text).toMatch(/can't use my database.*may have been given.*Nothing is sent twice/);

  Object.assign(ctx.store, { drafts });
  harness.clock.advance(3 * 60_000);
  await runJob(timeRequests, jobTools(harness.app));
  expect(presentText(manager, card)).toMatch(/^1 h 30 min approved/);
});

test("an order that couldn't be audited is still logged, and the log says what is missing", async () => {
  const { audit, drafts } = harness.app.ctx.store;
  const mia = harness.as("mia");
  const question = shown(await mia.run("order create", { items: "Flat white" }));
  const noRoom = () => Promise.reject(new StoreError("full", "no room"));
  const resolve: typeof drafts.resolve = (...given) =>
    given[3] === undefined ? drafts.resolve(...given) : noRoom();
  Object.assign(audit, { record: noRoom });
  Object.assign(harness.app.ctx.store, { drafts: { ...drafts, resolve } });
  expect(shown(await mia.press(question, "Log order")).text).toContain("logged");
  const [confirm] = question.buttons;
  const again = shown(await mia.forge.press(question, confirm?.customId ?? ""));
  expect(again.text).toMatch(/already logged.*Nothing was sent twice/);
  expect(harness.logs.some((line) => line.includes("what was done could not be recorded"))).toBe(true);
});
