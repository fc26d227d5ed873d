import { isObject, type Operations, type Schema } from "./operations.ts";

/** Paths of properties that no branch of the schema names. */
export function unknownProperties(
  operations: Operations,
  pointer: string,
  value: unknown,
): readonly string[] {
  const found = new Set<string>();
  const visit = (part: unknown, schemas: readonly Schema[], path: string): void => {
    const branches = [...new Set(schemas.flatMap((schema) => branchesOf(operations, schema)))];
    if (Array.isArray(part)) {
      const items = branches.map(({ items: each }) => each).filter(isObject);
      for (const item of part) visit(item, items, `${path}[]`);
      return;
    }
    if (!isObject(part)) return;
    for (const [key, child] of Object.entries(part)) {
      const described = branches.flatMap(({ properties, additionalProperties }) => [
        ...(isObject(properties) && isObject(properties[key]) ? [properties[key]] : []),
        ...(isObject(additionalProperties) ? [additionalProperties] : []),
      ]);
      if (described.length > 0) visit(child, described, `${path}.${key}`);
      else if (branches.some(({ properties }) => isObject(properties))) found.add(`${path}.${key}`);
    }
  };
  visit(value, [{ $ref: `#${pointer}` }], "");
  return [...found];
}

/** One that was followed once serves all bodies of a run. */
const followed = new WeakMap<Schema, readonly Schema[]>();

/** A schema with everything it is made of, whichever branch a value takes. */
function branchesOf(operations: Operations, schema: Schema): readonly Schema[] {
  const known = followed.get(schema);
  if (known !== undefined) return known;
  const { $ref } = schema;
  const target = typeof $ref === "string" ? operations.at($ref.slice(1)) : undefined;
  const inner = ["oneOf", "anyOf", "allOf"].flatMap((key): readonly unknown[] =>
    Array.isArray(schema[key]) ? schema[key] : [],
  );
  const branches = [
    ...new Set([
      schema,
      ...[target, ...inner].filter(isObject).flatMap((branch) => branchesOf(operations, branch)),
    ]),
  ];
  followed.set(schema, branches);
  return branches;
}
