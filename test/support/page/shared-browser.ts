import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";
import { askBroker } from "../broker.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address that starts the test run's Chromium when first asked, and answers with where it listens. */
    readonly browserBroker: string;
  }
}

/** The Chromium of the test run. Closing it closes only what was opened through this connection. */
export async function openBrowser(): Promise<Browser> {
  return chromium.connect(await askBroker(inject("browserBroker")));
}
