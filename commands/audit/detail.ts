import { z } from "zod";

const Change = z.object({ before: z.unknown().optional(), after: z.unknown().optional() });

/** What an entry says of how things stood and how they stand, as text; empty where it says nothing. */
export interface ChangeTexts {
  readonly before: string;
  readonly after: string;
}

export function changeOf(detail: unknown): ChangeTexts {
  const change = Change.safeParse(detail).data ?? {};
  return { before: textOf(change.before), after: textOf(change.after) };
}

const Counted = z.object({ times: z.number() });

/** How often it happened, of an entry that stands for several. */
export function timesOf(detail: unknown): number | undefined {
  return Counted.safeParse(detail).data?.times;
}

const ToOneself = z.object({ toOneself: z.literal(true) });

/** Somebody gave something, and gave it to themselves. */
export function isToOneself(detail: unknown): boolean {
  return ToOneself.safeParse(detail).success;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
