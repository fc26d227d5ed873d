// Depends on: nothing that varies.
import type { APIEmbed } from "discord.js";
import { beforeAll, expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { collectEveryAnswer, type EveryAnswer } from "../support/access/collect-replies.ts";
import { startHarness } from "../support/harness.ts";
import { findMomentsInSentences } from "../support/lone-moments.ts";
import { withFooters } from "../support/replies.ts";

/** What each command says that it reaches of the service; menus by their names. */
const declared = commands.flatMap((command) =>
  command.kind === "slash"
    ? [...command.handlers].map(([sub, { operations }]) => ({
        path: `${command.json.name} ${sub}`.trim(),
        operations,
      }))
    : [{ path: command.json.name, operations: command.handler.operations }],
);

let every: EveryAnswer;
beforeAll(async () => {
  // Of all answers in a minute, most would be that requests are used up.
  await using harness = await startHarness({ withJobs: false, guarded: false });
  every = await collectEveryAnswer(harness.discord, harness.service);
});

test.each(declared)("$path sends the service only requests it declares", ({ path, operations }) => {
  const asked = every.asked.get(path);
  expect(asked).toBeDefined();
  expect([...(asked ?? [])].filter((operation) => !operations.includes(operation))).toEqual([]);
});

test("every operation that a command declares is used", () => {
  const reached = new Set([...every.asked.values()].flatMap((operations) => [...operations]));
  const all = new Set(declared.flatMap(({ operations }) => operations));
  expect([...all].filter((operation) => !reached.has(operation))).toEqual([]);
});

test("no moment that Discord writes in the reader's language is in a sentence", () => {
  const texts = every.messages.flatMap(withFooters);
  expect(texts.filter((text) => text.includes(":R>")).length).toBeGreaterThan(10);
  expect(texts.flatMap(findMomentsInSentences)).toEqual([]);
});

test("nothing shown in a channel becomes untrue a week later", () => {
  const shown = every.messages.filter(({ text }) => text.startsWith("-# Shown by"));
  expect(shown.length).toBeGreaterThan(10);
  // A schedule that shows this week does so each time.
  const texts = shown.map(({ text }) => text.replaceAll("Shows this week", ""));
  const passing = /<t:\d+:R>|▸ \*\*\w|\b(?:this|next|last) week\b|\btoday\b/i;
  expect(texts.filter((text) => passing.test(text))).toEqual([]);
});

test("nothing shown in a channel addresses the person who asked for it", () => {
  const shown = every.messages.filter(({ text }) => text.startsWith("-# Shown by"));
  expect(shown.filter(({ text }) => /\byou(?:r|'re|'ve)?\b/i.test(text)).map(({ text }) => text)).toEqual([]);
});

test("small print below an answer is one line at most", () => {
  const listSmallPrint = ({ description = "", fields = [], footer }: APIEmbed): readonly string[] => {
    const lines = [description, ...fields.map(({ value }) => value)].flatMap((text) => text.split("\n"));
    return [...lines.filter((line) => line.startsWith("-# ")), ...(footer ? [footer.text] : [])];
  };
  const small = every.messages.flatMap(({ embeds }) => embeds).map(listSmallPrint);
  expect(small.filter(({ length }) => length === 1).length).toBeGreaterThan(100);
  expect(small.filter(({ length }) => length > 1)).toEqual([]);
});
