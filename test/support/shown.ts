import type { Outcome, SeenForm, SeenMessage } from "../../playground/discord/index.ts";

/** The message that a person got to see, new or changed. @throws Error when something else happened */
export function shown(outcome: Outcome): SeenMessage {
  if (outcome.kind === "message" || outcome.kind === "updated") return outcome.message;
  throw new Error(`expected a message, but: ${JSON.stringify(outcome)}`);
}

/** The form that opened. @throws Error when something else happened */
export function opened(outcome: Outcome): SeenForm {
  if (outcome.kind === "form") return outcome.form;
  throw new Error(`expected a form, but: ${JSON.stringify(outcome)}`);
}
