import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import type { SharedServer } from "../broker.ts";

const debianChromium = "/usr/bin/chromium";

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

interface Program {
  readonly executablePath: string;
  readonly remove: () => Promise<void>;
}

/** A real Chromium, for as long as it runs. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, remove } = await program();
  try {
    const browser = await chromium.launch({ executablePath, args: flags });
    const close = browser.close.bind(browser);
    browser.close = async (options) => {
      await close(options);
      await remove();
    };
    return browser;
  } catch (error) {
    await remove();
    throw error;
  }
}

/** One that several processes can connect to. */
export async function startBrowserServer(): Promise<SharedServer> {
  const { executablePath, remove } = await program();
  try {
    const server = await chromium.launchServer({ executablePath, args: flags, host: "127.0.0.1" });
    return {
      url: server.wsEndpoint(),
      async stop() {
        await server.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The machine's own when it has one, else the one from npm, unpacked into a folder of its own. */
async function program(): Promise<Program> {
  if (existsSync(debianChromium)) return { executablePath: debianChromium, remove: () => Promise.resolve() };
  const folder = await mkdtemp(join(tmpdir(), "workspace-bot-browser-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    return { executablePath: await unpack(folder), remove };
  } catch (error) {
    await remove();
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
