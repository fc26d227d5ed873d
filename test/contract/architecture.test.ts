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
