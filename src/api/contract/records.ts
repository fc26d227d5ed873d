import { z } from "zod";

/** The part of a list that is missing from the result. */
export interface LeftOut {
  /** What people call one element of the list. */
  readonly noun: string;
  /** How many records don't match the contract. */
  readonly unreadable: number;
  /** How many records exceeded the maximum kept. */
  readonly beyond: number;
  /** How many were kept, all of them the newest; `undefined` if that isn't why something is missing. */
  readonly newest: number | undefined;
  /** What is wrong with the first unreadable record. */
  readonly issues: readonly z.core.$ZodIssue[];
}

interface RecordsDef extends z.core.$ZodTypeDef {
  readonly type: "custom";
  readonly element: z.core.$ZodType;
  readonly noun: string;
  readonly max: number;
  readonly newestBy: ((record: unknown) => number | undefined) | undefined;
  readonly isPart: boolean;
}
interface RecordsInternals<Out, In> extends z.core.$ZodTypeInternals<Out[], readonly In[]> {
  readonly def: RecordsDef;
}
type ZodRecords<Out, In> = z.ZodType<Out[], readonly In[], RecordsInternals<Out, In>>;

/** A list that starts with this many invalid records is some other response, so parsing stops. */
const hopelessAfter = 20;
const maxIssues = 3;
/**
 * Looks at up to this many times as many records to find the newest: more than fit into the longest response, unless
 * they are tiny.
 */
const readForEachKept = 25;

const leftOut = new WeakMap<object, LeftOut>();

/** Parses the records of one list, some at a time. */
export class RecordReader {
  readonly #def: RecordsDef;
  readonly #context: z.core.ParseContextInternal;
  readonly #finish: (record: unknown) => unknown;
  #read: unknown[] = [];
  #count = 0;
  #beyond = 0;
  #unreadable = 0;
  readonly #issues: z.core.$ZodRawIssue[] = [];

  /** @param finish applied to each record that is kept, at least for now */
  constructor(
    def: RecordsDef,
    context: z.core.ParseContextInternal = { async: false },
    finish = (record: unknown): unknown => record,
  ) {
    this.#def = def;
    this.#context = context;
    this.#finish = finish;
  }

  /**
   * @returns false if this is some other response; `issues` says why
   * @throws RangeError if there are too many to parse them all
   */
  push(values: readonly unknown[]): boolean {
    const { element, max, newestBy } = this.#def;
    if (newestBy !== undefined && this.#count + values.length > max * readForEachKept)
      throw new RangeError("too many records");
    let one: z.core.ParsePayload = { value: undefined, issues: [] };
    for (const value of values) {
      const index = this.#count++;
      if (newestBy === undefined && index >= max) {
        this.#beyond += 1;
        continue;
      }
      one.value = value;
      const result = element._zod.run(one, this.#context);
      if (result instanceof Promise) throw new z.core.$ZodAsyncError();
      if (result.issues.length === 0) this.#read.push(this.#finish(result.value));
      else {
        one = { value: undefined, issues: [] };
        this.#unreadable += 1;
        if (this.#issues.length < maxIssues) this.#issues.push(...prefixIssues(index, result.issues));
        if (this.#read.length === 0 && this.#unreadable === hopelessAfter) return false;
        if (this.#unreadable > max) return false;
      }
    }
    // Sort only once in a while.
    if (this.#read.length >= 2 * max) this.#keepNewest();
    return true;
  }

  get rawIssues(): readonly z.core.$ZodRawIssue[] {
    return this.#issues;
  }

  get issues(): readonly z.core.$ZodIssue[] {
    return this.#issues.map((issue) => z.core.util.finalizeIssue(issue, this.#context, z.core.config()));
  }

  /** The records kept; `findLeftOut` tells what is missing. `undefined` if none could be read; `issues` says why. */
  end(): unknown[] | undefined {
    const { max, noun, newestBy, isPart } = this.#def;
    if (!isPart && this.#read.length === 0 && this.#unreadable > 0) return undefined;
    if (this.#read.length > max) this.#keepNewest();
    const read = this.#read;
    const [unreadable, beyond] = [this.#unreadable, this.#beyond];
    const newest = newestBy === undefined || beyond === 0 ? undefined : read.length;
    if (unreadable > 0 || beyond > 0)
      leftOut.set(read, { noun, unreadable, beyond, newest, issues: this.issues });
    return read;
  }

  /** Records without a date are dropped first. */
  #keepNewest(): void {
    const { max, newestBy } = this.#def;
    const sorted = this.#read
      .map((record) => ({ record, at: newestBy?.(record) ?? Number.NEGATIVE_INFINITY }))
      .toSorted((one, other) => (one.at === other.at ? 0 : other.at - one.at));
    this.#beyond += sorted.length - max;
    this.#read = sorted.slice(0, max).map(({ record }) => record);
  }
}

const Records = z.core.$constructor<ZodRecords<unknown, unknown>>("ZodRecords", (schema, def) => {
  z.ZodType.init(schema, def);
  schema._zod.parse = (payload, context) => {
    const { value } = payload;
    if (!Array.isArray(value)) {
      payload.issues.push({ code: "invalid_type", expected: "array", input: value, inst: schema });
      return payload;
    }
    const reader = new RecordReader(def, context);
    const read = reader.push(value) ? reader.end() : undefined;
    if (read === undefined) payload.issues.push(...reader.rawIssues);
    else payload.value = read;
    return payload;
  };
});

function prefixIssues(index: number, issues: z.core.$ZodRawIssue[]): z.core.$ZodRawIssue[] {
  return z.core.util.prefixIssues(index, issues.slice(0, maxIssues));
}

interface RecordsOptions<Out> {
  /** Returns a record's time in epoch milliseconds; if set, the newest are kept. */
  readonly newestBy?: (record: Out) => number | undefined;
  /** Part of a response that is worth reading without it. */
  readonly isPart?: boolean;
}

/**
 * A list of independent records. An invalid record is left out and reported by `findLeftOut`. A list without a single
 * valid record, and one whose first records are all invalid, is rejected: unreadable is not none. Only a part of a
 * response may be left out as a whole.
 * @param max how many are kept, from the first on
 */
export function records<Schema extends z.ZodType>(
  element: Schema,
  noun: string,
  max: number,
  { newestBy, isPart = false }: RecordsOptions<z.output<Schema>> = {},
): ZodRecords<z.output<Schema>, z.input<Schema>> {
  // The element's type determines the input and output types.
  return new Records({ type: "custom", element, noun, max, newestBy, isPart } as RecordsDef) as ZodRecords<
    z.output<Schema>,
    z.input<Schema>
  >;
}

/** What a list of this schema consists of; `undefined` if the schema is no such list. */
export function getElement(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  return schema instanceof Records ? schema._zod.def.element : undefined;
}

/** What people call a record of such a list, and how many are kept; `undefined` if the schema is no such list. */
export function getRecordLimits(
  schema: z.core.$ZodType,
): Pick<RecordsDef, "noun" | "max" | "isPart"> | undefined {
  return schema instanceof Records ? schema._zod.def : undefined;
}

/** A reader that parses a list of this schema some records at a time; `undefined` if the schema is no such list. */
export function createRecordReader(
  schema: z.ZodType,
  finish: (record: unknown) => unknown,
): RecordReader | undefined {
  // The check proves the type, but the compiler can't see through zod's constructor.
  return schema instanceof Records
    ? new RecordReader((schema as ZodRecords<unknown, unknown>)._zod.def, undefined, finish)
    : undefined;
}

/** What is missing from a response, or from the lists in it. */
export function findLeftOut(response: object): readonly LeftOut[] {
  const lists: readonly unknown[] = Array.isArray(response) ? [response] : Object.values(response);
  return lists.flatMap((list) => (Array.isArray(list) ? (leftOut.get(list) ?? []) : []));
}
