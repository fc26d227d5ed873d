import type { Compilable } from "kysely";
import type { Db } from "./tables.ts";

/**
 * A query that is built once and run with different texts each time: building one costs more than SQLite takes to answer it.
 * @param build gets a placeholder for each text, and hands it to the query as it is
 */
export function prepared<const Name extends string, Row>(
  db: Db,
  names: readonly Name[],
  build: (emulators: Readonly<Record<Name, string>>) => Compilable<Row>,
): (texts: Readonly<Record<Name, string>>) => Promise<readonly Row[]> {
  const emulatorOf = (name: Name): string => `\u0000${name}`;
  // Each name gets its own.
  const emulators = Object.fromEntries(names.map((name) => [name, emulatorOf(name)])) as Record<Name, string>;
  const compiled = build(emulators).compile();
  const slots = compiled.parameters.map(
    (given) => names.find((name) => emulatorOf(name) === given) ?? { given },
  );
  return async (texts) => {
    const parameters = slots.map((slot) => (typeof slot === "string" ? texts[slot] : slot.given));
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
