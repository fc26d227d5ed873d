import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const DEBIAN_CHROMIUM = "/usr/bin/chromium";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A real Chromium: the machine's own when it has one, else the one from npm, unpacked for as long as it runs. */
export async function launchBrowser(): Promise<Browser> {
  if (existsSync(DEBIAN_CHROMIUM)) return chromium.launch({ executablePath: DEBIAN_CHROMIUM, args: FLAGS });
  const folder = await mkdtemp(join(tmpdir(), "workspace-bot-browser-"));
  const removeFolder = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const browser = await chromium.launch({ executablePath: await unpack(folder), args: FLAGS });
    const close = browser.close.bind(browser);
    browser.close = async (options) => {
      await close(options);
      await removeFolder();
    };
    return browser;
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/** The package unpacks into the folder for temporary files, wherever that is just then. */
async function unpack(folder: string): Promise<string> {
  const { default: packed } = await import("@sparticuz/chromium");
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  try {
    return await packed.executablePath();
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}
