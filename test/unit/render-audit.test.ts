import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { renderAnnouncement } from "../../commands/audit/channel-posts.ts";
import { describeEntry, describeWholeEntry, buildSentence } from "../../commands/audit/render-entry.ts";
import { describeChanges } from "../../commands/schedule/settings.ts";
import { renderAuditEntry, renderAuditList, renderExport } from "../../commands/audit/render.ts";
import { createSheet } from "../../commands/audit/export.ts";
import { findAction } from "../../commands/audit/actions.ts";
import { auditActions as actions, commands, features } from "../../commands/index.ts";
import { listHandlers } from "../../src/interactions/handler.ts";
import type { AuditEntry, AuditPage } from "../../src/store/audit.ts";
import { accountOf } from "../support/arbitraries.ts";
import { someContext } from "../support/render-context.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";

const at = Date.UTC(2026, 10, 21, 12);
const mia = "1100000000000000203";
const createCustomId = (page: number) => `p:${page}`;
const entryOf = (entry: Partial<AuditEntry> = {}): AuditEntry => ({
  id: "1",
  guildId: "1100000000000000001",
  workspaceId: undefined,
  discordUserId: mia,
  action: "order.create",
  target: undefined,
  outcome: "done",
  detail: undefined,
  reference: undefined,
  at,
  ...entry,
});
const hostile = `**@everyone** <@&1> \`\`\` [x](https://x.test) \u202E${"x".repeat(3_000)}`;
const hostileEntry = entryOf({
  action: hostile,
  target: hostile,
  outcome: "unknown",
  detail: { before: hostile, after: { deep: [hostile] } },
  reference: hostile,
});

const nora = "1100000000000000204";
const noraAccount = accountOf({ userId: "129945018", discordUserId: nora, displayName: "Nora" });
const names = new Map([["129945018", noraAccount]]);
const workspaces = new Map([["w1", "Harbour Café"]]);
const words = { names, workspaces, actions };
const textOf = (entry: Partial<AuditEntry>) => describeEntry(entryOf(entry), { ...words, style: "f" });
const firstLine = (entry: Partial<AuditEntry>) => textOf(entry).split("\n")[0] ?? "";
const when = `<t:${at / 1000}:f>`;
const giftToNora = {
  userId: "129945018",
  gift: { duration: 2_700_000, messages_sent: 10 },
  minutes: 45,
  unit: "ms",
  toOneself: false,
};
const board = { kind: "orders", channelId: "77" };

test("an entry says which workspace it was in, unless the server has only that one", () => {
  const entry = entryOf({ workspaceId: "w2" });
  const several = { ...words, workspaces: new Map([...workspaces, ["w2", "Bakery"]]) };
  for (const describe of [
    (shown: typeof words) => describeEntry(entry, { ...shown, style: "f" }),
    (shown: typeof words) => describeWholeEntry(entry, shown),
  ]) {
    expect(describe(several)).toContain("-# Bakery");
    expect(describe(words)).toContain("-# workspace `w2`");
    expect(describe({ ...words, workspaces: new Map([["w2", "Bakery"]]) })).not.toContain("Bakery");
  }
});

test.each<[Partial<AuditEntry>, string]>([
  [{ action: "activity.gift", detail: giftToNora }, `gave <@${nora}> 45 min and 10 messages`],
  [
    { action: "activity.gift", detail: { ...giftToNora, toOneself: true } },
    "gave **themselves** 45 min and 10 messages",
  ],
  [{ action: "activity.gift", detail: { userId: "4711", minutes: 1, gift: {} } }, "gave someone 1 min"],
  [
    { action: "order.create", detail: { items: ["2 Latte", "Tea"], customer: "129945018" } },
    `logged an order: 2 Latte, Tea for <@${nora}>`,
  ],
  [
    { action: "access.set", target: "79", detail: { before: "staff", after: "manager" } },
    "changed <@&79> from **staff** to **manager**",
  ],
  [
    { action: "account.connect", target: "4711", detail: { member: nora, person: { displayName: "Nora" } } },
    `connected <@${nora}> to **Nora**`,
  ],
  [
    { action: "account.request", detail: { userId: "4711", displayName: "Nora" } },
    "asked to be connected as **Nora**",
  ],
  [
    { action: "account.approve", target: "129945018", detail: { member: nora } },
    `approved <@${nora}> as <@${nora}>`,
  ],
  [
    {
      action: "account.disconnect",
      target: "4711",
      detail: { member: nora, displayName: "Nora" },
    },
    `disconnected <@${nora}> from **Nora**`,
  ],
  [{ action: "account.look-up", target: "129945018" }, `looked up who <@${nora}> is`],
  [
    { action: "privacy.forget-person", target: "129945018", detail: { before: "names" } },
    `deleted the data kept about <@${nora}>`,
  ],
  [{ action: "privacy.forget", detail: { before: "names" } }, "deleted **their own** data"],
  [{ action: "remind.off", detail: { kind: "order" } }, "turned their reminder off for ready orders"],
  [{ action: "settings.history", detail: { after: 3 } }, "set how long saved weeks are kept to 3 months"],
  [{ action: "link.rename", detail: { before: "Old", after: "New" } }, "renamed **Old** to **New**"],
  [{ action: "link.set", detail: { after: "Café" } }, "linked **Café**"],
  [{ action: "link.set", detail: { before: "Café", after: "Café" } }, "replaced the key of **Café**"],
  [{ action: "link.channel", target: "77", detail: { after: "Café" } }, "made <#77> use **Café**"],
  [{ action: "post.delete", detail: { postId: "0b", before: "Pub quiz" } }, "deleted the post **Pub quiz**"],
  [
    { action: "settings.zone", target: "Europe/Berlin", detail: { after: "Europe/Berlin" } },
    "set the time zone to **Europe/Berlin**",
  ],
  [
    { action: "settings.managers-channel", target: "77", detail: { after: "77" } },
    "chose <#77> as the managers' channel",
  ],
  [
    { action: "audit.channel", target: "77", detail: { before: "77" } },
    "stopped posting the audit log in <#77>",
  ],
  [
    { action: "schedule.add", detail: { after: "x", plan: board } },
    "added the schedule **Open orders** in <#77>",
  ],
  [
    { action: "schedule.pause", detail: { ...board, before: "active" } },
    "paused the schedule **Open orders** in <#77>",
  ],
  [
    { action: "workspace.settings", detail: { after: { name: "Café", theme: "dark" } } },
    "changed the workspace's name to **Café** and the workspace's theme to **dark**",
  ],
  [{ action: "remind.on", detail: { after: 24 } }, "turned their reminder on, 24 hours before the week ends"],
])("%j is a sentence", (entry, sentence) => {
  expect(firstLine(entry)).toBe(`✅ <@${mia}> ${sentence} · ${when}`);
});

test("what someone did before they were connected names the user they are now", () => {
  const ofNora = { discordUserId: nora, target: "129945018" } as const;
  const lookUp = { action: "account.look-up", ...ofNora } as const;
  expect(firstLine(lookUp)).toBe(`✅ <@${nora}> looked up who Nora is · ${when}`);
  const request = { action: "account.request", ...ofNora, detail: { userId: "129945018" } } as const;
  expect(firstLine(request)).toBe(`✅ <@${nora}> asked to be connected as Nora · ${when}`);
  const toThemselves = { action: "privacy.forget-person", ...ofNora } as const;
  expect(firstLine(toThemselves)).toBe(`✅ <@${nora}> deleted the data kept about **themselves** · ${when}`);
});

test("what failed, or may have failed, is described as tried", () => {
  const gift = { action: "activity.gift", detail: giftToNora } as const;
  const tried = `<@${mia}> tried to give <@${nora}> 45 min and 10 messages`;
  expect(firstLine({ ...gift, outcome: "refused" })).toBe(`🚫 ${tried} · refused, nothing changed · ${when}`);
  expect(firstLine({ ...gift, outcome: "unknown" })).toBe(`❓ ${tried} · outcome unknown · ${when}`);
});

test("ids are in small print only, and known names replace them", () => {
  const unnamed = textOf({ action: "activity.gift", target: "0a", detail: { userId: "4711", minutes: 5 } });
  expect(unnamed.split("\n")).toEqual([expect.not.stringContaining("4711"), "-# `0a` · user `4711`"]);
  expect(textOf({ action: "activity.gift", target: "0a", detail: giftToNora })).not.toContain("129945018");
});

test("a schedule is described in words, with its channel and role as mentions", () => {
  const plan = {
    ...board,
    mode: "live",
    rule: { kind: "weekly", days: [1, 4], time: "18:00" },
    zone: "Europe/Berlin",
    options: { stuckMinutes: 45, tellReady: true },
    mentionRoleId: "88",
    pins: true,
    replaces: false,
    publishes: false,
  } as const;
  const after = describeChanges(plan);
  const opened = describeWholeEntry(entryOf({ action: "schedule.add", detail: { after, plan } }), words);
  expect(opened).toContain(
    "\nevery Monday and Thursday at 18\\:00 \\(Europe/Berlin\\) · one live message · pinned · mentions <@&88> · An order is stuck after 45 min without progress · Announces when an order is ready for pickup\n",
  );
  const [, , settings] = opened.split("\n");
  // However a version worded it.
  const worded = { action: "schedule.remove", detail: { before: "Open orders, live, for 77", plan } };
  expect(describeWholeEntry(entryOf(worded), words)).toContain(`\n${settings} → —\n`);
  const changed = { ...plan, channelId: "78", pins: false };
  const detail = { before: describeChanges(plan, changed), after: describeChanges(changed, plan), plan };
  expect(describeWholeEntry(entryOf({ action: "schedule.edit", detail }), words)).toContain(
    "\nin <#77> · pinned → in <#78> · not pinned\n",
  );
});

test("a missing or invalid id is not made up", () => {
  expect(firstLine({ action: "settings.managers-channel", detail: { after: "78> <@1" } })).toContain(
    "chose a channel as",
  );
  expect(firstLine({ action: "workspace.settings", detail: "text" })).toContain(
    "changed the workspace's settings",
  );
  expect(firstLine({ action: "schedule.run", detail: { kind: hostile, channelId: "<@&1>" } })).not.toMatch(
    /<@&1>(?!`)|<#<|[^\\]\*\*@/,
  );
});

test("an unknown action is shown as it is, even one named like an object's built-in property", () => {
  expect(textOf({ action: "brand.new" })).toContain(`<@${mia}>: brand.new`);
  expect(textOf({ action: "constructor" })).toContain(`<@${mia}>: constructor`);
});

test("every action that the code records has a text and a sentence", async () => {
  const used: string[] = [];
  for await (const path of glob(["src/**/*.ts", "commands/**/*.ts"])) {
    const text = await readFile(path, "utf8");
    used.push(...[...text.matchAll(/\baction: "([^"]+)"/g)].map(([, action = ""]) => action));
  }
  expect(used).toContain("account.look-up");
  expect(used.filter((action) => findAction(action, actions) === undefined)).toEqual([]);
});

test("no two features describe the same action", () => {
  const declared = features.flatMap(({ audit = {} }) => Object.keys(audit));
  expect(declared).toHaveLength(new Set(declared).size);
});

test("every write that a person confirms has a text in the audit log", () => {
  const kinds = commands
    .flatMap(listHandlers)
    .flatMap(({ components: controls = [] }) => controls)
    .flatMap((control) => (control.kind === "button" && control.write ? [control.write.draftKind] : []));
  expect(kinds).toContain("access.set");
  expect(kinds.filter((kind) => findAction(kind, actions) === undefined)).toEqual([]);
  const about = (action: string) => ({ action, target: undefined, detail: undefined });
  expect(
    kinds.filter((kind) => buildSentence(about(kind), { actions, person: () => "" }) === undefined),
  ).toEqual([]);
});

test("ten entries full of hostile text fit, ping nobody and hide nothing", () => {
  const entries = Array.from({ length: 10 }, () => hostileEntry);
  const filter = { action: hostile, discordUserId: mia, outcome: "unknown", since: at } as const;
  const list = renderAuditList(
    {
      filter,
      page: { entries, index: 0, count: 3, total: 25 },
      createCustomId,
      openId: "o",
      csvId: "c",
      openChannelId: "h",
      actors: new Map([[mia, hostile]]),
      zone: "Europe/Berlin",
    },
    { ...someContext(names), actions },
  );
  expectWithinLimits(list, [mia]);
  expect(list.embeds?.[0]?.description?.split("❓")).toHaveLength(11);
  expectWithinLimits(renderAnnouncement({ entries, ...words, dropped: 7 }, someContext()), [mia]);
});

const reader = { locale: "en-US", zone: "Europe/Berlin" };

test("a file ends at its maximum of lines or bytes, whichever comes first, and loses no earlier entry", async () => {
  const all = Array.from({ length: 2_500 }, (_, index) =>
    entryOf({ id: `order-${index}`, target: `order-${index}` }),
  );
  const read = ({ limit, olderThan }: AuditPage) => {
    const start = 1 + all.findIndex(({ target }) => target === olderThan?.id);
    return Promise.resolve(all.slice(start, start + limit));
  };
  let pauses = 0;
  const pause = async () => void (pauses += 1);
  const whole = await createSheet(read, { lines: 10_000, bytes: 1e9, actions, ...reader }, pause);
  expect(pauses).toBeGreaterThanOrEqual(25);
  expect(whole.lines).toBe(2_500);
  for (const { target = "" } of all) expect(whole.text).toContain(`"${target}"`);

  const byLines = await createSheet(read, { lines: 1_500, bytes: 1e9, actions, ...reader }, pause);
  expect(byLines.lines).toBe(1_500);
  expect(whole.text.startsWith(byLines.text)).toBe(true);

  const byBytes = await createSheet(read, { lines: 10_000, bytes: 5_000, actions, ...reader }, pause);
  expect(byBytes.lines).toBeGreaterThan(10);
  expect(Buffer.byteLength(byBytes.text)).toBeLessThanOrEqual(5_000);
  expect(whole.text.startsWith(byBytes.text)).toBe(true);
});

test("a file that lacks the oldest entries says how to get to them: fewer days would lack even more", () => {
  const sheet = { text: "", lines: 10_000, filter: {}, at, actions, zone: "UTC" };
  const { content } = renderExport({ ...sheet, total: 12_000 });
  expect(content).toContain(
    "The newest 10\u202f000 entries of 12\u202f000. For older ones, run `/audit` with a",
  );
  expect(content).not.toContain("days");
  expect(renderExport({ ...sheet, total: 10_000 }).content).toContain("10\u202f000 entries, newest first.");
});

test("a file is called by the day of the server's clocks, as the times in it are", () => {
  const sheet = { text: "", lines: 1, total: 1, filter: {}, at: Date.UTC(2026, 10, 21, 23, 30), actions };
  const nameIn = (zone: string) => renderExport({ ...sheet, zone }).files?.map(({ name }) => name);
  expect(nameIn("Europe/Berlin")).toEqual(["audit-log-2026-11-22.csv"]);
  expect(nameIn("America/New_York")).toEqual(["audit-log-2026-11-21.csv"]);
});

test("a file states each time as the server's clocks show it, and to the millisecond", async () => {
  const entries = [1_763_700_000_800, 1_763_700_000_000].map((moment) => entryOf({ at: moment }));
  const { text } = await createSheet(
    () => Promise.resolve(entries),
    { lines: 10, bytes: 1e6, actions, ...reader },
    () => Promise.resolve(),
  );
  expect(text.match(/^"2025-11-21 05:40:00",/gm)).toHaveLength(2);
  expect(text).toContain('"2025-11-21T04:40:00.800Z"');
  expect(text).toContain('"2025-11-21T04:40:00.000Z"');
});

test.each([
  ["schedule.run", "Posted a schedule"],
  ["schedule.pause", "Paused a schedule"],
  ["settings.zone", "Chose the time zone"],
  ["order.create", "Logged an order"],
  ["link.set", "Linked a workspace, or replaced its key"],
  ["link.read-only", "Made a link read-only, or allowed changes"],
  ["presence.hide", "Hid when they're on"],
])("a completed %s is called %j", (action, title) => {
  expect(renderAuditEntry(entryOf({ action }), words).embeds?.[0]?.title).toBe(title);
});
