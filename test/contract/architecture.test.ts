import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/architecture.md"), "utf8");

test("every file and folder that the architecture page names exists", () => {
  const named = [...page.matchAll(/`((?:src|commands|playground|bench)\/[\w./-]*)`/g)].map(
    ([, path]) => path,
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => path === undefined || !existsSync(join(root, path)))).toEqual([]);
});

test.each([
  ["An order's items", 13],
  ["The workspace key", 13],
  ["A due time", 20],
])("the path of %s states how many files it passes through, at most %i", (start, most) => {
  const [heading = "", ...lines] =
    page
      .slice(page.indexOf(`### ${start}`))
      .split("\n### ")[0]
      ?.split("\n") ?? [];
  const files = lines.filter((line) => /^\d+\. `/.test(line)).map((line) => /`([^`]+)`/.exec(line)?.[1]);
  expect(heading).toMatch(new RegExp(`: ${files.length} files$`));
  expect(new Set(files).size).toBe(files.length);
  expect(files.length).toBeGreaterThan(0);
  expect(files.length).toBeLessThanOrEqual(most);
});
