import { existsSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import usual from "../../vitest.config.ts";
import long from "../../vitest.long.config.ts";
import { applyMutant, listDeclared, readMutants, root, testRuns } from "../mutants/list.ts";

const mutants = readMutants();
const declared = listDeclared();

test.each(mutants.map((mutant) => [mutant.id, mutant] as const))(
  "%s still has its one place in the code, and its tests",
  (_id, mutant) => {
    const { file, text } = applyMutant(mutant, declared);
    expect(text).not.toBe(readFileSync(join(root, file), "utf8"));
    for (const each of mutant.tests) expect(existsSync(join(root, each)), each).toBe(true);
  },
);

test("no two mutants share a name", () => {
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
});

test("every test of a mutant is run, by a configuration that takes it", () => {
  const files = [...new Set(mutants.flatMap(({ tests }) => tests)), "test/long/kill.test.ts"];
  const runs = testRuns(files);
  expect(runs.flatMap((run) => run.files).toSorted()).toEqual(files.toSorted());
  for (const run of runs) {
    const { include = [], exclude = [] } = configured(run.options);
    for (const file of run.files) {
      expect(
        include.some((glob) => matchesGlob(file, glob)),
        `${file} is included`,
      ).toBe(true);
      expect(
        exclude.some((glob) => matchesGlob(file, glob)),
        `${file} is excluded`,
      ).toBe(false);
    }
  }
});

/** The part of the configuration that these options of Vitest choose. */
function configured(options: readonly string[]) {
  if (options.length === 0) return usual.test ?? {};
  const [config, project] = options.map((option) => option.split("=")[1]);
  expect(config).toBe("vitest.long.config.ts");
  const found = long.test?.projects?.find(
    (each) => typeof each === "object" && "test" in each && each.test?.name === project,
  );
  if (typeof found !== "object" || !("test" in found)) throw new Error(`there is no project ${project}`);
  return found.test ?? {};
}
