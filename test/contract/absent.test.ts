import { describe, expect, test } from "vitest";
import { z } from "zod";
import { listField, optionalField } from "../../src/api/contract/fields.ts";
import { fixture, places, replaceAt } from "./json.ts";
import { answers } from "./resources.ts";

describe.each(answers)("$name", ({ name, schema }) => {
  const full = fixture(`${name}.full`);
  const fields = places(full).filter((path) => typeof path.at(-1) === "string" && !path.includes("data"));

  test("null either reads as a missing field or is refused", () => {
    for (const path of fields) {
      const none = schema.safeParse(replaceAt(full, path, null));
      const leftOut = schema.safeParse(replaceAt(full, path, undefined));
      expect(none.success, path.join(".")).toBe(leftOut.success);
      expect(none.data, path.join(".")).toEqual(leftOut.data);
    }
  });
});

/** What writes answer of what they made; the rest answer whether they worked, or nothing. */
const made = ["created-order", "role", "gifted-activity", "session-server"];

describe.each(answers.filter(({ name }) => made.includes(name)))("$name", ({ name, schema }) => {
  test("fields of another type read as missing, since the write is done", () => {
    const names = Object.keys(z.record(z.string(), z.unknown()).parse(fixture(`${name}.full`)));
    const wrong = Object.fromEntries(names.map((key) => [key, [[{}]]]));
    expect(schema.parse({ ...wrong, _id: "65a1" })).toEqual(schema.parse({ _id: "65a1" }));
  });

  test("an answer that isn't an object says nothing", () => {
    for (const none of ["done", 1, true, []]) expect(schema.safeParse(none).success).toBe(false);
  });
});

test("a success flag of another type isn't guessed", () => {
  for (const { schema } of answers.filter(({ name }) => name === "success"))
    for (const success of ["no", 0, {}]) expect(schema.safeParse({ success }).success).toBe(false);
});

describe("an optional field", () => {
  const schema = z.object({ note: optionalField(z.string().min(2)), marks: listField(z.number()) });

  test.each([{}, { note: null, marks: null }, { note: undefined, marks: undefined }])(
    "is undefined or an empty list when missing: %j",
    (given) => {
      expect(schema.parse(given)).toEqual({ note: undefined, marks: [] });
    },
  );

  test("holds no nulls as a list", () => {
    expect(schema.parse({ marks: [1, null, 2] }).marks).toEqual([1, 2]);
  });

  test("falls back to a new list each time", () => {
    schema.parse({}).marks.push(1);
    expect(schema.parse({}).marks).toEqual([]);
  });

  test("keeps every check of its content, and names the place", () => {
    const { error } = schema.safeParse({ note: "x", marks: [1, "x"] });
    expect(error?.issues.map(({ path }) => path)).toEqual([["note"], ["marks", 1]]);
  });
});
