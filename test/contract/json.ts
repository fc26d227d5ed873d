import { readFileSync } from "node:fs";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Path = readonly (string | number)[];

export function fixture(name: string): Json {
  const text = readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), "utf8");
  // JSON.parse can give nothing else.
  return JSON.parse(text) as Json;
}

/** Every place in the value, the root left out; objects and lists come before what they hold. */
export function places(value: Json, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    return [here, ...places(inner, here)];
  });
}

export function at(value: Json | undefined, path: Path): Json | undefined {
  let found = value;
  for (const key of path) found = child(found, key);
  return found;
}

/** A copy with one place changed; `undefined` removes it. */
export function replaceAt(value: Json, path: Path, replacement: Json | undefined): Json {
  const copy = structuredClone(value);
  const parent = at(copy, path.slice(0, -1));
  const key = path.at(-1);
  if (typeof parent !== "object" || parent === null || key === undefined) throw new Error("no such place");
  if (replacement === undefined) Reflect.deleteProperty(parent, key);
  else Reflect.set(parent, key, replacement);
  return copy;
}

/** `history.0.due` as people write it in a title. */
export function written(path: Path): string {
  return path.join(".");
}

function child(value: Json | undefined, key: string | number): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? value[key] : undefined;
}
