import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Code in these folders, and what it holds, by path. */
function sourcesIn(...folders: readonly string[]): ReadonlyMap<string, string> {
  const listed = execFileSync("git", ["ls-files", ...folders], { cwd: root, encoding: "utf8" }).split("\n");
  const code = listed.filter((file) => /\.(?:tsx?|mjs)$/.test(file));
  return new Map(code.map((file) => [file, readFileSync(join(root, file), "utf8")]));
}

const countLines = (source: string): number => source.split("\n").length - 1;

const bot = sourcesIn("src", "commands");

test("no file of the bot is longer than 250 lines", () => {
  const long = [...bot].filter(([, source]) => countLines(source) > 250).map(([file]) => file);
  expect(bot.size).toBeGreaterThan(400);
  expect(long).toEqual([]);
});

test("the median length of the bot's files is 60 to 110 lines", () => {
  const lengths = [...bot.values()].map(countLines).toSorted((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)];
  expect(median).toBeGreaterThanOrEqual(60);
  expect(median).toBeLessThanOrEqual(110);
});

test("the commands have at most 190 files", () => {
  expect([...bot.keys()].filter((file) => file.startsWith("commands/")).length).toBeLessThanOrEqual(190);
});

test("no value is cast to a type that it doesn't have", () => {
  // In two parts, since this file is among those that are searched.
  const cast = ["as unknown", "as"].join(" ");
  const all = sourcesIn("src", "commands", "playground", "bench", "test");
  expect([...all].filter(([, source]) => source.includes(cast)).map(([file]) => file)).toEqual([]);
});
