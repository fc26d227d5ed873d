import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const mutant = z.strictObject({
  id: z.string().regex(/^[a-z\d-]+$/),
  /** The name of the function, constant or type at the top level of its file that has the text. */
  in: z.string().regex(/^[\w$]+$/),
  /** Occurs exactly once in it. */
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

const declaration =
  /^(?:export )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm;

interface Declared {
  readonly file: string;
  readonly from: number;
  readonly text: string;
}

/** What the bot's files declare at their top level, by name. Each reaches up to the next one. */
export function listDeclared(): ReadonlyMap<string, readonly Declared[]> {
  const listed = globSync("{src,commands}/**/*.ts", { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    const found = [...text.matchAll(declaration)];
    return found.map(({ 1: name = "", index }, at) => {
      const part: Declared = { file, from: index, text: text.slice(index, found[at + 1]?.index) };
      return [name, part] as const;
    });
  });
  const parts = Map.groupBy(listed, ([name]) => name);
  return new Map([...parts].map(([name, all]) => [name, all.map(([, part]) => part)]));
}

/** Its file, and that file's text with it. @throws Error when what it breaks is not there exactly once */
export function applyMutant(
  { id, in: name, find, replace }: Mutant,
  declared: ReadonlyMap<string, readonly Declared[]>,
): { readonly file: string; readonly text: string } {
  const places = (declared.get(name) ?? []).filter(({ text }) => text.includes(find));
  const [place, ...others] = places;
  if (place === undefined) throw new Error(`${id}: no ${name} has its text`);
  const from = place.text.indexOf(find);
  if (others.length > 0 || place.text.indexOf(find, from + 1) !== -1)
    throw new Error(`${id}: its text occurs more than once in ${name}`);
  const whole = readFileSync(join(root, place.file), "utf8");
  const at = place.from + from;
  return { file: place.file, text: `${whole.slice(0, at)}${replace}${whole.slice(at + find.length)}` };
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
