import type { Page } from "playwright-core";
import type { Person } from "../../../playground/discord/index.ts";
import type { PlaygroundUnderTest } from "../page/playground-under-test.ts";

/** What a scene is played on. */
export interface Stage {
  readonly playground: PlaygroundUnderTest;
  /** Keeps what is on the screen as the next still of a moving picture, shown for so many milliseconds. */
  readonly still: (forMs: number) => Promise<void>;
}

/** One picture of the docs: who looks, and what was done before it is taken. It shows the last message, unless it moves. */
export interface Scene {
  readonly name: string;
  readonly as: "ada" | "theo" | "mia" | "noor" | "sam";
  /** The café as `npm start` opens it; else nothing is in its channels. */
  readonly isAtWork?: boolean;
  /** Made of the stills taken while it is played. */
  readonly isMoving?: boolean;
  /** What this person did before the page was opened. */
  readonly prepare?: (person: Person, playground: PlaygroundUnderTest) => Promise<void>;
  /** What is done on the page itself. */
  readonly play?: (page: Page, stage: Stage) => Promise<void>;
}
