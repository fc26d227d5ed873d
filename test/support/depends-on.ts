import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/**
 * What a flow can run on in more than one way: SQLite or Postgres, interactions through the gateway or over HTTP, the
 * service with or without response cache, limits and circuit breaker, in English or in a made-up language that the bot's
 * own code can't read.
 */
const variants = ["database", "transport", "cache", "wording"] as const;
export type Variant = (typeof variants)[number];

/**
 * The flows whose first line says that the variant can change what they see: `// Depends on: database, cache.` or
 * `// Depends on: nothing that varies.`
 * @throws Error naming the first flow that doesn't say it
 */
export function flowsThatDependOn(variant: Variant): readonly string[] {
  const files = globSync("test/flow/**/*.test.ts", { cwd: root }).toSorted();
  return files.filter((file) => readDependencies(file).includes(variant));
}

function readDependencies(file: string): readonly string[] {
  const [line = ""] = readFileSync(join(root, file), "utf8").split("\n", 1);
  const said = /^\/\/ Depends on: (.+)\.$/.exec(line)?.[1] ?? "";
  if (said === "nothing that varies") return [];
  const named = said.split(", ");
  const known: readonly string[] = variants;
  if (named.every((name) => known.includes(name))) return named;
  throw new Error(
    `The first line of ${file} has to say what the flow depends on: database, transport, cache, wording, or nothing that varies.`,
  );
}
