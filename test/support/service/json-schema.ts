import { z } from "zod";
import { getForms, getListElement, readFieldForm } from "../../../src/api/contract/fields.ts";
import { getElement } from "../../../src/api/contract/records.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What a response looks like that is read in full: a field that may be missing may be `null`, too. */
export function describeResponse(schema: z.core.$ZodType): JsonSchema {
  return convert(schema, "input");
}

/** Exactly what this program sends. */
export function describeRequest(schema: z.core.$ZodType): JsonSchema {
  return convert(schema, "output");
}

function convert(schema: z.core.$ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: ({ zodSchema }) => describeOwn(zodSchema),
    // What stands in for a missing field here isn't what a service leaves it out for.
    override: ({ jsonSchema }) => void delete jsonSchema.default,
  });
  return described;
}

/** The contract's own kinds of schemas, which zod knows nothing about. */
function describeOwn(schema: z.core.$ZodType): JsonSchema | "throw" {
  const field = readFieldForm(schema);
  if (field.schema !== schema) return orNull(describeResponse(field.schema));
  const element = getElement(schema) ?? getListElement(schema);
  if (element !== undefined) return { type: "array", items: describeResponse(element) };
  return getForms(schema)?.form ?? "throw";
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (type === undefined) return schema;
  return { ...schema, type: [...new Set([type, "null" as const].flat())] };
}
