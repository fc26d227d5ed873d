import { describeFailure, isPassing, UserError } from "../errors.ts";
import type { Row } from "./answer.ts";
import { button, buttonRow } from "./components.ts";

/** The button that confirms a question, once more. What it confirms is still the one draft, whichever button is pressed. */
export function tryAgainRow(pressed: {
  readonly customId: string;
  readonly harmful: boolean;
}): readonly Row[] {
  const { customId, harmful } = pressed;
  return buttonRow(button({ customId, label: "Try again", look: harmful ? "harmful" : "main" }));
}

/**
 * The same failure, and when it is one that passes, a button under its words to try again.
 * @param now epoch milliseconds
 */
export function withTryAgain(error: unknown, tryAgain: readonly Row[], now: number): unknown {
  if (!isPassing(error)) return error;
  // The words of what passes hold no reference.
  return new UserError(describeFailure(error, { reference: "", now, staysOpen: true }).text, {
    cause: error,
    components: tryAgain,
  });
}
