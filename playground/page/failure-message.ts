import type { FailureReason } from "../discord/member-types.ts";

export const failureMessage: Readonly<Record<FailureReason, string>> = {
  "did-not-respond": "The application did not respond",
  "never-finished": "The application started a reply and never finished it",
  "answer-deleted": "The application deleted its reply",
};
