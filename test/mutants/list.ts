import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const mutant = z.strictObject({
  id: z.string().regex(/^[a-z\d-]+$/),
  file: z.string(),
  /** Occurs exactly once in the file. */
  find: z.string().min(1),
  replace: z.string(),
  /** What goes wrong for people when the code is like that. */
  breaks: z.string(),
  /** The test files of which at least one test has to fail. */
  tests: z.array(z.string()).min(1),
});
export type Mutant = z.infer<typeof mutant>;

/** The checkout that the list is about. */
export const root = join(import.meta.dirname, "../..");

/** Small breakages of the code that the tests have to notice. @throws z.ZodError */
export function readMutants(): readonly Mutant[] {
  return readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .flatMap((name) =>
      z.array(mutant).parse(JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8"))),
    );
}

/** @throws Error when the text to replace is not there exactly once */
export function applyMutant({ id, file, find, replace }: Mutant, text: string): string {
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`${id}: its text occurs ${count} times in ${file}, instead of once`);
  return text.split(find).join(replace);
}

/** Test files that one run of Vitest takes together. */
export interface TestRun {
  /** Options of Vitest; without any, its usual configuration. */
  readonly options: readonly string[];
  readonly files: readonly string[];
}

/** The usual configuration leaves out the tests of these folders. */
const runsByFolder: readonly (readonly [folder: string, options: readonly string[]])[] = [
  ["test/process/", ["--config=vitest.long.config.ts", "--project=the program itself"]],
  ["test/long/", ["--config=vitest.long.config.ts", "--project=loops"]],
];

/** The fewest runs in which all of these files are run, the quickest first. */
export function testRuns(files: readonly string[]): readonly TestRun[] {
  const usual = files.filter((file) => !runsByFolder.some(([folder]) => file.startsWith(folder)));
  return [
    { options: [], files: usual },
    ...runsByFolder.map(([folder, options]) => ({
      options,
      files: files.filter((file) => file.startsWith(folder)),
    })),
  ].filter((run) => run.files.length > 0);
}
