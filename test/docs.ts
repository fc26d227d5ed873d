/** Writes the pages in `docs` that are made from the code; with `--check` it only says whether they are up to date. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format } from "prettier";
import { commands } from "../commands/index.ts";
import { commandsPage } from "./support/commands-page.ts";
import { buildServiceDocument } from "./support/service/document.ts";
import { describeOperations } from "./support/service/page.ts";

const folder = join(import.meta.dirname, "../docs");
const marks = ["<!-- From here on made with `npm run docs`. -->", "<!-- Until here. -->"] as const;

/** The rest of that page is written by hand. */
async function servicePage(): Promise<string> {
  const page = await readFile(join(folder, "service.md"), "utf8");
  const [begin, end] = marks.map((mark) => page.indexOf(mark));
  if (begin === undefined || end === undefined || begin < 0 || end < begin)
    throw new Error(`docs/service.md has to have the lines ${marks.join(" and ")}`);
  const whole = [page.slice(0, begin + marks[0].length), describeOperations(), page.slice(end)].join("\n\n");
  return format(whole, { parser: "markdown", printWidth: 110 });
}

const pages = {
  "commands.md": await commandsPage(commands),
  "service.md": await servicePage(),
  "service.openapi.json": await format(JSON.stringify(buildServiceDocument()), {
    parser: "json",
    printWidth: 110,
  }),
};

for (const [name, page] of Object.entries(pages)) {
  const path = join(folder, name);
  if (!process.argv.includes("--check")) await writeFile(path, page);
  else if (page !== (await readFile(path, "utf8"))) {
    process.stderr.write(`docs/${name} is out of date. Run \`npm run docs\` and commit it.\n`);
    process.exitCode = 1;
  }
}
