// Depends on: database, transport, cache.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { minuteMs } from "../../src/time.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import { type Harness, onPostgres, startHarness } from "../support/harness.ts";
import { askToDeleteAll, pressOnLink, useLinkIn } from "../support/links.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { labelsOf, opened, shown } from "../support/replies.ts";

const { guildId, ada } = playgroundIds;
let harness: Harness;
afterEach(() => harness[Symbol.asyncDispose]());

const fillForm = async (workspaceId: string, key: string, name = "") => {
  const form = opened(await harness.as("ada").run("link set"));
  return harness.as("ada").submit(form, { "workspace-id": workspaceId, key, name });
};
const storedLink = async () => (await harness.app.ctx.store.guildLinks.list(guildId))[0];
const recorded = () => harness.app.ctx.store.audit.list(guildId, {}, { limit: 50 });
const auditActions = async () => (await recorded()).map(({ action }) => action);

describe("a server that isn't linked", () => {
  beforeEach(async () => {
    harness = await startHarness({ linked: false });
  });

  test("is linked by a form: the key is checked, encrypted, and never shown", async () => {
    const { service } = harness;
    const message = shown(await fillForm(` ${service.workspaceId} `, `Bearer ${service.token}`));
    expect(message.private).toBe(true);
    expect(message.text).toContain("Workspace linked");
    expect(message.text).toContain(service.workspaceId);
    expect(message.text).toContain(`<@${ada}>`);
    expect(message.text).not.toContain(service.token);
    const [first, ...others] = service.requests.map(({ operation }) => operation);
    expect(first).toBe("getCalendar");
    // Nobody is connected yet with whom the rest could be tried.
    expect(others).toEqual([
      "getCalendar",
      "searchOrders",
      "listPosts",
      "getTaskboard",
      "listTaskboardBoards",
      "listTaskboardActions",
      "listBanComments",
    ]);
    expect((await storedLink())?.sealedToken).not.toContain(service.token);
    expect(await storedLink()).toMatchObject({
      name: "Workspace",
      linkKey: expect.stringMatching(/^\w{4}$/),
    });
    expect(await auditActions()).toEqual(["link.set"]);
    expect(shown(await harness.as("ada").run("link status")).text).toContain("✅ Working");
  });

  test("shows when a key expires, if the workspace says so", async () => {
    const payload = Buffer.from(JSON.stringify({ exp: 4_102_444_800 })).toString("base64url");
    const token = harness.service.issueToken(`e30.${payload}.c2lnbmF0dXJl`);
    const message = shown(await fillForm(harness.service.workspaceId, token));
    expect(message.text).toContain("<t:4102444800:f>");
  });

  test("passes on ten refused keys an hour, each in the audit log, and the right one later", async () => {
    const { service, clock } = harness;
    const tried = () => service.requests.filter(({ operation }) => operation === "getCalendar").length;
    const guess = async (nth: number) =>
      shown(await fillForm(service.workspaceId, `0123456789abcde${nth}`)).text;
    // An answer that says nothing about the key doesn't count.
    service.faults.add({ kind: "status", status: 503, times: 20 });
    expect(await guess(0)).not.toContain("doesn't accept that key");
    service.faults.clear();
    for (let nth = 0; nth < 10; nth += 1) expect(await guess(nth)).toContain("doesn't accept that key");
    const before = tried();
    expect(await guess(10)).toContain(
      "refused 10 keys from this server within an hour, so this one wasn't tried",
    );
    expect(shown(await fillForm(service.workspaceId, service.token)).text).toContain("wasn't tried");
    expect(tried()).toBe(before);
    const entries = await recorded();
    expect(entries.map(({ action, outcome, target }) => [action, outcome, target])).toEqual(
      Array.from({ length: 10 }, () => ["link.set", "refused", service.workspaceId]),
    );
    expect(JSON.stringify(entries)).not.toContain("0123456789abcde");
    clock.advance(60 * 60_000);
    expect(shown(await fillForm(service.workspaceId, service.token)).text).toContain("Workspace linked");
  });

  test("stores nothing when the key is wrong, and Try again reopens the form without the key", async () => {
    const { service } = harness;
    const name = "Café am Hafen, Südseite: 港のカフェ ☕";
    const wrong = shown(await fillForm(service.workspaceId, "0123456789abcdef", name));
    expect(wrong.text).toContain("doesn't accept that key, so nothing was saved");
    expect(await storedLink()).toBeUndefined();

    const form = opened(await harness.as("ada").press(wrong, "Try again"));
    expect(form.fields.map(({ value }) => value ?? "")).toEqual([service.workspaceId, "", name, ""]);
    const values = { "workspace-id": service.workspaceId, key: service.token, name };
    const outcome = await harness.as("ada").submit(form, values);
    expect(outcome.kind).toBe("updated");
    expect(shown(outcome).text).toContain("Workspace linked");
    expect(labelsOf(shown(outcome))).toEqual(["Set up the rest", "Remove…"]);
    expect((await storedLink())?.name).toBe(name);
  });

  test("keeps the id of a pasted link when the key is wrong", async () => {
    const { workspaceId } = harness.service;
    const link = `https://workspace.example.com/workspaces/${workspaceId}/settings`;
    const wrong = shown(await fillForm(link, "0123456789abcdef", "Café"));
    const form = opened(await harness.as("ada").press(wrong, "Try again"));
    expect(form.fields.map(({ value }) => value ?? "")).toEqual([workspaceId, "", "Café", ""]);
  });

  test("never shows again anything as long as a key, in whichever field it was typed", async () => {
    const { service } = harness;
    const wrong = shown(await fillForm(service.token, service.token));
    expect(wrong.text).not.toContain(service.token);
    const form = opened(await harness.as("ada").press(wrong, "Try again"));
    expect(form.fields.map(({ value }) => value ?? "")).toEqual(["", "", "", ""]);
  });

  test("counts a form that is sent twice only once", async () => {
    const { service } = harness;
    const form = opened(await harness.as("ada").run("link set"));
    const values = { "workspace-id": service.workspaceId, key: service.token, name: "" };
    await harness.as("ada").submit(form, values);
    const sent = service.requests.length;
    const again = shown(await harness.as("ada").forge.submit(form.customId, values));
    expect(again.text).toContain("Nothing was done twice");
    expect(service.requests).toHaveLength(sent);
    expect(await auditActions()).toEqual(["link.set"]);
  });

  test("stores nothing when the workspace id is wrong", async () => {
    const message = shown(await fillForm("ffffffffffffffffffffffff", harness.service.token));
    expect(message.text).toContain("no workspace with that id, so nothing was saved");
    expect(await storedLink()).toBeUndefined();
  });

  test("sends nothing when the id can't be valid", async () => {
    const message = shown(await fillForm("a/..", harness.service.token));
    expect(message.text).toContain("nothing was saved");
    expect(harness.service.requests).toEqual([]);
  });

  test.each(["cut", "nonsense"] as const)(
    "stores nothing when the service's response is %s",
    async (kind) => {
      harness.service.faults.add({ kind, times: 20 });
      const message = shown(await fillForm(harness.service.workspaceId, harness.service.token));
      expect(message.text).toContain("nothing was saved");
      expect(await storedLink()).toBeUndefined();
    },
  );

  test("stores nothing when the service is down", async () => {
    await harness.service.close();
    const message = shown(await fillForm(harness.service.workspaceId, harness.service.token));
    expect(message.text).toContain("can't reach the workspace service, so I couldn't test the key");
    expect(await storedLink()).toBeUndefined();
  });

  test("says how long to wait when the key's requests are used up", async () => {
    harness.service.faults.add({ kind: "status", status: 429, resetSeconds: 23, times: 20 });
    const message = shown(await fillForm(harness.service.workspaceId, harness.service.token));
    expect(message.text).toContain("nothing was saved. Try again in 23 seconds");
  });

  test.each([
    [["getCalendar"], "calendar"],
    [["searchOrders", "listPosts"], "orders, posts"],
    [["getCalendar", "getTaskboard"], "calendar, task board"],
  ] as const)("accepts a key that may not use %j, and says what it can't read", async (forbidden, whats) => {
    harness.service.setForbidden([...forbidden]);
    const message = shown(await fillForm(harness.service.workspaceId, harness.service.token));
    expect(message.text).toContain(`It can't read: ${whats}. Commands that need that won't work.`);
    expect(await storedLink()).toBeDefined();
  });

  test("stores nothing when the key may read nothing of the workspace, and says so", async () => {
    harness.service.setForbidden([
      "getCalendar",
      "getTaskboard",
      "listTaskboardBoards",
      "listPosts",
      "searchOrders",
    ]);
    const message = shown(await fillForm(harness.service.workspaceId, harness.service.token));
    expect(message.text).toContain("has no access to this workspace, so nothing was saved");
    expect(await storedLink()).toBeUndefined();
  });

  test("learns from /link status how to link, and has nothing to unlink but its data", async () => {
    const status = shown(await harness.as("ada").run("link status"));
    expect(status.text).toContain("Not linked yet");
    expect(labelsOf(status)).toEqual(["Delete everything…"]);
    const question = shown(await harness.as("ada").press(status, "Delete everything…"));
    expect(question.text).toContain("This server isn't linked to a workspace.");
    // No channel is chosen for it.
    expect(question.text).not.toContain("notice");
    const receipt = shown(await harness.as("ada").press(question, "Delete everything"));
    expect(receipt.text).toContain("All data of this server deleted");
    expect(receipt.text).not.toMatch(/keys? still/);
    expect(await rowsAbout(guildId)).toEqual([]);
  });
});

describe("a linked server", () => {
  beforeEach(async () => {
    harness = await startHarness();
  });

  test("prefills the current id in the form; a new key says what it replaces, and the link is the same", async () => {
    const before = await storedLink();
    harness.clock.advance(1_000);
    const form = opened(await harness.as("ada").run("link set"));
    expect(form.fields[0]?.value).toBe(harness.service.workspaceId);
    const token = harness.service.issueToken();
    const values = { "workspace-id": harness.service.workspaceId, key: token, name: "" };
    const message = shown(await harness.as("ada").submit(form, values));
    expect(message.text).toContain("It replaces the key");
    const after = await storedLink();
    expect(after).toMatchObject({
      linkKey: before?.linkKey,
      createdAt: before?.createdAt,
      name: "Harbour Café",
    });
    expect(after?.linkedAt).toBeGreaterThan(before?.linkedAt ?? 0);
    await harness.as("mia").run("calendar");
    expect(harness.service.requests.findLast(({ operation }) => operation === "getCalendar")?.status).toBe(
      200,
    );
  });

  test("shows in its status which roles may use it", async () => {
    const { text } = shown(await harness.as("ada").run("link status"));
    expect(text).toContain("Admins · members with *Manage Server*");
    expect(text).toContain(`Managers · <@&${playgroundIds.managerRole}>`);
    expect(text).toContain(`Staff · <@&${playgroundIds.staffRole}>`);
  });

  test("shows in its status what the key may read, operation by operation", async () => {
    const statusOf = async () => {
      await harness.forgetRead();
      return shown(await harness.as("ada").run("link status")).text;
    };
    const { faults } = harness.service;
    const all = await statusOf();
    expect(all).toMatch(/✅ Can read: calendar, orders, posts(, activity, assignments, names)?, task board,/);
    expect(all).not.toContain("Can't read");
    faults.add({ operation: "searchOrders", kind: "status", status: 403, times: 9 });
    faults.add({ operation: "listTaskboardActions", kind: "status", status: 403, times: 9 });
    faults.add({ operation: "listPosts", kind: "status", status: 503, times: 99 });
    const some = await statusOf();
    expect(some).toContain(
      "❌ Can't read: orders, its actions. Someone who manages the workspace can allow it.",
    );
    expect(some).toContain("❔ No answer, so I don't know: posts\n");
    expect(some).toContain("I can't test whether it may also change things.");
    faults.clear();
    // A key that may not read the calendar is told by what it may read.
    faults.add({ operation: "getCalendar", kind: "status", status: 403, times: 99 });
    expect(await statusOf()).toMatch(/✅ Can read: orders, posts[\s\S]*❌ Can't read: calendar\./);
    faults.clear();
    const { requests } = harness.service;
    harness.clock.advance(2 * minuteMs);
    const before = requests.length;
    const counted = await statusOf();
    const sent = requests.slice(before);
    expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(["GET"]));
    // With replicas, none of them knows what the others sent.
    expect(counted.includes(`\n${sent.length} of `)).toBe(!onPostgres);
  });

  test("shows a revoked key in its status", async () => {
    harness.service.revokeToken();
    const message = shown(await harness.as("ada").run("link status"));
    expect(message.text).toContain("no longer accepts this server's key");
  });

  test("shows a deleted workspace in its status, without circular advice", async () => {
    harness.service.faults.add({ kind: "status", status: 404, operation: "getCalendar", times: 9 });
    const { text } = shown(await harness.as("ada").run("link status"));
    expect(text).toContain("has no workspace with this id");
    expect(text).not.toContain("/link status");
    expect(text).not.toMatch(/that id/);
  });

  test("loses the link and its key, but keeps its audit log and roles", async () => {
    const question = await pressOnLink(harness.as("ada"), "Remove…");
    expect(question.text).toContain("Remove the link?");
    const receipt = shown(await harness.as("ada").press(question, "Remove link"));
    expect(receipt.text).toContain("Link removed");
    expect(await storedLink()).toBeUndefined();
    expect(await auditActions()).toEqual(["link.remove"]);
    expect(await harness.app.ctx.store.accessRoles.list(guildId)).toHaveLength(2);
  });

  test("keeps everything when Keep it is chosen", async () => {
    const question = await pressOnLink(harness.as("ada"), "Remove…");
    expect(shown(await harness.as("ada").press(question, "Keep it")).text).toContain("Nothing was removed");
    expect(await storedLink()).toBeDefined();
  });

  test("deleted with all its data leaves nothing of itself in the database", async () => {
    await useLinkIn(harness.as("ada"), playgroundIds.staff);
    await pressOnLink(harness.as("ada"), "Remove…");
    const question = await askToDeleteAll(harness.as("ada"));
    expect(question.text).toContain("This can't be undone");
    expect(await rowsAbout(guildId)).not.toEqual([]);
    const receipt = shown(await harness.as("ada").press(question, "Delete everything"));
    expect(receipt.text).toContain("All data of this server deleted");
    expect(await rowsAbout(guildId)).toEqual([]);
    // One way back, whatever is run next.
    for (const [who, command] of [
      ["ada", "order search"],
      ["ada", "link status"],
      ["sam", "order search"],
    ] as const) {
      const { text } = shown(await harness.as(who).run(command));
      expect(text, command).toMatch(/setup/);
      expect(text, command).not.toContain("link set");
    }
  });

  describe("before everything is deleted", () => {
    const { audit, managers } = playgroundIds;
    const told = (channelId: string) =>
      harness.discord.messagesIn(channelId).filter(({ text }) => text.includes("Deleting all data"));
    const ask = () => askToDeleteAll(harness.as("ada"));
    beforeEach(async () => {
      const { store, newId, now } = harness.app.ctx;
      await store.guildSettings.set(guildId, "audit-channel", audit);
      await store.guildSettings.set(guildId, "managers-channel", managers);
      const place = { guildId, linkKey: "cafe", channelId: managers, makerDiscordUserId: playgroundIds.ada };
      for (const id of [newId(), newId()])
        await store.schedules.create(sampleSchedule({ ...place, id, createdAt: now() }));
    });

    test("the audit channel and the managers' channel learn who did it and what is deleted", async () => {
      const question = await ask();
      expect(question.text).toContain("2 schedules will stop");
      expect(question.text).toContain(`I'll post a notice in <#${audit}> and <#${managers}> first.`);
      await harness.as("ada").press(question, "Delete everything");
      for (const channelId of [audit, managers]) {
        const [notice, ...more] = told(channelId);
        expect(more).toEqual([]);
        expect(notice?.text).toMatch(
          new RegExp(`<@${playgroundIds.ada}>.*Harbour Café.*2 schedules will stop.*audit log`, "s"),
        );
      }
    });

    test("a notice that Discord may accept later postpones the deletion", async () => {
      harness.discord.faults.failRequests({
        status: 500,
        pathPart: `/channels/${audit}/messages`,
        times: 10,
      });
      const question = await ask();
      const reply = shown(await harness.as("ada").press(question, "Delete everything"));
      expect(reply.text).toContain("so nothing was deleted");
      expect(await storedLink()).toBeDefined();
    });

    test("a channel that the bot can't post in doesn't, and the receipt says so", async () => {
      harness.discord.setBotPermissions(audit, 0n);
      const question = await ask();
      const reply = shown(await harness.as("ada").press(question, "Delete everything"));
      expect(reply.text).toContain(`I can't post in <#${audit}>, so nobody there was told`);
      expect(told(managers)).toHaveLength(1);
      expect(await storedLink()).toBeUndefined();
    });

    test("deleting everything doesn't count schedules that stopped before", async () => {
      const { schedules } = harness.app.ctx.store;
      const [first] = await schedules.list(guildId);
      await schedules.change(guildId, first?.id ?? "", { linkKey: "removed", state: "paused" });
      const question = await ask();
      expect(question.text).toContain("1 schedule will stop for good");
      shown(await harness.as("ada").press(question, "Delete everything"));
      for (const channel of [audit, managers])
        expect(told(channel).at(-1)?.text).toContain("1 schedule will stop.");
    });

    test("removing one link says how many schedules stop, including paused ones", async () => {
      const { schedules } = harness.app.ctx.store;
      const [first] = await schedules.list(guildId);
      await schedules.pause(guildId, first?.id ?? "", undefined);
      const question = await pressOnLink(harness.as("ada"), "Remove…");
      expect(question.text).toContain("2 schedules (1 paused) will stop for good");
      const receipt = shown(await harness.as("ada").press(question, "Remove link"));
      expect(receipt.text).toContain("2 schedules stopped for good");
    });
  });

  test("isn't removed by a preview made about an older link", async () => {
    const question = await pressOnLink(harness.as("ada"), "Remove…");
    harness.clock.advance(1_000);
    await fillForm(harness.service.workspaceId, harness.service.token);
    const reply = shown(await harness.as("ada").press(question, "Remove link"));
    expect(reply.text).toContain("linked again after this preview, so nothing was removed");
    expect(await storedLink()).toBeDefined();
  });

  test("hides the command from members without Manage Server", () => {
    expect(
      harness
        .as("mia")
        .commands()
        .map(({ name }) => name),
    ).not.toContain("link");
    expect(
      harness
        .as("ada")
        .commands()
        .map(({ name }) => name),
    ).toContain("link");
  });
});

/** Every row of every table with the guild's id in any column. */
async function rowsAbout(id: string): Promise<readonly unknown[]> {
  const rows = await (harness.databaseUrl === undefined
    ? allRowsInFile(join(harness.dataFolder, "workspace-bot.sqlite"))
    : allRowsOnServer(harness.databaseUrl));
  return rows.filter((row) => JSON.stringify(row).includes(id));
}

function allRowsInFile(path: string): readonly unknown[] {
  using database = new DatabaseSync(path, { readOnly: true });
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  return tables.flatMap(({ name }) => database.prepare(`select * from "${String(name)}"`).all());
}

async function allRowsOnServer(connectionString: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const tables = await client.query("select relname from pg_stat_user_tables");
    const all: unknown[] = [];
    for (const { relname } of tables.rows)
      all.push(...(await client.query(`select * from "${relname}"`)).rows);
    return all;
  } finally {
    await client.end();
  }
}

test("keys that were only verified use none of the workspace's requests", async () => {
  harness = await startHarness({ guarded: true });
  const { workspaceId } = harness.service;
  const person = harness.as("ada");
  const { customId } = opened(await person.run("link set"));
  for (let round = 0; round < 6; round += 1) {
    const tries = Array.from({ length: 20 }, (_, index) => {
      const once = `${customId}${round}-${index}`;
      return person.forge.submit(once, { "workspace-id": workspaceId, key: "0123456789abcdef", name: "" });
    });
    await Promise.all(tries);
  }
  expect(shown(await harness.as("mia").run("order search")).text).toMatch(/\d open\n[\s\S]*Page 1 of /);
});

test("keys that were only verified, each against a service that hangs up, open no circuit breaker", async () => {
  harness = await startHarness({ guarded: true });
  const { workspaceId, faults } = harness.service;
  const admin = harness.as("ada");
  const { customId } = opened(await admin.run("link set"));
  faults.add({ kind: "cut", times: 10_000, operation: "getCalendar" });
  for (let round = 0; round < 4; round += 1)
    await admin.forge.submit(`${customId}${round}`, {
      "workspace-id": workspaceId,
      key: `0123456789abcdef${round}`,
      name: "",
    });
  expect(harness.app.ctx.service.status(workspaceId)).toEqual({ state: "closed" });
  expect(shown(await harness.as("mia").run("order search")).text).toMatch(/^\d+ orders, \d+ open\n/);
});
