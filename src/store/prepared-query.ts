import type { Compilable } from "kysely";
import type { Db } from "./tables.ts";

type Texts<Name extends string> = Readonly<Record<Name, string | null>>;

/**
 * A query built once and run with different texts: building one takes longer than SQLite takes to answer it.
 * @param build receives a placeholder for each text, to pass into the query unchanged
 * @returns runs it, in a transaction if one is given
 */
export function prepared<const Name extends string, Row>(
  db: Db,
  names: readonly Name[],
  build: (placeholders: Readonly<Record<Name, string>>) => Compilable<Row>,
): (texts: Texts<Name>, transaction?: Db) => Promise<readonly Row[]> {
  const placeholderOf = (name: Name): string => `\u0000${name}`;
  const compiled = build(recordOf(names, placeholderOf)).compile();
  const nameOf = new Map<unknown, Name>(names.map((name) => [placeholderOf(name), name]));
  const slots = compiled.parameters.map((literal) => nameOf.get(literal) ?? { literal });
  return async (texts, transaction = db) => {
    const parameters = slots.map((slot) => (typeof slot === "string" ? texts[slot] : slot.literal));
    const { rows } = await transaction.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

/** The same with a list of ids at the end: at least one, each once. */
export function preparedForIds<const Name extends string, Row>(
  db: Db,
  names: readonly Name[],
  build: (placeholders: Readonly<Record<Name, string>>, ids: readonly string[]) => Compilable<Row>,
): (texts: Texts<Name>, ids: readonly string[], transaction?: Db) => Promise<readonly Row[]> {
  const rows = preparedForRows(db, names, ["id"], (all, given) =>
    build(
      all,
      given.map(({ id }) => id),
    ),
  );
  return (texts, ids, transaction) =>
    rows(
      texts,
      ids.map((id) => ({ id })),
      transaction,
    );
}

/**
 * The same with a list of rows at the end: at least one. There is one query per power of two; the last row pads the
 * list, so having one twice must do no harm.
 */
export function preparedForRows<const Name extends string, const Field extends string, Row>(
  db: Db,
  names: readonly Name[],
  fields: readonly Field[],
  build: (
    placeholders: Readonly<Record<Name, string>>,
    rows: readonly Readonly<Record<Field, string>>[],
  ) => Compilable<Row>,
): (texts: Texts<Name>, rows: readonly Texts<Field>[], transaction?: Db) => Promise<readonly Row[]> {
  const nameIn = (slot: number, field: Field): string => `${field} ${slot}`;
  const ofSlots = (slots: number) => {
    const indices = Array.from({ length: slots }, (_, slot) => slot);
    const rowNames = indices.flatMap((slot) => fields.map((field) => nameIn(slot, field)));
    return prepared<string, Row>(db, [...names, ...rowNames], (all) =>
      build(
        all,
        indices.map((slot) => recordOf(fields, (field) => all[nameIn(slot, field)] ?? "")),
      ),
    );
  };
  const bySlots = new Map<number, ReturnType<typeof ofSlots>>();
  return (texts, rows, transaction) => {
    const slots = 2 ** Math.ceil(Math.log2(rows.length));
    const query = bySlots.get(slots) ?? ofSlots(slots);
    bySlots.set(slots, query);
    const all: Record<string, string | null> = { ...texts };
    for (let slot = 0; slot < slots; slot++) {
      const row = rows[Math.min(slot, rows.length - 1)];
      if (row !== undefined) for (const field of fields) all[nameIn(slot, field)] = row[field];
    }
    return query(all, transaction);
  };
}

function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Readonly<Record<Key, Value>> {
  // Each key gets its own.
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
}
