import { expect, test } from "vitest";
import { matches } from "../../src/schedules/delivery/find-existing.ts";

const board = { content: "Nobody is behind." };
const said = (content: string, title?: string) =>
  matches({ content, embeds: title === undefined ? [] : [{ title }] }, board);
/** A message with one embed. */
const post = (title: string, description = "") => ({ content: "", embeds: [{ title, description }] });

test("a board without embeds is found by its text, after a mention and before the late note", () => {
  expect(said("Nobody is behind.")).toBe(true);
  expect(said("<@&77>\nNobody is behind.\n-# Posted late: it was due <t:1795250400:f>.")).toBe(true);
  expect(said("Nobody is behind.\nBut for one.")).toBe(false);
  expect(said("Nobody is behind.", "Open orders")).toBe(false);
});

test("a board with embeds is found by its first title, whatever it shows", () => {
  const orders = { embeds: [{ title: "Open orders", description: "Two" }] };
  expect(matches({ ...post("Open orders"), content: "<@&77>" }, orders)).toBe(true);
  expect(matches(post("Team board"), orders)).toBe(false);
});

test("a board with a count is found even when the count has changed", () => {
  const orders = { embeds: [{ title: "12\u00a0open\u00a0orders, 2\u00a0stuck" }] };
  expect(matches(post("1\u00a0open\u00a0order"), orders)).toBe(true);
  expect(matches(post("Team board: 12\u00a0on track"), orders)).toBe(false);
  const team = { embeds: [{ title: "Team board: 2\u00a0behind" }] };
  expect(matches(post("Team board: 12\u00a0on track"), team)).toBe(true);
});

test.each([
  ["Digest", "Digest: 2\u00a0stuck orders"],
  ["Team board", "Team board: 12\u00a0on track"],
  ["Team board", "Team board: nobody behind"],
  ["Standings", "Standings: all 12 passed"],
  ["Open orders", "1\u00a0open\u00a0order"],
])("the board “%s” is found when there was nothing to count before or since", (title, counted) => {
  expect(matches(post(title), { embeds: [{ title: counted }] })).toBe(true);
  expect(matches(post(counted), { embeds: [{ title }] })).toBe(true);
});

test("a board that names its week is found even when it would name the next one by now", () => {
  const week = { embeds: [{ title: "Week of 23\u00a0November · this week" }] };
  expect(matches(post("Week of 16 November"), week)).toBe(true);
  expect(matches(post("Most minutes, week of 16 November"), week)).toBe(false);
});

test("of boards whose titles name a week and a count, each is found in any week and no other one", () => {
  const report = { embeds: [{ title: "Report, 16–22\u00a0Nov: 6\u00a0of\u00a08\u00a0passed" }] };
  for (const next of ["Report, 30 Nov – 6 Dec: 1\u202f204 orders", "Report, 28 Dec 2026 – 3 Jan: 1 post"])
    expect(matches(post(next), report)).toBe(true);
  expect(matches(post("Week of 16 Nov: 6 passed", "Final standings · 2 excused"), report)).toBe(false);
  const standings = {
    embeds: [{ title: "Week of 16 Nov: 6 passed", description: "Final standings · 9 people" }],
  };
  expect(matches(post("Week of 23 Nov: 4 failed", "Final standings"), standings)).toBe(true);
  expect(matches(post("Week of 23 Nov: 4 behind", "Before the week ends"), standings)).toBe(false);
});
