import { describe, expect, test } from "vitest";
import { z } from "zod";
import { listField, optionalField } from "../../src/api/contract/fields.ts";
import { changed, fixture, places } from "./json.ts";
import { answers } from "./resources.ts";

describe.each(answers)("$name", ({ name, schema }) => {
  const full = fixture(`${name}.full`);
  const fields = places(full).filter((path) => typeof path.at(-1) === "string" && !path.includes("data"));

  test("null reads as a field that is left out, or neither is taken", () => {
    for (const path of fields) {
      const none = schema.safeParse(changed(full, path, null));
      const leftOut = schema.safeParse(changed(full, path, undefined));
      expect(none.success, path.join(".")).toBe(leftOut.success);
      expect(none.data, path.join(".")).toEqual(leftOut.data);
    }
  });
});

describe("what may be left out", () => {
  const schema = z.object({ note: optionalField(z.string().min(2)), marks: listField(z.number()) });

  test.each([{}, { note: null, marks: null }, { note: undefined, marks: undefined }])(
    "is undefined or an empty list when it is: %j",
    (given) => {
      expect(schema.parse(given)).toEqual({ note: undefined, marks: [] });
    },
  );

  test("is a new list each time", () => {
    schema.parse({}).marks.push(1);
    expect(schema.parse({}).marks).toEqual([]);
  });

  test("keeps every check of what it holds, and names the place", () => {
    const { error } = schema.safeParse({ note: "x", marks: [1, null] });
    expect(error?.issues.map(({ path }) => path)).toEqual([["note"], ["marks", 1]]);
  });
});
