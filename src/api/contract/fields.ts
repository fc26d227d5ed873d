import { z } from "zod";
import { records } from "./records.ts";

interface AbsentDef extends z.core.$ZodTypeDef {
  readonly type: "custom";
  readonly inner: z.core.$ZodType;
  readonly fallback: () => unknown;
}
interface AbsentInternals<Out, In> extends z.core.$ZodTypeInternals<Out, In | null | undefined> {
  readonly def: AbsentDef;
  optin: "optional";
}
type ZodAbsent<Out, In> = z.ZodType<Out, In | null | undefined, AbsentInternals<Out, In>>;

/**
 * One step for what `nullish().transform()` does in four. Answers have hundreds of such fields, and the steps between
 * cost seven times as much as the reading itself.
 */
const Absent = z.core.$constructor<ZodAbsent<unknown, unknown>>("ZodAbsent", (schema, def) => {
  z.ZodType.init(schema, def);
  schema._zod.optin = "optional";
  schema._zod.parse = (payload, context) => {
    if (payload.value !== undefined && payload.value !== null) return def.inner._zod.run(payload, context);
    payload.value = def.fallback();
    return payload;
  };
});

/** A value of this schema, or `fallback()` when there is none: the field is left out or `null`. */
export function nullishDefault<Schema extends z.ZodType, Fallback>(
  schema: Schema,
  fallback: () => Fallback,
): ZodAbsent<z.output<Schema> | Fallback, z.input<Schema>> {
  // What goes in and out is known by the two arguments alone.
  return new Absent({ type: "custom", inner: schema, fallback }) as ZodAbsent<
    z.output<Schema> | Fallback,
    z.input<Schema>
  >;
}

/**
 * ISO 8601 with a zone or `Z`; kept as text, read with `Temporal.Instant.from` where it is used.
 * More digits than nanoseconds have are refused, since that would throw on them.
 */
export const DateTime = z.iso
  .datetime({ offset: true })
  // Shorter than this, none has so many digits.
  .refine((text) => text.length <= 30 || !/\.\d{10}/.test(text));

/** A field that may be left out. `null` counts as left out: services of this kind send it for "nothing". */
export function optionalField<Schema extends z.ZodType>(schema: Schema) {
  return nullishDefault(schema, (): undefined => undefined);
}

/** A list inside a thing, which is nothing without it: one wrong element makes the thing unreadable. Empty when left out. */
export function listField<Schema extends z.ZodType>(element: Schema) {
  return nullishDefault(z.array(element), (): z.output<Schema>[] => []);
}

/** A list of things of their own that may be left out, which then reads as empty. */
export function optionalRecords<Schema extends z.ZodType>(element: Schema, noun: string, max: number) {
  return nullishDefault(records(element, noun, max), (): z.output<Schema>[] => []);
}

/**
 * Fields of which one of another type than documented counts as left out: of a write's answer, since it was done by
 * then, and of what a read can do without.
 * @param shape each of them may be left out
 */
export function responseFields<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  const fields = Object.entries(shape).map(([name, schema]) => [
    name,
    schema.catch(() => schema.parse(undefined)),
  ]);
  // A mapped type cannot be derived from Object.entries.
  return Object.fromEntries(fields) as { [Name in keyof Shape]: z.ZodCatch<Shape[Name]> };
}

/** An opaque identifier: kept apart from every other text, never parsed. */
export const Id = z.string().min(1);

/** The answer of operations that report only whether they worked; status 200 says it where the field is left out. */
export const Success = z.object({ success: nullishDefault(z.boolean(), () => true) });

/** Two operations promise status 200 and show no body, so whatever comes is accepted and dropped. */
export const UndocumentedBody = z.unknown().transform(() => ({}));
