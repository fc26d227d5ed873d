import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { conditionWithinMs } from "../patience.ts";

/** A tab that fails its test when the browser had anything to complain about. */
export interface Tab {
  readonly page: Page;
  /** What an accessibility checker finds wrong, by rule and place. */
  violations(): Promise<readonly string[]>;
  /** Picks a command as a person does: slash, name, Enter. */
  pick(path: string): Promise<void>;
  /** Fills in an option of the picked command that may be left out, as typed: nothing suggested is taken. */
  fillIn(option: string, text: string): Promise<void>;
  /** Runs a command whose options are all left out. */
  run(path: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

type TabOptions = Pick<
  NonNullable<Parameters<Browser["newContext"]>[0]>,
  "viewport" | "colorScheme" | "hasTouch" | "isMobile" | "locale"
>;

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
// Failed requests that the page expects and explains itself still show up in the console.
const expected = /Failed to load resource: the server responded with a status of 400/;

export async function openTab(browser: Browser, url: string, options: TabOptions = {}): Promise<Tab> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    locale: "en-GB",
    ...options,
  });
  // Only a failure waits so long, and a busy machine is none.
  context.setDefaultTimeout(conditionWithinMs);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error.stack)));
  page.on("console", (message) => {
    const isComplaint = message.type() === "error" || message.type() === "warning";
    if (isComplaint && !expected.test(message.text())) complaints.push(message.text());
  });
  await page.goto(url);
  await page.getByRole("combobox", { name: "Command", exact: true }).waitFor();
  const tab: Tab = {
    page,
    async violations() {
      // Evaluated by the browser's tools, past the page's own policy.
      await page.evaluate(await readFile(axePath, "utf8"));
      const found: unknown = await page.evaluate(
        "axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)))",
      );
      return Array.isArray(found) ? found.map(String) : [String(found)];
    },
    async pick(path) {
      await page.getByRole("combobox", { name: "Command", exact: true }).fill(`/${path}`);
      await page
        .getByRole("option", { name: `/${path}` })
        .first()
        .waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("form", { name: `Command /${path}` }).waitFor();
    },
    async fillIn(option, text) {
      await page.getByRole("button", { name: option, exact: true }).press("Enter");
      await page.getByRole("combobox", { name: option, exact: true }).fill(text);
      await page.keyboard.press("Escape");
    },
    async run(path) {
      await tab.pick(path);
      await page.getByRole("button", { name: "Send the command" }).press("Enter");
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      if (complaints.length > 0) throw new Error(`the browser complained:\n${complaints.join("\n")}`);
    },
  };
  return tab;
}
