import { z } from "zod";

/** Discord's limit. */
const maxLength = 100;
const separator = ":";

/** A family of custom ids: the only place that makes and reads them. */
export interface CustomId<Shape extends z.ZodRawShape> {
  readonly name: string;
  /** @throws RangeError when the id would be longer than Discord takes; longer things belong into a draft. */
  encode(values: z.output<z.ZodObject<Shape>>): string;
  /** `undefined` when the id was made by an older version of the bot, or by hand. */
  decode(raw: string): z.output<z.ZodObject<Shape>> | undefined;
}

/**
 * Declares a family of custom ids: a name, then the fields in the order of `shape`.
 * Each field's schema has to accept a string, because that is all Discord gives back. An id is never proof of a right.
 */
export function defineCustomId<const Shape extends z.ZodRawShape>(
  name: string,
  shape: Shape,
): CustomId<Shape> {
  const schema = z.object(shape);
  const fields = Object.keys(shape);
  return {
    name,
    encode(values) {
      const texts: Readonly<Record<string, unknown>> = values;
      const raw = [name, ...fields.map((field) => encodeURIComponent(String(texts[field])))].join(separator);
      if (raw.length > maxLength)
        throw new RangeError(`a custom id of ${name} is ${raw.length} characters long`);
      return raw;
    },
    decode(raw) {
      const [head, ...parts] = raw.split(separator);
      if (head !== name || parts.length !== fields.length) return undefined;
      const values = fields.map((field, index) => [field, percentDecoded(parts[index] ?? "")]);
      const parsed = schema.safeParse(Object.fromEntries(values));
      return parsed.success ? parsed.data : undefined;
    },
  };
}

/** The name of the family that an id claims to be of. */
export function customIdName(raw: string): string {
  return raw.split(separator, 1)[0] ?? "";
}

function percentDecoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
