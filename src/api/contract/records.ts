import { z } from "zod";

/** What of a list is missing from what was read of it. */
export interface LeftOut {
  /** What the list holds, as people call one of it. */
  readonly noun: string;
  /** Records that the contract does not describe. */
  readonly unreadable: number;
  /** Records past the most that are read of such a list. */
  readonly beyond: number;
  /** What is wrong with the first of the unreadable ones. */
  readonly issues: readonly z.core.$ZodIssue[];
}

interface RecordsDef extends z.core.$ZodTypeDef {
  readonly type: "custom";
  readonly element: z.core.$ZodType;
  readonly noun: string;
  readonly max: number;
}
interface RecordsInternals<Out, In> extends z.core.$ZodTypeInternals<Out[], readonly In[]> {
  readonly def: RecordsDef;
}
type ZodRecords<Out, In> = z.ZodType<Out[], readonly In[], RecordsInternals<Out, In>>;

/** So many wrong records and not one right one before them: it is some other answer, and not read to its end. */
const hopelessAfter = 20;
const keptIssues = 3;

const leftOut = new WeakMap<object, LeftOut>();

const Records = z.core.$constructor<ZodRecords<unknown, unknown>>("ZodRecords", (schema, def) => {
  z.ZodType.init(schema, def);
  schema._zod.parse = (payload, context) => {
    const { value } = payload;
    if (!Array.isArray(value)) {
      payload.issues.push({ code: "invalid_type", expected: "array", input: value, inst: schema });
      return payload;
    }
    const read: unknown[] = [];
    const issues: z.core.$ZodRawIssue[] = [];
    const end = Math.min(value.length, def.max);
    let unreadable = 0;
    for (let index = 0; index < end; index++) {
      const result = def.element._zod.run({ value: value[index], issues: [] }, context);
      if (result instanceof Promise) throw new z.core.$ZodAsyncError();
      if (result.issues.length === 0) read.push(result.value);
      else {
        unreadable += 1;
        if (issues.length < keptIssues) issues.push(...prefixed(index, result.issues));
        if (read.length === 0 && unreadable === hopelessAfter) {
          payload.issues.push(...issues);
          return payload;
        }
      }
    }
    payload.value = read;
    const beyond = value.length - end;
    if (unreadable > 0 || beyond > 0) {
      const finished = issues.map((issue) => z.core.util.finalizeIssue(issue, context, z.core.config()));
      leftOut.set(read, { noun: def.noun, unreadable, beyond, issues: finished });
    }
    return payload;
  };
});

function prefixed(index: number, issues: z.core.$ZodRawIssue[]): z.core.$ZodRawIssue[] {
  return z.core.util.prefixIssues(index, issues.slice(0, keptIssues));
}

/**
 * A list of things of their own. One that is not as the contract describes it costs nothing but itself: it is left out,
 * and `leftOutOf` tells of it. A list that is wrong from its beginning on is refused.
 * @param max so many are read, from the first on
 */
export function records<Schema extends z.ZodType>(
  element: Schema,
  noun: string,
  max: number,
): ZodRecords<z.output<Schema>, z.input<Schema>> {
  // What goes in and out is known by the element alone.
  return new Records({ type: "custom", element, noun, max }) as ZodRecords<z.output<Schema>, z.input<Schema>>;
}

/** What is missing from an answer: from itself, or from the lists that it holds. */
export function leftOutOf(answer: object): readonly LeftOut[] {
  const lists: readonly unknown[] = Array.isArray(answer) ? [answer] : Object.values(answer);
  return lists.flatMap((list) => (Array.isArray(list) ? (leftOut.get(list) ?? []) : []));
}
