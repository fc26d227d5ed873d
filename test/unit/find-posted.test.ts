import { expect, test } from "vitest";
import { matches } from "../../src/schedules/delivery/find-existing.ts";

const board = { content: "Nobody is behind." };
const said = (content: string, title?: string) => matches({ content, title }, board);

test("a board without embeds is found by its text, after a mention and before the late note", () => {
  expect(said("Nobody is behind.")).toBe(true);
  expect(said("<@&77>\nNobody is behind.\n-# Posted late: it was due <t:1795250400:f>.")).toBe(true);
  expect(said("Nobody is behind.\nBut for one.")).toBe(false);
  expect(said("Nobody is behind.", "Open orders")).toBe(false);
});

test("a board with embeds is found by its first title, whatever it shows", () => {
  const orders = { embeds: [{ title: "Open orders", description: "Two" }] };
  expect(matches({ content: "<@&77>", title: "Open orders" }, orders)).toBe(true);
  expect(matches({ content: "", title: "Team board" }, orders)).toBe(false);
});

test("a board with a count is found even when the count has changed", () => {
  const orders = { embeds: [{ title: "12\u00a0open\u00a0orders, 2\u00a0stuck" }] };
  expect(matches({ content: "", title: "1\u00a0open\u00a0order" }, orders)).toBe(true);
  expect(matches({ content: "", title: "Team board: 12\u00a0on track" }, orders)).toBe(false);
  const report = { embeds: [{ title: "Report: 6 of 12 passed" }] };
  expect(matches({ content: "", title: "Report: 1\u202f204 orders" }, report)).toBe(true);
});

test.each([
  ["Digest", "Digest: 2\u00a0stuck orders"],
  ["Team board", "Team board: 12\u00a0on track"],
  ["Open orders", "1\u00a0open\u00a0order"],
])("the board “%s” is found when there was nothing to count before or since", (title, counted) => {
  expect(matches({ content: "", title }, { embeds: [{ title: counted }] })).toBe(true);
  expect(matches({ content: "", title: counted }, { embeds: [{ title }] })).toBe(true);
});

test("a board that names its week is found even when it would name the next one by now", () => {
  const week = { embeds: [{ title: "Week of 23\u00a0November · this week" }] };
  expect(matches({ content: "", title: "Week of 16 November" }, week)).toBe(true);
  expect(matches({ content: "", title: "Final standings, week of 16 November" }, week)).toBe(false);
});
