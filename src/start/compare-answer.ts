import { z } from "zod";
import { getForms, getListElement, readFieldForm } from "../api/contract/fields.ts";
import { getElement } from "../api/contract/records.ts";

/** How a field differs from what the contract says, wherever it stands in an answer. Contains nothing of its content. */
export interface Deviation {
  /** As in `assigned[].due` or, in the records of a list, `[].due`; empty for the answer itself. */
  readonly path: string;
  /** `missing`: it isn't there, but needed; `no-zone`: a moment without a time zone. */
  readonly problem: "missing" | "other-type" | "no-zone";
  /** In words: `a number`. */
  readonly expected: string;
  readonly found: string;
  /** Of how many that could be looked at it is true. */
  readonly count: number;
  readonly of: number;
  /** Whether it counts as missing, and costs nothing else. */
  readonly isTolerated: boolean;
}

export interface Comparison {
  readonly deviations: readonly Deviation[];
  /** Fields that are nowhere in it and needn't be, by name. */
  readonly without: readonly string[];
  /** Lists of records that are empty, so that nothing is known of their fields; `""` if the answer is one. */
  readonly empty: readonly string[];
}

/** So many records of a list say how all of them are written. */
const maxCompared = 1_000;

/** Looks at an answer as it came, before anything was made of it. */
export function compareAnswer(response: z.core.$ZodType, answer: unknown): Comparison {
  const places = new Map<string, Place>();
  visit({ schema: response, path: "", isTolerant: false, places }, answer);
  const all = [...places.values()];
  return {
    deviations: all.flatMap(listDeviations),
    without: all
      .filter(({ mayBeMissing, seen, missing }) => mayBeMissing && seen === missing)
      .map(({ path }) => path.replace(/^\[\]\./, ""))
      .toSorted((a, b) => (a < b ? -1 : 1)),
    empty: all
      .filter(({ path, lists, elements }) => lists > 0 && elements === 0 && !path.includes("[]"))
      .map(({ path }) => path),
  };
}

/** What was seen of a field, in all records. */
interface Place {
  readonly path: string;
  readonly expected: string;
  readonly mayBeMissing: boolean;
  readonly isTolerated: boolean;
  seen: number;
  missing: number;
  zoneless: number;
  /** Values of another type, by what they are. */
  readonly others: Map<string, number>;
  /** How often it was a list of objects, and how many those had in all. */
  lists: number;
  elements: number;
}

interface Visited {
  readonly schema: z.core.$ZodType;
  readonly path: string;
  /** Whether it may be anything because what it is part of may. */
  readonly isTolerant: boolean;
  readonly places: Map<string, Place>;
}

function visit({ schema, path, isTolerant, places }: Visited, value: unknown): void {
  const field = readFieldForm(schema);
  const isTolerated = isTolerant || field.isTolerant;
  const place = places.get(path) ?? createPlace(path, { ...field, isTolerated });
  places.set(path, place);
  place.seen += 1;
  if (value === undefined || value === null) {
    place.missing += 1;
    return;
  }
  const element = getElement(field.schema) ?? getListElement(field.schema);
  const within = { isTolerant: isTolerated, places };
  if (element !== undefined && Array.isArray(value)) {
    if (readFieldForm(element).schema instanceof z.ZodObject) place.lists += 1;
    place.elements += value.length;
    // A null among texts stands for nothing; among records, it's one that can't be read.
    const isPlain = getListElement(field.schema) !== undefined;
    for (const each of value.slice(0, maxCompared))
      if (each !== null || !isPlain) visit({ ...within, schema: element, path: `${path}[]` }, each);
  } else if (field.schema instanceof z.ZodObject && isPlainObject(value)) {
    const shape: Readonly<Record<string, z.core.$ZodType>> = field.schema.shape;
    for (const [name, each] of Object.entries(shape))
      visit(
        { ...within, schema: each, path: path === "" ? name : `${path}.${name}` },
        Reflect.get(value, name),
      );
  } else {
    const read = element === undefined ? z.safeParse(field.schema, value) : undefined;
    if (read?.success !== true) {
      const found = describeFound(value, place.expected);
      place.others.set(found, (place.others.get(found) ?? 0) + 1);
    } else if (!hasZone(value) && hasZone(read.data)) {
      place.zoneless += 1;
    }
  }
}

type PlaceInit = Pick<Place, "mayBeMissing" | "isTolerated"> & { readonly schema: z.core.$ZodType };

function createPlace(path: string, { schema, mayBeMissing, isTolerated }: PlaceInit): Place {
  const counts = { seen: 0, missing: 0, zoneless: 0, lists: 0, elements: 0 };
  return {
    path,
    expected: describeExpected(schema),
    mayBeMissing,
    isTolerated,
    ...counts,
    others: new Map<string, number>(),
  };
}

function listDeviations(place: Place): readonly Deviation[] {
  const { path, expected, mayBeMissing, isTolerated, seen, missing, zoneless, others } = place;
  const shared = { path, expected, isTolerated, of: seen };
  return [
    ...[...others].map(([found, count]) => ({ ...shared, problem: "other-type" as const, found, count })),
    ...(missing > 0 && !mayBeMissing
      ? [{ ...shared, problem: "missing" as const, found: "nothing", count: missing }]
      : []),
    ...(zoneless > 0
      ? [{ ...shared, problem: "no-zone" as const, found: "no time zone", count: zoneless }]
      : []),
  ];
}

const dateTime = "a date-time";
const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  object: "an object",
};

function describeExpected(schema: z.core.$ZodType): string {
  if (getElement(schema) !== undefined || getListElement(schema) !== undefined) return "a list";
  return getForms(schema)?.expected ?? typeNames[schema._zod.def.type] ?? schema._zod.def.type;
}

function describeFound(value: unknown, expected: string): string {
  if (Array.isArray(value)) return "a list";
  if (value === "") return "empty text";
  if (typeof value === "string" && expected === dateTime) return "text in another form";
  return typeNames[typeof value] ?? typeof value;
}

function hasZone(text: unknown): boolean {
  if (typeof text !== "string") return false;
  try {
    Temporal.Instant.from(text.trim());
    return true;
  } catch {
    return false;
  }
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
