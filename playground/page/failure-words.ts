import type { FailureReason } from "../discord/person-types.ts";

export const failureWords: Readonly<Record<FailureReason, string>> = {
  "did-not-respond": "The application did not respond",
  "never-finished": "The application began an answer and never finished it",
  "answer-deleted": "The application took its answer back",
};
