import type { Compilable } from "kysely";
import type { Db } from "./tables.ts";

/** A number has to be placed as `sql<number>`. */
type Values<Name extends string> = Readonly<Record<Name, string | number | null>>;
type Placeholders<Name extends string> = Readonly<Record<Name, string>>;

/**
 * A query built once and run with different values: building one takes longer than SQLite takes to answer it.
 * @param build receives a placeholder for each value, to pass into the query unchanged
 * @returns runs it, in a transaction if one is given
 */
export function prepareQuery<const Name extends string, Row>(
  db: Db,
  names: readonly Name[],
  build: (placeholders: Placeholders<Name>) => Compilable<Row>,
): (values: Values<Name>, transaction?: Db) => Promise<readonly Row[]> {
  const query = prepareForSlots<Name, never, Row>(db, { names, fields: [], slots: 0 }, build);
  return (values, transaction) => query(values, [], transaction);
}

/** The same with a list of ids at the end: at least one, each once. */
export function prepareForIds<const Name extends string, Row>(
  db: Db,
  names: readonly Name[],
  build: (placeholders: Placeholders<Name>, ids: readonly string[]) => Compilable<Row>,
): (values: Values<Name>, ids: readonly string[], transaction?: Db) => Promise<readonly Row[]> {
  const rows = prepareForRows(db, names, ["id"], (all, given) =>
    build(
      all,
      given.map(({ id }) => id),
    ),
  );
  return (values, ids, transaction) =>
    rows(
      values,
      ids.map((id) => ({ id })),
      transaction,
    );
}

/**
 * The same with a list of rows at the end: at least one. There is one query per power of two; the last row pads the
 * list, so having one twice must do no harm.
 */
export function prepareForRows<const Name extends string, const Field extends string, Row>(
  db: Db,
  names: readonly Name[],
  fields: readonly Field[],
  build: (placeholders: Placeholders<Name>, rows: readonly Placeholders<Field>[]) => Compilable<Row>,
): (values: Values<Name>, rows: readonly Values<Field>[], transaction?: Db) => Promise<readonly Row[]> {
  const bySlots = new Map<number, ReturnType<typeof prepareForSlots<Name, Field, Row>>>();
  return (values, rows, transaction) => {
    const slots = 2 ** Math.ceil(Math.log2(rows.length));
    const query = bySlots.get(slots) ?? prepareForSlots(db, { names, fields, slots }, build);
    bySlots.set(slots, query);
    return query(values, rows, transaction);
  };
}

/** At most this many rows in one statement: within both databases' limits on values. */
const maxRows = 256;

/** Parts of a list that `prepareForRows` has a query for without padding: for statements that may have no row twice. */
export function splitEvenly<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const parts: (readonly Row[])[] = [];
  for (let start = 0; start < rows.length;) {
    const size = Math.min(maxRows, 2 ** Math.floor(Math.log2(rows.length - start)));
    parts.push(rows.slice(start, start + size));
    start += size;
  }
  return parts;
}

interface Shape<Name extends string, Field extends string> {
  readonly names: readonly Name[];
  readonly fields: readonly Field[];
  /** How many rows the query takes; with fewer, the last one is repeated. */
  readonly slots: number;
}

function prepareForSlots<Name extends string, Field extends string, Row>(
  db: Db,
  { names, fields, slots }: Shape<Name, Field>,
  build: (placeholders: Placeholders<Name>, rows: readonly Placeholders<Field>[]) => Compilable<Row>,
): (values: Values<Name>, rows: readonly Values<Field>[], transaction?: Db) => Promise<readonly Row[]> {
  type Source = (values: Values<Name>, rows: readonly Values<Field>[]) => unknown;
  const sourceByText = new Map<unknown, Source>();
  const placeholder = (name: string, source: Source): string => {
    const text = `\u0000${name}`;
    sourceByText.set(text, source);
    return text;
  };
  const compiled = build(
    createRecord(names, (name) => placeholder(name, (values) => values[name])),
    Array.from({ length: slots }, (_, slot) =>
      createRecord(fields, (field) =>
        placeholder(`${field} ${slot}`, (_texts, rows) => (rows[slot] ?? rows.at(-1))?.[field]),
      ),
    ),
  ).compile();
  const sources = compiled.parameters.map((literal) => sourceByText.get(literal) ?? ((): unknown => literal));
  return async (values, given, transaction = db) => {
    const parameters = sources.map((source) => source(values, given));
    const { rows } = await transaction.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

function createRecord<Key extends string, Value>(
  keys: readonly Key[],
  getValue: (key: Key) => Value,
): Readonly<Record<Key, Value>> {
  // Each key gets its own.
  return Object.fromEntries(keys.map((key) => [key, getValue(key)])) as Record<Key, Value>;
}
