/** Writes `docs/commands.md`; with `--check` it only says whether that page is up to date. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commands } from "../commands/index.ts";
import { commandsPage } from "./support/commands-page.ts";

const path = join(import.meta.dirname, "../docs/commands.md");
const page = await commandsPage(commands);

if (!process.argv.includes("--check")) await writeFile(path, page);
else if (page !== (await readFile(path, "utf8"))) {
  process.stderr.write("docs/commands.md is out of date. Run `npm run docs` and commit it.\n");
  process.exitCode = 1;
}
