// Depends on: database.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import type { AuditEntry } from "../../src/store/audit.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { labelsOf, newestText, textOf, shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";
import { watchScheduler } from "../support/watched-scheduler.ts";

const { guildId, ada, theo, mia, noor, staffRole } = playgroundIds;
const dayMs = 24 * 60 * 60_000;
let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness[Symbol.asyncDispose]());

let made = 0;
/** Puts an entry in the audit log as a handler would. */
const record = (entry: Partial<AuditEntry> = {}) => {
  made += 1;
  const { recordEntry: write, now, newId } = harness.app.ctx;
  return write({
    id: newId(),
    guildId,
    workspaceId: undefined,
    discordUserId: mia,
    action: "order.create",
    target: `target-${made}`,
    outcome: "done",
    detail: undefined,
    reference: undefined,
    at: now() - 1_000,
    ...entry,
  });
};
const list = async (options = {}) => shown(await harness.as("ada").run("audit", options));
/** An order's item is what its line in the list says. */
const ordered = (item: string) => ({ detail: { items: [item] } });
/** Opens an entry of the list by its place, from 0. */
const openEntry = async (from: SeenMessage, index: number) => {
  const [menu] = from.selects;
  const value = menu?.options[index]?.value ?? "";
  return shown(await harness.as("ada").choose(from, menu?.customId ?? "", [value]));
};

describe("the list", () => {
  test("shows who did what, with the outcome, newest first, in pages", async () => {
    for (let index = 1; index <= 12; index += 1)
      await record({ ...ordered(`order-${index}`), at: harness.clock.now() - (20 - index) * 1_000 });
    await record({
      action: "access.set",
      discordUserId: ada,
      target: staffRole,
      detail: { before: "staff", after: "manager" },
      at: harness.clock.now(),
    });
    const first = await list();
    expect(first.private).toBe(true);
    expect(first.text).toContain(
      `<@${ada}> changed <@&${staffRole}> to **manager**\u00a0·\u00a0just\u00a0now`,
    );
    expect(first.text).toMatch(/order-12[\s\S]*order-11[\s\S]*order-4/);
    expect(first.text).not.toContain("order-3\u00a0");
    expect(first.text).toContain("Page 1 of 2 · 13 entries");

    const second = shown(await harness.as("ada").press(first, "Next"));
    expect(second.text).toContain("order-3\u00a0");
    expect(second.text).toContain("order-1\u00a0");
    expect(second.text).not.toContain("order-4\u00a0");
  });

  test("names each entry in its menu by who, what and when", async () => {
    const { ctx } = harness.app;
    await ctx.store.guildSettings.set(guildId, "zone", "Europe/Berlin");
    const person = { displayName: "Mia Bloom", memberName: "Mia" };
    await connectAccount(ctx, { discordUserId: mia, userId: "4711", ...person });
    const at = harness.clock.now();
    await record({ ...ordered("Latte *oat*"), at: at - 60_000 });
    await record({ detail: { items: ["Scone", "Tea"], customer: "4711" }, at: at - 30_000 });
    const change = { action: "access.set", target: staffRole, detail: { before: "staff", after: "manager" } };
    await record({ ...change, discordUserId: ada, outcome: "refused", at: at - 20_000 });
    await record({ action: "account.connect", target: "4711", discordUserId: noor, at: at - 10_000 });
    const [menu] = (await list()).selects;
    expect(menu?.options.map(({ label }) => label)).toEqual([
      "Connect a person · Mia Bloom",
      "Ada · Change what a role may do",
      "Mia · Log an order",
      "Mia · Log an order",
    ]);
    for (const { description } of menu?.options ?? [])
      expect(description).toMatch(/^(?:done|refused, nothing changed) · .+(?:now|ago) · .+, \d\d:\d\d$/);
    await ctx.store.accounts.disconnect(guildId, mia);
  });

  test("says for failures that nothing changed, and where the outcome is unknown", async () => {
    await record({ outcome: "refused", at: harness.clock.now() - 3_000 });
    await record({ outcome: "unsent", at: harness.clock.now() - 2_000 });
    await record({ outcome: "unknown", reference: "7f3a91c2" });
    const all = await list();
    expect(all.text).toContain(`🚫 <@${mia}> tried to log an order\u00a0·\u00a0just\u00a0now`);
    expect(all.text).toContain(`❓ <@${mia}> tried to log an order\u00a0·\u00a0just\u00a0now`);
    expect(all.text).not.toContain("7f3a91c2");
    expect((await list({ outcome: "unsent" })).text).toContain("1 entry");
    expect((await openEntry(all, 2)).text).toContain("🚫 Refused, nothing changed");
    expect((await openEntry(all, 1)).text).toContain("🚫 Not sent, nothing changed");
    const { text } = await openEntry(all, 0);
    expect(text).toContain("❓ Outcome unknown");
    expect(text).toContain("reference `7f3a91c2`");
  });

  test("opens an entry with its ids, its values before and after, and the exact time", async () => {
    const at = Date.UTC(2026, 10, 21, 12);
    await record({
      action: "settings.orders",
      target: "rule-1",
      detail: { before: "*Delivered* ends an order", after: "*Completed* ends an order" },
      at,
    });
    const all = await list();
    expect(all.text).toContain(`<@${mia}> changed when orders end\u00a0·\u00a0`);
    expect(all.text).not.toMatch(/✅|rule-1/);
    const opened = await openEntry(all, 0);
    expect(opened.private).toBe(true);
    expect(opened.text).toContain("Delivered ends an order → Completed ends an order");
    expect(opened.text).toContain(`<t:${at / 1000}:f>`);
    expect(opened.text).toContain("`rule-1`");
  });

  test("loses and repeats no entry while pages are turned and entries are added", async () => {
    const at = harness.clock.now() - 60_000;
    for (let index = 0; index < 35; index += 1)
      await record({ ...ordered(`order-${index}`), at: at + Math.floor(index / 4) });
    const ordersIn = ({ text }: { readonly text: string }) => text.match(/order-\d+/g) ?? [];
    const first = await list();
    const seen = [ordersIn(first)];
    let page = first;
    for (let turned = 0; turned < 3; turned += 1) {
      for (let index = 0; index < 3; index += 1) await record(ordered("later"));
      page = shown(await harness.as("ada").press(page, "Next"));
      seen.push(ordersIn(page));
    }
    expect(seen.map(({ length }) => length)).toEqual([10, 10, 10, 5]);
    expect(new Set(seen.flat()).size).toBe(35);
    expect(ordersIn(shown(await harness.as("ada").press(page, "Reload")))).toEqual(seen[3]);

    const back = shown(await harness.as("ada").press(page, "Previous"));
    expect(ordersIn(back)).toEqual(seen[2]);
    const further = shown(await harness.as("ada").press(back, "Previous"));
    expect(ordersIn(further)).toEqual(seen[1]);
  });

  test("is filtered by person, action, group of actions, outcome and days, on every page", async () => {
    for (let index = 0; index < 11; index += 1) await record({ discordUserId: theo });
    await record({ action: "order.other", discordUserId: theo, outcome: "refused" });
    await record({ action: "post.delete", discordUserId: mia, at: harness.clock.now() - 9 * dayMs });
    const byTheo = await list({ person: theo, action: "order.", days: 7 });
    expect(byTheo.text).toContain(`Only by <@${theo}> · “all of order”`);
    expect(byTheo.text).toContain("12 entries");
    const second = shown(await harness.as("ada").press(byTheo, "Next"));
    expect(second.text).toContain("Page 2 of 2 · 12 entries");
    expect(second.text).not.toContain(`<@${mia}>`);

    expect((await list({ outcome: "refused" })).text).toContain("1 entry");
    expect((await list({ action: "post.delete" })).text).toContain("1 entry");
    expect((await list({ action: "post.delete", days: 7 })).text).toContain("No entries match");
  });

  test("is empty at first, and says what will appear", async () => {
    expect((await list()).text).toContain("No entries yet");
  });

  test("suggests recorded actions by their text, and groups of them", async () => {
    await record();
    await record({ action: "order.other" });
    await record({ action: "post.delete" });
    const suggest = (value: string) =>
      harness.as("ada").suggest("audit", { action: value }, { name: "action", value });
    expect((await suggest("")).map(({ value }) => value)).toEqual([
      "order.",
      "order.create",
      "order.other",
      "post.delete",
    ]);
    expect(await suggest("DELETE")).toMatchObject([{ name: "Delete a post", value: "post.delete" }]);
  });

  test("shows nothing of other servers", async () => {
    await record({ guildId: "1100000000000000002", ...ordered("elsewhere") });
    expect((await list()).text).not.toContain("elsewhere");
  });

  test("shows a person's write as it was made", async () => {
    const question = shown(await harness.as("ada").run("access set", { role: staffRole, tier: "none" }));
    await harness.as("ada").press(question, "Remove the tier");
    expect((await list()).text).toContain(`changed <@&${staffRole}> to **none**`);
  });
});

describe("the file", () => {
  const fileOf = async (options = {}) => {
    const message = shown(await harness.as("ada").press(await list(options), "Download CSV"));
    const [file] = message.attachments;
    if (file === undefined) throw new Error(`no file came, but: ${message.text}`);
    return { message, file, text: await (await fetch(file.url)).text() };
  };

  test("holds the same entries as the list, for spreadsheets, and the export itself is audited", async () => {
    await record({ target: "one", detail: { before: "a, b", after: 'say "c"' } });
    await record({ target: "two", discordUserId: theo });
    harness.clock.advance(5_000);
    const { message, file, text } = await fileOf({ person: mia });
    expect(message.private).toBe(true);
    expect(message.text).toContain("1 entry, newest first");
    expect(file.filename).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
    const lines = text.replace("\uFEFF", "").trimEnd().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"'${mia}","order.create","Log an order","done","one","","a, b","say ""c"""`);
    expect((await list()).text).toContain(`<@${ada}> exported the audit log`);
  });

  test("contains nothing that a spreadsheet would execute", async () => {
    const formulas = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " +1", "＝1"];
    for (const formula of formulas) await record({ target: formula, detail: { after: formula } });
    harness.clock.advance(5_000);
    const { text } = await fileOf();
    for (const formula of formulas) expect(text).toContain(`"'${formula}"`);
    const fields = [...text.matchAll(/"((?:[^"]|"")*)"/g)].map(([, field = ""]) => field);
    expect(fields).toHaveLength(12 * (formulas.length + 1));
    for (const field of fields) expect(field).not.toMatch(/^\s*[=+\-@＝\t\r]/u);
  });

  test("holds only what was recorded before it was asked for", async () => {
    await record({ target: "before" });
    harness.clock.advance(5_000);
    // The export waits for other long work of its server.
    const { scheduler } = harness.app.ctx;
    const other = Promise.withResolvers<void>();
    const holding = scheduler.runExclusive(guildId, () => other.promise);
    using watched = watchScheduler(harness.app.ctx, guildId);
    const exporting = fileOf();
    await until("it waits", () => watched.asked() > 0);
    await record({ target: "meanwhile", at: harness.app.ctx.now() });
    other.resolve();
    await holding;
    const { message, text } = await exporting;
    expect(message.text).toContain("1 entry, newest first");
    expect(text).toContain('"before"');
    expect(text).not.toContain('"meanwhile"');
  });

  test("of one server is made one at a time, and makes way for other work all along", async () => {
    for (let index = 0; index < 350; index += 1) await record();
    harness.clock.advance(5_000);
    using watched = watchScheduler(harness.app.ctx, guildId, 2);
    const files = await Promise.all([fileOf(), fileOf()]);
    for (const { message } of files) expect(message.text).toContain("350 entries, newest first");
    expect(watched.mostAtOnce()).toBe(1);
    expect(watched.jobs.map(({ pauses }) => pauses)).toEqual([4, 4]);
  });

  test("isn't made when there are no entries", async () => {
    const empty = await list();
    expect(labelsOf(empty)).not.toContain("Download CSV");
    expect(textOf(await harness.as("ada").forge.press(empty, "audit.csv:"))).toContain(
      "The audit log is empty",
    );
    await record({ outcome: "unknown" });
    harness.clock.advance(5_000);
    const unknown = await list({ outcome: "unknown" });
    await harness.app.ctx.store.audit.removeBefore(harness.clock.now());
    await record();
    harness.clock.advance(5_000);
    expect(textOf(await harness.as("ada").press(unknown, "Download CSV"))).toContain("No entries match");
  });
});

test("the audit log is for admins", async () => {
  const theos = harness.as("theo");
  await theos.forge.run("audit");
  expect(newestText(theos)).toContain("Only admins can read the audit log here. You're a manager.");
  const screen = shown(await theos.run("help"));
  for (const customId of ["audit.csv:", "audit.channel", "audit.channel-off"]) {
    await theos.forge.press(screen, customId);
    expect(newestText(theos)).toContain("Only admins can use this here. You're a manager.");
  }
});
