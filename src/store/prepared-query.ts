import type { Compilable } from "kysely";
import type { Db } from "./tables.ts";

/**
 * A query built once and run with different texts: building one takes longer than SQLite takes to answer it.
 * @param build receives a placeholder for each text, to pass into the query unchanged
 */
export function prepared<const Name extends string, Row>(
  db: Db,
  names: readonly Name[],
  build: (placeholders: Readonly<Record<Name, string>>) => Compilable<Row>,
): (texts: Readonly<Record<Name, string>>) => Promise<readonly Row[]> {
  const placeholderOf = (name: Name): string => `\u0000${name}`;
  // Each name gets its own.
  const placeholders = Object.fromEntries(names.map((name) => [name, placeholderOf(name)])) as Record<
    Name,
    string
  >;
  const compiled = build(placeholders).compile();
  const slots = compiled.parameters.map(
    (literal) => names.find((name) => placeholderOf(name) === literal) ?? { literal },
  );
  return async (texts) => {
    const parameters = slots.map((slot) => (typeof slot === "string" ? texts[slot] : slot.literal));
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

/**
 * The same with a list of ids at the end: at least one, each once. There is one query per power of two; the last id
 * pads the list.
 */
export function preparedForIds<const Name extends string, Row>(
  db: Db,
  names: readonly Name[],
  build: (placeholders: Readonly<Record<Name, string>>, ids: readonly string[]) => Compilable<Row>,
): (texts: Readonly<Record<Name, string>>, ids: readonly string[]) => Promise<readonly Row[]> {
  const ofSlots = (slots: number) => {
    const idNames = Array.from({ length: slots }, (_, slot) => `id ${slot}`);
    return prepared<string, Row>(db, [...names, ...idNames], (all) =>
      build(
        all,
        idNames.map((name) => all[name] ?? ""),
      ),
    );
  };
  const bySlots = new Map<number, ReturnType<typeof ofSlots>>();
  return (texts, ids) => {
    const slots = 2 ** Math.ceil(Math.log2(ids.length));
    const rows = bySlots.get(slots) ?? ofSlots(slots);
    bySlots.set(slots, rows);
    const last = ids.at(-1) ?? "";
    const filled = Array.from({ length: slots }, (_, slot) => [`id ${slot}`, ids[slot] ?? last] as const);
    return rows({ ...texts, ...Object.fromEntries(filled) });
  };
}
