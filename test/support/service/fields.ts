import { z } from "zod";
import { getListElement, readFieldForm } from "../../../src/api/contract/fields.ts";
import { getElement, getRecordLimits } from "../../../src/api/contract/records.ts";

export interface DescribedField {
  /** As in `assigned[].due`; from a record of the list, if the answer is one. */
  readonly path: string;
  readonly schema: z.core.$ZodType;
  readonly mayBeMissing: boolean;
  /** What can't be read if this is of another type, or missing and may not be: `the order`. `undefined`: nothing. */
  readonly costs: string | undefined;
}

/** Every field of an answer, each before those in it. */
export function listAnswerFields(response: z.core.$ZodType): readonly DescribedField[] {
  const records = getRecordLimits(response);
  return records === undefined
    ? listFields(response, "", "the answer")
    : listFields(getElement(response) ?? response, "", `the ${records.noun}`);
}

function listFields(schema: z.core.$ZodType, before: string, whole: string): readonly DescribedField[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>).flatMap(([name, field]) => {
    const { schema: value, mayBeMissing, isTolerant } = readFieldForm(field);
    const path = `${before}${name}`;
    const described = { path, schema: value, mayBeMissing, costs: isTolerant ? undefined : whole };
    return [described, ...listFieldsWithin(value, path, isTolerant ? `\`${path}\`` : whole)];
  });
}

function listFieldsWithin(value: z.core.$ZodType, path: string, whole: string): readonly DescribedField[] {
  const records = getRecordLimits(value);
  if (records !== undefined)
    return listFields(getElement(value) ?? value, `${path}[].`, `the ${records.noun}`);
  const element = getListElement(value);
  if (element === undefined) return listFields(value, `${path}.`, whole);
  const { schema, isTolerant } = readFieldForm(element);
  return listFields(schema, `${path}[].`, isTolerant ? "the entry" : whole);
}
