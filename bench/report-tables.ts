import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";

export interface Section {
  readonly name: string;
  /** Markdown. */
  readonly text: string;
}

const path = join(import.meta.dirname, "README.md");

/** Puts each section between `<!-- bench:name -->` and the next `<!-- /bench -->` of the page; others stay. */
export async function writeTables(sections: readonly Section[]): Promise<void> {
  const page = sections.reduce(replaced, await readFile(path, "utf8"));
  await writeFile(path, await format(page, { ...(await resolveConfig(path)), filepath: path }));
}

/** @throws Error when the page has no place for it */
function replaced(page: string, { name, text }: Section): string {
  const [begin, end] = [`<!-- bench:${name} -->`, "<!-- /bench -->"];
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`bench/README.md has no place for ${name}`);
  // A level below the headings of the page.
  const below = text.trim().replaceAll(/^### /gm, "#### ");
  return `${page.slice(0, from + begin.length)}\n\n${below}\n\n${page.slice(to)}`;
}
