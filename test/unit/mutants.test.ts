import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyMutant, readMutants, root } from "../mutants/list.ts";

const mutants = readMutants();

test.each(mutants.map((mutant) => [mutant.id, mutant] as const))(
  "%s still has its one place in the code, and its tests",
  (_id, mutant) => {
    const text = readFileSync(join(root, mutant.file), "utf8");
    expect(applyMutant(mutant, text)).not.toBe(text);
    for (const file of mutant.tests) expect(existsSync(join(root, file)), file).toBe(true);
  },
);

test("no two mutants share a name", () => {
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
});
