import { z } from "zod";
import type { AuditAction, AuditActions } from "../../src/interactions/audit-action.ts";
import type { AuditOutcome } from "../../src/store/audit.ts";

const Change = z.object({ before: z.unknown().optional(), after: z.unknown().optional() });

/** An entry's values before and after, as text; empty if it has none. */
interface ChangeTexts {
  readonly before: string;
  readonly after: string;
}

export function parseChange(detail: unknown): ChangeTexts {
  const change = Change.safeParse(detail).data ?? {};
  return { before: formatValue(change.before), after: formatValue(change.after) };
}

const Counted = z.object({ times: z.number() });

/** How often it happened, for an entry that counts several. */
export function parseOccurrences(detail: unknown): number | undefined {
  return Counted.safeParse(detail).data?.times;
}

const ToOneself = z.object({ toOneself: z.literal(true) });

/** Someone gave something to themselves. */
export function isToOneself(detail: unknown): boolean {
  return ToOneself.safeParse(detail).success;
}

const WasFound = z.object({ found: z.literal(true) });

/** Its outcome was unknown at first; then someone looked, and it was there. */
export function wasFound(detail: unknown): boolean {
  return WasFound.safeParse(detail).success;
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** `undefined` for an unknown action. */
export function findAction(action: string, actions: AuditActions): AuditAction | undefined {
  return Object.hasOwn(actions, action) ? actions[action] : undefined;
}

interface OutcomeLabel {
  readonly mark: string;
  /** In a line, and on one of its own. */
  readonly label: string;
  readonly title: string;
}

export const outcomes: Readonly<Record<AuditOutcome, OutcomeLabel>> = {
  done: { mark: "✅", label: "done", title: "Done" },
  refused: { mark: "🚫", label: "refused, nothing changed", title: "Refused, nothing changed" },
  unsent: { mark: "🚫", label: "not sent, nothing changed", title: "Not sent, nothing changed" },
  unknown: { mark: "❓", label: "outcome unknown", title: "Outcome unknown" },
};
