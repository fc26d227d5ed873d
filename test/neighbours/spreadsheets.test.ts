import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { createCsvFile } from "../../src/ui/csv-file.ts";
import { findTool } from "../support/tools.ts";

const run = promisify(execFile);
/** An office suite takes its time to start on a busy machine. */
const timeoutMs = 600_000;

const ids = ["1100000000000000001", "123456789012345678", "1234567890123456", "007", "12e5", "1E10"];
const numbers = [361, 15.5, 123_456_789_012_345];
const table = {
  name: "ids",
  summary: "Ids and numbers",
  head: ["What", "Value"],
  lines: [...ids.map((id) => ["id", id]), ...numbers.map((number) => ["number", number])],
};

interface Spreadsheet {
  readonly tool: "ssconvert" | "soffice";
  /** Of the reader. */
  readonly locale: string;
  /** @returns a file in the program's own form, in text */
  readonly convert: (program: string, folder: string) => Promise<string>;
  /** The second column, with whether each cell is text. */
  readonly read: (file: string) => readonly { readonly isText: boolean; readonly text: string }[];
}

const spreadsheets: readonly Spreadsheet[] = [
  {
    tool: "ssconvert",
    locale: "en-US",
    async convert(program, folder) {
      await run(program, [
        "-T",
        "Gnumeric_XmlIO:sax:0",
        join(folder, "ids.csv"),
        join(folder, "ids.gnumeric"),
      ]);
      return readFile(join(folder, "ids.gnumeric"), "utf8");
    },
    read: (file) =>
      [...file.matchAll(/Col="1" ValueType="(\d+)"[^>]*>([^<]*)/g)].map(([, type, text = ""]) => ({
        isText: type === "60",
        text,
      })),
  },
  createOffice("en-US"),
  // What its dialog offers: semicolons, quotation marks, UTF-8, from line 1, columns as they are, German numbers.
  createOffice("de", "--infilter=CSV:59,34,76,1,,1031"),
];

function createOffice(locale: string, ...settings: readonly string[]): Spreadsheet {
  return {
    tool: "soffice",
    locale,
    async convert(program, folder) {
      const own = `-env:UserInstallation=file://${folder}/profile`;
      const to = ["--convert-to", "fods", "--outdir", folder, join(folder, "ids.csv")];
      await run(program, [own, "--headless", ...settings, ...to], { env: { ...process.env, HOME: folder } });
      return readFile(join(folder, "ids.fods"), "utf8");
    },
    read: (file) =>
      [...file.matchAll(/office:value-type="(\w+)"[^>]*>\s*<text:p>([^<]*)/g)]
        .filter((_, index) => index % 2 === 1)
        .map(([, type, text = ""]) => ({ isText: type === "string", text })),
  };
}

for (const { tool, locale, convert, read } of spreadsheets) {
  const program = findTool(tool) ?? "";
  test.skipIf(program === "")(
    `${tool}, for a reader of ${locale}: ids stay text with all their digits, and numbers are numbers`,
    { timeout: timeoutMs },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "workspace-bot-sheet-"));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const { name, data } = createCsvFile(table, locale);
      await writeFile(join(folder, name), data);
      const [, ...cells] = read(await convert(program, folder));
      const [found, counted] = [cells.slice(0, ids.length), cells.slice(ids.length)];
      // LibreOffice shows the apostrophe, Gnumeric takes it away.
      expect(found.map(({ text }) => text.replace(/^(?:'|&apos;)/, ""))).toEqual(ids);
      expect(found.every(({ isText }) => isText)).toBe(true);
      expect(counted.map(({ text }) => Number(text))).toEqual(numbers);
      expect(counted.some(({ isText }) => isText)).toBe(false);
    },
  );
}
