import type { Page } from "playwright-core";
import type { Person } from "../../../playground/discord/index.ts";
import type { PlaygroundUnderTest } from "../page/playground-under-test.ts";

/** One picture of the docs: who looks, at what size, and what was done before it is taken. */
export interface Scene {
  readonly name: string;
  readonly as: "ada" | "theo" | "mia" | "noor" | "sam";
  readonly size: "desk" | "phone";
  /** What this person did before the page was opened. */
  readonly prepare?: (person: Person, playground: PlaygroundUnderTest) => Promise<void>;
  /** What is done on the page itself. */
  readonly play?: (page: Page) => Promise<void>;
  /** How many of the last messages the picture shows, whole. */
  readonly showsLast?: number;
}
