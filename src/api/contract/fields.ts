import { z } from "zod";
import { records } from "./records.ts";

interface AbsentDef extends z.core.$ZodTypeDef {
  readonly type: "custom";
  readonly inner: z.core.$ZodType;
  readonly fallback: () => unknown;
  /** Anything that `inner` can't read counts as missing, too. */
  readonly isTolerant: boolean;
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
    if (payload.value === undefined || payload.value === null) {
      payload.value = def.fallback();
      return payload;
    }
    const before = payload.issues.length;
    const result = def.inner._zod.run(payload, context);
    if (!def.isTolerant) return result;
    if (result instanceof Promise) throw new z.core.$ZodAsyncError();
    if (result.issues.length > before) {
      result.issues.length = before;
      result.value = def.fallback();
    }
    return result;
  };
});

/** A value of this schema, or `fallback()` if the field is missing or `null`. */
export function nullishDefault<Schema extends z.ZodType, Fallback>(
  schema: Schema,
  fallback: () => Fallback,
  isTolerant = false,
): ZodAbsent<z.output<Schema> | Fallback, z.input<Schema>> {
  // The two arguments determine the input and output types.
  return new Absent({ type: "custom", inner: schema, fallback, isTolerant }) as ZodAbsent<
    z.output<Schema> | Fallback,
    z.input<Schema>
  >;
}

interface ReadableDef extends z.core.$ZodTypeDef {
  readonly type: "custom";
  /** What it should have been, in words. */
  readonly expected: string;
  /** What services may write; of a date, only the documented form. */
  readonly form: z.core.JSONSchema.BaseSchema;
  /** `undefined` for what can't be read. */
  readonly read: (value: unknown) => unknown;
}
interface ReadableInternals<T> extends z.core.$ZodTypeInternals<T, T> {
  readonly def: ReadableDef;
}
type ZodReadable<T> = z.ZodType<T, T, ReadableInternals<T>>;

const Readable = z.core.$constructor<ZodReadable<unknown>>("ZodReadable", (schema, def) => {
  z.ZodType.init(schema, def);
  schema._zod.parse = (payload) => {
    const { value } = payload;
    const read = def.read(value);
    if (read === undefined)
      payload.issues.push({
        code: "custom",
        message: `expected ${def.expected}`,
        input: value,
        inst: schema,
      });
    else payload.value = read;
    return payload;
  };
});

/**
 * A value that services write in several ways and this program in one, in a single step.
 * @param form what services may write, for descriptions of the contract; a date only as the interface documents it
 */
export function defineReadable<T>(
  expected: string,
  form: z.core.JSONSchema.BaseSchema,
  read: (value: unknown) => T | undefined,
): ZodReadable<T> {
  // The function's result determines both types.
  return new Readable({ type: "custom", expected, form, read }) as ZodReadable<T>;
}

/** What a date without a time means: the start or the end of that day. */
type DateMeaning = "start" | "end";

/** The form that the rest of the program reads; nearly every date has it already. */
const usualDateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** The same, of a moment that exists in every month: the parser would only say so again, at ten times the price. */
const certainDateTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** In the usual form, with the offset it came with. */
function readDateTime(value: unknown, ofDate: DateMeaning): string | undefined {
  if (typeof value !== "string") return undefined;
  if (certainDateTime.test(value)) return value;
  const text = value.trim();
  try {
    const instant = Temporal.Instant.from(text);
    if (usualDateTime.test(text)) return text;
    const offset = /([+-]\d\d):?(\d\d)?(?:\[.*)?$/.exec(text);
    const zone = offset === null ? "UTC" : `${offset[1] ?? "+00"}:${offset[2] ?? "00"}`;
    return offset === null
      ? instant.toString()
      : instant.toZonedDateTimeISO(zone).toString({ timeZoneName: "never" });
  } catch {
    return readWithoutZone(text, ofDate);
  }
}

/** Times of the service are in UTC. */
function readWithoutZone(text: string, ofDate: DateMeaning): string | undefined {
  try {
    const isDate = ofDate === "end" && /^[+-]?\d+(-?\d\d){2}$/.test(text);
    const local = Temporal.PlainDateTime.from(text);
    const meant = isDate ? local.add({ days: 1 }).subtract({ seconds: 1 }) : local;
    return meant.toZonedDateTime("UTC").toInstant().toString();
  } catch {
    return undefined;
  }
}

const dateTime = { type: "string", format: "date-time" } as const;

/**
 * Whatever `Temporal` reads as a moment or, in UTC, as a date: ISO 8601 in any of its forms. Kept as text in the usual
 * form, and parsed with `Temporal.Instant.from` where it is used.
 */
export const DateTime = defineReadable("a date-time", dateTime, (value) => readDateTime(value, "start"));
/** The same for an end: a date alone means the end of that day. */
export const EndDateTime = defineReadable("a date-time", dateTime, (value) => readDateTime(value, "end"));

/**
 * Text in which services write a time, though its form isn't documented: as `DateTime` if it is one, otherwise as it came.
 * A date alone is none.
 */
export const TimeText = defineReadable("text", { type: "string" }, (value) => {
  if (typeof value !== "string") return undefined;
  return /\d[T ]\d/i.test(value) ? (readDateTime(value, "start") ?? value) : value;
});

/** An optional field. `null` counts as missing: services like this send it for "nothing". */
export function optionalField<Schema extends z.ZodType>(schema: Schema) {
  return nullishDefault(schema, (): undefined => undefined);
}

/**
 * An optional field that nothing is decided by: a value of another type counts as missing, so it never costs its
 * record.
 */
export function tolerantField<Schema extends z.ZodType>(schema: Schema) {
  return nullishDefault(schema, (): undefined => undefined, true);
}

/** Text that services like this sometimes send as a number. Empty text, as they send for "nobody", can't be read. */
export const IdText = defineReadable("text", { type: ["string", "integer"], minLength: 1 }, (value) => {
  if (typeof value === "string") return value === "" ? undefined : value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
});

/** A count; a checkbox may say only whether it is ticked. */
export const Count = defineReadable("a number", { type: ["number", "boolean"] }, (value) =>
  typeof value === "boolean" ? Number(value) : Number.isFinite(value) ? Number(value) : undefined,
);

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
    // One for all: responses have thousands of elements.
    const one: z.core.ParsePayload = { value: undefined, issues: [] };
    for (const each of value) {
      // Services like this send it for "nothing".
      if (each === null) continue;
      one.value = each;
      const result = def.element._zod.run(one, context);
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

/** An array without its nulls that is refused at its first invalid element: zod's own reports each of what may be a million. */
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
  return nullishDefault(records(element, noun, max, { isPart: true }), (): z.output<Schema>[] => []);
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

/** A field as it stands in a response. */
export interface FieldForm {
  /** Of its value, if there is one. */
  readonly schema: z.core.$ZodType;
  readonly mayBeMissing: boolean;
  /** Whether a value of another type counts as missing instead of costing what the field is part of. */
  readonly isTolerant: boolean;
}

export function readFieldForm(schema: z.core.$ZodType): FieldForm {
  if (schema instanceof Absent) {
    const { inner, isTolerant } = schema._zod.def;
    return { schema: inner, mayBeMissing: true, isTolerant };
  }
  if (schema instanceof z.ZodCatch) return { ...readFieldForm(schema._zod.def.innerType), isTolerant: true };
  return { schema, mayBeMissing: schema._zod.optin !== undefined, isTolerant: false };
}

/** What a list consists of; `undefined` if the schema is none, or one of `records`. */
export function getListElement(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  return schema instanceof List ? schema._zod.def.element : undefined;
}

/** What a value may look like that is read in several forms; `undefined` for zod's own schemas. */
export function getForms(schema: z.core.$ZodType): Pick<ReadableDef, "expected" | "form"> | undefined {
  return schema instanceof Readable ? schema._zod.def : undefined;
}

/** The response of operations that report only whether they worked; if the field is missing, status 200 says so. */
export const Success = z.object({ success: nullishDefault(z.boolean(), () => true) });

/** Two operations promise status 200 but document no body, so any body is accepted and dropped. */
export const UndocumentedBody = z.unknown().transform(() => ({}));
