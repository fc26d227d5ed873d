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

test("no value is cast to a type that it doesn't have", () => {
  // In two parts, since this file is among those that are searched.
  const cast = ["as unknown", "as"].join(" ");
  const all = sourcesIn("src", "commands", "playground", "bench", "test");
  expect([...all].filter(([, source]) => source.includes(cast)).map(([file]) => file)).toEqual([]);
});
