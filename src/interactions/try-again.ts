import { describeFailure, isPassing, UserError } from "../errors.ts";
import { button, buttonRow } from "./components.ts";

interface PressedButton {
  readonly customId: string;
  readonly harmful: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * The same failure, and when it is one that passes, the pressed button once more under its words. What was confirmed is
 * still the one draft, which is taken once whichever of its buttons is pressed.
 */
export function withTryAgain(error: unknown, { customId, harmful, now }: PressedButton): unknown {
  if (!isPassing(error)) return error;
  // The words of what passes hold no reference.
  return new UserError(describeFailure(error, { reference: "", now, staysOpen: true }).text, {
    cause: error,
    components: buttonRow(button({ customId, label: "Try again", look: harmful ? "harmful" : "main" })),
  });
}
