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
 * One step instead of the four in `nullish().transform()`. Responses have hundreds of such fields, and the extra steps
 * cost seven times as much as the parsing itself.
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

/** A value of this schema, or `fallback()` if the field is missing or `null`. */
export function nullishDefault<Schema extends z.ZodType, Fallback>(
  schema: Schema,
  fallback: () => Fallback,
): ZodAbsent<z.output<Schema> | Fallback, z.input<Schema>> {
  // The two arguments determine the input and output types.
  return new Absent({ type: "custom", inner: schema, fallback }) as ZodAbsent<
    z.output<Schema> | Fallback,
    z.input<Schema>
  >;
}

/**
 * ISO 8601 with a zone or `Z`; kept as text and parsed with `Temporal.Instant.from` where it is used. More than nine
 * fractional digits are rejected, since Temporal would throw on them.
 */
export const DateTime = z.iso
  .datetime({ offset: true })
  // Shorter texts can't have that many digits.
  .refine((text) => text.length <= 30 || !/\.\d{10}/.test(text));

/** An optional field. `null` counts as missing: services like this send it for "nothing". */
export function optionalField<Schema extends z.ZodType>(schema: Schema) {
  return nullishDefault(schema, (): undefined => undefined);
}

interface ListDef extends z.core.$ZodTypeDef {
  readonly type: "custom";
  readonly element: z.core.$ZodType;
}
interface ListInternals<Out, In> extends z.core.$ZodTypeInternals<Out[], readonly In[]> {
  readonly def: ListDef;
}
type ZodList<Out, In> = z.ZodType<Out[], readonly In[], ListInternals<Out, In>>;

const List = z.core.$constructor<ZodList<unknown, unknown>>("ZodList", (schema, def) => {
  z.ZodType.init(schema, def);
  schema._zod.parse = (payload, context) => {
    const { value } = payload;
    if (!Array.isArray(value)) {
      payload.issues.push({ code: "invalid_type", expected: "array", input: value, inst: schema });
      return payload;
    }
    const read: unknown[] = [];
    for (const each of value) {
      const result = def.element._zod.run({ value: each, issues: [] }, context);
      if (result instanceof Promise) throw new z.core.$ZodAsyncError();
      if (result.issues.length > 0) {
        payload.issues.push(...z.core.util.prefixIssues(read.length, result.issues));
        return payload;
      }
      read.push(result.value);
    }
    payload.value = read;
    return payload;
  };
});

/** An array that is refused at its first invalid element: zod's own reports each of what may be a million. */
export function list<Schema extends z.ZodType>(element: Schema): ZodList<z.output<Schema>, z.input<Schema>> {
  // The element's type determines the input and output types.
  return new List({ type: "custom", element }) as ZodList<z.output<Schema>, z.input<Schema>>;
}

/** A list that its parent can't do without: one invalid element makes the parent unreadable. Empty if missing. */
export function listField<Schema extends z.ZodType>(element: Schema) {
  return nullishDefault(list(element), (): z.output<Schema>[] => []);
}

/** An optional list of independent records; empty if missing. */
export function optionalRecords<Schema extends z.ZodType>(element: Schema, noun: string, max: number) {
  return nullishDefault(records(element, noun, max), (): z.output<Schema>[] => []);
}

/**
 * Fields whose invalid values count as missing: for the response to a write, since it was done by then, and for
 * anything a read can do without.
 * @param shape optional fields only
 */
export function responseFields<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  const fields = Object.entries(shape).map(([name, schema]) => [
    name,
    schema.catch(() => schema.parse(undefined)),
  ]);
  // A mapped type cannot be derived from Object.entries.
  return Object.fromEntries(fields) as { [Name in keyof Shape]: z.ZodCatch<Shape[Name]> };
}

/** An opaque identifier: never parsed. */
export const Id = z.string().min(1);

/** The response of operations that report only whether they worked; if the field is missing, status 200 says so. */
export const Success = z.object({ success: nullishDefault(z.boolean(), () => true) });

/** Two operations promise status 200 but document no body, so any body is accepted and dropped. */
export const UndocumentedBody = z.unknown().transform(() => ({}));
