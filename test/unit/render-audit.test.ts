import { expect, test } from "vitest";
import { renderAnnouncement } from "../../commands/audit/render-announcement.ts";
import { entryText } from "../../commands/audit/render-entry.ts";
import { renderList } from "../../commands/audit/render-list.ts";
import { sheetOf } from "../../commands/audit/sheet.ts";
import { actionOf } from "../../commands/audit/words.ts";
import { commands } from "../../commands/index.ts";
import { leavesOf } from "../../src/interactions/define.ts";
import type { AuditEntry, AuditPage } from "../../src/store/audit.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";

const at = Date.UTC(2026, 10, 21, 12);
const mia = "1100000000000000203";
const words = { commandMention: (path: string) => `\`/${path}\``, customIdOf: (page: number) => `p:${page}` };
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

test("an entry says what, who, when, on what, and how things stood and stand", () => {
  const text = entryText(
    entryOf({ action: "link.rename", target: "0a", detail: { before: "Old", after: "New" } }),
  );
  expect(text).toBe(`✅ **Rename a workspace here** · <@${mia}> · <t:${at / 1000}:R>\n-# \`0a\` · Old → New`);
});

test("what stood or stands nowhere is not made up", () => {
  const change = (detail: unknown) => entryText(entryOf({ detail })).split("\n")[1];
  expect(change({ after: "New" })).toBe("-# → New");
  expect(change({ before: "Old", after: null })).toBe("-# was Old");
  expect(change({ before: 1, after: 0 })).toBe("-# 1 → 0");
  expect(change({ items: ["Latte"] })).toBeUndefined();
  expect(change("just a text")).toBeUndefined();
});

test("an entry about a schedule names its kind and channel, also once the schedule is gone", () => {
  const about = (action: string, detail: unknown) => entryText(entryOf({ action, target: "0a", detail }));
  const place = { kind: "orders", channelId: "77" };
  expect(about("schedule.remove", { id: "0a", ...place })).toContain("-# Open orders in <#77> · `0a`");
  expect(about("schedule.add", { after: "x", plan: place })).toContain(
    "-# Open orders in <#77> · `0a` · → x",
  );
  expect(about("schedule.pause", { before: "active" })).toContain("-# `0a` · was active");
  expect(about("schedule.run", { kind: hostile, channelId: "<@&1>" })).not.toMatch(
    /<@&1>(?!`)|<#<|[^\\]\*\*@/,
  );
  expect(about("order.create", place)).not.toContain("<#77>");
});

test("ids of roles and channels show as such, and what only claims to be one as text", () => {
  const chosen = (after: string) =>
    entryText(entryOf({ action: "settings.managers-channel", target: "77", detail: { after } }));
  expect(chosen("78")).toContain("-# <#77> · → <#78>");
  expect(chosen("77")).toContain("\n-# → <#77>");
  expect(chosen("78> <@1")).not.toContain("<#78");
  expect(entryText(entryOf({ action: "access.set", target: "79" }))).toContain("<@&79>");
});

test("an action without words is shown as it is, also one that is named like a part of every object", () => {
  expect(entryText(entryOf({ action: "brand.new" }))).toContain("**brand.new**");
  expect(entryText(entryOf({ action: "constructor" }))).toContain("**constructor**");
});

test("every write that a person confirms has words in the record", () => {
  const kinds = commands
    .flatMap(leavesOf)
    .flatMap(({ controls = [] }) => controls)
    .flatMap((control) => (control.kind === "button" && control.write ? [control.write.draftKind] : []));
  expect(kinds).toContain("access.set");
  expect(kinds.filter((kind) => actionOf(kind) === undefined)).toEqual([]);
});

test("ten entries full of hostile text fit, ping nobody and hide nothing", () => {
  const entries = Array.from({ length: 10 }, () => hostileEntry);
  const filter = { action: hostile, discordUserId: mia, outcome: "unknown", since: at } as const;
  const list = renderList({ filter, page: { entries, index: 0, count: 3, total: 25 } }, words);
  expectWithinLimits(list, [mia]);
  expect(list.embeds?.[0]?.description?.split("❓")).toHaveLength(11);
  expectWithinLimits(renderAnnouncement(entries, 7, words), [mia]);
});

test("a file ends at the most lines or bytes, whichever comes first, and loses no entry before", async () => {
  const all = Array.from({ length: 2_500 }, (_, index) =>
    entryOf({ id: `order-${index}`, target: `order-${index}` }),
  );
  const read = ({ limit, olderThan }: AuditPage) => {
    const start = 1 + all.findIndex(({ target }) => target === olderThan?.id);
    return Promise.resolve(all.slice(start, start + limit));
  };
  let pauses = 0;
  const pause = async () => void (pauses += 1);
  const whole = await sheetOf(read, { lines: 10_000, bytes: 1e9 }, pause);
  expect(pauses).toBeGreaterThanOrEqual(25);
  expect(whole.lines).toBe(2_500);
  for (const { target = "" } of all) expect(whole.text).toContain(`"${target}"`);

  const byLines = await sheetOf(read, { lines: 1_500, bytes: 1e9 }, pause);
  expect(byLines.lines).toBe(1_500);
  expect(whole.text.startsWith(byLines.text)).toBe(true);

  const byBytes = await sheetOf(read, { lines: 10_000, bytes: 5_000 }, pause);
  expect(byBytes.lines).toBeGreaterThan(10);
  expect(Buffer.byteLength(byBytes.text)).toBeLessThanOrEqual(5_000);
  expect(whole.text.startsWith(byBytes.text)).toBe(true);
});

test("a file tells each time to the millisecond, also where that is none", async () => {
  const entries = [1_763_700_000_800, 1_763_700_000_000].map((moment) => entryOf({ at: moment }));
  const { text } = await sheetOf(
    () => Promise.resolve(entries),
    { lines: 10, bytes: 1e6 },
    () => Promise.resolve(),
  );
  expect(text).toContain('"2025-11-21T04:40:00.800Z"');
  expect(text).toContain('"2025-11-21T04:40:00.000Z"');
});
