// Depends on: transport.
import { SnowflakeUtil } from "discord.js";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Outcome, playgroundIds } from "../../playground/discord/index.ts";
import { startBalancer } from "../support/balancer.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import { patient } from "../support/patience.ts";
import { labelsOf, menuOf, opened, presentText, shown, textOf } from "../support/replies.ts";
import { openSetting, searchZone } from "../support/settings.ts";
import { startTwoApps } from "../support/two-apps.ts";
import { until } from "../support/wait-for.ts";

let gateway: Harness;
let http: Harness;
beforeAll(async () => {
  gateway = await startHarness({ interactions: "gateway", withJobs: false, guarded: false });
  http = await startHarness({ interactions: "http", withJobs: false, guarded: false });
});
afterEach(() => {
  for (const { discord, service } of [gateway, http]) {
    discord.faults.clear();
    service.faults.clear();
  }
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await http[Symbol.asyncDispose]();
});

const didNotRespond = { kind: "failed", reason: "did-not-respond" };
const logged = ({ logs }: Harness, text: string): number => logs.filter((line) => line.includes(text)).length;

test("a press that arrives 4 s late over the gateway logs no order, and the next one does", async () => {
  const { service, clock } = gateway;
  const mia = gateway.as("mia");
  const preview = shown(await mia.run("order create", { items: "Flat white" }));
  const before = service.state.orders.size;
  const pressed = mia.press(preview, "Log order");
  clock.advance(patient(4_000));
  expect(await pressed).toMatchObject(didNotRespond);
  await until("the bot noticed", () => logged(gateway, "no longer waited") === 1);
  expect(service.state.orders.size).toBe(before);

  expect(shown(await mia.press(preview, "Log order")).text).toMatch(/Order #\d+ logged/);
  expect(service.state.orders.size).toBe(before + 1);
});

test("a form that reaches the bot 4 s late changes no setting", async () => {
  const { clock, app } = gateway;
  const zone = () => app.ctx.store.guildSettings.get(playgroundIds.guildId, "zone");
  const [before, warned] = [await zone(), logged(gateway, "no longer waited")];
  const question = await openSetting(gateway.as("ada"), "zone");
  const form = opened(await gateway.as("ada").press(question, "Search…"));
  const running = gateway.as("ada").submit(form, { zone: "Asia/Tokyo" });
  clock.advance(patient(4_000));
  expect(await running).toMatchObject(didNotRespond);
  await until("the bot noticed", () => logged(gateway, "no longer waited") > warned);
  expect(await zone()).toBe(before);
  await searchZone(gateway.as("ada"), "Asia/Tokyo");
  expect(await zone()).toBe("Asia/Tokyo");
});

test("over HTTP, a late press logs no order, and a possibly late one asks Discord first", async () => {
  const { discord, service, clock } = http;
  const mia = http.as("mia");
  const url = discord.endpoints.interactionsUrl ?? "";
  const preview = shown(await mia.run("order create", { items: "Flat white" }));
  const before = service.state.orders.size;
  let lateMs = 0;
  let statuses: readonly number[] = [];
  await using balancer = await startBalancer(async (send) => {
    clock.advance(lateMs);
    const response = await send(url);
    statuses = [...statuses, response.status];
    return response;
  });
  await discord.endpoints.setInteractionsUrl(balancer.url);
  statuses = [];
  try {
    lateMs = patient(4_000);
    expect(await mia.press(preview, "Log order")).toMatchObject(didNotRespond);
    await until("the bot noticed", () => logged(http, "no longer waited") === 1);
    expect([service.state.orders.size, statuses]).toEqual([before, [202]]);

    lateMs = patient(2_500);
    expect(shown(await mia.press(preview, "Log order")).text).toMatch(/Order #\d+ logged/);
    expect([service.state.orders.size, statuses]).toEqual([before + 1, [202, 202]]);
  } finally {
    await discord.endpoints.setInteractionsUrl(url);
  }
});

test("a press that another replica answered isn't carried out by one that gets to it 4 s later", async () => {
  const { discord, service, clock } = http;
  const mia = http.as("mia");
  const url = discord.endpoints.interactionsUrl ?? "";
  const preview = shown(await mia.run("order create", { items: "Flat white" }));
  const [before, late] = [service.state.orders.size, logged(http, "no longer waited")];
  let isAnswered = false;
  await using balancer = await startBalancer(async (send, { id, token }) => {
    if (!isAnswered) return send(url);
    await fetch(`${discord.apiUrl}/v10/interactions/${id}/${token}/callback`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        type: 4,
        data: { content: "No database, so nothing was done.", flags: 64, allowed_mentions: { parse: [] } },
      }),
    });
    clock.advance(patient(4_000));
    return send(url);
  });
  await discord.endpoints.setInteractionsUrl(balancer.url);
  isAnswered = true;
  try {
    expect(shown(await mia.press(preview, "Log order")).text).toContain("nothing was done");
    await until("the bot noticed", () => logged(http, "no longer waited") > late);
  } finally {
    await discord.endpoints.setInteractionsUrl(url);
  }
  expect(service.state.orders.size).toBe(before);
  expect(shown(await mia.press(preview, "Log order")).text).toMatch(/Order #\d+ logged/);
});

test("a confirmed order still waiting isn't sent once Discord has refused the first reply", async () => {
  const { discord, service } = gateway;
  const mia = gateway.as("mia");
  const preview = shown(await mia.run("order create", { items: "Flat white" }));
  const before = service.state.orders.size;
  const sent = () => service.requests.filter(({ operation }) => operation === "createOrder").length;
  const sentBefore = sent();
  service.faults.add({ operation: "createOrder", kind: "status", status: 429, resetSeconds: 2 });
  discord.faults.failRequests({ pathPart: "/callback", status: 404, code: 10_062, times: 2 });
  const hurry = gateway.losePatience("bot", "discord");
  await mia.press(preview, "Log order");
  const { store } = gateway.app.ctx;
  const newest = async () => (await store.audit.list(playgroundIds.guildId, {}, { limit: 1 }))[0]?.outcome;
  await until("it was given up", async () => (await newest()) === "unsent");
  hurry[Symbol.dispose]();
  expect([sent() - sentBefore, service.state.orders.size]).toEqual([1, before]);

  expect(shown(await mia.press(preview, "Log order")).text).toMatch(/Order #\d+ logged/);
  expect(service.state.orders.size).toBe(before + 1);
});

test("an order logged while Discord's API fails ends with its receipt, not an error", async () => {
  const { discord, service } = gateway;
  const mia = gateway.as("mia");
  const preview = shown(await mia.run("order create", { items: "Flat white" }));
  const before = service.state.orders.size;
  using _ = gateway.losePatience("bot");
  service.faults.add({ operation: "createOrder", kind: "slow", ms: 1_500 });
  discord.faults.failRequests({ pathPart: "/callback", status: 500, times: 2 });
  await mia.press(preview, "Log order");
  await until("the receipt is shown", () => /Order #\d+ logged/.test(presentText(mia, preview) ?? ""));
  expect(service.state.orders.size).toBe(before + 1);
  expect(mia.read().some(({ text }) => text.includes("nothing more was done"))).toBe(false);
  expect(labelsOf(preview)).toContain("Log order");
});

test("commands that look something up in Discord are answered while Discord delays the bot's posts", async () => {
  const { discord, app } = gateway;
  const { mia, starRole, managers, calendar } = playgroundIds;
  const ada = gateway.as("ada");
  const roles = shown(await ada.run("access show"));
  const checked = shown(await ada.choose(roles, menuOf(roles), [mia]));
  const [menu] = checked.selects;
  const channels = await openSetting(ada, "managers-channel");
  const rewards = opened(await ada.press(await openSetting(ada, "rewards"), "Choose roles…"));
  const isPosted = () => discord.messagesIn(calendar).some(({ content }) => content === "delayed");
  discord.faults.failRequests({ status: 429, global: true, retryAfterSeconds: 6, pathPart: "/messages" });
  const posting = app.ctx.messenger.post(calendar, { content: "delayed" });
  const isDelayed = () => discord.requests.some(({ status }) => status === 429);
  await until("Discord delays the post", isDelayed);

  const early: string[] = [];
  const answered = async (lookUp: string, answer: Promise<Outcome>, found: RegExp) => {
    expect(textOf(await answer)).toMatch(found);
    if (!isPosted()) early.push(lookUp);
  };
  const detail = [String(menu?.options[0]?.value)];
  await Promise.all([
    answered("a member's roles", ada.choose(checked, String(menu?.customId), detail), /through/),
    answered("members of a role", ada.run("account list"), /\d of \d/),
    answered("a channel", ada.choose(channels, menuOf(channels), [managers]), /managers' channel/i),
    answered("the roles of a server", ada.submit(rewards, { passed: [starRole] }), /✅ Passed/),
  ]);
  expect(early.toSorted()).toEqual([
    "a channel",
    "a member's roles",
    "members of a role",
    "the roles of a server",
  ]);
  await posting;
  expect(isPosted()).toBe(true);
});

test("what a replica missed while it was suspended doesn't delay what arrives now", async () => {
  await using two = await startTwoApps();
  const { clock } = two;
  const mia = two.as("mia");
  const lock = new Client({ connectionString: two.databaseUrl });
  await lock.connect();
  let missed: readonly Promise<unknown>[] = [];
  try {
    const boundary = SnowflakeUtil.generate({ timestamp: clock.now() + 30_000 });
    // Whoever claims what came before it waits until the lock is released.
    await lock.query(`
      create function wait_for_lock() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(1); return new; end $$;
      create trigger late before insert on idempotency_keys for each row
        when (new.key < '${String(boundary)}') execute function wait_for_lock();
      select pg_advisory_lock(1);
    `);
    missed = Array.from({ length: 30 }, () => mia.run("help"));
    clock.advance(patient(60_000));
    shown(await mia.run("help"));
  } finally {
    await lock.end();
  }
  for (const outcome of await Promise.all(missed)) expect(outcome).toMatchObject(didNotRespond);
});
