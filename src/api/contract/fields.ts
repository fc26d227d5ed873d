import { z } from "zod";
import { orWhenAbsent } from "./absent.ts";
import { records } from "./records.ts";

/**
 * ISO 8601 with a zone or `Z`; kept as text, read with `Temporal.Instant.from` where it is used.
 * More digits than nanoseconds have are refused, since that would throw on them.
 */
export const DateTime = z.iso
  .datetime({ offset: true })
  // Shorter than this, none has so many digits.
  .refine((text) => text.length <= 30 || !/\.\d{10}/.test(text));

/** A field that may be left out. `null` counts as left out: services of this kind send it for "nothing". */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return orWhenAbsent(schema, (): undefined => undefined);
}

/** A list inside a thing, which is nothing without it: one wrong element makes the thing unreadable. Empty when left out. */
export function list<Schema extends z.ZodType>(element: Schema) {
  return orWhenAbsent(z.array(element), (): z.output<Schema>[] => []);
}

/** A list of things of their own that may be left out, which then reads as empty. */
export function optionalRecords<Schema extends z.ZodType>(element: Schema, noun: string, max: number) {
  return orWhenAbsent(records(element, noun, max), (): z.output<Schema>[] => []);
}

/** An opaque identifier: kept apart from every other text, never parsed. */
export const Id = z.string().min(1);

/** The answer of operations that report only whether they worked; status 200 says it where the field is left out. */
export const Success = z.object({ success: orWhenAbsent(z.boolean(), () => true) });

/** Two operations promise status 200 and show no body, so whatever comes is accepted and dropped. */
export const NothingShown = z.unknown().transform(() => ({}));
