import { existsSync } from "node:fs";
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

/** A real Chromium: the machine's own when it has one, else the one from npm. */
export async function launchBrowser(): Promise<Browser> {
  if (existsSync(DEBIAN_CHROMIUM)) return chromium.launch({ executablePath: DEBIAN_CHROMIUM, args: FLAGS });
  const { default: packed } = await import("@sparticuz/chromium");
  return chromium.launch({ executablePath: await packed.executablePath(), args: FLAGS });
}
