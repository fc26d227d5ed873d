import type { TestProject } from "vitest/node";
import { startBroker } from "../broker.ts";
import { startBrowserServer } from "./browser.ts";

/** One Chromium for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const broker = await startBroker(startBrowserServer);
  project.provide("browserBroker", broker.url);
  return () => broker.close();
}
